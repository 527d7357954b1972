import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, symlink } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import { listed } from '../../domain/in-words.ts';
import { atExit } from '../../stores/at-exit.ts';
import { unreadable } from './bytes.ts';
import { layersOf, openSqlite, pickLayer } from './geopackage/layers.ts';
import { geoPackageTable } from './geopackage/table.ts';
import { isZip } from './input.ts';
import { about, type OpenOptions, type Table } from './table.ts';
import { temporaryFolder, zipEntries } from './zip.ts';

const TABLE = /\.gdbtable$/i;

/** Whether a folder holds the tables of a FileGDB. */
export const isFilegdb = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => TABLE.test(name));

/** A zip whose files are the FileGDB's own, without a folder. */
const ROOT = '.';

/** The folders of FileGDBs among the paths in a zip, without a slash at the end. */
export const filegdbsIn = (paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => TABLE.test(path)).map((path) => posix.dirname(path))),
];

interface Source {
  name: string;
  /** What GDAL opens. */
  source: string;
  remove(): Promise<void>;
}

const remove = async () => {};

/** GDAL takes a zip for a FileGDB by its name alone. */
async function namedAsFilegdb(zip: string): Promise<Pick<Source, 'source' | 'remove'>> {
  const { folder, remove } = await temporaryFolder('filegdb');
  const source = join(folder, 'linked.gdb.zip');
  await symlink(resolve(zip), source);
  return { source, remove };
}

/**
 * A FileGDB as GDAL names it: a folder, or one in a zip. `remove` deletes what was made for it.
 * @throws Error with a sentence when there is none, or the zip has several and none is named.
 */
async function sourceOf(path: string, entry: string | undefined): Promise<Source> {
  const stats = await stat(path).catch((error) => {
    throw unreadable(path, error);
  });
  if (stats.isDirectory()) {
    if (await isFilegdb(path)) return { name: path, source: resolve(path), remove };
    throw new Error(`${path} is not a FileGDB: the folder has no .gdbtable files.`);
  }
  if (!(await isZip(path))) throw new Error(`${path} is not a FileGDB: that is a folder, or a zip with one.`);
  const folders = filegdbsIn((await zipEntries(path)).map(({ name }) => name));
  const wanted =
    entry === undefined
      ? folders
      : folders.filter((folder) => folder === entry || basename(folder) === entry);
  const [only, ...others] = wanted;
  if (only === undefined)
    throw new Error(
      `${path} holds no ${entry ?? 'FileGDB'}${folders.length > 0 ? `, only ${listed(folders)}` : ''}.`,
    );
  if (others.length > 0)
    throw new Error(
      `${path} holds ${wanted.length} FileGDBs: ${listed(wanted)}. Name one with --file (conform.file in a source file).`,
    );
  if (only === ROOT) return { name: path, ...(await namedAsFilegdb(path)) };
  return { name: `${path}/${only}`, source: `/vsizip/{${resolve(path)}}/${only}`, remove };
}

/** How much of the program's output to keep, in characters: the reason is at the end. */
const MOST_SAID = 4_000;

const MISSING =
  'FileGDB needs GDAL: its program ogr2ogr is not on the PATH. Install GDAL (apt-get install gdal-bin, brew install gdal), ' +
  'or convert the layer where GDAL is: ogr2ogr -f GPKG parcels.gpkg parcels.gdb LAYER';

/** What GDAL says went wrong, without the error's code. */
function reasonOf(said: string): string {
  const lines = said.split('\n').filter((line) => /^(ERROR|FAILURE)/.test(line));
  return (
    (lines[0] ?? said.trim().split('\n').at(-1) ?? '').replace(/^\w+ ?\d*: ?/, '').trim() ||
    'it says no reason'
  );
}

/**
 * Runs GDAL's ogr2ogr.
 * @throws Error with a sentence when GDAL is missing or fails.
 */
async function ogr2ogr(args: readonly string[]): Promise<void> {
  // In a group of its own: Ctrl-C on a schedule ends it after the source that is being read.
  const child = spawn('ogr2ogr', args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const ends = atExit(() => child.kill());
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  try {
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`GDAL could not read it: ${reasonOf(said)}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(code === 'ENOENT' ? MISSING : `GDAL could not be started (${code}).`);
  } finally {
    ends();
  }
}

/** Layers of a FileGDB as a GeoPackage among the temporary files. */
async function converted(name: string, args: readonly string[]) {
  const { folder, remove } = await temporaryFolder('filegdb');
  const file = join(folder, 'converted.gpkg');
  try {
    await ogr2ogr(['-f', 'GPKG', '-lco', 'SPATIAL_INDEX=NO', file, ...args]);
  } catch (error) {
    await remove();
    throw error;
  }
  return { name, file, remove };
}

/** @throws Error that lists the layers, when it is not clear which one is meant. */
async function layerOf(name: string, source: string, wanted: string | undefined): Promise<string> {
  // A layer that a GeoPackage cannot have does not keep the others from being listed.
  const { file, remove } = await converted(name, ['-skipfailures', '-limit', '0', source]);
  try {
    const database = await openSqlite(file);
    try {
      const { name } = pickLayer(layersOf(database), wanted);
      // ogr2ogr would take the name for an option.
      if (name.startsWith('-'))
        throw new Error(`its layer ${name} cannot be read: its name begins with "-".`);
      return name;
    } finally {
      database.close();
    }
  } finally {
    await remove();
  }
}

/**
 * Opens a layer of a FileGDB, a folder or in a zip, as the GeoPackage that GDAL's ogr2ogr makes of it.
 * @throws Error with a sentence when GDAL is missing or fails, there is no such layer, or there are several and none is named.
 */
export async function openFilegdb(path: string, { file, layer, srs }: OpenOptions = {}): Promise<Table> {
  const { name, source, remove } = await sourceOf(path, file);
  try {
    const made = await converted(name, [source, await layerOf(name, source, layer)]);
    const table = await geoPackageTable(made, { srs }, { isConverted: true });
    return { ...table, format: 'FileGDB' };
  } catch (error) {
    throw about(name, error);
  } finally {
    await remove();
  }
}
