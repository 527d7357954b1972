import { sortClauses } from '../src/elastic/paging/paging.ts';
import { type Search, searchClauses, sortKeys } from '../src/features/search/query.ts';
import {
  against,
  bareClient,
  chosen,
  compare,
  printTable,
  randomNumbers,
  SERVERS_HELP,
  type Way,
} from './measure.ts';
import { lincolnRig, madeRig, type Rig, serve } from './rig.ts';

const HELP = `
node bench/search.ts [lincoln] [made]

POST /search, keys, limits and headers on, beside raw _search on the same index and beside a small server that does
client + map + JSON.stringify: 1,200 boxes of three sizes (street, district, county), filters and sorts mixed in, pages
of 100 and 500 rows. lincoln: real parcels from ../shared/data; made: a million made ones; both without a name.
p50 is at one connection, rates are requests a second at eight, all through the same bare undici client. "passed" is
a bare Fastify that hands the raw answer through: what any API in this place must cost.

${SERVERS_HELP}`;

const BOXES_A_SIZE = 400;
const PASSES = 2;
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

  const rows: Record<string, string>[] = [];
  for (const limit of [100, 500]) {
    for (const [nth, size] of SIZES.entries()) {
      const cases = await casesOf(rig, nth, size.metres, limit);
      await check(ways, cases);
      const before = (await api.used()).cpu;
      const warm = rows.length === 0 ? 2_000 : 400;
      const figures = await compare(ways, cases, { size: 100, passes: PASSES, warm });
      const requests = warm + 2 * PASSES * cases.length;
      rows.push(row(rig, size, limit, figures, ((await api.used()).cpu - before) / requests));
      console.error(`${rig.name} ${size.name} ${limit} done`);
    }
  }
  printTable(rows);
  await api.stop();
  await reference.stop();
}

type Figures = Awaited<ReturnType<typeof compare>>[number];

async function casesOf(rig: Rig, nth: number, metres: number, limit: number): Promise<Case[]> {
  const points = await middles(rig, BOXES_A_SIZE * SIZES.length);
  const random = randomNumbers(nth + 1);
  return points
    .slice(nth * BOXES_A_SIZE, (nth + 1) * BOXES_A_SIZE)
    .map((point, at) => toCase(point, metres * (0.8 + random() * 0.4), at, limit));
}

function row(rig: Rig, size: Size, limit: number, figures: Figures[], cpu: number): Record<string, string> {
  const [raw, api, mapped, passed] = figures as [Figures, Figures, Figures, Figures];
  return {
    data: rig.name,
    box: size.name,
    rows: String(limit),
    'raw p50 ms': raw.p50.toFixed(2),
    'p50 api/raw': against(api.p50 / raw.p50, '≤', size.p50),
    'passed/raw': (passed.p50 / raw.p50).toFixed(2),
    'raw rate/s': raw.rate.toFixed(0),
    'rate api/raw': against(api.rate / raw.rate, '≥', size.rate),
    'passed/raw ': (passed.rate / raw.rate).toFixed(2),
    'rate api/mapped': against(api.rate / mapped.rate, '≥', TIMES_MAPPED),
    'api CPU ms': cpu.toFixed(2),
  };
}

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

const RIGS: Record<string, () => Promise<Rig | null>> = { lincoln: lincolnRig, made: madeRig };
for (const name of chosen(HELP, Object.keys(RIGS))) {
  const opened = await RIGS[name]!();
  if (!opened) console.log(`${name}: ../shared/data is absent, nothing measured`);
  else {
    await measure(opened);
    await opened.close();
  }
}
