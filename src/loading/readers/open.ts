import { stat } from 'node:fs/promises';
import { listed } from '../../domain/in-words.ts';
import { openBytes } from './bytes.ts';
import { openCsv } from './csv/table.ts';
import { filegdbsIn, isFilegdb, openFilegdb } from './filegdb.ts';
import {
  formatByName,
  kindByMagic,
  likeliest,
  markup,
  type NotRead,
  notReadByContent,
  notReadByEntries,
  notReadByName,
  refusal,
} from './formats.ts';
import { openGeojson } from './geojson/table.ts';
import { openGeoPackage } from './geopackage/table.ts';
import { beginningOf, checkRegular, firstBytes, isZip } from './input.ts';
import { openInnerShapefile, openShapefile } from './shapefile/shapefile.ts';
import type { OpenOptions, Table } from './table.ts';
import { emptyZip, openZip, zipEntries } from './zip.ts';

export const TABLE_FORMATS = ['shapefile', 'geojson', 'csv', 'gpkg', 'gdb'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface TableOptions extends OpenOptions {
  /** Found from the name and the first bytes when left out. */
  format?: TableFormat;
}

const OPENERS: Record<TableFormat, (path: string, options: OpenOptions) => Promise<Table>> = {
  shapefile: openShapefile,
  geojson: openGeojson,
  csv: openCsv,
  gpkg: openGeoPackage,
  gdb: openFilegdb,
};

/** Suffixes that say little: in a zip, they count only if there is nothing else. */
const VAGUE = /\.(json|txt)$/i;

/** Each line of line-delimited JSON is a feature. */
function byName(name: string): TableFormat | null {
  const format = formatByName(name);
  return format === 'ndjson' ? 'geojson' : format;
}

const FORMATS_READ =
  'Terrier reads shapefile (.shp, .zip), GeoJSON (.geojson, .json), CSV (.csv, .tsv, .txt), GeoPackage (.gpkg), ' +
  'and FileGDB (.gdb). If it is one of these, name its format with --format (conform.format in a source file): ' +
  `${TABLE_FORMATS.join(', ')}.`;

const LONGEST_BEGINNING = 1_024;

interface Place {
  format: TableFormat;
  /** The file in a zip. */
  file?: string;
  /** Where it had to be opened to see that it is one. */
  table?: Table;
}

/** The tables in a zip: each file with a format, and each folder of a FileGDB. */
function tablesIn(names: readonly string[]): { format: TableFormat; file: string }[] {
  const files = names.flatMap((file) => {
    const format = byName(file);
    return format === null || format === 'gdb' || /\.gz$/i.test(file) ? [] : [{ format, file }];
  });
  const folders = filegdbsIn(names).map((file) => ({ format: 'gdb' as const, file }));
  const clear = files.filter(({ file }) => !VAGUE.test(file));
  const all = [...folders, ...clear];
  return all.length > 0 ? all : files;
}

/** Files of a zip whose beginnings are read at most, to name what it holds. */
const MOST_LOOKED = 20;

/** The file of a zip that most likely has the table, in a format that Terrier does not read; undefined if there is none. */
async function notReadIn(path: string, isWanted: (name: string) => boolean) {
  const zip = await openZip(path);
  try {
    const files: { name: string; kind: NotRead }[] = [];
    for (const entry of zip.entries.filter(({ name }) => isWanted(name)).slice(0, MOST_LOOKED)) {
      const look = async () =>
        notReadByContent((await beginningOf(zip.bytesOf(entry), LONGEST_BEGINNING)).beginning, entry.name);
      // What cannot be unpacked is not named.
      const kind = notReadByName(entry.name) ?? (await look().catch(() => null));
      if (kind !== null) files.push({ name: entry.name, kind });
    }
    return likeliest(files);
  } finally {
    zip.close();
  }
}

async function inZip(path: string, options: TableOptions): Promise<Place> {
  const { format, file } = options;
  const names = (await zipEntries(path)).map(({ name }) => name);
  if (names.length === 0) throw emptyZip(path);
  const own = notReadByEntries(names);
  if (own !== null) throw new Error(refusal(path, own));
  // Its reader looks into zips within the zip, and says what it lacks.
  if (format === 'shapefile') return { format, file };
  async function checkOthers(isWanted: (name: string) => boolean): Promise<void> {
    const other = await notReadIn(path, isWanted);
    if (other !== undefined) throw new Error(refusal(`${path}/${other.name}`, other.kind));
  }
  if (file !== undefined) {
    const named = names.filter((name) => name === file || name.endsWith(`/${file}`));
    const implied = format ?? byName(named[0] ?? file);
    if (implied === null) await checkOthers((name) => named.includes(name));
    if (implied === null) throw new Error(`The format of ${file} in ${path} is not known. ${FORMATS_READ}`);
    return { format: implied, file };
  }
  const tables = tablesIn(names).filter((table) => format === undefined || table.format === format);
  const mayBeWithin = format === undefined && tables.every((table) => table.format === 'csv');
  const inner = mayBeWithin ? await openInnerShapefile(path, options) : null;
  if (inner !== null) return { format: 'shapefile', table: inner };
  const [only, ...others] = tables;
  if (only && others.length === 0) return only;
  if (only)
    throw new Error(
      `${path} holds ${tables.length} tables: ${listed(tables.map(({ file }) => file))}. Name one with --file (conform.file in a source file).`,
    );
  if (format === undefined) await checkOthers(() => true);
  const isZipped = names.some((name) => /\.(zip|gz)$/i.test(name));
  throw new Error(
    `${path} holds no ${format ?? 'table'}, only ${listed(names)}.` +
      (isZipped ? ' Unpack it, and name the file in it.' : ''),
  );
}

/** A .dbf alone is a shapefile without shapes. */
const DBF = /\.dbf$/i;

const BY_KIND: Partial<Record<NonNullable<ReturnType<typeof kindByMagic>>, TableFormat>> = {
  sqlite: 'gpkg',
  shapefile: 'shapefile',
};

/** @param first its first bytes, as they are. */
async function byContent(path: string, first: Buffer): Promise<TableFormat> {
  const named = DBF.test(path) ? 'shapefile' : byName(path);
  const isPacked = kindByMagic(first) === 'gzip';
  const beginning = isPacked
    ? (await beginningOf((await openBytes(path)).bytes, LONGEST_BEGINNING)).beginning
    : first;
  if (isPacked) checkRead(path, beginning);
  const kind = kindByMagic(beginning);
  const binary = kind === null ? undefined : BY_KIND[kind];
  if (binary !== undefined && isPacked)
    throw new Error(
      `${path} is packed by gzip, and its format cannot be read that way: unpack it with gunzip, and name the unpacked file.`,
    );
  const format =
    binary ?? named ?? (/^(\xef\xbb\xbf)?\s*\{/.test(beginning.toString('latin1')) ? 'geojson' : null);
  if (format !== null) return format;
  throw new Error(`The format of ${path} is not known by its name or its beginning. ${FORMATS_READ}`);
}

/** @throws Error when a file is in a format that Terrier does not read, a web page or XML, whatever its name says. */
function checkRead(path: string, beginning: Buffer): void {
  const other = notReadByContent(beginning, path);
  if (other !== null) throw new Error(refusal(path, other));
  const page = markup(beginning.toString('utf8'));
  if (page !== null) throw new Error(`${path} is not a table but ${page}.`);
}

async function find(path: string, options: TableOptions): Promise<Place> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isFolder) {
    if (options.format === 'gdb' || (options.format === undefined && (await isFilegdb(path))))
      return { format: 'gdb' };
    throw new Error(`${path} is a folder: name a file in it, or the folder of a FileGDB.`);
  }
  await checkRegular(path);
  const first = await firstBytes(path, LONGEST_BEGINNING);
  checkRead(path, first);
  if (await isZip(path)) return inZip(path, options);
  return { format: options.format ?? (await byContent(path, first)) };
}

/**
 * Opens a file as a table, in the format that `options` name, or else by its name and first bytes. Finds the table in a zip.
 * @throws Error with a sentence that says what is wrong and which option helps.
 */
export const openTable = async (path: string, options: TableOptions = {}): Promise<Table> =>
  (await findTable(path, options)).table;

/** The same, with its format as a source file names it. */
export async function findTable(
  path: string,
  options: TableOptions,
): Promise<{ format: TableFormat; table: Table }> {
  const { format, file, table } = await find(path, options);
  return { format, table: table ?? (await OPENERS[format](path, { ...options, file })) };
}
