import type { Client } from '@elastic/elasticsearch';
import { Gauge, Registry } from 'prom-client';
import { BytesConnection } from '../../stores/elastic/connection.ts';
import type { Database } from '../../stores/mysql/database.ts';
import type { Part } from './render.ts';

interface PoolUse {
  in_use: number;
  idle: number;
  waiting: number;
}

function poolPart(name: string, help: string, use: () => PoolUse): Part {
  const registry = new Registry();
  new Gauge({
    name: `terrier_${name}_pool`,
    help,
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(use())) this.set({ state }, count);
    },
  });
  return { name: `${name}_pool`, registry };
}

/** The connections of the Elasticsearch client. */
export const elasticsearchPool = ({ connectionPool }: Client): Part =>
  poolPart(
    'elasticsearch',
    'Connections to Elasticsearch in use and idle, and requests that wait for one',
    () => {
      const use: PoolUse = { in_use: 0, idle: 0, waiting: 0 };
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

/** Private fields of mysql2's pool, which has no other way to count its connections. */
interface PrivateFields {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** The connections of all open MySQL pools. */
export const mysqlPool = (databases: Database[]): Part =>
  poolPart('mysql', 'Connections to MySQL in use and idle, and statements that wait for one', () => {
    const use: PoolUse = { in_use: 0, idle: 0, waiting: 0 };
    for (const { $client } of databases) {
      const pool: object = $client.pool;
      const { _allConnections, _freeConnections, _connectionQueue } = pool as PrivateFields;
      use.in_use += _allConnections.length - _freeConnections.length;
      use.idle += _freeConnections.length;
      use.waiting += _connectionQueue.length;
    }
    return use;
  });
