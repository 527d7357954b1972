import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from '@elastic/elasticsearch';
import mysql from 'mysql2/promise';
import { createKey } from '../src/accounts/keys.ts';
import { targetOf } from '../src/cli/services.ts';
import { type Config, PROJECT_ROOT, readConfig } from '../src/config.ts';
import { nodeFlags } from '../src/launch/flags.mjs';
import { type IngestTarget, type Input, ingest } from '../src/loading/ingest/ingest.ts';
import { madeRecords } from '../src/loading/ingest/input.ts';
import { loaderClient } from '../src/stores/elastic/client.ts';
import { aliasOf, ensureIndices } from '../src/stores/elastic/indices.ts';
import { stackUp } from '../src/stores/local/index.ts';
import { type Database, openDatabase } from '../src/stores/mysql/database.ts';
import { migrateDatabase } from '../src/stores/mysql/migrate.ts';
import { readBy } from '../test/loading/sources/example.ts';
import { madeParcels } from './made/parcels.ts';
import { chosen, printTable } from './measure.ts';

/** Each data set has its own database, since only one load runs in a database at a time. */
const databaseOf = (name: string) => `terrier_bench_${name.replaceAll('-', '_')}`;
/** Requests per minute: more than a bench sends. */
const BURST = '10000000';

export const MADE = Number(process.env.BENCH_PARCELS ?? 1_000_000);
export const SEED = 1;

/** A data set in its own installation, kept between runs. */
export interface Rig {
  name: string;
  config: Config;
  env: Record<string, string>;
  elasticsearch: string;
  client: Client;
  database: Database;
  target: IngestTarget;
  parcels: string;
  key: string;
  close(): Promise<void>;
}

let servers: Promise<{ elasticsearchUrl: string; databaseUrl: string }> | null = null;

/** The servers named by the environment, else those of the local stack. */
function findServers() {
  const { ELASTICSEARCH_URL, DATABASE_URL, ...config } = readConfig();
  servers ??= stackUp({
    home: config.TERRIER_HOME,
    ports: { elasticsearch: config.ELASTICSEARCH_PORT, mysql: config.MYSQL_PORT },
    elasticsearchUrl: ELASTICSEARCH_URL,
    databaseUrl: DATABASE_URL,
    heap: config.ELASTICSEARCH_HEAP,
    log: (line) => console.error(line),
  });
  return servers;
}

/** Opens the installation `bench-<name>`, with a data-license key, and with empty indices if it has none yet. */
export async function openRig(name: string): Promise<Rig> {
  const { elasticsearchUrl, databaseUrl } = await findServers();
  const url = new URL(databaseUrl);
  const admin = await mysql.createConnection({ uri: url.href });
  await admin.query(`CREATE DATABASE IF NOT EXISTS ${databaseOf(name)}`);
  await admin.end();
  url.pathname = `/${databaseOf(name)}`;
  const env = {
    ELASTICSEARCH_URL: elasticsearchUrl,
    DATABASE_URL: url.href,
    INDEX_PREFIX: `bench-${name}`,
    LOG_LEVEL: 'error',
    BURST_LICENSE: BURST,
    WEBHOOK_SECRET_KEY: 'b'.repeat(64),
    WEBHOOK_DEV_HOSTS: '127.0.0.1',
  };
  const config = readConfig({ ...process.env, ...env });
  const client = loaderClient(elasticsearchUrl);
  const database = openDatabase(url.href);
  await migrateDatabase(database);
  await ensureIndices(client, config);
  const { key } = await createKey(database, { tier: 'license', name: 'bench', account: name });
  return {
    name,
    config,
    env,
    elasticsearch: elasticsearchUrl,
    client,
    database,
    target: targetOf({ client, database, config }),
    parcels: aliasOf(config.INDEX_PREFIX, 'parcels'),
    key,
    async close() {
      await client.close();
      await database.$client.end();
    },
  };
}

/** Waits until all merges have ended, so that the index is the same for every way. */
export async function settle({ client, parcels }: Rig): Promise<void> {
  for (let second = 0; second < 300; second++) {
    const { _all } = await client.indices.stats({ index: parcels, metric: ['merge'] });
    if (_all.total?.merges?.current === 0) return;
    await new Promise((done) => setTimeout(done, 1_000));
  }
}

async function fill(rig: Rig, input: Input, isLoaded: (count: number) => boolean): Promise<Rig> {
  const { count } = await rig.client.count({ index: rig.parcels });
  if (!isLoaded(count)) {
    console.error(`${rig.name}: loading`);
    const report = await ingest('parcels', input, rig.target, { replace: true, allowShrink: true });
    if (report.error !== null) throw new Error(report.error);
  }
  await settle(rig);
  return rig;
}

/** The made parcels, loaded once. */
export async function madeRig(): Promise<Rig> {
  const rig = await openRig(`made-${MADE}`);
  return fill(rig, madeRecords('made', madeParcels(MADE, SEED)), (count) => count === MADE);
}

/** Lincoln’s real parcels, loaded once; null if the real records are absent. */
export async function lincolnRig(): Promise<Rig | null> {
  const file = resolve(PROJECT_ROOT, '../shared/data/lincoln_ne/lancaster_parcels.csv.gz');
  if (!existsSync(file)) return null;
  const rig = await openRig('lincoln');
  const { input } = await readBy('us-ne-lancaster.json parcels', [file]);
  return fill(rig, input, (count) => count > 100_000);
}

const RIGS: Record<string, () => Promise<Rig | null>> = { lincoln: lincolnRig, made: madeRig };

/** Measures each data set that the command line names, or both if it names none, and prints the rows of each. */
export async function onChosenRigs(
  help: string,
  measure: (rig: Rig) => Promise<Record<string, string>[]>,
): Promise<void> {
  for (const name of chosen(help, Object.keys(RIGS))) {
    const rig = await RIGS[name]!();
    if (!rig) console.log(`${name}: ../shared/data is absent, nothing measured`);
    else {
      printTable(await measure(rig));
      await rig.close();
    }
  }
}

interface Used {
  rss: number;
  heap: number;
  cpu: number;
}

export interface Server {
  url: string;
  /** Resident memory and used heap (after a garbage collection) in MiB; processor time so far in milliseconds. */
  used(): Promise<Used>;
  stop(): Promise<void>;
}

/** Starts `bench/<program>.ts` for a data set and waits until it listens. */
export async function serve(
  program: 'api' | 'reference' | 'postgis' | 'peers/postgis',
  rig: Pick<Rig, 'env'>,
): Promise<Server> {
  const child: ChildProcess = fork(join(import.meta.dirname, `${program}.ts`), {
    env: { ...process.env, ...rig.env },
    execArgv: ['--expose-gc', ...(program === 'api' ? nodeFlags('serve') : [])],
  });
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended at once`))),
  ])) as [{ url: string }];
  return {
    url,
    async used() {
      child.send('used');
      const [used] = await once(child, 'message');
      return used as Used;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export function serving(url: string, stop: () => Promise<unknown>): void {
  process.send!({ url });
  process.on('message', () => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const used: Used = { rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20, cpu: (user + system) / 1000 };
    process.send!(used);
  });
  process.once('SIGTERM', () => stop().finally(() => process.exit(0)));
  process.once('disconnect', () => process.exit(0));
}
