/**
 * The API in its own process, for tests: settings from the environment, `TEST_CLOCK` (epoch milliseconds) as a clock that
 * stands still. Prints its port. Ends with its standard input, so that no test leaves one behind.
 */
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { readerClient } from '../src/stores/elastic/client.ts';
import { openDatabase } from '../src/stores/mysql/database.ts';
import { secretKey } from '../src/webhooks/secrets.ts';
import { portOf } from './port-of.ts';

const config = readConfig();
const time = process.env.TEST_CLOCK;
const app = await buildApp({
  config,
  client: readerClient(config.ELASTICSEARCH_URL!),
  database: openDatabase(config.DATABASE_URL!),
  secretKey: await secretKey(config),
  now: time === undefined ? undefined : () => Number(time),
});
const port = await portOf(app);
console.log(port);
process.stdin.resume().on('end', () => app.close());
