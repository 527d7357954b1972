import fc from 'fast-check';
import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { choices, runsOf, seedOf } from '../../../seed.ts';
import {
  ALL_ORDERS,
  ORDERS,
  type Request,
  type Row,
  SORTS,
  type Sort,
  searcher,
  slowSearch,
  sortValue,
  storedRows,
} from './slow-search.ts';

const SEED = seedOf(20260207);

const COUNT = 25_500;
/** Up to this depth Elasticsearch pages by itself. */
const SHALLOW = 10_000;
const WORLD = { north: 90, south: -90, east: 180, west: -180 };

const { random, whole } = choices(SEED);

/** Values with 45 % of one year, 45 % of nulls, a few very large values, and scores in steps of the years held. */
function makeParcel(number: number) {
  const parcel_id = `D-${number}`;
  const location = { lat: 40.5 + whole(0, 5_000) / 10_000, lon: -96.9 + whole(0, 5_000) / 10_000 };
  const total_assessed_value = random() < 0.02 ? null : Math.round(20 ** (2 + 5 * random())) / 10;
  // Prices too low for arm's length: they give the county no ratio, for which every parcel would be scored again.
  const sale_price = random() < 0.45 ? null : random() < 0.3 ? 250 : whole(1, 2_000) / 2;
  const acreage = number === 5 ? 9e9 : number === 6 ? 0 : random() < 0.001 ? null : random() ** 9;
  const year_built = random() < 0.45 ? 1978 : random() < 0.1 ? null : whole(1880, 2020);
  const absentee = random() < 0.7;
  // Half of them before 1970, and a fifth of all on one day.
  const sale_date =
    random() < 0.1 ? null : random() < 0.2 ? '1969-12-31' : `${whole(1930, 2022)}-0${whole(1, 9)}-15`;
  return {
    county_fips: '31109',
    parcel_id,
    location,
    owner_name: 'MARLOWE EDITH J',
    zoning_category: 'residential',
    total_assessed_value,
    sale_price,
    sale_date,
    acreage,
    year_built,
    ...(absentee ? { street: '1 Elder Ln', mailing_address: '9 Pier Rd', mailing_state: 'NV' } : {}),
  };
}

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: COUNT }, (_, number) => makeParcel(number)),
);
const index = `${harness.config.INDEX_PREFIX}-parcels`;
const rows = await storedRows(harness.client, index);
const app = await harness.app();
const search = searcher(app, await harness.key({ tier: 'license' }));

/** Requests a page and compares it with the plain computation; the difference in words, or null. */
async function difference(request: Request, expected: readonly Row[]): Promise<string | null> {
  const { limit = 100, offset = 0 } = request;
  const page = await search(request);
  if (page.total !== expected.length) return `a total of ${page.total} in place of ${expected.length}`;
  if (page.limit !== limit || page.offset !== offset) return `limit ${page.limit}, offset ${page.offset}`;
  const wanted = expected.slice(offset, offset + limit).map(({ id }) => id);
  if (page.ids.length !== wanted.length) return `${page.ids.length} rows in place of ${wanted.length}`;
  const at = wanted.findIndex((id, position) => id !== page.ids[position]);
  return at < 0 ? null : `row ${offset + at} is ${page.ids[at]} in place of ${wanted[at]}`;
}

/** Offsets where the value changes: where the largest ties begin and end, and where the nulls begin. */
function borders(ordered: readonly Row[], request: Request): number[] {
  const found: number[] = [];
  for (let at = 1; at < ordered.length; at++) {
    const [before, here] = [sortValue(ordered[at - 1]!, request.sort), sortValue(ordered[at]!, request.sort)];
    if (before !== here) found.push(at);
  }
  return found;
}

/** Offsets that are hard for one order. */
function offsetsFor(ordered: readonly Row[], request: Request): number[] {
  const { length } = ordered;
  const changes = borders(ordered, request);
  const nulls = ordered.findIndex((row) => sortValue(row, request.sort) === null);
  const runs = changes.map((at, index) => ({ at, length: (changes[index + 1] ?? length) - at }));
  const longest = runs.toSorted((a, b) => b.length - a.length).slice(0, 2);
  const parts = Array.from({ length: 9 }, (_, part) => Math.floor((length * (part + 1)) / 10));
  const nearParts = parts.map((part) => changes.find((at) => at >= part) ?? part);
  const offsets = [
    ...[SHALLOW - 101, SHALLOW - 100, SHALLOW - 99, SHALLOW - 1, SHALLOW, SHALLOW + 1],
    ...nearParts,
    ...longest.flatMap(({ at, length }) => [at - 50, at, at + 1, at + 5_001, at + length - 1]),
    ...(nulls > 0 ? [nulls - 100, nulls - 37, nulls - 1, nulls, nulls + 1] : []),
    ...[length - 101, length - 100, length - 50, length - 1, length, length + 1, 1e15],
  ];
  return [...new Set(offsets.filter((offset) => offset >= 0))];
}

t.test('the rows have the values that are hard to page', async (t) => {
  const count = (test: (row: Row) => boolean) => rows.filter(test).length;
  t.ok(count((row) => row.year_built === 1978) > SHALLOW + 1_000, 'a tie larger than 10,000 rows');
  t.ok(count((row) => row.sale_price === null) > SHALLOW + 1_000, 'more than 10,000 nulls');
  for (const sort of SORTS)
    t.ok(count((row) => sortValue(row, sort) !== null) > SHALLOW, `values of ${sort}`);
});

for (const { sort, order } of ALL_ORDERS) {
  t.test(`sort ${sort ?? 'none'} ${order}: pages at hard offsets are right`, async (t) => {
    const request: Request = { bounds: WORLD, sort, order };
    const ordered = slowSearch(rows, request);
    for (const offset of offsetsFor(ordered, request)) {
      t.equal(await difference({ ...request, offset }, ordered), null, `offset ${offset}`);
    }
  });
}

const FILTERS: [string, Pick<Request, 'bounds' | 'filters'>][] = [
  ['a filter', { bounds: WORLD, filters: { absenteeOnly: true } }],
  ['one year: all rows tie', { bounds: WORLD, filters: { yearBuiltRange: { min: 1978, max: 1978 } } }],
  ['a box', { bounds: { north: 40.9, south: 40.6, east: -96.45, west: -96.95 } }],
  [
    'a box and a range inside one bucket of the acres',
    { bounds: { ...WORLD, north: 40.95 }, filters: { acreageRange: { max: 0.001 } } },
  ],
];

for (const [name, narrowed] of FILTERS) {
  t.test(`deep pages are right with ${name}`, async (t) => {
    for (const { sort, order } of ALL_ORDERS) {
      const request: Request = { ...narrowed, sort, order };
      const ordered = slowSearch(rows, request);
      t.ok(ordered.length > SHALLOW, `${ordered.length} rows`);
      const nulls = ordered.findIndex((row) => sortValue(row, sort) === null);
      for (const offset of [SHALLOW, nulls - 10, Math.floor(ordered.length * 0.9), ordered.length - 10]) {
        if (offset < SHALLOW) continue;
        const found = await difference({ ...request, offset }, ordered);
        t.equal(found, null, `sort ${sort ?? 'none'} ${order}, offset ${offset}`);
      }
    }
  });
}

t.test('any deep page is the page that the plain computation returns', async () => {
  const requests = fc.record({
    sort: fc.constantFrom(undefined, ...SORTS),
    order: fc.constantFrom(...ORDERS),
    limit: fc.integer({ min: 1, max: 500 }),
    offset: fc.oneof(
      fc.integer({ min: 9_400, max: COUNT }),
      fc.integer({ min: COUNT - 600, max: COUNT + 2 }),
    ),
  });
  const orders = new Map<string, Row[]>();
  await holds(runsOf(120), [requests], async (request) => {
    const name = `${request.sort} ${request.order}`;
    const ordered = orders.get(name) ?? slowSearch(rows, { bounds: WORLD, ...request });
    orders.set(name, ordered);
    const found = await difference({ bounds: WORLD, ...request }, ordered);
    if (found) throw new Error(found);
  });
});

t.test('pages read one after another add up to the whole', async (t) => {
  const request: Request = { bounds: WORLD, sort: 'year_built', order: 'asc', limit: 500 };
  const found: string[] = [];
  for (let offset = 9_000; offset <= COUNT; offset += 500) {
    found.push(...(await search({ ...request, offset })).ids);
  }
  const expected = slowSearch(rows, request).slice(9_000);
  t.equal(found.length, expected.length);
  t.equal(new Set(found).size, found.length, 'no row twice');
  const inPlace = expected.every(({ id }, at) => found[at] === id);
  t.ok(inPlace, 'every row in its place');
});

t.test('a sort by a value that no parcel has is paged by the tiebreaker', async (t) => {
  const bare = await makeHarness(t);
  const few = Array.from({ length: 10_300 }, (_, number) => number);
  const location = { lat: 40.8, lon: -96.7 };
  await bare.load(
    'parcels',
    few.map((number) => ({ county_fips: '31109', parcel_id: `N-${number}`, location })),
  );
  const ask = searcher(await bare.app(), await bare.key({ tier: 'license' }));
  const plain = few.map((number) => ({ id: `31109:N-${number}`, location, deal_score: null }) as Row);
  for (const order of ORDERS) {
    const ordered = slowSearch(plain, { bounds: WORLD, order });
    for (const offset of [9_900, 9_901, 10_050, 10_250, 10_300]) {
      const page = await ask({ bounds: WORLD, sort: 'deal_score', order, offset });
      t.equal(page.total, plain.length);
      t.same(
        page.ids,
        ordered.slice(offset, offset + 100).map(({ id }) => id),
        `${order}, offset ${offset}`,
      );
    }
  }
});

t.test('sorted by the time of change, the rows of one load tie', async (t) => {
  for (const order of ORDERS) {
    for (const offset of [9_950, 12_345, COUNT - 50]) {
      const plain = { bounds: WORLD, order, offset };
      const byTime = { ...plain, sort: 'updated_at' as Sort };
      t.same((await search(byTime)).ids, (await search(plain)).ids, `${order}, offset ${offset}`);
    }
  }
});

t.test('a deep page shows what a load has changed', async (t) => {
  const request: Request = { bounds: WORLD, sort: 'year_built', order: 'asc', offset: 20_000 };
  const ordered = slowSearch(rows, request);
  t.equal(await difference(request, ordered), null, 'before');
  const added = Array.from({ length: 60 }, (_, number) => ({
    ...makeParcel(COUNT + number),
    year_built: 1700 + number,
  }));
  await harness.load('parcels', added);
  const after = slowSearch(await storedRows(harness.client, index), request);
  t.equal(await difference(request, after), null, 'after: sixty older houses come first');
});
