import t from 'tap';
import { deriveAgain } from '../../../src/loading/ingest/ingest.ts';
import { type IndexKind, VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../helper.ts';
import { each } from '../../listed.ts';
import { square } from '../../squares.ts';
import { deriving, killer } from './killing.ts';
import { different, type Everything, everythingOf, inputFile, ndjson } from './support.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });

const COUNTIES = ['31109', '31055', '37183'];
const PARCELS = 900;
const OWNERS = 90;
const place = (n: number) => ({ county_fips: COUNTIES[n % 3]!, parcel_id: `p${n}` });
const PEOPLE = ['ASH ADA', 'ELM EVE', 'FIR FAY', 'GUM GUS', 'OAK OLE', 'YEW YAN'];

/** Parcels of owners with ten each; `factor` scales every value, so that a key's figures show which load they are from. */
const parcels = (factor: number) =>
  Array.from({ length: PARCELS }, (_, n) => ({
    ...place(n),
    owner_name: `OWNER ${n % OWNERS} LLC`,
    street: `${n} Elm St`,
    total_assessed_value: (1_000 + n) * factor,
    tax_year: 2021,
    zoning_category: 'residential',
    ...(n % 9 === 0 && { outline: square(-96.7 + (n % 30) * 0.0012, 40.8, 0.001) }),
  }));
/** Three sales of each of 480 parcels, most of them flips, and enough of a state for its model; `factor` changes prices and buyers. */
const deeds = (factor: number) =>
  Array.from({ length: 1_440 }, (_, n) => ({
    ...place(n % 480),
    record_id: `r${n}`,
    sale_date: `${2018 + Math.floor(n / 480)}-0${1 + (n % 9)}-1${n % 10}`,
    sale_price_usd: (50_000 + ((n * 104_729) % 90_000)) * factor,
    grantee: PEOPLE[(n + factor) % PEOPLE.length],
  }));
const permits = (factor: number) =>
  Array.from({ length: 360 }, (_, n) => ({
    ...place(n * 2),
    permit_number: `n${n}`,
    contractor_name: `BUILDER ${n % 40}X`,
    estimated_cost: 100 * factor,
    filed_date: '2021-02-03',
  }));
const RECORDS = { parcels, deeds, permits };
type Loaded = keyof typeof RECORDS;
const LOADED: Loaded[] = ['parcels', 'deeds', 'permits'];

async function file(kind: Loaded, factor: number): Promise<string> {
  return inputFile(t, `${kind}-${factor}.ndjson`, ndjson(RECORDS[kind](factor)));
}

const views = () => everythingOf(harness, VIEW_KINDS);
const { killed } = killer(t, harness);

let old: Everything;
let next: Everything;

t.test('two loads, one after the other, give two undisturbed states', async (t) => {
  for (const kind of LOADED) await harness.load(kind, RECORDS[kind](1));
  old = await views();
  const flips = Object.keys(old.flips!).length;
  t.ok(flips > 100, `${flips} flips`);
  for (const kind of VIEW_KINDS) t.ok(Object.keys(old[kind]!).length > 0, `${kind} holds something`);
  for (const kind of LOADED) await harness.load(kind, RECORDS[kind](2));
  next = await views();
  for (const kind of VIEW_KINDS) {
    if (kind === 'coverage') continue;
    t.not(JSON.stringify(next[kind]), JSON.stringify(old[kind]), `${kind} is another`);
  }
});

t.test('after kill -9 in the derive step, then in `terrier derive`, the result is undisturbed', async (t) => {
  for (const kind of LOADED) {
    t.ok(await killed(['load', kind, await file(kind, 1)], deriving(1)), `killed in a load of ${kind}`);
  }
  for (const least of [1, 1_500]) {
    t.ok(await killed(['derive'], deriving(least)), `killed at ${least} rows of \`terrier derive\``);
  }
  await deriveAgain(harness.target);
  t.same(different(await views(), old), []);
  const steps: number[] = [];
  await deriveAgain(harness.target, { onProgress: ({ rows }) => rows > 0 && steps.push(rows) });
  t.same(steps, [], 'nothing is left to derive');
});

t.test('`terrier derive --all` makes the same documents, even after one that was killed', async (t) => {
  t.ok(await killed(['derive', 'all'], deriving(600)), 'killed after 600 rows');
  t.same(different(await views(), old), [], 'a broken one changes nothing that is read');
  await deriveAgain(harness.target, { all: true });
  t.same(different(await views(), old), [], 'the same documents');
  const indices = Object.keys(
    await harness.client.indices.get({ index: `${harness.config.INDEX_PREFIX}-owners-*` }),
  );
  t.equal(indices.length, 1, 'no index is left behind');
});

type Row = Record<string, unknown>;

/** A request, the view that it reads, and the id of a row's document there. */
const QUESTIONS: [path: string, view: IndexKind, id: (row: Row) => string][] = [
  ['owners/search?q=owner&limit=100', 'owners', (row) => `${row.owner_id}`],
  ['deals/entities?top=true&limit=500', 'holdings', (row) => `${row.owner_id}:US:LLC`],
  ['deals/contractors?min_permits=1&limit=500', 'contractors', (row) => `${row.contractor_id}:US`],
  ['deals/contractors?state=NE&limit=500', 'contractors', (row) => `${row.contractor_id}:NE`],
  ['deals/flips?view=flippers&limit=500', 'flippers', (row) => `${row.owner_id}:US:all`],
  ['market/counties?quarter=2019Q1', 'market', (row) => `${row.county_fips}:2019Q1`],
  ['market/trends?state_fips=31', 'trends', (row) => `${row.county_fips}`],
];
const OTHERS = each(`
    deals/flips?limit=500 deals/flips?view=flippers&min_profit=0 deals/absentee
    deals/entities?state_fips=31 deals/entities?top=true&search=owner market/counties
    owners/OWNER%201%20LLC owners/OWNER%201%20LLC/portfolio owners/OWNER%201%20LLC/properties
    parcels/31109:p0/owner
  `);

const without = (row: Row, name: string) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));

/** Sends all requests again and again while `work` is running. Returns every row seen, and every failed answer. */
async function watch(work: () => Promise<unknown>) {
  const rows = new Map<string, { view: IndexKind; id: string; row: Row }>();
  const failures: string[] = [];
  let going = true;
  const done = work().finally(() => {
    going = false;
  });
  let asked = 0;
  const ask = async (path: string): Promise<Row[]> => {
    asked++;
    const answer = await call(app, 'GET', `/api/v1/${path}`, { key });
    if (answer.status !== 200) failures.push(`${answer.status} ${answer.text} to ${path}`);
    return answer.status === 200 ? answer.json().data : [];
  };
  for (let round = 0; going && round < 1_000; round++) {
    for (const [path, view, id] of QUESTIONS) {
      for (const row of await ask(path)) {
        const shown = without(row, 'rank');
        rows.set(`${view} ${JSON.stringify(shown)}`, { view, id: id(row), row: shown });
      }
    }
    for (const path of OTHERS) await ask(path);
  }
  await done;
  return { rows: [...rows.values()], failures, asked };
}

for (const kind of LOADED) {
  t.test(`while a load of ${kind} derives, each row is the old or the new one`, async (t) => {
    const before = await views();
    const { rows, failures, asked } = await watch(() => harness.load(kind, RECORDS[kind](2)));
    const after = await views();
    t.same(failures.slice(0, 3), [], `${asked} answers`);
    const of = (state: Everything, view: IndexKind, id: string) =>
      JSON.stringify(without((state[view]![id] ?? {}) as Row, 'internal'));
    const odd = rows.filter(
      ({ view, id, row }) => ![of(before, view, id), of(after, view, id)].includes(JSON.stringify(row)),
    );
    t.same(odd.slice(0, 3), [], `${rows.length} different rows`);
    t.ok(rows.length > OWNERS, 'rows were seen');
  });
}

t.test('while everything is derived again, every request is answered and no row changes', async (t) => {
  const before = await views();
  t.same(different(before, next), [], 'as in the undisturbed state');
  const { rows, failures, asked } = await watch(() => deriveAgain(harness.target, { all: true }));
  t.same(failures.slice(0, 3), [], `${asked} answers`);
  const known = new Set(
    VIEW_KINDS.flatMap((kind) =>
      Object.values(before[kind]!).map((row) => JSON.stringify(without(row as Row, 'internal'))),
    ),
  );
  t.same(rows.filter(({ row }) => !known.has(JSON.stringify(row))).slice(0, 3), []);
});
