import { rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { homeId } from '../src/stores/local/home.ts';
import { type Log, type Stack, stackDown, stackUp } from '../src/stores/local/index.ts';

/** Free memory, in bytes, that is required for Elasticsearch's data: the tests' indices take a tenth of it. */
const ROOM = 4e9;
const MEMORY = '/dev/shm';

/** The folder of the tests' own servers and tools. */
export const testHome = () => process.env.TEST_HOME ?? resolve(PROJECT_ROOT, '.terrier-test');

/** The folder of Elasticsearch's data in memory. */
const inMemory = () => join(MEMORY, `terrier-${homeId(testHome())}`);

/**
 * Elasticsearch makes a dozen files at each refresh, which takes most of its processor time on some disks, so its data is
 * in memory if there is room.
 */
async function dataFolder(): Promise<string | undefined> {
  const room = await statfs(MEMORY).catch(() => undefined);
  return room && room.bavail * room.bsize >= ROOM ? inMemory() : undefined;
}

/**
 * The tests' Elasticsearch and MySQL, started if they are not running; TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL name
 * others.
 */
export const testStack = async (log: Log): Promise<Stack> =>
  stackUp({
    home: testHome(),
    ports: {
      elasticsearch: Number(process.env.TEST_ELASTICSEARCH_PORT ?? 9310),
      mysql: Number(process.env.TEST_MYSQL_PORT ?? 3416),
    },
    heap: '1g',
    brief: true,
    elasticsearchData: await dataFolder(),
    elasticsearchUrl: process.env.TEST_ELASTICSEARCH_URL,
    databaseUrl: process.env.TEST_DATABASE_URL,
    log,
  });

/** Stops the tests' servers, but not named ones or those of another run in this folder. */
export async function stopTestStack({ started }: Stack, log: Log): Promise<void> {
  if (Object.values(started).every((origin) => origin === 'given')) return;
  await stackDown({ home: testHome(), log });
  await rm(inMemory(), { recursive: true, force: true });
}
