import type { Client } from '@elastic/elasticsearch';
import type { Config } from '../config.ts';
import type { Clock } from '../domain/timer.ts';
import type { Records } from '../records/records.ts';
import type { Editions } from '../stores/elastic/edition.ts';
import type { Database } from '../stores/mysql/database.ts';

/** What the routes of the API use. */
export interface Services {
  config: Config;
  client: Client;
  database: Database;
  /** The connection that wakes dispatchers; one of `database` if not given. */
  wakeUps?: Database;
  /** Encrypts the signing secrets of webhooks: 32 bytes. */
  secretKey: Buffer;
  /** The clock, epoch milliseconds. */
  now?: () => number;
  /** Milliseconds that a request waits for its answer to begin, and for one statement; 2.8 s and 1.5 s if not given. */
  patience?: number;
  /** Measures how long a request has waited, and an answer for its reader. */
  clock?: Clock;
  /** Milliseconds for which `/metrics` repeats what it has measured; 1 s if not given. */
  metricsAge?: number;
  /** Whether requests are read late; measured on the event loop if not given. */
  isLate?: () => boolean;
  /** Milliseconds between the times that counted use is written; 15 s if not given. */
  sweepEvery?: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    records: Records;
    editions: Editions;
  }
}
