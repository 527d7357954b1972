/**
 * A process that derives again, to be killed: `node derive-child.ts [all]`, settings from the environment. Prints
 * each step of the progress as a line of JSON.
 */
import { targetOf } from '../../../src/cli/services.ts';
import { readConfig } from '../../../src/config.ts';
import { deriveAgain } from '../../../src/loading/ingest/ingest.ts';
import { loaderClient } from '../../../src/stores/elastic/client.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';

const config = readConfig();
const client = loaderClient(config.ELASTICSEARCH_URL!);
const database = openDatabase(config.DATABASE_URL!);
await deriveAgain(targetOf({ client, database, config }), {
  all: process.argv[2] === 'all',
  onProgress: (step) => process.stdout.write(`${JSON.stringify(step)}\n`),
});
await client.close();
await database.$client.end();
