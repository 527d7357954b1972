import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { deriveAgain } from '../../../../src/loading/ingest/ingest.ts';
import { readEdition } from '../../../../src/stores/elastic/edition.ts';
import { terrierHere } from '../../../cli/in-process.ts';
import { makeHarness } from '../../../helper.ts';
import { runsOf } from '../../../seed.ts';
import {
  along,
  COUNTIES,
  next,
  parcel,
  permit,
  pick,
  question,
  ROWS,
  STEPS,
  whole,
  written,
} from './memory-counties.ts';

/** Answers from counties in memory are those of Elasticsearch, byte for byte, whatever is loaded meanwhile. */

/** How long counties may take to be in memory, in milliseconds. */
const BOUND = 120_000;

const harness = await makeHarness(t);
const { client, config } = harness;
const numbers = Array.from({ length: ROWS }, (_, n) => n);
await harness.load('parcels', numbers.map(parcel));
await harness.load('permits', numbers.slice(0, 80).map(permit));

/** An API with this much memory, whose metrics are measured for each request. */
const withMemory = (MEMORY_MB: string) => harness.app({ MEMORY_MB }, undefined, undefined, { metricsAge: 0 });
const engine = await withMemory('0');
const memory = await withMemory('16');
/** So little memory that rows constantly replace others. */
const little = await withMemory('0.25');
const apps = [engine, memory, little];
const key = await harness.key({ tier: 'license' });

const headers = { authorization: `Bearer ${key}` };

async function ask(app: (typeof apps)[number], url: string, body: object): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload: body });
  if (answer.statusCode !== 200)
    throw new Error(`${answer.statusCode} ${answer.body} to ${JSON.stringify(body)}`);
  return answer.body;
}

async function counted(app: (typeof apps)[number], name: string): Promise<number> {
  const { body } = await app.inject('/metrics');
  const line = body.split('\n').find((text) => text.startsWith(name));
  return Number(line?.split(' ').at(-1));
}
const answered = (app: (typeof apps)[number]) =>
  counted(app, 'terrier_memory_searches_total{outcome="answered"}');

const FACETS = ['county_fips', 'zip', 'zoning_category', 'entity_type', 'absentee_owner', 'tax_year', 'city'];

/** Without the time from which to ask for changes next, which differs for each request. */
const plain = (answer: string) => answer.replace(/,"next_updated_since":"[^"]*"/, '');

async function settled(): Promise<string | null> {
  const edition = await readEdition(client, `${config.INDEX_PREFIX}-counties`);
  return edition === null || edition.loading ? null : edition.edition;
}

/** A parcel, which may not exist. */
async function byId(app: (typeof apps)[number], id: string): Promise<string> {
  const { statusCode, body } = await app.inject({ url: `/api/v1/parcels/${id}`, headers });
  if (statusCode !== 200 && statusCode !== 404) throw new Error(`${statusCode} ${body} to ${id}`);
  return statusCode === 404 ? 'none' : body;
}

/** Asks all and fails if answers of one edition differ; returns whether they are of one edition. */
async function compare(t: { fail(message: string): unknown }, body: object, when: string): Promise<boolean> {
  const before = await settled();
  const id = `${pick(COUNTIES).county_fips}:M-${whole(0, ROWS)}`;
  const answers = await Promise.all(apps.map((app) => ask(app, '/search', body)));
  const [one, ...same] = await Promise.all(apps.map((app) => byId(app, id)));
  const isOne = before !== null && (await settled()) === before;
  const [first, ...others] = answers.map(plain);
  if (isOne && others.some((other) => other !== first))
    t.fail(`${when}: ${JSON.stringify(body)} has ${answers.map((text) => text.length)} bytes`);
  if (isOne && same.some((other) => other !== one)) t.fail(`${when}: ${id} differs`);
  return isOne;
}
/** Searches the counties until they are in memory. */
async function warm(): Promise<void> {
  for (const app of apps.slice(1)) {
    const end = performance.now() + BOUND;
    while ((await counted(app, 'terrier_memory_parcels')) < ROWS) {
      if (performance.now() > end) throw new Error('the counties are not in memory');
      await sleep(50);
      for (const { lat, lon } of COUNTIES) {
        const [south, west] = [along(lat, STEPS / 2), written(along(lon, STEPS / 2))];
        await ask(app, '/search', { bounds: { south, west, north: south, east: west }, limit: 1 });
      }
    }
  }
}

t.test('counties that are searched often are answered from memory', async (t) => {
  const body = { bounds: { south: 40, west: -97, north: 41, east: -96 }, sort: 'assessed_value' };
  const expected = await ask(engine, '/search', body);
  await ask(memory, '/search', body);
  t.equal(await answered(memory), 0, 'the first search is not');
  await warm();
  const before = await answered(memory);
  t.equal(await ask(memory, '/search', body), expected, 'rows are read');
  t.equal(await ask(memory, '/search', body), expected, 'rows are in memory');
  t.equal((await answered(memory)) - before, 2);
  t.ok((await counted(memory, 'terrier_memory_bytes')) > ROWS * 50);
});

t.test('any search has the same answer from memory', async (t) => {
  await warm();
  const [before, rounds] = [await answered(memory), runsOf(1_200)];
  for (let round = 0; round < rounds; round++)
    if (!(await compare(t, question(), `round ${round}`))) t.fail('nothing is loaded');
  const share = ((await answered(memory)) - before) / rounds;
  t.ok(share > 0.4, `${Math.round(share * 100)} % from memory`);
});

t.test('counts and facets from memory are the same', async (t) => {
  await warm();
  for (let round = 0; round < runsOf(200); round++) {
    const { bounds, near, within, filters } = question() as Record<string, object | undefined>;
    const body = { bounds, near, within, filters };
    const by = FACETS.filter(() => next() < 0.4);
    for (const [url, asked] of [
      ['/search/count', body],
      ['/search/facets', { ...body, by: by.length > 0 ? by : FACETS }],
    ] as const) {
      const [expected, ...others] = await Promise.all(apps.map((app) => ask(app, url, asked)));
      for (const other of others) t.equal(other, expected, JSON.stringify(asked));
    }
  }
});

/** Where no parcel is at first, far from all counties. */
const FAR = { lat: 45, lon: -100 };
const AROUND_FAR = { bounds: { south: 44, west: -101, north: 46, east: -99 } };

const CHANGES: Record<string, () => Promise<unknown>> = {
  'a parcel outside of its county': () => harness.load('parcels', [{ ...parcel(1), location: FAR }]),
  'changed parcels': () =>
    harness.load(
      'parcels',
      Array.from({ length: 12 }, () => parcel(whole(0, ROWS))),
    ),
  permits: () =>
    harness.load(
      'permits',
      Array.from({ length: 5 }, () => permit(whole(0, ROWS - 1))),
    ),
  'a replaced county': () => {
    const counties = [pick(COUNTIES).county_fips];
    const all = numbers.map(parcel).filter(({ county_fips }) => counties.includes(county_fips as never));
    return harness.load('parcels', all, { replace: true, allowShrink: true, counties });
  },
  deletions: () => {
    const digit = String(whole(0, 9));
    return deleteRecords(harness.target, {
      counties: [pick(COUNTIES).county_fips],
      goes: ({ id }) => id.endsWith(digit),
    });
  },
  'a suppression': async () => {
    const id = `31109:M-${3 * whole(0, ROWS / 3 - 1)}`;
    const { status, err } = await terrierHere(['suppress', 'add', '--parcel', id], harness.env);
    if (status !== 0) throw new Error(err);
  },
};

t.test('right after a load of any kind, answers are those of the new records', async (t) => {
  for (const [what, change] of Object.entries(CHANGES)) {
    await warm();
    const before = await answered(memory);
    await compare(t, { bounds: { south: 40, west: -97, north: 41, east: -96 } }, `before ${what}`);
    await compare(t, AROUND_FAR, `before ${what}`);
    t.equal((await answered(memory)) - before, 2, `before ${what}, memory answers`);
    await change();
    await compare(t, AROUND_FAR, `after ${what}`);
    for (let round = 0; round < 8; round++) await compare(t, question(), `after ${what}`);
    if (what === 'deletions') await harness.load('parcels', numbers.map(parcel));
  }
});

t.test('while loads run, answers of one edition are the same', async (t) => {
  let [running, compared] = [true, 0];
  const before = await answered(memory);
  const asking = [0, 1].map(async () => {
    while (running) if (await compare(t, question(), 'during loads')) compared++;
  });
  for (let round = 0; round < runsOf(24); round++) {
    // A load begins while answers come from memory.
    await warm();
    await pick(Object.values(CHANGES).filter((change) => change !== CHANGES.deletions))();
  }
  running = false;
  await Promise.all(asking);
  const inMemory = (await answered(memory)) - before;
  t.ok(compared > 10 && inMemory > 10, `${compared} comparisons, ${inMemory} answers from memory`);
});

t.test('without the extents of counties, as in earlier versions, Elasticsearch answers', async (t) => {
  await client.updateByQuery({
    index: `${config.INDEX_PREFIX}-coverage`,
    query: { exists: { field: 'county_fips' } },
    script: { source: "ctx._source.internal.remove('extent')" },
    refresh: true,
  });
  const fresh = await withMemory('16');
  const body = { bounds: { south: 40, west: -97, north: 41, east: -96 } };
  const askOften = async () => {
    const expected = await ask(engine, '/search', body);
    for (let at = 0; at < 5; at++) t.equal(await ask(fresh, '/search', body), expected);
    return counted(fresh, 'terrier_memory_parcels');
  };
  // Far more rounds than the county needs below.
  for (let round = 0; round < 20; round++) t.equal(await askOften(), 0, 'no county is read');
  await deriveAgain(harness.target, { all: true });
  const end = performance.now() + BOUND;
  while ((await askOften()) === 0 && performance.now() < end);
  t.ok((await askOften()) > 0, 'once they are derived, counties are read');
});
