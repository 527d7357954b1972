import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inputSize } from '../bytes.ts';
import { firstBytes, isZip } from '../input.ts';
import { type Parts, shapefilesOf } from './parts.ts';
import { type Unpacked, unpackShapefile } from './unpacked.ts';

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
  const found = shapefilesOf(names).find((parts) => parts.name.length === basename(path).length);
  const at = (part: string | null | undefined) => (part ? join(folder, part) : null);
  return {
    name: path,
    shp: at(found?.shp),
    shx: at(found?.shx),
    dbf: at(found?.dbf),
    prj: at(found?.prj),
    cpg: at(found?.cpg),
  };
}

/**
 * The files of the shapefile at `path`, a .shp or a .zip.
 * @throws Error with a sentence
 */
export async function locate(path: string, file: string | undefined): Promise<Unpacked> {
  await inputSize(path);
  if (await isZip(path)) return unpackShapefile(path, file);
  if (!/\.(shp|dbf)$/i.test(path)) throw new Error('it is neither a .shp nor a .zip.');
  return { parts: await beside(path), remove: async () => {} };
}

/** The text of a small file; null when there is no file or it is blank. */
export async function textOf(path: string | null): Promise<string | null> {
  if (path === null) return null;
  const text = (await firstBytes(path, LONGEST_TEXT)).toString('utf8');
  return text.replaceAll('\0', '').trim() || null;
}
