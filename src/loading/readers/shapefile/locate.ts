import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { listed } from '../../../domain/in-words.ts';
import { inputSize } from '../bytes.ts';
import { firstBytes, isZip } from '../input.ts';
import { openZip, temporaryFolder, writeEntry, type Zip, type ZipEntry } from '../zip.ts';

/** The files of a shapefile by what they hold; `name` is for people. */
interface Parts {
  name: string;
  shp: string | null;
  /** Where the records of the .shp begin. */
  shx: string | null;
  dbf: string | null;
  prj: string | null;
  cpg: string | null;
}

const NONE = { shp: null, shx: null, dbf: null, prj: null, cpg: null };
const PART = /^(.*)\.(shp|shx|dbf|prj|cpg)$/i;

/**
 * The shapefiles among paths with forward slashes: files that differ only in their extensions belong together, whatever
 * the case. A .dbf alone counts when there is no .shp at all.
 */
function shapefilesOf(paths: readonly string[]): Parts[] {
  const byName = new Map<string, Parts>();
  for (const path of paths) {
    const match = PART.exec(path);
    if (!match) continue;
    const key = match[1]!.toLowerCase();
    const parts: Parts = byName.get(key) ?? { name: path, ...NONE };
    const kind = match[2]!.toLowerCase() as keyof Omit<Parts, 'name'>;
    parts[kind] ??= path;
    parts.name = parts.shp ?? parts.dbf ?? path;
    byName.set(key, parts);
  }
  const all = [...byName.values()];
  const withShapes = all.filter(({ shp }) => shp !== null);
  return withShapes.length > 0 ? withShapes : all.filter(({ dbf }) => dbf !== null);
}

/** A shapefile that can be opened. */
export interface Located {
  parts: Parts;
  /** Deletes what was unpacked. */
  remove(): Promise<void>;
}

const MOST_INNER = 100;
/** Most bytes to unpack from one archive. */
const MOST_BYTES = 8 * 2 ** 30;

/** A path in an archive without what may differ: its case, how slashes are written, and the extension. */
const plain = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase()
    .replace(/\.(shp|dbf)$/, '');

/** Whether a shapefile is the one that a source file names, by its path or the end of it, with or without its extension. */
const isNamed = ({ name }: Parts, file: string): boolean => `/${plain(name)}`.endsWith(`/${plain(file)}`);

const hasShapes = ({ shp }: Parts): boolean => shp !== null;

/** The shapefile that is meant. @throws Error that lists them when that is not clear. */
function chosen(shapefiles: readonly Parts[], file: string | undefined): Parts {
  const list = (some: readonly Parts[]) =>
    listed(
      some.map(({ name }) => name),
      20,
    );
  const named = file === undefined ? shapefiles : shapefiles.filter((each) => isNamed(each, file));
  if (named.length === 1) return named[0]!;
  const advice = 'Name one: "file": "…" in the source file\'s conform, or --file ….';
  if (named.length === 0)
    throw new Error(`it has no shapefile "${file}". It has: ${list(shapefiles)}. ${advice}`);
  throw new Error(`it has ${named.length} shapefiles${file ? ` "${file}"` : ''}: ${list(named)}. ${advice}`);
}

function nothing(names: readonly string[], isLookedInto: boolean): Error {
  if (names.some((name) => /\.gdb\/|\.gdbtable$/i.test(name)))
    return new Error('it holds a file geodatabase (.gdb) and no shapefile.');
  if (isLookedInto) {
    return new Error(
      'it has no shapefile, and neither has an archive in it. Archives within those are not looked into: unpack it, and load the .shp.',
    );
  }
  const endings = new Set(names.map((name) => /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? 'others'));
  const has = names.length === 0 ? 'it is empty' : `it has ${[...endings].slice(0, 10).join(', ')}`;
  return new Error(`it has no shapefile (.shp): ${has}.`);
}

/**
 * Unpacks the shapefile of a zip archive, or of an archive in it, into a temporary folder.
 * @param isWithin whether it counts only if an archive in it has one with shapes; otherwise the result is null.
 * @throws Error with a sentence, without the archive's name; then nothing is left behind
 */
async function unpackShapefile(
  path: string,
  file: string | undefined,
  isWithin: boolean,
): Promise<Located | null> {
  const { folder, remove } = await temporaryFolder('shapefile');
  const open: Zip[] = [];
  /** Where the files of the archives are, by their paths. */
  const members = new Map<string, { archive: Zip; entry: ZipEntry }>();
  let unpacked = 0;

  /** The paths of the files of an archive; those of an inner one begin with its own and a slash. */
  async function pathsIn(zip: string, prefix = ''): Promise<string[]> {
    const archive = await openZip(zip, 'it');
    open.push(archive);
    return archive.entries.map((entry) => {
      const path = prefix + entry.name;
      if (!members.has(path)) members.set(path, { archive, entry });
      return path;
    });
  }

  /** Unpacks a file under the given name, not the one in the archive. */
  async function unpack(member: string, name: string): Promise<string> {
    const { archive, entry } = members.get(member)!;
    unpacked += entry.size;
    if (unpacked > MOST_BYTES)
      throw new Error(
        `it unpacks to more than ${MOST_BYTES / 2 ** 30} GB: unpack it, and load the .shp in it.`,
      );
    return writeEntry(archive, entry, join(folder, name));
  }

  async function searchIn(archives: readonly string[]): Promise<Parts[]> {
    const shapefiles: Parts[] = [];
    let fault: Error | null = null;
    for (const [n, inner] of archives.slice(0, MOST_INNER).entries()) {
      try {
        const paths = await pathsIn(await unpack(inner, `inner-${n}.zip`), `${inner}/`);
        shapefiles.push(...shapefilesOf(paths));
      } catch (error) {
        fault ??= error as Error;
      }
    }
    // Beside other tables, a damaged archive may hold anything.
    if (fault !== null && !(isWithin && !shapefiles.some(hasShapes))) throw fault;
    return shapefiles;
  }

  try {
    const paths = await pathsIn(path);
    const archives = paths.filter((name) => /\.zip$/i.test(name));
    let shapefiles = shapefilesOf(paths);
    const isMissing = file !== undefined && !shapefiles.some((each) => isNamed(each, file));
    if (shapefiles.length === 0 || isMissing) shapefiles.push(...(await searchIn(archives)));
    else if (file === undefined && !shapefiles.some(hasShapes)) {
      // Tables next to an archive with shapes say what the codes in it mean.
      const inner = (await searchIn(archives)).filter(hasShapes);
      if (inner.length > 0) shapefiles = inner;
    }
    if (isWithin && !shapefiles.some(hasShapes)) {
      await remove();
      return null;
    }
    if (shapefiles.length === 0) throw nothing(paths, archives.length > 0);
    const parts = chosen(shapefiles, file);
    const taken: Parts = { ...parts, name: `${path}/${parts.name}` };
    for (const kind of ['shp', 'shx', 'dbf', 'prj', 'cpg'] as const) {
      const member = parts[kind];
      if (member !== null) taken[kind] = await unpack(member, `shape.${kind}`);
    }
    return { parts: taken, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    for (const archive of open) archive.close();
  }
}

/** Text files next to a shapefile are short. */
const LONGEST_TEXT = 1 << 16;

/** The files next to a .shp or .dbf, whatever the case of their extensions. */
async function beside(path: string): Promise<Parts> {
  const folder = dirname(path);
  const start = basename(path).replace(/(shp|dbf)$/i, '');
  const names = (await readdir(folder))
    .filter((name) => name.toLowerCase().startsWith(start.toLowerCase()))
    .sort((a, b) => Number(b.startsWith(start)) - Number(a.startsWith(start)));
  const shapefiles = shapefilesOf(names.map((name) => join(folder, name)));
  const parts = shapefiles.find(({ name }) => basename(name).length === basename(path).length);
  return { ...NONE, ...parts, name: path };
}

/**
 * The files of the shapefile at `path`, a .shp or a .zip; null as `unpackShapefile`.
 * @throws Error with a sentence
 */
export async function locate(
  path: string,
  file: string | undefined,
  isWithin: boolean,
): Promise<Located | null> {
  await inputSize(path);
  if (await isZip(path)) return unpackShapefile(path, file, isWithin);
  if (!/\.(shp|dbf)$/i.test(path)) throw new Error('it is neither a .shp nor a .zip.');
  return { parts: await beside(path), remove: async () => {} };
}

/** The text of a small file; null when there is no file or it is blank. */
export async function textOf(path: string | null): Promise<string | null> {
  if (path === null) return null;
  const text = (await firstBytes(path, LONGEST_TEXT)).toString('utf8');
  return text.replaceAll('\0', '').trim() || null;
}
