import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The name of a folder that is not whole yet. */
const draftOf = (folder: string) => `${folder}.partial`;

async function synced(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function make(draft: string): Promise<void> {
  try {
    await mkdir(dirname(draft), { recursive: true });
    await mkdir(draft, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Error(
        `${draft} is there: a backup into it is running, or was interrupted. If none is running, delete it and try again.`,
      );
    throw new Error(`The folder ${draft} cannot be made (${code}).`);
  }
}

/**
 * Writes a new folder, which has its name only once it is whole and on the disk: what a killed process leaves is called
 * `.partial`. What fails leaves nothing.
 * @throws Error when the folder is there already, or cannot be made.
 */
export async function writeFolder<T>(path: string, write: (draft: string) => Promise<T>): Promise<T> {
  const folder = resolve(path);
  if (existsSync(folder)) throw new Error(`${path} is there already: name a new folder.`);
  const draft = draftOf(folder);
  await make(draft);
  try {
    const written = await write(draft);
    await synced(draft);
    await rename(draft, folder);
    await synced(dirname(folder));
    return written;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
