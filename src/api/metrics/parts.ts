import type { Client } from '@elastic/elasticsearch';
import { Counter, Gauge, Registry } from 'prom-client';
import { STATE, type State } from '../../domain/delivery-states.ts';
import type { CountyMemory } from '../../records/memory/memory.ts';
import { readDerivedLoad } from '../../stores/elastic/derived-load.ts';
import { readEdition } from '../../stores/elastic/edition.ts';
import { BytesConnection } from '../../stores/elastic/raw.ts';
import type { Database, Executor } from '../../stores/mysql/database.ts';
import { count, inArray, min } from '../../stores/mysql/drizzle.ts';
import { webhookDeliveries } from '../../stores/mysql/schema.ts';
import type { Queue } from '../gate/queue.ts';
import type { Part } from './render.ts';

type Awaitable<T> = T | Promise<T>;

/** A part of metrics that are read when they are asked for. */
function newPart(name: string) {
  const registry = new Registry();
  const registers = [registry];
  return {
    part: { name, registry } satisfies Part,
    /** A number that goes up and down. */
    gauge: (name: string, help: string, read: () => Awaitable<number>) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      }),
    /** Such a number for each state. */
    states: (name: string, help: string, read: () => Awaitable<Record<string, number>>) =>
      new Gauge({
        name,
        help,
        labelNames: ['state'] as const,
        registers,
        async collect() {
          for (const [state, number] of Object.entries(await read())) this.set({ state }, number);
        },
      }),
    /** Counts since the start, each with its labels. */
    counts: (
      name: string,
      help: string,
      labelNames: string[],
      read: () => [labels: Record<string, string>, number: number][],
    ) =>
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [labels, number] of read()) this.inc(labels, number);
        },
      }),
  };
}

/** The requests that an API process has admitted, holds waiting and has refused. */
export function admissionPart(figures: Queue['figures']): Part {
  const { part, states, counts } = newPart('admission');
  states('terrier_admission', 'Requests that are in progress and that wait', () => {
    const { inProgress, waiting } = figures();
    return { in_work: inProgress, waiting_paying: waiting.paying, waiting_other: waiting.other };
  });
  counts(
    'terrier_admission_requests_total',
    'Requests that were let in and that were refused',
    ['caller', 'outcome'],
    () => {
      const { admitted, refused } = figures();
      return [
        [{ caller: 'paying', outcome: 'admitted' }, admitted.paying],
        [{ caller: 'paying', outcome: 'refused' }, refused.paying],
        [{ caller: 'other', outcome: 'admitted' }, admitted.other],
        [{ caller: 'other', outcome: 'refused' }, refused.other],
      ];
    },
  );
  return part;
}

/** The connections of the Elasticsearch client. */
export function elasticsearchPool({ connectionPool }: Client): Part {
  const { part, states } = newPart('elasticsearch_pool');
  states(
    'terrier_elasticsearch_pool',
    'Connections to Elasticsearch in use and idle, and requests that wait for one',
    () => {
      const use = { in_use: 0, idle: 0, waiting: 0 };
      for (const connection of connectionPool.connections) {
        if (!(connection instanceof BytesConnection)) continue;
        const { connected, free, queued } = connection.stats();
        use.in_use += connected - free;
        use.idle += free;
        use.waiting += queued;
      }
      return use;
    },
  );
  return part;
}

/** Private fields of mysql2's pool, which has no other way to count its connections. */
interface PrivateFields {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** The connections of all open MySQL pools. */
export function mysqlPool(databases: Database[]): Part {
  const { part, states } = newPart('mysql_pool');
  states(
    'terrier_mysql_pool',
    'Connections to MySQL in use and idle, and statements that wait for one',
    () => {
      const use = { in_use: 0, idle: 0, waiting: 0 };
      for (const { $client } of databases) {
        const pool: object = $client.pool;
        const { _allConnections, _freeConnections, _connectionQueue } = pool as PrivateFields;
        use.in_use += _allConnections.length - _freeConnections.length;
        use.idle += _freeConnections.length;
        use.waiting += _connectionQueue.length;
      }
      return use;
    },
  );
  return part;
}

/** What loads have left in Elasticsearch: they run in processes of their own. */
export function loadPart(client: Client, counties: string): Part {
  const { part, gauge } = newPart('load');
  gauge(
    'terrier_load_unfinished',
    '1 while a load or derive step changes the data, and after one that was killed until the next has ended',
    async () => {
      const edition = await readEdition(client, counties);
      return edition === null || edition.loading ? 1 : 0;
    },
  );
  gauge(
    'terrier_load_last_complete_timestamp_seconds',
    'When the last load or derive step began whose figures are complete, Unix epoch; 0 before the first',
    async () => (await readDerivedLoad(client, counties)) / 1_000,
  );
  return part;
}

/** What an API process keeps in memory for counties that are searched often. */
export function memoryPart(memory: CountyMemory): Part {
  const { part, gauge, counts } = newPart('memory');
  const outcomes = (name: string, help: string, read: () => Record<string, number>) =>
    counts(name, help, ['outcome'], () =>
      Object.entries(read()).map(([outcome, number]) => [{ outcome }, number]),
    );
  gauge(
    'terrier_memory_bytes',
    'Memory for counties that are searched often, and for their records',
    () => memory.figures().bytes,
  );
  gauge('terrier_memory_parcels', 'Parcels of the counties in memory', () => memory.figures().parcels);
  outcomes(
    'terrier_memory_searches_total',
    'Searches that were answered from memory, and those that Elasticsearch answered',
    () => {
      const { answered, passed } = memory.figures();
      return { answered, passed };
    },
  );
  outcomes(
    'terrier_memory_counties_total',
    'Counties that were read into memory, brought up to date after a load, could not be read, and were dropped from it',
    () => {
      const { reads, updates, failures, dropped } = memory.figures();
      return { read: reads, updated: updates, failed: failures, dropped };
    },
  );
  outcomes(
    'terrier_memory_rows_total',
    'Rows of pages that were found in memory, were not, and were overwritten by others',
    () => {
      const { hits, misses, dropped } = memory.figures().rows;
      return { hit: hits, miss: misses, dropped };
    },
  );
  return part;
}

const WAITING = [STATE.pending, STATE.retrying];
const SHOWN = { pending: WAITING, in_flight: [STATE.claimed, STATE.sending], unknown: [STATE.unknown] };

type Open = Map<State, { deliveries: number; oldest: Date | null }>;

/** Deliveries that are not final, by state. Final ones may be many, and are not counted. */
export async function countOpen(executor: Executor): Promise<Open> {
  const rows = await executor
    .select({
      state: webhookDeliveries.state,
      deliveries: count(),
      oldest: min(webhookDeliveries.dueAt),
    })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.state, Object.values(SHOWN).flat()))
    .groupBy(webhookDeliveries.state);
  return new Map(rows.map(({ state, ...counted }) => [state, counted]));
}

/** How long the most overdue delivery has waited, in seconds; 0 when none is due. */
export function oldestDue(open: Open, now: number): number {
  const due = WAITING.map((state) => open.get(state)?.oldest?.getTime() ?? Number.POSITIVE_INFINITY);
  return Math.max(0, (now - Math.min(...due)) / 1000);
}

/** The webhook queue, as MySQL has it when the metrics are read: the same from every process. */
export function queuePart(executor: Executor, now: () => number = Date.now): Part {
  const { part, gauge, states } = newPart('webhook_queue');
  // All gauges are collected at once, so they share the counts of one statement.
  let counting: ReturnType<typeof countOpen> | null = null;
  function counted() {
    counting ??= countOpen(executor).finally(() => {
      counting = null;
    });
    return counting;
  }

  states(
    'terrier_webhook_queue_deliveries',
    'Deliveries that wait, are being sent, or have an unknown outcome',
    async () => {
      const counts = await counted();
      const sum = (of: readonly State[]) =>
        of.reduce<number>((all, state) => all + (counts.get(state)?.deliveries ?? 0), 0);
      return Object.fromEntries(Object.entries(SHOWN).map(([name, of]) => [name, sum(of)]));
    },
  );
  gauge(
    'terrier_webhook_oldest_due_seconds',
    'How long the delivery that is longest due has waited',
    async () => oldestDue(await counted(), now()),
  );
  return part;
}
