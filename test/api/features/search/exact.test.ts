import fc from 'fast-check';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { valuesOf } from '../../../listed.ts';
import { runsOf } from '../../../seed.ts';
import { BOX, LINCOLN, makeParcel, ON_EDGES, ROWS, SEED, WORLD } from './made-parcels.ts';
import { requests } from './random-requests.ts';
import {
  ALL_ORDERS,
  type Request,
  SORTS,
  searcher,
  slowSearch,
  sortValue,
  storedRows,
} from './slow-search.ts';

const harness = await makeHarness(t);
const parcels = Array.from({ length: ROWS }, (_, number) => makeParcel(number));
const report = await harness.load('parcels', valuesOf(parcels, 'record'));
await harness.load(
  'permits',
  parcels.flatMap(({ permit }) => permit || []),
);
/** The deal scores are those stored: other tests check their rule. */
const scores = new Map(
  (await storedRows(harness.client, `${harness.config.INDEX_PREFIX}-parcels`)).map(({ id, deal_score }) => [
    id,
    deal_score,
  ]),
);
const rows = parcels.map(({ row }) => ({ ...row, deal_score: scores.get(row.id)! }));
const { app, key } = await harness.api({ tier: 'license' });
const search = searcher(app, key);

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

/** Every page of a search, in order. */
async function allPages(request: Request, limit = 500) {
  const found: string[] = [];
  let total = 0;
  for (let offset = 0; offset <= rows.length; offset += limit) {
    const page = await search({ ...request, limit, offset });
    total = page.total;
    found.push(...page.ids);
    if (page.ids.length < limit) break;
  }
  return { ids: found, total };
}

/** Filters that keep all rows, none and some. */
const FILTERS: NonNullable<Request['filters']>[] = [
  {},
  { valueRange: { min: 1e9 } },
  {
    zoningCategories: ['Residential', 'industrial'],
    ownerTypes: ['individual', 'llc', 'other', 'government'],
    absenteeOnly: true,
    valueRange: { min: 1_000, max: 800_000 },
    yearBuiltRange: { min: 1900, max: 1990 },
    acreageRange: { min: 0, max: 4 },
    salePriceRange: { min: 1 },
    saleDateRange: { min: '1900-01-01', max: '2019-12-31' },
  },
];

t.test('the rows have the values that are hard to page', async (t) => {
  t.match(report, { created: rows.length, rejected: 0 });
  for (const sort of SORTS) {
    const nulls = rows.filter((row) => sortValue(row, sort) === null).length;
    t.ok(nulls > 50 && nulls < rows.length / 2, `${nulls} rows without ${sort}`);
  }
  const most = rows.filter((row) => row.year_built === 1978).length / rows.length;
  t.ok(most > 0.37 && most < 0.5, `${most} of the rows share one year`);
});

for (const { sort, order } of ALL_ORDERS) {
  t.test(`sort ${sort ?? 'none'} ${order}: every row is in its place`, async (t) => {
    for (const filters of FILTERS) {
      const request: Request = { bounds: WORLD, filters, sort, order };
      const expected = ids(slowSearch(rows, request));
      const found = await allPages(request);
      t.equal(found.total, expected.length, `total of ${JSON.stringify(filters)}`);
      t.same(found.ids, expected, `rows of ${JSON.stringify(filters)}`);
    }
  });
}

t.test('what is left out has its documented default', async (t) => {
  const page = await search({ bounds: WORLD });
  t.match(page, { limit: 100, offset: 0 });
  t.same(page.ids, ids(slowSearch(rows, { bounds: WORLD })).slice(0, 100));
  const sorted = await search({ bounds: WORLD, sort: 'acreage' });
  t.same(sorted.ids, ids(slowSearch(rows, { bounds: WORLD, sort: 'acreage', order: 'desc' })).slice(0, 100));
});

t.test('a row of a page is the parcel as its own route returns it', async (t) => {
  const page = await search({ bounds: WORLD, limit: 5 });
  for (const row of page.data) {
    const answer = await call(app, 'GET', `/api/v1/parcels/${encodeURIComponent(String(row.id))}`, { key });
    t.equal(answer.text, JSON.stringify(row));
  }
});

t.test('pages of any size add up to the whole', async (t) => {
  for (const limit of [1, 7, 64, 499]) {
    const bounds = limit < 64 ? { north: 40.8, south: 40.75, east: -96.7, west: -96.75 } : LINCOLN;
    const request: Request = { bounds, sort: 'year_built', order: 'desc' };
    const expected = ids(slowSearch(rows, request));
    const found = await allPages(request, limit);
    t.equal(new Set(found.ids).size, found.ids.length, `no row twice in pages of ${limit}`);
    t.same(found.ids, expected, `no gap in pages of ${limit}`);
  }
});

t.test('any search returns the page that the plain computation returns', async () => {
  await holds(250, [requests], async (request) => {
    const expected = slowSearch(rows, request);
    const { limit = 100, offset = 0 } = request;
    const page = await search(request);
    const same =
      page.total === expected.length &&
      page.limit === limit &&
      page.offset === offset &&
      JSON.stringify(page.ids) === JSON.stringify(ids(expected.slice(offset, offset + limit)));
    if (!same) throw new Error(`${page.total} rows, expected ${expected.length}; page of ${page.ids.length}`);
  });
});

t.test('searches answered at the same time do not mix', async (t) => {
  const asked = fc.sample(requests, { seed: SEED + 1, numRuns: runsOf(120) });
  const pages = await Promise.all(asked.map(search));
  const mixed = asked.filter((request, at) => {
    const { limit = 100, offset = 0 } = request;
    const expected = ids(slowSearch(rows, request).slice(offset, offset + limit));
    return JSON.stringify(pages[at]!.ids) !== JSON.stringify(expected);
  });
  t.same(mixed, []);
});

t.test('all four edges of a box belong to it, and what is 0.1 m outside does not', async (t) => {
  const point = (at: { lat: number; lon: number }) => ({
    north: at.lat,
    south: at.lat,
    east: at.lon,
    west: at.lon,
  });
  const inner = await search({ bounds: BOX, limit: 500 });
  for (const { id } of rows.slice(0, ON_EDGES.length)) t.ok(inner.ids.includes(id), `${id} on the edge`);
  t.equal(inner.total, slowSearch(rows, { bounds: BOX }).length);
  const shrunk = { north: 40.799999, south: 40.750001, east: -96.700001, west: -96.749999 };
  const expected = slowSearch(rows, { bounds: shrunk });
  t.equal((await search({ bounds: shrunk })).total, expected.length, 'just inside of the edges');
  for (const { location } of rows.filter((row) => row.location).slice(0, 60)) {
    const bounds = point(location!);
    t.equal((await search({ bounds })).total, slowSearch(rows, { bounds }).length, 'a box of one point');
  }
});

t.test('boxes at and across the antimeridian find what is in them', async (t) => {
  const at = (west: number, east: number) => ({ north: 53, south: 51, west, east });
  const cases: [string, Request['bounds']][] = [
    ['across it', at(170, -170)],
    ['nearly the whole globe, across it', at(-96, -96.0000001)],
    ['from it eastwards', at(-180, -170)],
    ['up to it', at(170, 180)],
    ['180 alone', at(180, 180)],
    ['-180 alone', at(-180, -180)],
    ['from 180 across to -180', at(180, -180)],
    ['a narrow one across it', at(179.999999, -179.999999)],
    ['the whole globe', at(-180, 180)],
    ['Adak', at(-177, -176)],
    ['Attu, not Adak', at(173, 174)],
    ['everything but a strip without the line', at(-170, 170)],
  ];
  for (const [name, bounds] of cases) {
    const expected = slowSearch(rows, { bounds });
    const found = await allPages({ bounds });
    t.equal(found.total, expected.length, `${name}: ${expected.length} rows`);
    t.same(found.ids, ids(expected), name);
  }
});

t.test('parcels without a location are in no box', async (t) => {
  const { total } = await search({ bounds: WORLD });
  t.equal(total, rows.filter((row) => row.location !== null).length);
});

t.test('a page after the last row is empty and has the total', async (t) => {
  const { total } = await search({ bounds: LINCOLN });
  for (const offset of [total, total + 1, 9_500, 10_000, 1e15, Number.MAX_SAFE_INTEGER]) {
    for (const sort of [undefined, 'year_built'] as const) {
      const page = await search({ bounds: LINCOLN, sort, offset });
      t.match(page, { ids: [], total, limit: 100, offset }, `offset ${offset} by ${sort ?? 'no sort'}`);
    }
  }
  const nothing = { north: 0, south: 0, east: 0, west: 0 };
  t.match(await search({ bounds: nothing }), { ids: [], total: 0 });
  t.match(await search({ bounds: nothing, offset: 1e6, sort: 'acreage' }), { ids: [], total: 0 });
});
