import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders in the home that commands write to. They are made when they are needed. */
const FOLDERS = ['.', 'rejects', 'sources', 'sources/work'];

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk is read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
};

/** Why the home folder cannot be used, and what to do; other errors as they are. */
export function unwritable(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''];
  if (reason === undefined) return error;
  return new Error(
    `${folder} cannot be written: ${reason} (${code}, user ${process.getuid?.() ?? 'unknown'}). Make it writable, or set ` +
      'TERRIER_HOME to a folder that is: in a container, to a volume.',
  );
}

/**
 * Tries whether the home folder can be written, and makes it if there is none: a load that fails for this later would be
 * left half done.
 * @throws Error that names TERRIER_HOME.
 */
export function checkHome(home: string): void {
  for (const name of FOLDERS) {
    const folder = join(home, name);
    try {
      if (name === '.') mkdirSync(folder, { recursive: true });
      else if (!existsSync(folder)) continue;
      const file = join(folder, `.written-${randomUUID()}`);
      writeFileSync(file, '\n', { flag: 'wx', mode: 0o600 });
      rmSync(file);
    } catch (error) {
      throw unwritable(folder, error);
    }
  }
}

/** Writes a file completely or not at all, in place of an earlier one. Its folder must exist. */
export async function writeAtomically(file: string, content: string | Buffer, mode = 0o644): Promise<void> {
  const draft = `${file}.${process.pid}`;
  // An existing file would keep its mode.
  await rm(draft, { force: true });
  await writeFile(draft, content, { mode });
  await rename(draft, file);
}
