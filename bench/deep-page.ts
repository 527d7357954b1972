import { performance } from 'node:perf_hooks';
import { type Search, SORTS, type Sort, sortKeys } from '../src/api/features/search/routes.ts';
import { sortClauses } from '../src/records/paging/paging.ts';
import { quietly } from './machine.ts';
import { against, bareClient, chosen, median, printTable, randomNumbers, SERVERS_HELP } from './measure.ts';
import { madeRig, type Rig, type Server, serve } from './rig.ts';
import { searchClauses } from './search-clauses.ts';

const HELP = `
node bench/deep-page.ts

Pages of 100 from a box around the whole country with an exact total, over a million made parcels, in turn: at
offset 0; at a random offset around 500,000 for a filter that was not used before ("first"); the same filter at
another such offset ("again"). No two filters are the same, so that only the measured cache helps.
Also shows the time of Elasticsearch's own from/size at such offsets, with its window raised temporarily.

${SERVERS_HELP}`;

const ROUNDS = 40;
const WARM_ROUNDS = 5;
const RAW_EVERY = 10;
const DEPTH = 500_000;
const LIMIT = 100;
const FIRST = 4;
const AGAIN = 1.5;
const JSON_TYPE = { 'content-type': 'application/json' };

type Client = ReturnType<typeof bareClient>;

/** A box around the whole country, a different one each time: its edges lie where there are no parcels. */
function countryWith(random: () => number): Search['bounds'] {
  return { north: 72 + random(), south: 15 - random(), west: -175 - random(), east: -60 + random() };
}

const deepOffset = (random: () => number) => Math.floor(DEPTH + (random() - 0.5) * 50_000);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function askingApi(client: Client, rig: Rig) {
  const headers = { ...JSON_TYPE, authorization: `Bearer ${rig.key}` };
  return (search: Search) =>
    client.read({ method: 'POST', path: '/api/v1/search', body: JSON.stringify(search), headers });
}

function askingRaw(client: Client, rig: Rig) {
  return (search: Search) =>
    client.read({
      method: 'POST',
      path: `/${rig.parcels}/_search`,
      headers: JSON_TYPE,
      body: JSON.stringify({
        size: search.limit,
        from: search.offset,
        track_total_hits: true,
        query: { bool: { filter: searchClauses(search) } },
        sort: sortClauses({ keys: sortKeys(search), tie: 'id' }),
      }),
    });
}

const idsOf = (page: Buffer) =>
  JSON.parse(page.toString())
    .data.map((row: { id: string }) => row.id)
    .join();
const rawIdsOf = (page: Buffer) =>
  JSON.parse(page.toString())
    .hits.hits.map((hit: { _id: string }) => hit._id)
    .join();

/** Measures one sort order: every round has a shallow page, a deep page, and a deep page again. */
async function measure(rig: Rig, api: Server, sort: Sort | undefined): Promise<Record<string, string>> {
  const random = randomNumbers(sort ? Object.keys(SORTS).indexOf(sort) + 2 : 1);
  const clients = [bareClient(api.url, 1), bareClient(rig.elasticsearch, 1)] as const;
  const [ask, askRaw] = [askingApi(clients[0], rig), askingRaw(clients[1], rig)];
  const times = {
    shallow: [] as number[],
    first: [] as number[],
    again: [] as number[],
    raw: [] as number[],
  };
  for (let round = 0; round < ROUNDS + WARM_ROUNDS; round++) {
    const page: Omit<Search, 'bounds' | 'offset'> = { sort, order: round % 2 ? 'asc' : 'desc', limit: LIMIT };
    const bounds = countryWith(random);
    const deep: Search = { ...page, bounds, offset: deepOffset(random) };
    const taken = {
      shallow: await timed(() => ask({ ...page, bounds: countryWith(random), offset: 0 })),
      first: await timed(() => ask(deep)),
      again: await timed(() => ask({ ...deep, offset: deepOffset(random) })),
    };
    if (round < WARM_ROUNDS) continue;
    for (const kind of ['shallow', 'first', 'again'] as const) times[kind].push(taken[kind]);
    if (round % RAW_EVERY > 0) continue;
    times.raw.push(await timed(() => askRaw({ ...deep, bounds: countryWith(random) })));
    if (idsOf(await ask(deep)) !== rawIdsOf(await askRaw(deep))) throw new Error('the pages differ');
  }
  for (const client of clients) await client.close();
  const [shallow, first, again, raw] = [times.shallow, times.first, times.again, times.raw].map(median);
  return {
    sort: sort ?? 'none',
    'offset 0 ms': shallow!.toFixed(1),
    'first ms': first!.toFixed(1),
    'again ms': again!.toFixed(1),
    'raw from/size ms': raw!.toFixed(0),
    'first/offset 0': against(first! / shallow!, '≤', FIRST),
    'again/offset 0': against(again! / shallow!, '≤', AGAIN),
  };
}

async function elasticHeap({ client }: Rig): Promise<number> {
  const { nodes } = await client.nodes.stats({ metric: 'jvm' });
  return Math.max(...Object.values(nodes).map((node) => node.jvm!.mem!.heap_used_in_bytes!)) / 2 ** 20;
}

const memory = async (api: Server, rig: Rig) => {
  const { rss, heap } = await api.used();
  return { rss, heap, elastic: await elasticHeap(rig) };
};

chosen(HELP);
const rig = await madeRig();
const api = await serve('api', rig);
const window = (max_result_window: number) =>
  rig.client.indices.putSettings({ index: rig.parcels, settings: { index: { max_result_window } } });
const rows: Record<string, string>[] = [];
const samples: Awaited<ReturnType<typeof memory>>[] = [];
await window(1_000_000);
try {
  for (const sort of [undefined, ...(Object.keys(SORTS) as Sort[])]) {
    rows.push(await quietly(() => measure(rig, api, sort)));
    samples.push(await memory(api, rig));
  }
} finally {
  await window(10_000);
}
printTable(rows);
const course = (of: 'rss' | 'heap' | 'elastic') => samples.map((sample) => sample[of].toFixed(0)).join(' ');
console.log(`MiB after each row: API resident ${course('rss')}; API heap ${course('heap')}; `);
console.log(`Elasticsearch heap in use ${course('elastic')} (before its next collection)`);
await api.stop();
await rig.close();
