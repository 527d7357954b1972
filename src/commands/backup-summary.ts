import { filesOf, type Manifest } from '../backup/manifest.ts';
import { table } from './words.ts';

export interface BackupSummary {
  folder: string;
  at: string;
  bytes: number;
  seconds: number;
  documents: Record<string, number>;
  rows: Record<string, number>;
}

/** What a backup holds; `started` by `performance.now()`. */
export function summaryOf(folder: string, manifest: Manifest, started: number): BackupSummary {
  return {
    folder,
    at: manifest.at,
    bytes: filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: Number(((performance.now() - started) / 1000).toFixed(1)),
    documents: Object.fromEntries(manifest.indices.map(({ kind, documents }) => [kind, documents])),
    rows: Object.fromEntries(manifest.tables.map((part) => [part.table, part.rows])),
  };
}

/** The counts as a table, and a last line that begins with `done`. */
export function printBackup(done: string, { at, bytes, seconds, documents, rows }: BackupSummary): void {
  const counts = [...Object.entries(documents), ...Object.entries(rows)];
  console.log(
    table(
      ['HOLDS', 'COUNT'],
      counts.map(([name, count]) => [name, String(count)]),
    ),
  );
  console.log(`${done}, as of ${at}: ${(bytes / 1e6).toFixed(1)} MB; ${seconds} s`);
}
