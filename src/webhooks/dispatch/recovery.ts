import { open, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Database } from '../../stores/mysql/database.ts';
import { retried } from '../../stores/mysql/retry.ts';
import { release, type Unsent } from './claim.ts';
import { HEADER, JOURNAL, type Journal, type Origin, SOCKET, unsentIn, whoseIs } from './journal.ts';

const AT_ONCE = 1_000;

/** Whether the process that listened on a socket has ended. A suspended process still accepts connections. */
const hasEnded = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(false);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });

/** What a journal proves was not sent; null when it cannot be opened. */
async function readUnsent(path: string, origin: Origin): Promise<Unsent[] | 'foreign' | 'old' | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    const header = Buffer.alloc(HEADER);
    const { bytesRead } = await file.read(header, 0, HEADER, 0);
    const whose = whoseIs(header.subarray(0, bytesRead), (await file.stat()).ino, origin);
    return whose === 'own' ? unsentIn(await file.readFile()) : whose;
  } finally {
    await file.close();
  }
}

/**
 * Gives back deliveries that processes of this machine had begun but provably not sent when they were killed.
 * @param failed is called with the error of a journal; the other journals are still read.
 * @returns a function to call repeatedly; it resolves to how many deliveries were given back.
 */
export function createRecovery(
  database: Database,
  { folder, name, origin }: Pick<Journal, 'folder' | 'name' | 'origin'>,
  failed: (error: unknown) => void,
) {
  // Journals of other databases are left to their own dispatchers, and read only once.
  const foreign = new Set<string>();

  async function recover(other: string, now: number): Promise<number> {
    const path = join(folder, other);
    // Checked before reading: a living process may be sending what it had not sent yet.
    if (!(await hasEnded(path + SOCKET))) return 0;
    const unsent = await readUnsent(path + JOURNAL, origin);
    if (unsent === 'foreign') foreign.add(other);
    if (unsent === null || unsent === 'foreign') return 0;
    let released = 0;
    if (unsent !== 'old') {
      for (let from = 0; from < unsent.length; from += AT_ONCE) {
        const some = unsent.slice(from, from + AT_ONCE);
        released += await retried(() => release(database, some, now));
      }
    }
    await rm(path + JOURNAL, { force: true });
    await rm(path + SOCKET, { force: true });
    return released;
  }

  return async (now: number): Promise<number> => {
    let released = 0;
    for (const file of await readdir(folder).catch(() => [])) {
      const other = file.slice(0, -JOURNAL.length);
      if (!file.endsWith(JOURNAL) || other === name || foreign.has(other)) continue;
      try {
        released += await recover(other, now);
      } catch (error) {
        failed(error);
      }
    }
    return released;
  };
}
