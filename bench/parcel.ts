import { against, bareClient, compare, SERVERS_HELP, type Way } from './measure.ts';
import { onChosenRigs, type Rig, serve } from './rig.ts';

const HELP = `
node bench/parcel.ts [lincoln] [made]

GET /parcels/{id} with keys, limits and headers on, compared with raw GET _source of the same documents, and with a bare
Fastify that passes the stored document through ("passed"). p50 is over one connection, rates are requests per second over
eight.

${SERVERS_HELP}`;

const PARCELS = 4_000;
const PASSES = 2;
const P50 = 2.2;
const RATE = 0.4;

async function idsOf(rig: Rig): Promise<string[]> {
  const { hits } = await rig.client.search({
    index: rig.parcels,
    size: PARCELS,
    _source: false,
    sort: [{ 'internal.seq': 'asc' }],
  });
  return hits.hits.map((hit) => hit._id!);
}

function waysOf(rig: Rig, api: string, reference: string): Way<string>[] {
  const way = (name: string, url: string, path: (id: string) => string, headers = {}): Way<string> => ({
    name,
    url,
    request: (id) => ({ method: 'GET', path: path(encodeURIComponent(id)), headers }),
  });
  return [
    way('raw', rig.elasticsearch, (id) => `/${rig.parcels}/_source/${id}`),
    way('api', api, (id) => `/api/v1/parcels/${id}`, { authorization: `Bearer ${rig.key}` }),
    way('passed', reference, (id) => `/passed/${id}`),
  ];
}

/** Checks that the API answers with the stored document without its internal part. */
async function check(ways: Way<string>[], ids: string[]): Promise<void> {
  for (const id of ids) {
    const [raw, api] = await Promise.all(
      ways.slice(0, 2).map(async (way) => {
        const client = bareClient(way.url, 1);
        const document = JSON.parse((await client.read(way.request(id))).toString());
        await client.close();
        return document;
      }),
    );
    delete raw.internal;
    if (JSON.stringify(raw) !== JSON.stringify(api)) throw new Error(`the API answers differently for ${id}`);
  }
}

async function measure(rig: Rig): Promise<Record<string, string>> {
  const [api, reference] = [await serve('api', rig), await serve('reference', rig)];
  const ids = await idsOf(rig);
  const ways = waysOf(rig, api.url, reference.url);
  await check(ways, ids.slice(0, 20));
  const before = (await api.used()).cpu;
  const figures = await compare(ways, ids, { size: 100, passes: PASSES, warm: PARCELS });
  const cpu = ((await api.used()).cpu - before) / (PARCELS * (1 + 2 * PASSES));
  await api.stop();
  await reference.stop();
  const [raw, served, passed] = figures;
  return {
    data: rig.name,
    'raw p50 ms': raw!.p50.toFixed(3),
    'p50 api/raw': against(served!.p50 / raw!.p50, '≤', P50),
    'passed/raw': (passed!.p50 / raw!.p50).toFixed(2),
    'raw rate/s': raw!.rate.toFixed(0),
    'rate api/raw': against(served!.rate / raw!.rate, '≥', RATE),
    'passed/raw ': (passed!.rate / raw!.rate).toFixed(2),
    'api CPU ms': cpu.toFixed(3),
  };
}

await onChosenRigs(HELP, async (rig) => [await measure(rig)]);
