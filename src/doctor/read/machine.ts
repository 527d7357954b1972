import { readFile, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';

interface Report {
  userLimits?: { open_files?: { soft: number | string } };
}

/** How many files and sockets a process that is started from here may have open. */
export function readFileLimit(): number {
  // Else the report looks up names of hosts. Node's types leave it out.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as Report;
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit;
}

/** The memory that a process may use, in bytes: the machine's, or less in a container. */
export const readMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/** Free bytes of the disk that a folder is on, or will be once it is made. */
export async function readFree(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(resolve(folder));
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return readFree(parent);
  }
}

/** Linux's limit of memory maps; null elsewhere. */
export async function readMapCount(): Promise<number | null> {
  const text = await readFile('/proc/sys/vm/max_map_count', 'utf8').catch(() => null);
  return text === null ? null : Number(text);
}
