import { performance } from 'node:perf_hooks';
import { quiet } from './machine.ts';
import { poolOf } from './pool.ts';

export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers: Record<string, string>;
}

export interface Way<C> {
  name: string;
  url: string;
  request(question: C): Sent;
}

/** p50 and p95 over one connection in milliseconds, and requests per second over eight. */
export interface Figures {
  p50: number;
  p95: number;
  rate: number;
}

const CONNECTIONS = 8;
/** A rate below this multiple of the best one before is no longer rising. */
const STABLE = 1.05;
const WARM_ROUNDS = 8;

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)]!;
}
/** The upper median of one or more numbers. */
export const median = (values: number[]): number => quantile(values, 0.5);

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The bare client for every way, including raw Elasticsearch: an undici pool of keep-alive connections that reads
 * each answer to its end and discards it.
 */
export function bareClient(url: string, connections: number) {
  const pool = poolOf(url, { connections, pipelining: 1 });
  return {
    async send(request: Sent): Promise<void> {
      const { statusCode, body } = await pool.request(request);
      const known = 'if-none-match' in request.headers;
      if (statusCode !== (known ? 304 : 200)) {
        throw new Error(`${statusCode} ${request.path}: ${await body.text()}`);
      }
      await body.dump({ limit: Number.MAX_SAFE_INTEGER });
    },
    async read(request: Sent): Promise<Buffer> {
      const { statusCode, body } = await pool.request(request);
      if (statusCode !== 200) throw new Error(`${statusCode} ${request.path}: ${await body.text()}`);
      return Buffer.from(await body.arrayBuffer());
    },
    async *stream(request: Sent): AsyncGenerator<Buffer> {
      const { statusCode, body } = await pool.request(request);
      if (statusCode !== 200) throw new Error(`${statusCode} ${request.path}: ${await body.text()}`);
      yield* body;
    },
    async tag(request: Sent): Promise<string> {
      const { headers, body } = await pool.request(request);
      await body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (headers.etag === undefined) throw new Error(`${request.path} has no ETag: a load may be running`);
      return String(headers.etag);
    },
    close: () => pool.close(),
  };
}
type BareClient = ReturnType<typeof bareClient>;

async function timeEach<C>(client: BareClient, way: Way<C>, cases: C[]): Promise<number[]> {
  const times: number[] = [];
  for (const question of cases) {
    const request = way.request(question);
    const started = performance.now();
    await client.send(request);
    times.push(performance.now() - started);
  }
  return times;
}

async function rateOf<C>(client: BareClient, way: Way<C>, cases: C[]): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < cases.length) await client.send(way.request(cases[next++]!));
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return (cases.length / (performance.now() - started)) * 1000;
}

/** Repeats until the rate hardly improves any more: an engine is several times slower in its first seconds. */
async function warmUp(rate: () => Promise<number>): Promise<void> {
  let best = 0;
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const last = await rate();
    if (last < best * STABLE) return;
    best = Math.max(best, last);
  }
}

function slice<C>(cases: C[], start: number, size: number): C[] {
  return Array.from({ length: size }, (_, at) => cases[(start + at) % cases.length]!);
}

/**
 * Sends the same cases every way, in short rounds that take turns, so that other load on the machine affects all alike. In
 * a round, each way has a different part of the cases, so that none finds caches warmed by the one before; over all rounds,
 * each has every case equally often. `warm` requests come first, repeated until their rate is stable.
 * @throws when other work keeps the machine busy before or after.
 */
export async function compare<C>(
  ways: Way<C>[],
  cases: C[],
  rounds: { size: number; passes: number; warm: number },
): Promise<Figures[]> {
  await quiet();
  const single = ways.map(({ url }) => bareClient(url, 1));
  const several = ways.map(({ url }) => bareClient(url, CONNECTIONS));
  const times = ways.map((): number[] => []);
  const rates = ways.map((): number[] => []);
  const count = Math.ceil(cases.length / rounds.size);
  const part = (round: number, way: number) =>
    slice(cases, round * rounds.size + Math.floor((way * cases.length) / ways.length), rounds.size);

  const warming = slice(cases, 0, rounds.warm);
  for (const [at, way] of ways.entries()) await warmUp(() => rateOf(several[at]!, way, warming));
  for (let round = 0; round < count * rounds.passes; round++) {
    for (let turn = 0; turn < ways.length; turn++) {
      const at = (turn + round) % ways.length;
      times[at]!.push(...(await timeEach(single[at]!, ways[at]!, part(round, at))));
    }
    for (let turn = 0; turn < ways.length; turn++) {
      const at = (turn + round) % ways.length;
      rates[at]!.push(await rateOf(several[at]!, ways[at]!, part(round, at)));
    }
  }
  await Promise.all([...single, ...several].map((client) => client.close()));
  await quiet();
  return ways.map((_, at) => ({
    p50: median(times[at]!),
    p95: quantile(times[at]!, 0.95),
    rate: median(rates[at]!),
  }));
}

/** `1.23 (≤ 1.5)`, marked when the bound is missed. */
export function against(value: number, relation: '≤' | '≥', bound: number): string {
  const met = relation === '≤' ? value <= bound : value >= bound;
  return `${value.toFixed(2)} (${relation} ${bound})${met ? '' : ' MISSED'}`;
}

/** Prints rows with the same keys as a table with aligned columns. */
export function printTable(rows: Record<string, string>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const width = (column: string) => Math.max(column.length, ...rows.map((row) => row[column]!.length));
  const line = (cell: (column: string) => string) =>
    console.log(
      columns
        .map((column) => cell(column).padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    );
  line((column) => column);
  for (const row of rows) line((column) => row[column]!);
}

/**
 * Prints `help` and exits if `--help` is given.
 * @returns the names given on the command line, or all of `names`. Ends with 1 on any other word.
 */
export function chosen(help: string, names: string[] = []): string[] {
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    console.log(help.trim());
    process.exit(0);
  }
  const unknown = given.find((word) => !names.includes(word));
  if (unknown === undefined) return given.length > 0 ? given : names;
  console.error(`${unknown} is not understood; see --help.`);
  process.exit(1);
}

export const SERVERS_HELP = `
Servers: ELASTICSEARCH_URL and DATABASE_URL, else the local stack, which is started. Loaded data stays in indices
bench-… and databases terrier_bench_… for the next run. BENCH_PARCELS (1000000) is the size of the made data set.
Figures are medians of many short rounds in which all ways take turns; run it on an idle machine.
`.trim();
