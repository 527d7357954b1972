import { compact } from '../elastic/compact.ts';
import { writesEnd } from '../elastic/writes.ts';
import { withLoadLock } from '../ingest/alone.ts';
import type { IngestTarget, LockedTarget, OnProgress } from '../ingest/target.ts';
import { migrateDatabase } from '../mysql/migrate.ts';
import { open } from '../webhooks/secrets.ts';
import { aliasesOf, restoreIndices } from './indices-in.ts';
import { checkFile } from './lines.ts';
import { filesOf, type Manifest, readManifest } from './manifest.ts';
import { lookAt, type Present, presentWords } from './present.ts';
import { bytesIn, layTables, restoreTables } from './tables-in.ts';

const WHAT_TO_DO =
  'A backup is restored into an empty installation: name another database in DATABASE_URL and another INDEX_PREFIX, or, ' +
  'with the local stack, another folder in TERRIER_HOME. `terrier stack reset` empties a local one.';

const isSame = (found: ReadonlyMap<string, number>, wanted: [string, number][]): boolean => {
  const rest = wanted.filter(([, count]) => count > 0);
  return found.size === rest.length && rest.every(([name, count]) => found.get(name) === count);
};

/** Which of the two stores an installation has from this backup already, as a restore that was killed leaves it. */
function stateOf(present: Present, { edition, indices, tables }: Manifest) {
  const documents = present.documents.size > 0;
  const rows = present.rows.size > 0;
  if (!documents && !rows) return 'empty';
  const isOurs = documents && edition !== null && present.edition === edition;
  if (isOurs && !rows) return 'records only';
  // The edition is a document, too, which `present` leaves out.
  const wanted = indices.map(({ kind, documents: count }): [string, number] => [
    kind,
    kind === 'counties' ? count - 1 : count,
  ]);
  const wantedRows = tables.map(({ table, rows: count }): [string, number] => [table, count]);
  return isOurs && isSame(present.documents, wanted) && isSame(present.rows, wantedRows) ? 'done' : 'other';
}

interface RestoreOptions {
  /** Gives the installation its indices, as every command does. */
  prepare: () => Promise<void>;
  onProgress: OnProgress;
}

const countIn = ({ indices, tables }: Manifest): number =>
  indices.reduce((sum, { documents }) => sum + documents, 0) +
  tables.reduce((sum, { rows }) => sum + rows, 0);

async function run(target: LockedTarget, folder: string, manifest: Manifest, options: RestoreOptions) {
  const { client, database, settings, stillHeld } = target;
  await writesEnd(client, settings.INDEX_PREFIX);
  const present = await lookAt(client, database, settings);
  const state = stateOf(present, manifest);
  if (state === 'other')
    throw new Error(
      `This installation is not empty: ${presentWords(present)}. Nothing was restored. ${WHAT_TO_DO}`,
    );
  if (state === 'done') {
    await migrateDatabase(database);
    await options.prepare();
    return false;
  }
  const total = countIn(manifest);
  let rows = 0;
  const onWritten = (count: number) => {
    rows += count;
    options.onProgress({ phase: 'load', rows, share: Math.min(1, rows / total) });
  };
  await layTables(database, manifest);
  await options.prepare();
  // The records come first: a dispatcher sends what the tables hold as soon as they are there.
  if (state === 'empty') await restoreIndices(client, settings, folder, manifest.indices, onWritten);
  await restoreTables(database, folder, manifest, stillHeld, onWritten);
  await migrateDatabase(database);
  await compact(client, aliasesOf(settings)).catch(() => {});
  return true;
}

/** A backup that is whole. Throws an Error that names the file that is not. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const file of filesOf(manifest)) await checkFile(folder, file);
  return manifest;
}

/**
 * Restores a backup that was checked into an empty installation. After a kill, at any moment, the same completes it.
 * @returns whether anything was left to do.
 * @throws Error when the installation holds anything else.
 */
export const restore = (
  target: IngestTarget,
  folder: string,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<boolean> =>
  withLoadLock(target, options.onProgress, (locked) => run(locked, folder, manifest, options));

/** How many signing secrets of a backup cannot be decrypted with a key; `null` is no key. */
export async function sealedSecrets(
  folder: string,
  { tables }: Manifest,
  key: Buffer | null,
): Promise<number> {
  const part = tables.find(({ table }) => table === 'webhook_endpoints');
  if (!part) return 0;
  const secrets = await bytesIn(folder, part, 'secret');
  const opens = (sealed: Buffer) => {
    try {
      return key !== null && open(sealed, key) !== '';
    } catch {
      return false;
    }
  };
  return secrets.filter((sealed) => !opens(sealed)).length;
}
