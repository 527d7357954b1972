import { type Case, casesOf } from './boxes.ts';
import { against, bareClient, compare, SERVERS_HELP, type Way } from './measure.ts';
import { onChosenRigs, type Rig, serve } from './rig.ts';

const HELP = `
node bench/search.ts [lincoln] [made]

POST /search with keys, limits and headers on, compared with raw _search on the same index and with a small server that
does client + map + JSON.stringify: 1,200 boxes of three sizes (street, district, county), with various filters and sorts
and pages of 100 and 500 rows. lincoln: real parcels from ../shared/data; made: a million made ones; by default, both.
p50 is over one connection, rates are requests per second over eight, all through the same bare undici client. "passed" is
a bare Fastify that passes the raw answer through: the minimum cost of any API in this place.

${SERVERS_HELP}`;

const PASSES = 2;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Size {
  name: string;
  meters: number;
  p50: number;
  rate: number;
}
const SIZES: Size[] = [
  { name: 'street', meters: 300, p50: 1.5, rate: 0.55 },
  { name: 'district', meters: 2_500, p50: 1.35, rate: 0.6 },
  { name: 'county', meters: 40_000, p50: 1.2, rate: 0.75 },
];
const TIMES_MAPPED = 1.4;

async function measure(rig: Rig): Promise<Record<string, string>[]> {
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
      const cases = await casesOf(rig, nth, size.meters, limit);
      await check(ways, cases);
      const before = (await api.used()).cpu;
      const warm = rows.length === 0 ? 2_000 : 400;
      const figures = await compare(ways, cases, { size: 100, passes: PASSES, warm });
      const requests = warm + 2 * PASSES * cases.length;
      rows.push(row(rig, size, limit, figures, ((await api.used()).cpu - before) / requests));
      console.error(`${rig.name} ${size.name} ${limit} done`);
    }
  }
  await api.stop();
  await reference.stop();
  return rows;
}

type Figures = Awaited<ReturnType<typeof compare>>[number];

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

/** The ways must give the same answers, or the comparison is meaningless. */
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

await onChosenRigs(HELP, measure);
