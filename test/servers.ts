import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { type Log, type Stack, stackUp } from '../src/stack/index.ts';

/** The folder of the tests' own servers and tools. */
export const testHome = () => process.env.TEST_HOME ?? resolve(PROJECT_ROOT, '.terrier-test');

/**
 * The Elasticsearch and MySQL of the tests, started if they are not running; TEST_ELASTICSEARCH_URL and
 * TEST_DATABASE_URL name others.
 */
export const testStack = (log: Log): Promise<Stack> =>
  stackUp({
    home: testHome(),
    ports: {
      elasticsearch: Number(process.env.TEST_ELASTICSEARCH_PORT ?? 9310),
      mysql: Number(process.env.TEST_MYSQL_PORT ?? 3416),
    },
    heap: '1g',
    shortLived: true,
    elasticsearchUrl: process.env.TEST_ELASTICSEARCH_URL,
    databaseUrl: process.env.TEST_DATABASE_URL,
    log,
  });
