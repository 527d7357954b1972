import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../../src/stores/mysql/database.ts';
import { memoryOf } from '../hostile/inspector.ts';
import { median, table } from '../proof/findings.ts';
import type { ServiceProcess } from '../webhooks/ledger/processes.ts';
import type { Stores } from './stores.ts';

const SAMPLES = 5;
const EVERY = 600;
const MIB = 2 ** 20;

/** How much a figure may grow between two readings: by a factor, plus a fixed amount. */
const TOLERANCE: Record<string, [factor: number, more: number]> = {
  'heap, MiB': [1.25, 16],
  'file descriptors': [1, 24],
  sockets: [1, 24],
  threads: [1, 4],
  'connections to MySQL': [1, 16],
  'connections to Elasticsearch': [1, 24],
};

/** Figures by name, such as `api 0: sockets`. */
export type Reading = Map<string, { value: number; pid: number | null }>;

async function ofProcess({ child, inspector }: ServiceProcess): Promise<Record<string, number>> {
  const folder = `/proc/${child!.pid}`;
  const { heap } = await memoryOf(inspector);
  const counts: Record<string, number> = { 'heap, MiB': heap / MIB };
  const files = await readdir(`${folder}/fd`).catch(() => null);
  if (files === null) return counts;
  const links = await Promise.all(files.map((file) => readlink(`${folder}/fd/${file}`).catch(() => '')));
  const status = await readFile(`${folder}/status`, 'utf8');
  return {
    ...counts,
    'file descriptors': files.length,
    sockets: links.filter((link) => link.startsWith('socket:')).length,
    threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]),
  };
}

async function ofStores({ client }: Stores, database: Database): Promise<Record<string, number>> {
  const [[row]] = await database.$client.query<RowDataPacket[]>(
    "SHOW GLOBAL STATUS LIKE 'Threads_connected'",
  );
  const { nodes } = await client.nodes.stats({ metric: ['http', 'indices'], index_metric: 'search' });
  const sum = (of: (node: (typeof nodes)[string]) => number | undefined) =>
    Object.values(nodes).reduce((total, node) => total + (of(node) ?? 0), 0);
  return {
    'connections to MySQL': Number(row!.Value),
    'connections to Elasticsearch': sum(({ http }) => http?.current_open),
    'points in time': sum(({ indices }) => indices?.search?.open_contexts),
  };
}

/** Reads everything several times over a few seconds; the median of each figure counts. */
export async function read(
  stores: Stores,
  database: Database,
  services: Record<string, ServiceProcess>,
): Promise<Reading> {
  const found = new Map<string, { values: number[]; pid: number | null }>();
  const add = (name: string, value: number, pid: number | null) => {
    const one = found.get(name) ?? { values: [], pid };
    one.values.push(value);
    found.set(name, one);
  };
  for (let n = 0; n < SAMPLES; n++) {
    for (const [title, service] of Object.entries(services))
      for (const [name, value] of Object.entries(await ofProcess(service)))
        add(`${title}: ${name}`, value, service.child!.pid!);
    for (const [name, value] of Object.entries(await ofStores(stores, database))) add(name, value, null);
    await sleep(EVERY);
  }
  return new Map([...found].map(([name, { values, pid }]) => [name, { value: median(values), pid }]));
}

/**
 * The figures that grew too much from one reading to a later one. Only processes that lived throughout are compared.
 * `walks`: how many points in time may be open, since each lives for five minutes.
 */
export function compare(
  first: Reading,
  last: Reading,
  walks: number,
): { figures: string[]; faults: string[] } {
  const rows: (string | number)[][] = [['figure', 'at half', 'at the end', 'may be']];
  const faults: string[] = [];
  for (const [name, { value, pid }] of last) {
    const before = first.get(name);
    if (!before || before.pid !== pid) continue;
    const tolerance = TOLERANCE[name.replace(/^.*: /, '')];
    const most = tolerance ? before.value * tolerance[0] + tolerance[1] : walks;
    rows.push([name, ...[before.value, value, most].map((figure) => figure.toFixed(0))]);
    if (value > most) faults.push(`${name} grew from ${before.value.toFixed(0)} to ${value.toFixed(0)}`);
  }
  return { figures: table(rows), faults };
}
