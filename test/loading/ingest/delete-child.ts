/**
 * A process that deletes a county, to be killed: `node delete-child.ts FIPS`, settings from the environment. Prints each
 * step of the progress as a line of JSON.
 */
import { targetOf } from '../../../src/cli/services.ts';
import { readConfig } from '../../../src/config.ts';
import { deleteRecords } from '../../../src/loading/ingest/delete.ts';
import type { Progress } from '../../../src/loading/ingest/ingest.ts';
import { loaderClient } from '../../../src/stores/elastic/client.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';

const config = readConfig();
const client = loaderClient(config.ELASTICSEARCH_URL!);
const database = openDatabase(config.DATABASE_URL!);
await deleteRecords(
  targetOf({ client, database, config }),
  { counties: [process.argv[2]!] },
  (step: Progress) => process.stdout.write(`${JSON.stringify(step)}\n`),
);
await client.close();
await database.$client.end();
