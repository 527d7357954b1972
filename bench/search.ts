/**
 * POST /search against raw `_search` on the same index, and against client + map + JSON.stringify.
 *
 * node bench/search.ts [lincoln|made] …
 */
import { sortClauses } from '../src/elastic/paging/page.ts';
import { type Search, searchClauses, sortKeys } from '../src/features/search/query.ts';
import { against, bareClient, compare, randomNumbers, type Way } from './measure.ts';
import { lincolnRig, madeRig, type Rig, serve } from './rig.ts';

const BOXES_A_SIZE = 400;
const METRES_PER_DEGREE = 111_320;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Size {
  name: string;
  /** Edge of a box in metres; each is up to a fifth smaller or larger. */
  metres: number;
  p50: number;
  rate: number;
}
const SIZES: Size[] = [
  { name: 'street', metres: 300, p50: 1.5, rate: 0.55 },
  { name: 'district', metres: 2_500, p50: 1.35, rate: 0.6 },
  { name: 'county', metres: 40_000, p50: 1.2, rate: 0.75 },
];
const TIMES_MAPPED = 1.4;

/** Mixed into the boxes by turns; none and no sort come most often. */
const FILTERS: Search['filters'][] = [
  undefined,
  undefined,
  { absenteeOnly: true },
  undefined,
  { zoningCategories: ['residential', 'commercial'] },
  undefined,
  { valueRange: { min: 100_000, max: 600_000 } },
  { ownerTypes: ['llc', 'trust'], yearBuiltRange: { min: 1950 } },
  undefined,
  { acreageRange: { min: 0.1, max: 2 } },
];
const ORDERS: Pick<Search, 'sort' | 'order'>[] = [
  { order: 'desc' },
  { order: 'desc' },
  { sort: 'assessed_value', order: 'desc' },
  { order: 'desc' },
  { sort: 'year_built', order: 'asc' },
  { order: 'desc' },
  { sort: 'deal_score', order: 'desc' },
];

interface Case {
  api: string;
  raw: string;
}

/** Points where parcels lie, drawn evenly over all parcels. */
async function middles(rig: Rig, count: number): Promise<{ lat: number; lon: number }[]> {
  const { hits } = await rig.client.search<{ location: { lat: number; lon: number } }>({
    index: rig.parcels,
    size: count,
    _source: ['location'],
    query: { bool: { filter: [{ exists: { field: 'location' } }] } },
    sort: [{ 'internal.seq': 'asc' }],
  });
  return hits.hits.map((hit) => hit._source!.location);
}

function toCase({ lat, lon }: { lat: number; lon: number }, metres: number, at: number, limit: number): Case {
  const up = metres / 2 / METRES_PER_DEGREE;
  const aside = up / Math.cos((lat * Math.PI) / 180);
  const bounds = { north: lat + up, south: lat - up, east: lon + aside, west: lon - aside };
  const search: Search = {
    bounds,
    filters: FILTERS[at % FILTERS.length],
    ...ORDERS[at % ORDERS.length]!,
    limit,
    offset: 0,
  };
  return {
    api: JSON.stringify(search),
    raw: JSON.stringify({
      size: limit,
      from: 0,
      track_total_hits: true,
      query: { bool: { filter: searchClauses(search) } },
      sort: sortClauses(sortKeys(search), 'id'),
    }),
  };
}

async function measure(rig: Rig): Promise<void> {
  const [api, reference] = [await serve('api', rig), await serve('reference', rig)];
  const ways: Way<Case>[] = [
    {
      name: 'raw',
      url: rig.elasticsearch,
      request: ({ raw }) => ({
        method: 'POST',
        path: `/${rig.parcels}/_search`,
        body: raw,
        headers: JSON_TYPE,
      }),
    },
    {
      name: 'api',
      url: api.url,
      request: ({ api: body }) => ({
        method: 'POST',
        path: '/api/v1/search',
        body,
        headers: { ...JSON_TYPE, authorization: `Bearer ${rig.key}` },
      }),
    },
    {
      name: 'mapped',
      url: reference.url,
      request: ({ raw }) => ({ method: 'POST', path: '/mapped', body: raw, headers: JSON_TYPE }),
    },
    {
      name: 'passed',
      url: reference.url,
      request: ({ raw }) => ({ method: 'POST', path: '/passed', body: raw, headers: JSON_TYPE }),
    },
  ];

  for (const limit of [100, 500]) {
    for (const [nth, size] of SIZES.entries()) {
      const points = await middles(rig, BOXES_A_SIZE * SIZES.length);
      const random = randomNumbers(nth + 1);
      const cases = points
        .slice(nth * BOXES_A_SIZE, (nth + 1) * BOXES_A_SIZE)
        .map((point, at) => toCase(point, size.metres * (0.8 + random() * 0.4), at, limit));
      await check(ways, cases);
      const figures = await compare(ways, cases, { size: 25, passes: 2 });
      const [raw, served, mapped, passed] = figures as [Figures, Figures, Figures, Figures];
      console.log(
        `${rig.name.padEnd(12)} ${size.name.padEnd(8)} ${String(limit).padStart(3)} rows | ` +
          `p50 ms raw ${raw.p50.toFixed(2)} api ${served.p50.toFixed(2)} mapped ${mapped.p50.toFixed(2)} ` +
          `passed ${passed.p50.toFixed(2)} | 8 conn/s raw ${raw.rate.toFixed(0)} api ${served.rate.toFixed(0)} ` +
          `mapped ${mapped.rate.toFixed(0)} passed ${passed.rate.toFixed(0)} | ` +
          `p50 api/raw ${against(served.p50 / raw.p50, '≤', size.p50)} | ` +
          `rate api/raw ${against(served.rate / raw.rate, '≥', size.rate)} | ` +
          `rate api/mapped ${against(served.rate / mapped.rate, '≥', TIMES_MAPPED)} | ` +
          `passed/raw p50 ${(passed.p50 / raw.p50).toFixed(2)} rate ${(passed.rate / raw.rate).toFixed(2)}`,
      );
    }
  }
  await api.stop();
  await reference.stop();
}

type Figures = Awaited<ReturnType<typeof compare>>[number];

/** The ways must give the same answers, or the comparison is worth nothing. */
async function check(ways: Way<Case>[], cases: Case[]): Promise<void> {
  const clients = ways.slice(1, 3).map((way) => ({ way, client: bareClient(way.url, 1) }));
  for (const one of cases.filter((_, at) => at % 50 === 0)) {
    const [api, mapped] = await Promise.all(
      clients.map(async ({ way, client }) => JSON.parse((await client.read(way.request(one))).toString())),
    );
    const same = api.total === mapped.total && JSON.stringify(api.data) === JSON.stringify(mapped.data);
    if (!same) throw new Error(`the API and the reference answer differently: ${one.api}`);
  }
  for (const { client } of clients) await client.close();
}

const wanted = process.argv.slice(2);
const open = { lincoln: lincolnRig, made: madeRig };
for (const [name, rig] of Object.entries(open)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const opened = await rig();
  if (!opened) console.log(`${name}: ../shared/data is absent, nothing measured`);
  else {
    await measure(opened);
    await opened.close();
  }
}
