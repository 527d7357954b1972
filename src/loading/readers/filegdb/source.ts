import { readdir, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { listed } from '../../../domain/in-words.ts';
import { unreadable } from '../bytes.ts';
import { isZip } from '../input.ts';
import { zipEntries } from '../zip.ts';

const TABLE = /\.gdbtable$/i;

/** Whether a folder holds the tables of a FileGDB. */
export const isFilegdb = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => TABLE.test(name));

/** The folders of FileGDBs among the paths in a zip, without a slash at the end. */
export const filegdbsIn = (paths: readonly string[]): string[] => [
  ...new Set(paths.filter((path) => TABLE.test(path)).map((path) => path.slice(0, path.lastIndexOf('/')))),
];

/**
 * A FileGDB as GDAL names it: a folder, or one in a zip.
 * @throws Error with a sentence when there is none, or the zip has several and none is named.
 */
export async function sourceOf(
  path: string,
  entry: string | undefined,
): Promise<{ name: string; source: string }> {
  const found = await stat(path).catch((error) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory()) {
    if (await isFilegdb(path)) return { name: path, source: resolve(path) };
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
  return { name: `${path}/${only}`, source: `/vsizip/{${resolve(path)}}/${only}` };
}
