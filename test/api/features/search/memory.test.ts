import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { metersBetween } from '../../../../src/domain/geometry/sphere.ts';
import { random } from '../../../../src/loading/demo/random.ts';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { deriveAgain } from '../../../../src/loading/ingest/ingest.ts';
import { readEdition } from '../../../../src/stores/elastic/edition.ts';
import { terrierHere } from '../../../cli/in-process.ts';
import { makeHarness } from '../../../helper.ts';
import { runsOf, seedOf } from '../../../seed.ts';

/** Answers from counties in memory are those of Elasticsearch, byte for byte, whatever is loaded meanwhile. */
const SEED = seedOf(20261126);
t.comment(`seed ${SEED}`);

const next = random(SEED);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
const maybe = <T>(value: T): T | null => (next() < 0.2 ? null : value);

/** Two neighbors, and one county on both sides of the antimeridian. */
const COUNTIES = [
  { county_fips: '31109', lat: [40.6, 0.01], lon: [-96.8, 0.01] },
  { county_fips: '31055', lat: [40.7, 0.01], lon: [-96.65, 0.01] },
  { county_fips: '02016', lat: [51.5, 0.25], lon: [179.5, 0.25] },
] as const;
const ROWS = 300;
const STEPS = 15;
/** How long counties may take to be in memory, in milliseconds. */
const BOUND = 120_000;
const DAYS = ['1898-12-31', '1970-01-01', '2016-02-29', '2019-12-31', '2020-01-01'];
const VALUES = [0, 0.01, 100_000, 250_000.5, 16_777_216, 16_777_217, 9_999_999_999.99];
const ZONINGS = ['residential', 'commercial', 'industrial'];
const OWNERS = ['MARLOWE EDITH J', 'PRAIRIE WREN LLC', 'HARROW TOOL INC', 'CITY OF LINCOLN'];
const MAIL = [
  { mailing_address: '9 Pier Rd', mailing_city: 'Reno', mailing_state: 'NV' },
  { mailing_address: '77 Quarry Rd', mailing_city: 'Wilber', mailing_state: 'NE' },
  {},
];

const along = ([from, step]: readonly [number, number], at: number) => Number((from + at * step).toFixed(4));
/** Longitudes past the antimeridian, as they are written. */
const written = (lon: number) => (lon > 180 ? lon - 360 : lon);

function place({ lat, lon }: (typeof COUNTIES)[number]) {
  const at = { lat: along(lat, whole(0, STEPS)), lon: written(along(lon, whole(0, STEPS))) };
  // Some are about 0.1 m off their grid point.
  if (next() < 0.2) at.lat += pick([1e-6, -1e-6]);
  return at;
}

function parcel(n: number) {
  const county = COUNTIES[n % COUNTIES.length]!;
  return {
    county_fips: county.county_fips,
    parcel_id: `M-${n}`,
    street: `${n} Elder Ln`,
    city: 'Wilber',
    zip: pick(['68001', '68001-1234', '68333']),
    ...(next() < 0.9 && { location: place(county) }),
    owner_name: maybe(pick(OWNERS)),
    ...pick(MAIL),
    zoning_category: maybe(pick(ZONINGS)),
    total_assessed_value: maybe(next() < 0.5 ? pick(VALUES) : whole(0, 90_000_000) / 100),
    sale_price: maybe(pick([1, 500, 200_000, 450_000.5])),
    sale_date: maybe(pick(DAYS)),
    acreage: maybe(pick([0, 0.1, 0.1 + 0.2, 640])),
    year_built: maybe(whole(1970, 1980)),
    building_sqft: maybe(pick([0, 850, 1_840.5, 16_777_217])),
    bedrooms: maybe(pick([0, 1, 1.5, 12])),
    bathrooms: maybe(pick([0, 1, 1.75, 3])),
    lot_sqft: maybe(pick([0, 4_356, 9_148.5])),
    units: maybe(pick([0, 1, 4, 100_000])),
    tax_year: maybe(pick([1999, 2024, 2025])),
  };
}
const permit = (n: number) => ({
  county_fips: COUNTIES[n % COUNTIES.length]!.county_fips,
  parcel_id: `M-${n}`,
  permit_number: `N-${whole(0, 1_000_000)}`,
  filed_date: pick(DAYS),
});

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

const ends = <V>(values: readonly V[]) => {
  const [min, max] = [pick(values), pick(values)];
  const ordered = min <= max ? { min, max } : { min: max, max: min };
  return pick([ordered, { min }, { max }]);
};
const FILTERS: Record<string, () => unknown> = {
  zoningCategories: () => [pick(ZONINGS), pick([...ZONINGS, 'MIXED'])],
  ownerTypes: () => [pick(['individual', 'llc', 'government']), 'trust'],
  absenteeOnly: () => next() < 0.8,
  outOfStateOnly: () => true,
  valueRange: () => ends([...VALUES, 99_999.99]),
  yearBuiltRange: () => ends([1969, 1972, 1975, 1980, 3_000_000_000]),
  acreageRange: () => ends([0, 0.1, 0.3, 0.1 + 0.2, 5e-324]),
  lotSqftRange: () => ends([0, 4_356, 9_148.5, 1e300]),
  buildingSqftRange: () => ends([0, 850, 1_840.5, 16_777_216]),
  bedroomsRange: () => ends([0, 1, 1.5, 12]),
  bathroomsRange: () => ends([0, 1.75, 3, -1e300]),
  unitsRange: () => ends([0, 1, 100_000]),
  salePriceRange: () => ends([1, 500, 450_000.5]),
  saleDateRange: () => ends([...DAYS, '0000-02-29', '9999-12-31']),
  taxYearRange: () => ends([1999, 2024, 2025]),
  countyFips: () => pick(COUNTIES).county_fips,
  stateFips: () => pick(['31', '02']),
  zip: () => pick(['68001', '68333']),
  city: () => 'wilber',
  address: () => 'eld',
  ownerName: () => 'wren',
  ids: () => ['31109:M-0', '31109:M-3'],
  permitSince: () => pick(DAYS),
  located: () => next() < 0.5,
  updatedSince: () => pick(['1970-01-01T00:00:00Z', new Date(Date.now() - whole(0, 30_000)).toISOString()]),
};
const FACETS = ['county_fips', 'zip', 'zoning_category', 'entity_type', 'absentee_owner', 'tax_year', 'city'];
const SORTS = [
  'assessed_value',
  'sale_price',
  'acreage',
  'year_built',
  'deal_score',
  'sale_date',
  'updated_at',
];

function bounds(county = pick(COUNTIES)) {
  if (next() < 0.05) return { north: 90, south: -90, east: 180, west: -180 };
  // Edges through points, a step beside them, and anywhere.
  const off = () => pick([0, 0, 1e-6, -1e-6, next() * 0.01]);
  const side = (axis: readonly [number, number]) =>
    [whole(-2, STEPS + 2), whole(-2, STEPS + 2)].sort((a, b) => a - b).map((at) => along(axis, at) + off());
  const [south, north] = side(county.lat).sort((a, b) => a - b);
  const [west, east] = side(county.lon).sort((a, b) => a - b);
  return { south, north, west: written(west!), east: written(east!) };
}

/** A circle around one point of the grid, mostly with another on its border or beside it. */
function near(county = pick(COUNTIES)) {
  const point = () => ({
    lat: along(county.lat, whole(0, STEPS)),
    lon: written(along(county.lon, whole(0, STEPS))),
  });
  const [one, other] = [point(), point()];
  const meters = metersBetween(one.lat, one.lon, other.lat, other.lon);
  const off = pick([0, 0.002, -0.002, 0.05, -0.05, 3]);
  return { ...one, meters: Math.max(0.01, meters + off) };
}

/** In a box or a circle, or in a whole county. */
function question(): object {
  const names = Object.keys(FILTERS).filter(() => next() < 2 / Object.keys(FILTERS).length);
  const filters = Object.fromEntries(names.map((name) => [name, FILTERS[name]!()]));
  const isWhole = next() < 0.2;
  if (isWhole) filters.countyFips = pick(COUNTIES).county_fips;
  return {
    ...(!isWhole && (next() < 0.3 ? { near: near() } : { bounds: bounds() })),
    ...((isWhole || names.length > 0) && { filters }),
    ...(next() < 0.7 && { sort: pick(SORTS) }),
    order: pick(['asc', 'desc']),
    limit: pick([1, 2, 20, 100, 500]),
    ...(next() < 0.4 && { offset: pick([1, 7, 40, 300, 9_499, 20_000]) }),
  };
}

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
    const { bounds, near, filters } = question() as { bounds?: object; near?: object; filters?: object };
    const body = { bounds, near, filters };
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
