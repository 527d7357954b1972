import type { Client } from '@elastic/elasticsearch';
import manifestOfPackage from '../../package.json' with { type: 'json' };
import { readEdition } from '../elastic/edition.ts';
import { aliasOf, KINDS } from '../elastic/indices.ts';
import { writesEnd } from '../elastic/writes.ts';
import { withLoadLock } from '../ingest/alone.ts';
import type { IngestTarget, OnProgress } from '../ingest/target.ts';
import { appliedMigration } from '../mysql/migrate.ts';
import { writeFolder } from './folder.ts';
import { freezeIndices, thawIndices, writeIndex } from './indices-out.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { freezeTables, thawTables, writeTable } from './tables-out.ts';

/** The state of both stores at one moment between two loads. */
async function freeze(target: IngestTarget, onProgress: OnProgress) {
  return withLoadLock(target, onProgress, async ({ client, database, settings, stillHeld }) => {
    const prefix = settings.INDEX_PREFIX;
    const edition = await readEdition(client, aliasOf(prefix, 'counties'));
    if (edition?.loading) await writesEnd(client, prefix);
    // Searches do not find yet what an interrupted load wrote last, nor the marks of some versions.
    const index = KINDS.map((kind) => aliasOf(prefix, kind));
    await client.indices.refresh({ index, ignore_unavailable: true });
    const migration = await appliedMigration(database);
    const indices = await freezeIndices(client, settings);
    try {
      const tables = await freezeTables(database);
      try {
        // A load that began since would have changed one of the two.
        await stillHeld();
        return { at: new Date().toISOString(), edition, migration, indices, tables };
      } catch (error) {
        thawTables(tables);
        throw error;
      }
    } catch (error) {
      await thawIndices(client, indices);
      throw error;
    }
  });
}

type Frozen = Awaited<ReturnType<typeof freeze>>;

async function write(folder: string, client: Client, prefix: string, frozen: Frozen, onProgress: OnProgress) {
  const { at, edition, migration } = frozen;
  let rows = 0;
  let documents = 0;
  const tell = () => {
    const share = documents / Math.max(1, frozen.indices.documents);
    onProgress({ phase: 'load', rows, share: Math.min(1, share) });
  };
  const tables: Manifest['tables'] = [];
  for (const table of frozen.tables.tables) {
    const onRow = () => {
      rows++;
    };
    tables.push(await writeTable(frozen.tables, table, folder, onRow));
    tell();
  }
  const indices: Manifest['indices'] = [];
  for (const index of frozen.indices.indices) {
    const onRead = (count: number) => {
      rows += count;
      documents += count;
      tell();
    };
    indices.push(await writeIndex(client, frozen.indices, index, folder, onRead));
  }
  return writeManifest(folder, {
    terrier: manifestOfPackage.version,
    at,
    prefix,
    edition: edition?.edition ?? null,
    unfinished: edition?.loading ?? false,
    migration,
    indices,
    tables,
  });
}

/**
 * Writes a backup of both stores into a new folder, as they are at one moment between two loads. Loads wait for that
 * moment only.
 * @throws Error when it fails: then there is no such folder.
 */
export function backup(target: IngestTarget, folder: string, onProgress: OnProgress): Promise<Manifest> {
  const { client, settings } = target;
  return writeFolder(folder, async (draft) => {
    const frozen = await freeze(target, onProgress);
    try {
      return await write(draft, client, settings.INDEX_PREFIX, frozen, onProgress);
    } finally {
      thawTables(frozen.tables);
      await thawIndices(client, frozen.indices);
    }
  });
}
