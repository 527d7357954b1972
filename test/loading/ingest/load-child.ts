/**
 * A process that loads one file, to be killed: `node load-child.ts KIND FILE [replace]`, settings from the environment.
 * Prints each step of the progress with its time as a line of JSON, and the report at the end.
 */
import { targetOf } from '../../../src/cli/services.ts';
import { readConfig } from '../../../src/config.ts';
import { canonicalFiles } from '../../../src/loading/ingest/canonical.ts';
import { type IngestKind, ingest, type Progress } from '../../../src/loading/ingest/ingest.ts';
import { loaderClient } from '../../../src/stores/elastic/client.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';

const [kind, file, replace] = process.argv.slice(2);
const config = readConfig();
const client = loaderClient(config.ELASTICSEARCH_URL!);
const database = openDatabase(config.DATABASE_URL!);

const tell = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);
const target = targetOf({ client, database, config });
const options = {
  replace: replace === 'replace',
  onProgress: (step: Progress) => tell({ ...step, at: Date.now() }),
};
const report = await ingest(kind as IngestKind, canonicalFiles([file!]), target, options);
tell({ report });
await client.close();
await database.$client.end();
