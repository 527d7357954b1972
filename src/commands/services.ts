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

/** Connects to the servers that the settings name, or to the local stack, which is started if it is not running. */
export async function connect(config: Config = readConfig()): Promise<Commanded> {
  const stack = await stackUp(stackOptions(config));
  if (await createMissingDatabase(stack.databaseUrl)) tell('MySQL: created the database');
  const client = loaderClient(stack.elasticsearchUrl);
  const database = openDatabase(stack.databaseUrl);
  const commanded = {
    config,
    stack,
    client,
    database,
    async close() {
      await client.close();
      await database.$client.end();
    },
  };
  await prepare(commanded);
  return commanded;
}

/** Runs `work` with a connection that is closed in any case. */
export async function connected<T>(work: (commanded: Commanded) => Promise<T>): Promise<T> {
  const commanded = await connect();
  try {
    return await work(commanded);
  } finally {
    await commanded.close();
  }
}
