import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../../stores/at-exit.ts';

interface TemporaryFolder {
  folder: string;
  remove(): Promise<void>;
}

/** A new folder among the system's temporary files. `remove` deletes it, and so does the end of the program. Throws an Error with a sentence. */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const folder = await mkdtemp(join(tmpdir(), `terrier-${purpose}-`)).catch(({ code }) => {
    throw new Error(
      `Temporary files cannot be written to ${tmpdir()} (${code}): make it writable, or set TMPDIR to a folder that is.`,
    );
  });
  const options = { recursive: true, force: true };
  const removed = atExit(() => rmSync(folder, options));
  return {
    folder,
    async remove() {
      await rm(folder, options);
      removed();
    },
  };
}
