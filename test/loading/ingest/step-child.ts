/**
 * A process to be killed, which prints each step of its progress as a line of JSON: `node step-child.ts COMMAND …`, settings
 * from the environment. `load KIND FILE [replace]` prints its report at the end; `derive [all]`; `delete FIPS`.
 */
import { targetOf } from '../../../src/cli/services.ts';
import { readConfig } from '../../../src/config.ts';
import { canonicalFiles } from '../../../src/loading/ingest/canonical.ts';
import { deleteRecords } from '../../../src/loading/ingest/delete.ts';
import { deriveAgain, type IngestKind, ingest, type Progress } from '../../../src/loading/ingest/ingest.ts';
import { loaderClient } from '../../../src/stores/elastic/client.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';

const [command, first, file, replace] = process.argv.slice(2);
const config = readConfig();
const client = loaderClient(config.ELASTICSEARCH_URL!);
const database = openDatabase(config.DATABASE_URL!);
const target = targetOf({ client, database, config });
const tell = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);
const onProgress = (step: Progress) => tell({ ...step, at: Date.now() });
if (command === 'derive') await deriveAgain(target, { all: first === 'all', onProgress });
else if (command === 'delete') await deleteRecords(target, { counties: [first!] }, onProgress);
else {
  const options = { replace: replace === 'replace', onProgress };
  tell({ report: await ingest(first as IngestKind, canonicalFiles([file!]), target, options) });
}
await client.close();
await database.$client.end();
