import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Client } from '@elastic/elasticsearch';
import type { FastifyInstance } from 'fastify';
import mysql from 'mysql2/promise';
import type { Test } from 'tap';
import { createKey, type NewKey } from '../src/accounts/keys.ts';
import type { Services } from '../src/api/services.ts';
import { buildApp } from '../src/app.ts';
import { type Config, PROJECT_ROOT, readConfig } from '../src/config.ts';
import { canonicalFiles } from '../src/loading/ingest/canonical.ts';
import {
  type IngestKind,
  type IngestOptions,
  type IngestTarget,
  type Input,
  ingest,
} from '../src/loading/ingest/ingest.ts';
import { madeRecords } from '../src/loading/ingest/input.ts';
import type { LoadReport } from '../src/loading/ingest/report.ts';
import { loaderClient, readerClient } from '../src/stores/elastic/client.ts';
import { ensureIndices } from '../src/stores/elastic/indices.ts';
import { type Database, openDatabase } from '../src/stores/mysql/database.ts';
import { migrateDatabase } from '../src/stores/mysql/migrate.ts';
import { secretKey } from '../src/webhooks/secrets.ts';
import { deletePrefix } from './indices.ts';

/** The address of a server that `npm test` has started. */
function server(name: 'ELASTICSEARCH_URL' | 'DATABASE_URL'): string {
  const url = process.env[name];
  if (!url)
    throw new Error(
      `${name} is not set: run the tests with \`npm test [-- FILE…]\`, which starts the servers.`,
    );
  return url;
}

/** Real public records next to the clone, or null if they are missing; tests that need them say so and are skipped. */
export const SHARED_DATA = existsSync(resolve(PROJECT_ROOT, '../shared/data'))
  ? resolve(PROJECT_ROOT, '../shared/data')
  : null;
/** For the `skip` option of a test that needs the real records. */
export const withoutSharedData = SHARED_DATA === null ? 'no ../shared/data beside this clone' : false;

/** What a test loads: records, canonical files, or any input. */
export type Given = object[] | { name: string; records: Iterable<object> } | { files: string[] } | Input;

function inputOf(given: Given): Input {
  if (Array.isArray(given)) return madeRecords('test records', given);
  if ('records' in given) return madeRecords(given.name, given.records);
  return 'files' in given ? canonicalFiles(given.files) : given;
}

/** An installation for one test file: its own index prefix, database and home. */
export interface Harness {
  config: Config;
  /** Environment that makes a child process use this installation. */
  env: Record<string, string>;
  client: Client;
  database: Database;
  target: IngestTarget;
  /** Loads records (or files) and returns the report. */
  load(kind: IngestKind, input: Given, options?: IngestOptions): Promise<LoadReport>;
  /**
   * Builds the API; closed with the test. With the servers of the tests, which may be busy, it is patient unless told
   * otherwise; with others it has the deadlines and limits of production.
   */
  app(
    settings?: Record<string, string>,
    now?: () => number,
    patient?: boolean,
    given?: Pick<Services, 'isLate' | 'clock' | 'metricsAge' | 'wakeUps'>,
  ): Promise<FastifyInstance>;
  key(wanted?: Partial<NewKey>): Promise<string>;
  /** The API, and a key to it. */
  api(
    wanted?: Partial<NewKey>,
    settings?: Record<string, string>,
  ): Promise<{ app: FastifyInstance; key: string }>;
}

/** Milliseconds that a connection may take to open, and an answer to begin, while other test files use the same servers. */
export const PATIENCE = 60_000;

/** Shards and replicas of every index, if `npm run test:nodes` sets them. */
const layout = () =>
  Object.fromEntries(
    ['INDEX_SHARDS', 'INDEX_REPLICAS'].flatMap((name) => {
      const value = process.env[`TEST_${name}`];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/**
 * Makes an installation with empty indices and tables; all of it is deleted when the test ends.
 * Call it at the top of a file with the root `t`, and queue the tests with `t.test` after it: the root ends when none is
 * left.
 * A file that stores and reads no records leaves the indices out.
 */
export async function makeHarness(t: Pick<Test, 'teardown'>, { indices = true } = {}): Promise<Harness> {
  const name = `t${randomBytes(6).toString('hex')}`;
  const home = await mkdtemp(join(tmpdir(), 'terrier-test-'));
  const base = new URL(server('DATABASE_URL'));
  const admin = await mysql.createConnection({ uri: base.href });
  await admin.query(`CREATE DATABASE ${name}`);
  base.pathname = `/${name}`;
  const env = {
    ELASTICSEARCH_URL: server('ELASTICSEARCH_URL'),
    DATABASE_URL: base.href,
    INDEX_PREFIX: name,
    TERRIER_HOME: home,
    LOG_LEVEL: 'silent',
    WEBHOOK_SECRET_KEY: randomBytes(32).toString('hex'),
    WEBHOOK_DEV_HOSTS: '127.0.0.1,localhost',
    ...layout(),
  };
  const config = readConfig(env);
  const client = loaderClient(env.ELASTICSEARCH_URL);
  const database = openDatabase(env.DATABASE_URL, undefined, PATIENCE);
  await migrateDatabase(database);
  if (indices) await ensureIndices(client, config);
  const target = { client, database, settings: config, home, secretKey: () => secretKey(config) };
  const apps: FastifyInstance[] = [];

  t.teardown(async () => {
    for (const app of apps) await app.close();
    await database.$client.end();
    await deletePrefix(client, name);
    await client.close();
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
    await rm(home, { recursive: true, force: true });
  });

  const harness: Harness = {
    config,
    env,
    client,
    database,
    target,
    load: (kind, input, options) => ingest(kind, inputOf(input), target, options),
    async app(settings = {}, now, patient, given) {
      const appConfig = readConfig({ ...env, ...settings });
      const hasOwnServers = 'ELASTICSEARCH_URL' in settings || 'DATABASE_URL' in settings;
      const patience = (patient ?? !hasOwnServers) ? PATIENCE : undefined;
      const services = {
        config: appConfig,
        client: readerClient(appConfig.ELASTICSEARCH_URL!, patience),
        database: openDatabase(appConfig.DATABASE_URL!, undefined, patience),
        secretKey: await secretKey(appConfig),
        now,
        patience,
        isLate: patience && (() => false),
        ...given,
        // A test with its own clock sweeps at the end only.
        sweepEvery: now && 3_600_000,
      };
      const app = await buildApp(services);
      apps.push(app);
      return app;
    },
    async key(wanted = {}) {
      return (await createKey(database, { tier: 'scale', name: 'test', ...wanted })).key;
    },
    async api(wanted, settings) {
      return { app: await harness.app(settings), key: await harness.key(wanted) };
    },
  };
  return harness;
}

/** A search body around everything in the contiguous United States. */
export const EVERYWHERE = { north: 50, south: 24, east: -66, west: -125 };

/** Sends a request to the API as a client would; `key` becomes the bearer. `ok` throws for any answer but 200. */
export async function call(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  options: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const headers = { ...(options.key ? { authorization: `Bearer ${options.key}` } : {}), ...options.headers };
  const payload = options.body as string | object | undefined;
  const response = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: () => response.json(),
    ok() {
      if (response.statusCode !== 200)
        throw new Error(`${response.statusCode} ${response.body} to ${url} ${JSON.stringify(payload) ?? ''}`);
      return response.json();
    },
  };
}
