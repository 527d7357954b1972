import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { templateOf } from '../elastic/fields/index.ts';
import { KINDS, type Kind } from '../elastic/indices.ts';
import { isMigration } from '../mysql/migrate.ts';
import type { WrittenFile } from './lines.ts';

/** Grows when an earlier version could not restore what is written. */
const FORMAT = 1;
const NAME = 'manifest.json';

/** The documents of one kind: two lines each, as `_bulk` takes them. */
export interface IndexPart extends WrittenFile {
  kind: Kind;
  documents: number;
  /** SHA-256 of the fields that it was stored with; null of those of an earlier version. */
  fields: string | null;
}

/** The rows of a table: a JSON array of its columns a line. Values are text, or null. */
export interface TablePart extends WrittenFile {
  table: string;
  rows: number;
  columns: string[];
  /** Those of the columns that hold bytes, which are written in base64. */
  binary: string[];
  /** The number that its next row would have got; null where rows have none. */
  next: string | null;
}

/** What a backup holds. */
export interface Manifest {
  format: number;
  /** Version of the Terrier that wrote it. */
  terrier: string;
  /** The moment that it shows, ISO 8601. */
  at: string;
  prefix: string;
  /** Name of the state of the records; null of an installation that never had one. */
  edition: string | null;
  /** Whether a load was interrupted before: the next one completes it. */
  unfinished: boolean;
  /** The last migration of the tables: its name, and when it was made, epoch milliseconds. */
  migration: { name: string; when: number };
  indices: IndexPart[];
  tables: TablePart[];
  /** SHA-256 of all of the above. */
  sha256: string;
}

/** The fields of a kind in this version, in short. */
export const fieldsOf = (kind: Kind): string => hash('sha256', JSON.stringify(templateOf(kind)));

export const filesOf = ({ indices, tables }: Manifest): WrittenFile[] => [...indices, ...tables];

const sumOf = (content: object) => hash('sha256', JSON.stringify(content));

/** Writes the manifest: the last file of a backup. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'format' | 'sha256'>,
): Promise<Manifest> {
  const content = { format: FORMAT, ...manifest };
  const whole = { ...content, sha256: sumOf(content) };
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  await writeFile(join(folder, NAME), text, { mode: 0o600, flag: 'wx', flush: true });
  return whole;
}

/** @throws Error that says why the folder is not a backup, or not one for this version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, NAME);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${folder} is not a backup of Terrier: ${path} cannot be read (${error.code}).`);
  });
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text);
    const { sha256, ...content } = manifest;
    if (sumOf(content) !== sha256) throw new Error('another sum');
  } catch {
    throw new Error(`${path} is damaged: it is not what a backup has written. Nothing was restored.`);
  }
  const isKnown = manifest.format === FORMAT && manifest.indices.every(({ kind }) => KINDS.includes(kind));
  if (!isKnown || !(await isMigration(manifest.migration.when)))
    throw new Error(
      `${folder} was made by Terrier ${manifest.terrier}: restore it with that version or a later one.`,
    );
  return manifest;
}
