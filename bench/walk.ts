import { type Search, type Sort, sortKeys } from '../src/api/features/search/routes.ts';
import { sortClauses, TIEBREAK } from '../src/records/paging/paging.ts';
import { quietly } from './machine.ts';
import { against, bareClient, chosen, median, printTable, SERVERS_HELP } from './measure.ts';
import { madeRig, type Rig, type Server, serve } from './rig.ts';
import { searchClauses } from './search-clauses.ts';

const HELP = `
node bench/walk.ts

A million made parcels from the first to the last. "Walks": POST /search by cursor, 500 rows per page, in two orders,
compared with raw _search with search_after through a snapshot, taking turns page by page; what the first hundred pages
cost, and the last hundred. "Exports": GET /search/export as NDJSON and as CSV, compared with raw _search with search_after
of the same rows, in turn, a fifth of them in each round; rows per second, and the API's memory meanwhile.

${SERVERS_HELP}`;

const ROWS = 500;
const PAGES = 100;
const SORTS: (Sort | undefined)[] = [undefined, 'assessed_value'];
const PARTS = 5;
const LAST_TO_FIRST = 1.25;
const COUNTRY = { north: 72, south: 15, west: -175, east: -60 };
const JSON_TYPE = { 'content-type': 'application/json' };

type Client = ReturnType<typeof bareClient>;
interface Page {
  ids: string;
  next: unknown;
  milliseconds: number;
}

async function timed<T>(read: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const started = performance.now();
  const value = await read();
  return { value, milliseconds: performance.now() - started };
}

interface Hits {
  hits: { hits: { _id: string; sort: unknown[] }[] };
}

async function rawPage(client: Client, path: string, search: object, after: unknown): Promise<Page> {
  const body = JSON.stringify({ ...search, size: ROWS, ...(after ? { search_after: after } : {}) });
  const { value, milliseconds } = await timed(() =>
    client.read({ method: 'POST', path, body, headers: JSON_TYPE }),
  );
  const { hits } = (JSON.parse(value.toString()) as Hits).hits;
  const next = hits.length === ROWS ? hits.at(-1)!.sort : null;
  return { ids: hits.map(({ _id }) => _id).join(), next, milliseconds };
}

async function apiPage(client: Client, rig: Rig, search: object, cursor: unknown): Promise<Page> {
  const body = JSON.stringify({ ...search, limit: ROWS, cursor: cursor ?? '*' });
  const headers = { ...JSON_TYPE, authorization: `Bearer ${rig.key}` };
  const { value, milliseconds } = await timed(() =>
    client.read({ method: 'POST', path: '/api/v1/search', body, headers }),
  );
  const { data, next_cursor } = JSON.parse(value.toString());
  return { ids: data.map(({ id }: { id: string }) => id).join(), next: next_cursor, milliseconds };
}

/** Walks one order from the first row to the last, both ways page by page. */
async function walk(rig: Rig, api: Server, sort: Sort | undefined): Promise<Record<string, string>> {
  const clients = { api: bareClient(api.url, 1), raw: bareClient(rig.elasticsearch, 1) };
  const search: Search = { bounds: COUNTRY, sort, order: 'desc', limit: ROWS, offset: 0 };
  const { id } = await rig.client.openPointInTime({ index: rig.parcels, keep_alive: '5m' });
  const raw = {
    pit: { id, keep_alive: '5m' },
    track_total_hits: true,
    query: { bool: { filter: searchClauses(search) } },
    sort: sortClauses({ keys: sortKeys(search), tie: 'id' }),
  };
  const times = { api: [] as number[], raw: [] as number[] };
  let rows = 0;
  let [cursor, after]: unknown[] = [undefined, undefined];
  do {
    const own = await apiPage(clients.api, rig, { bounds: COUNTRY, sort, order: 'desc' }, cursor);
    const bare = await rawPage(clients.raw, '/_search', raw, after);
    if (own.ids !== bare.ids) throw new Error(`the pages after ${rows} rows differ`);
    times.api.push(own.milliseconds);
    times.raw.push(bare.milliseconds);
    rows += own.ids.split(',').length;
    [cursor, after] = [own.next, bare.next];
    if (times.api.length % 200 === 0) console.error(`${sort ?? 'none'}: ${rows} rows`);
  } while (cursor !== null);
  await rig.client.closePointInTime({ id });
  await Promise.all(Object.values(clients).map((client) => client.close()));
  const first = median(times.api.slice(0, PAGES));
  const last = median(times.api.slice(-PAGES));
  return {
    sort: sort ?? 'none',
    rows: String(rows),
    'first pages ms': first.toFixed(1),
    'last pages ms': last.toFixed(1),
    'last/first': against(last / first, '≤', LAST_TO_FIRST),
    'raw last/first': (median(times.raw.slice(-PAGES)) / median(times.raw.slice(0, PAGES))).toFixed(2),
    'api/raw': (median(times.api) / median(times.raw)).toFixed(2),
  };
}

/** Filters that each match about a fifth of the parcels, by acreage. */
async function fifths({ client, parcels }: Rig): Promise<NonNullable<Search['filters']>[]> {
  const percents = Array.from({ length: PARTS - 1 }, (_, part) => ((part + 1) * 100) / PARTS);
  const answer = await client.search<unknown, { edges: { values: Record<string, number> } }>({
    index: parcels,
    size: 0,
    aggs: { edges: { percentiles: { field: 'acreage', percents } } },
  });
  const edges = Object.values(answer.aggregations!.edges.values);
  return [undefined, ...edges].map((min, part) => ({
    acreageRange: { ...(min === undefined ? {} : { min }), ...(part in edges ? { max: edges[part]! } : {}) },
  }));
}

interface Came {
  rows: number;
  milliseconds: number;
}

async function exported(client: Client, rig: Rig, filters: Search['filters'], format: string): Promise<Came> {
  const query = new URLSearchParams({ search: JSON.stringify({ bounds: COUNTRY, filters }), format });
  const started = performance.now();
  let rows = format === 'csv' ? -1 : 0;
  const headers = { authorization: `Bearer ${rig.key}` };
  for await (const chunk of client.stream({
    method: 'GET',
    path: `/api/v1/search/export?${query}`,
    headers,
  })) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
  }
  return { rows, milliseconds: performance.now() - started };
}

async function rawRows(client: Client, rig: Rig, filters: Search['filters']): Promise<Came> {
  const search = {
    track_total_hits: false,
    query: {
      bool: { filter: searchClauses({ bounds: COUNTRY, filters, order: 'desc', limit: 1, offset: 0 }) },
    },
    sort: sortClauses({ keys: [{ field: TIEBREAK, order: 'asc' }], tie: 'id' }),
  };
  const came = { rows: 0, milliseconds: 0 };
  let after: unknown;
  do {
    const page = await rawPage(client, `/${rig.parcels}/_search`, search, after);
    came.milliseconds += page.milliseconds;
    came.rows += page.ids === '' ? 0 : page.ids.split(',').length;
    after = page.next;
  } while (after !== null);
  return came;
}

async function exports(rig: Rig, api: Server): Promise<{ rows: Record<string, string>[]; memory: number[] }> {
  const clients = { api: bareClient(api.url, 1), raw: bareClient(rig.elasticsearch, 1) };
  const ways: Record<string, (filters: Search['filters']) => Promise<Came>> = {
    raw: (filters) => rawRows(clients.raw, rig, filters),
    ndjson: (filters) => exported(clients.api, rig, filters, 'ndjson'),
    csv: (filters) => exported(clients.api, rig, filters, 'csv'),
  };
  const names = Object.keys(ways);
  const rates: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const sums: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  const memory: number[] = [];
  for (const [round, filters] of (await fifths(rig)).entries()) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length]!;
      const came = await ways[name]!(filters);
      rates[name]!.push((came.rows / came.milliseconds) * 1000);
      sums[name]! += came.rows;
      if (name !== 'raw') memory.push((await api.used()).rss);
    }
    console.error(`exports: ${round + 1} of ${PARTS}`);
  }
  await Promise.all(Object.values(clients).map((client) => client.close()));
  const rows = names.map((name) => ({
    format: name,
    rows: String(sums[name]),
    'rows/s': median(rates[name]!).toFixed(0),
    'of raw': (median(rates[name]!) / median(rates.raw!)).toFixed(2),
  }));
  return { rows, memory };
}

chosen(HELP);
const rig = await madeRig();
const api = await serve('api', rig);
const walks: Record<string, string>[] = [];
for (const sort of SORTS) walks.push(await quietly(() => walk(rig, api, sort)));
console.log('Walks');
printTable(walks);
const { rows, memory } = await quietly(() => exports(rig, api));
console.log('\nExports');
printTable(rows);
console.log(`API resident after each export, MiB: ${memory.map((mib) => mib.toFixed(0)).join(' ')}`);
await api.stop();
await rig.close();
