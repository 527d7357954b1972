import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Archive, type Budget, type Member, openArchive } from './archive.ts';
import { isJunk, type Parts, shapefilesOf } from './parts.ts';

/** A shapefile taken out of an archive. */
export interface Unpacked {
  parts: Parts;
  /** Deletes what was unpacked. */
  remove(): Promise<void>;
}

interface Found {
  parts: Parts;
  archive: Archive;
  /** Of an archive within, with a slash; else empty. */
  prefix: string;
}

const MOST_INNER = 100;

const isZip = ({ path }: Member): boolean => /\.zip$/i.test(path) && !isJunk(path);
const plain = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .toLowerCase();
const stem = (path: string): string => path.replace(/\.(shp|dbf)$/, '');

function search(archive: Archive, prefix: string): Found[] {
  const paths = archive.members.map(({ path }) => path);
  return shapefilesOf(paths).map((parts) => ({ parts, archive, prefix }));
}

/** Whether a shapefile is the one that a source file names, by its path or the end of it, with its ending or without. */
function isNamed({ parts, prefix }: Found, file: string): boolean {
  const whole = stem(plain(prefix + parts.name));
  const wanted = stem(plain(file));
  return whole === wanted || whole.endsWith(`/${wanted}`);
}

const list = (found: readonly Found[]): string =>
  found
    .slice(0, 20)
    .map(({ parts, prefix }) => prefix + parts.name)
    .join(', ') + (found.length > 20 ? ` and ${found.length - 20} more` : '');

/** The one that is meant. @throws Error that lists them when that is not certain. */
function chosen(found: readonly Found[], file: string | undefined): Found {
  const named = file === undefined ? found : found.filter((each) => isNamed(each, file));
  if (named.length === 1) return named[0]!;
  const advice = 'Name one: "file": "…" in the source file\'s conform, or --file ….';
  if (named.length === 0) throw new Error(`it has no shapefile "${file}". It has: ${list(found)}. ${advice}`);
  throw new Error(`it has ${named.length} shapefiles${file ? ` "${file}"` : ''}: ${list(named)}. ${advice}`);
}

function nothing(members: readonly Member[], inner: number): Error {
  if (members.some(({ path }) => /\.gdb\/|\.gdbtable$/i.test(path)))
    return new Error('it holds a file geodatabase (.gdb) and no shapefile.');
  if (inner > 0) {
    return new Error(
      'it has no shapefile, and neither has an archive in it. Archives within those are not looked into: unpack it, and load the .shp.',
    );
  }
  const endings = new Set(members.map(({ path }) => /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? 'others'));
  const has = members.length === 0 ? 'it is empty' : `it has ${[...endings].slice(0, 10).join(', ')}`;
  return new Error(`it has no shapefile (.shp): ${has}.`);
}

/** Unpacks the parts of a shapefile under fixed names. */
async function take({ parts, archive, prefix }: Found, folder: string, title: string): Promise<Parts> {
  const unpacked: Parts = { ...parts, name: `${title}/${prefix}${parts.name}` };
  const files: { member: Member; to: string }[] = [];
  for (const kind of ['shp', 'dbf', 'prj', 'cpg'] as const) {
    const member = archive.members.find(({ path }) => path === parts[kind]);
    if (!member) continue;
    unpacked[kind] = join(folder, `shape.${kind}`);
    files.push({ member, to: unpacked[kind] });
  }
  await archive.unpack(files);
  return unpacked;
}

/**
 * The shapefile of a zip archive, or of an archive in it, in a folder for temporary files.
 * @throws Error with a sentence, without the archive's name; then nothing is left behind
 */
export async function unpackShapefile(path: string, file: string | undefined): Promise<Unpacked> {
  const budget: Budget = { packed: 0, unpacked: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'terrier-shapefile-'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  const open: Archive[] = [];

  async function opened(archive: string): Promise<Archive> {
    const found = await openArchive(archive, budget);
    open.push(found);
    return found;
  }

  async function searchInner(outer: Archive): Promise<Found[]> {
    const found: Found[] = [];
    for (const [n, member] of outer.members.filter(isZip).slice(0, MOST_INNER).entries()) {
      const inner = join(folder, `inner-${n}.zip`);
      await outer.unpack([{ member, to: inner }]);
      found.push(...search(await opened(inner), `${member.path}/`));
    }
    return found;
  }

  try {
    const outer = await opened(path);
    let found = search(outer, '');
    if (found.length === 0 || (file !== undefined && !found.some((each) => isNamed(each, file))))
      found = [...found, ...(await searchInner(outer))];
    if (found.length === 0) throw nothing(outer.members, outer.members.filter(isZip).length);
    return { parts: await take(chosen(found, file), folder, path), remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    for (const archive of open) archive.close();
  }
}
