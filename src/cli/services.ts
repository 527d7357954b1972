import type { Client } from '@elastic/elasticsearch';
import { type Config, readConfig } from '../config.ts';
import type { IngestTarget } from '../loading/ingest/ingest.ts';
import { loaderClient } from '../stores/elastic/client.ts';
import { ensureIndices } from '../stores/elastic/indices.ts';
import { checkHome } from '../stores/home-files.ts';
import { type Stack, stackUp } from '../stores/local/index.ts';
import { createMissingDatabase } from '../stores/mysql/create.ts';
import { cutHungStatements, type Database, databaseName, openDatabase } from '../stores/mysql/database.ts';
import { withLock } from '../stores/mysql/lock.ts';
import { compareMigrations, migrateDatabase } from '../stores/mysql/migrate.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { tell } from './print.ts';
import { givesBack, stopSignal } from './stopping.ts';

export interface CommandContext {
  config: Config;
  stack: Stack;
  client: Client;
  database: Database;
  close(): Promise<void>;
}

const PREPARE_WAIT_SECONDS = 120;
/** Longest statement of a command, in milliseconds: longer than it waits while another command prepares the servers. */
const LONGEST_STATEMENT = 150_000;
/** Connections of a command, and how long each may take to connect, in milliseconds: a busy machine must not end a load. */
const CONNECTIONS = 10;
const LONGEST_CONNECT = 10_000;
/** How long a starting service waits for its servers, in milliseconds: they may start at the same time. */
export const SERVERS_WAIT = 60_000;

type Servers = Pick<CommandContext, 'config' | 'client' | 'database'>;

/** Brings the indices up to date, one process at a time. */
export async function ensureIndicesAlone({ config, client, database }: Servers): Promise<void> {
  const lock = `${await databaseName(database)}-indices`;
  await withLock(database, lock, PREPARE_WAIT_SECONDS, () => ensureIndices(client, config));
}

async function prepare(context: CommandContext): Promise<void> {
  if ((await compareMigrations(context.database)).left.length > 0) {
    // Changing a large table may take any amount of time.
    const patient = openDatabase(context.stack.databaseUrl);
    await migrateDatabase(patient).finally(() => patient.$client.end());
  }
  await ensureIndicesAlone(context);
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

async function openServers(config: Config, wait = 0): Promise<CommandContext> {
  const stack = await stackUp({ ...stackOptions(config), wait });
  if (await createMissingDatabase(stack.databaseUrl)) tell('MySQL: created the database');
  const client = loaderClient(stack.elasticsearchUrl);
  const database = openDatabase(stack.databaseUrl, CONNECTIONS, LONGEST_CONNECT);
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

/**
 * Connects, and brings tables and indices up to date.
 * @param wait how long to wait for the servers, in milliseconds.
 */
export async function connect(config: Config = readConfig(), wait = 0): Promise<CommandContext> {
  const context = await openServers(config, wait);
  cutHungStatements(context.database, LONGEST_STATEMENT);
  try {
    await prepare(context);
    return context;
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function closed<T>(context: CommandContext, work: (context: CommandContext) => Promise<T>): Promise<T> {
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Runs `work` with connections that are always closed afterwards. */
export const connected = async <T>(work: (context: CommandContext) => Promise<T>): Promise<T> =>
  closed(await connect(), work);

/** The same without preparing tables and indices, which may be from an earlier version. */
export const withServers = async <T>(work: (context: CommandContext) => Promise<T>): Promise<T> =>
  closed(await openServers(readConfig()), work);

/**
 * Where a command's loads write. From now on, the command gives back what it holds before a signal ends it.
 * @throws Error that names TERRIER_HOME when that cannot be written.
 */
export function targetOf({
  client,
  database,
  config,
}: Pick<CommandContext, 'client' | 'database' | 'config'>): IngestTarget {
  checkHome(config.TERRIER_HOME);
  givesBack();
  return {
    client,
    database,
    settings: config,
    home: config.TERRIER_HOME,
    secretKey: () => secretKey(config),
    signal: stopSignal,
  };
}
