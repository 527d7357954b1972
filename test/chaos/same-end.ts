import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';
import { canonicalFiles } from '../../src/loading/ingest/canonical.ts';
import { type IngestKind, ingest } from '../../src/loading/ingest/ingest.ts';
import { ensureIndices, VIEW_KINDS } from '../../src/stores/elastic/indices.ts';
import { openDatabase } from '../../src/stores/mysql/database.ts';
import { migrateDatabase } from '../../src/stores/mysql/migrate.ts';
import { secretKey } from '../../src/webhooks/secrets.ts';
import type { Harness } from '../helper.ts';
import { contents, differences } from '../loading/ingest/support.ts';
import type { Stores } from './stores.ts';

const KINDS = ['parcels', 'deeds', 'permits', 'risks', ...VIEW_KINDS] as const;

/**
 * Loads what was published into a new installation, and compares all records and figures with those of the installation
 * after the storm. Returns the differences and the number of records.
 */
export async function sameEnd(
  { client, databaseUrl, home }: Stores,
  config: Config,
  published: Record<IngestKind, string>,
): Promise<{ faults: string[]; records: number }> {
  const name = `again${randomBytes(4).toString('hex')}`;
  const url = new URL(databaseUrl);
  const first = openDatabase(url.href, 1);
  await first.$client.query(`CREATE DATABASE ${name}`);
  await first.$client.end();
  url.pathname = `/${name}`;
  const settings = { ...config, INDEX_PREFIX: name };
  const database = openDatabase(url.href);
  try {
    await migrateDatabase(database);
    await ensureIndices(client, settings);
    const target = { client, database, settings, home, secretKey: () => secretKey(config) };
    for (const [kind, text] of Object.entries(published) as [IngestKind, string][]) {
      const file = join(home, `all-${kind}.ndjson`);
      await writeFile(file, text);
      const { error } = await ingest(kind, canonicalFiles([file]), target);
      if (error !== null) throw new Error(`the undisturbed load of ${kind} failed: ${error}`);
    }
    const faults: string[] = [];
    let records = 0;
    for (const kind of KINDS) {
      const found = await contents({ client, config } as Harness, kind);
      const wanted = await contents({ client, config: settings } as Harness, kind);
      records += Object.keys(found).length;
      for (const one of differences(found, wanted))
        faults.push(`${kind} ${one.id} is ${told(one.found)}, and without a storm ${told(one.expected)}`);
    }
    return { faults, records };
  } finally {
    await database.$client.end();
  }
}

const told = (document: unknown) => (JSON.stringify(document) ?? 'not there').slice(0, 300);
