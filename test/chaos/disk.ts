import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHUNK = Buffer.alloc(4 * 2 ** 20);
const MOST_TRIES = 100;
const PAUSE = 100;

/** A disk that can be filled. */
export interface Disk {
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Gives a folder its own file system in memory, of this many bytes.
 * @returns null when this process may not: only root may, and not in every container.
 */
export async function mountDisk(folder: string, bytes: number): Promise<Disk | null> {
  await mkdir(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    async fill() {
      const file = await open(filler, 'w', 0o600);
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          if (bavail === 0) return;
          await file.write(CHUNK, 0, Math.min(CHUNK.length, bavail * bsize));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async close() {
      // A killed process can be gone from the list of processes before its files are closed.
      for (let tries = 1; ; tries++) {
        const failure = await run('umount', [folder]).then(
          () => null,
          (error) => error,
        );
        if (failure === null) return;
        if (tries === MOST_TRIES) throw failure;
        await sleep(PAUSE);
      }
    },
  };
}
