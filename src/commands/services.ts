import type { Client } from '@elastic/elasticsearch';
import { type Config, readConfig } from '../config.ts';
import { loaderClient } from '../elastic/client.ts';
import { ensureIndices } from '../elastic/indices.ts';
import { createMissingDatabase } from '../mysql/create.ts';
import { type Database, databaseName, openDatabase } from '../mysql/database.ts';
import { withLock } from '../mysql/lock.ts';
import { migrateDatabase } from '../mysql/migrate.ts';
import { type Stack, stackUp } from '../stack/index.ts';

/** What a command works with; `close` lets the process end. */
export interface Commanded {
  config: Config;
  stack: Stack;
  client: Client;
  database: Database;
  close(): Promise<void>;
}

/** Logs a line to standard error: standard output is for results. */
export const tell = (line: string): void => console.error(line);

const PREPARE_WAIT = 120;

/** Applies migrations and index templates; several processes may do so at once. */
async function prepare({ config, client, database }: Pick<Commanded, 'config' | 'client' | 'database'>) {
  await migrateDatabase(database);
  const lock = `${await databaseName(database)}-indices`;
  await withLock(database, lock, PREPARE_WAIT, () => ensureIndices(client, config));
}

/** Settings of the stack from the configuration. */
export function stackOptions(config: Config) {
  return {
    home: config.TERRIER_HOME,
    ports: { elasticsearch: config.ELASTICSEARCH_PORT, mysql: config.MYSQL_PORT },
    elasticsearchUrl: config.ELASTICSEARCH_URL,
    databaseUrl: config.DATABASE_URL,
    heap: config.ELASTICSEARCH_HEAP,
    log: tell,
  };
}

/** Connects to the servers that the settings name, or to the local stack, which is started where it is not running. */
async function openServers(config: Config): Promise<Commanded> {
  const stack = await stackUp(stackOptions(config));
  if (await createMissingDatabase(stack.databaseUrl)) tell('MySQL: created the database');
  const client = loaderClient(stack.elasticsearchUrl);
  const database = openDatabase(stack.databaseUrl);
  return {
    config,
    stack,
    client,
    database,
    async close() {
      await client.close();
      await database.$client.end();
    },
  };
}

/** Connects, and brings tables and indices up to date. */
export async function connect(config: Config = readConfig()): Promise<Commanded> {
  const commanded = await openServers(config);
  try {
    await prepare(commanded);
    return commanded;
  } catch (error) {
    await commanded.close();
    throw error;
  }
}

async function closed<T>(commanded: Commanded, work: (commanded: Commanded) => Promise<T>): Promise<T> {
  try {
    return await work(commanded);
  } finally {
    await commanded.close();
  }
}

/** Runs `work` with a connection that is closed in any case. */
export const connected = async <T>(work: (commanded: Commanded) => Promise<T>): Promise<T> =>
  closed(await connect(), work);

/** The same while the indices are those of an earlier version. */
export const withServers = async <T>(work: (commanded: Commanded) => Promise<T>): Promise<T> =>
  closed(await openServers(readConfig()), work);
