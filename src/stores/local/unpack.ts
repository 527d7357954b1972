import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { heartbeat, type Log, reasonOf } from './run.ts';

/**
 * Unpacks an archive into the folder `target`: the files for which `pathOf` returns a path relative to it. They are
 * readable by all, and those under bin/ and scripts/ are executable. Does nothing when `target` exists: the folder gets its
 * name only when it is complete, and the remains of an interrupted attempt are removed.
 */
export async function unpack(
  fetch: () => Promise<string>,
  target: string,
  pathOf: (name: string) => string | undefined,
  title: string,
  log: Log,
): Promise<void> {
  if (await stat(target).catch(() => undefined)) return;
  const zip = await fetch();
  const parent = dirname(target);
  const draft = `${target}.part-`;
  await mkdir(parent, { recursive: true });
  await chmod(parent, 0o755);
  for (const name of await readdir(parent)) {
    if (name.startsWith(basename(draft)))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
  log(`${title}: unpacking`);
  const folder = `${draft}${process.pid}`;
  const progress = { bytes: 0 };
  try {
    await heartbeat(
      log,
      () => `${title}: unpacking, ${Math.round(progress.bytes / 1e6)} MB so far`,
      unpackInto(zip, folder, pathOf, progress),
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    throw new Error(
      `${zip} could not be unpacked into ${parent}: ${reasonOf(error).replace(/\.$/, '')}. If that file is broken, delete it and try again.`,
    );
  }
  await rename(folder, target);
}

async function unpackInto(
  zip: string,
  folder: string,
  pathOf: (name: string) => string | undefined,
  progress: { bytes: number },
): Promise<void> {
  const file = await yauzl.openPromise(zip);
  const made = new Set<string>();
  let count = 0;
  for await (const entry of file.eachEntry()) {
    const path = entry.fileName.endsWith('/') ? undefined : pathOf(entry.fileName);
    if (path === undefined) continue;
    const to = join(folder, path);
    await makeFolder(dirname(to), folder, made);
    await pipeline(await file.openReadStreamPromise(entry), createWriteStream(to));
    await chmod(to, /^(bin|scripts)\//.test(path) ? 0o755 : 0o644);
    progress.bytes += entry.uncompressedSize;
    count++;
  }
  if (count === 0) throw new Error('it has none of the needed files');
}

/** Creates a folder and its parents below `root`, open to all whatever the umask. */
async function makeFolder(folder: string, root: string, made: Set<string>): Promise<void> {
  if (made.has(folder)) return;
  if (folder !== root) await makeFolder(dirname(folder), root, made);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  made.add(folder);
}
