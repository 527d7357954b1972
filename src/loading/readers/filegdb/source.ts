import { readdir, stat, symlink } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import { listed } from '../../../domain/in-words.ts';
import { unreadable } from '../bytes.ts';
import { isZip } from '../input.ts';
import { temporaryFolder } from '../temporary.ts';
import { zipEntries } from '../zip.ts';

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
export async function sourceOf(path: string, entry: string | undefined): Promise<Source> {
  const found = await stat(path).catch((error) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory()) {
    if (await isFilegdb(path)) return { name: path, source: resolve(path), remove };
    throw new Error(`${path} is not a FileGDB: the folder has no .gdbtable files.`);
  }
  if (!(await isZip(path))) throw new Error(`${path} is not a FileGDB: that is a folder, or a zip with one.`);
  const folders = filegdbsIn((await zipEntries(path)).map(({ name }) => name));
  const wanted =
    entry === undefined ? folders : folders.filter((one) => one === entry || basename(one) === entry);
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
