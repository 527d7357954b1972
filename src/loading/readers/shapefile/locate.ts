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
    const parts = byName.get(key) ?? { name: path, shp: null, shx: null, dbf: null, prj: null, cpg: null };
    const kind = match[2]!.toLowerCase() as keyof Omit<Parts, 'name'>;
    parts[kind] ??= path;
    parts.name = parts.shp ?? parts.dbf ?? path;
    byName.set(key, parts);
  }
  const all = [...byName.values()];
  const withShapes = all.filter(({ shp }) => shp !== null);
  return withShapes.length > 0 ? withShapes : all.filter(({ dbf }) => dbf !== null);
}

/** A shapefile unpacked from an archive. */
export interface Located {
  parts: Parts;
  /** Deletes what was unpacked. */
  remove(): Promise<void>;
}

/** A shapefile in an archive. */
interface Archived {
  parts: Parts;
  archive: Zip;
  /** The name of the inner archive with a slash; empty in the outer one. */
  prefix: string;
}

const MOST_INNER = 100;
/** Most bytes to unpack from one archive. */
const MOST_BYTES = 8 * 2 ** 30;

const isInner = ({ name }: ZipEntry): boolean => /\.zip$/i.test(name);
const plain = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase();
const stem = (path: string): string => path.replace(/\.(shp|dbf)$/, '');

function search(archive: Zip, prefix: string): Archived[] {
  const paths = archive.entries.map(({ name }) => name);
  return shapefilesOf(paths).map((parts) => ({ parts, archive, prefix }));
}

/** Whether a shapefile is the one that a source file names, by its path or the end of it, with or without its extension. */
function isNamed({ parts, prefix }: Archived, file: string): boolean {
  const whole = stem(plain(prefix + parts.name));
  const wanted = stem(plain(file));
  return whole === wanted || whole.endsWith(`/${wanted}`);
}

const list = (shapefiles: readonly Archived[]): string =>
  listed(
    shapefiles.map(({ parts, prefix }) => prefix + parts.name),
    20,
  );

/** The shapefile that is meant. @throws Error that lists them when that is not clear. */
function chosen(shapefiles: readonly Archived[], file: string | undefined): Archived {
  const named = file === undefined ? shapefiles : shapefiles.filter((each) => isNamed(each, file));
  if (named.length === 1) return named[0]!;
  const advice = 'Name one: "file": "…" in the source file\'s conform, or --file ….';
  if (named.length === 0)
    throw new Error(`it has no shapefile "${file}". It has: ${list(shapefiles)}. ${advice}`);
  throw new Error(`it has ${named.length} shapefiles${file ? ` "${file}"` : ''}: ${list(named)}. ${advice}`);
}

const hasShapes = ({ parts }: Archived): boolean => parts.shp !== null;

function nothing(entries: readonly ZipEntry[], inner: number): Error {
  if (entries.some(({ name }) => /\.gdb\/|\.gdbtable$/i.test(name)))
    return new Error('it holds a file geodatabase (.gdb) and no shapefile.');
  if (inner > 0) {
    return new Error(
      'it has no shapefile, and neither has an archive in it. Archives within those are not looked into: unpack it, and load the .shp.',
    );
  }
  const endings = new Set(entries.map(({ name }) => /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? 'others'));
  const has = entries.length === 0 ? 'it is empty' : `it has ${[...endings].slice(0, 10).join(', ')}`;
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
  let unpacked = 0;

  async function opened(archive: string): Promise<Zip> {
    const zip = await openZip(archive, 'it');
    open.push(zip);
    return zip;
  }

  /** Unpacks a file under the given name, not the one in the archive. */
  async function unpack(archive: Zip, entry: ZipEntry, name: string): Promise<string> {
    unpacked += entry.size;
    if (unpacked > MOST_BYTES)
      throw new Error(
        `it unpacks to more than ${MOST_BYTES / 2 ** 30} GB: unpack it, and load the .shp in it.`,
      );
    return writeEntry(archive, entry, join(folder, name));
  }

  async function searchInner(outer: Zip): Promise<Archived[]> {
    const shapefiles: Archived[] = [];
    let fault: Error | null = null;
    for (const [n, entry] of outer.entries.filter(isInner).slice(0, MOST_INNER).entries()) {
      try {
        shapefiles.push(
          ...search(await opened(await unpack(outer, entry, `inner-${n}.zip`)), `${entry.name}/`),
        );
      } catch (error) {
        fault ??= error as Error;
      }
    }
    // Beside other tables, a damaged archive may hold anything.
    if (fault !== null && !(isWithin && !shapefiles.some(hasShapes))) throw fault;
    return shapefiles;
  }

  async function take({ parts, archive, prefix }: Archived): Promise<Parts> {
    const taken: Parts = { ...parts, name: `${path}/${prefix}${parts.name}` };
    for (const kind of ['shp', 'shx', 'dbf', 'prj', 'cpg'] as const) {
      const entry = archive.entries.find(({ name }) => name === parts[kind]);
      if (entry) taken[kind] = await unpack(archive, entry, `shape.${kind}`);
    }
    return taken;
  }

  try {
    const outer = await opened(path);
    let shapefiles = search(outer, '');
    const isMissing = file !== undefined && !shapefiles.some((each) => isNamed(each, file));
    if (shapefiles.length === 0 || isMissing) shapefiles = [...shapefiles, ...(await searchInner(outer))];
    else if (file === undefined && !shapefiles.some(hasShapes)) {
      // Tables next to an archive with shapes say what the codes in it mean.
      const inner = (await searchInner(outer)).filter(hasShapes);
      if (inner.length > 0) shapefiles = inner;
    }
    if (isWithin && !shapefiles.some(hasShapes)) {
      await remove();
      return null;
    }
    if (shapefiles.length === 0) throw nothing(outer.entries, outer.entries.filter(isInner).length);
    return { parts: await take(chosen(shapefiles, file)), remove };
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
  const name = basename(path).replace(/\.(shp|dbf)$/i, '');
  const isOwn = (each: string) => each.startsWith(`${name}.`);
  const names = (await readdir(folder))
    .filter((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}.`))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const parts = shapefilesOf(names).find(({ name }) => name.length === basename(path).length);
  const at = (part: string | null | undefined) => (part ? join(folder, part) : null);
  return {
    name: path,
    shp: at(parts?.shp),
    shx: at(parts?.shx),
    dbf: at(parts?.dbf),
    prj: at(parts?.prj),
    cpg: at(parts?.cpg),
  };
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
