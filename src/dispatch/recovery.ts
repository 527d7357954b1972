import { open, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Database } from '../mysql/database.ts';
import { release, type Unsent } from './claim.ts';
import { JOURNAL, type Journal, type Origin, SOCKET, unsentIn } from './journal.ts';

const AT_ONCE = 1_000;

/** Whether the process that listened on a socket has ended. A process that stands still has not. */
const hasEnded = (socket: string): Promise<boolean> =>
  new Promise((tell) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      tell(false);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) => tell(code === 'ECONNREFUSED'));
  });

async function readUnsent(path: string, origin: Origin): Promise<Unsent[] | 'foreign' | 'old' | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    return unsentIn(await file.readFile(), (await file.stat()).ino, origin);
  } finally {
    await file.close();
  }
}

/**
 * Gives back what processes of this machine had begun and provably not sent when they were killed.
 * @returns how many deliveries.
 */
export async function recoverJournals(
  database: Database,
  { folder, name, origin }: Pick<Journal, 'folder' | 'name' | 'origin'>,
  now: number,
): Promise<number> {
  let released = 0;
  for (const file of await readdir(folder).catch(() => [])) {
    const other = file.slice(0, -JOURNAL.length);
    if (!file.endsWith(JOURNAL) || other === name) continue;
    // Before it is read: what a living process has not sent yet it may be sending now.
    if (!(await hasEnded(join(folder, other + SOCKET)))) continue;
    const unsent = await readUnsent(join(folder, file), origin);
    if (unsent === null || unsent === 'foreign') continue;
    if (unsent !== 'old') {
      for (let from = 0; from < unsent.length; from += AT_ONCE) {
        released += await release(database, unsent.slice(from, from + AT_ONCE), now);
      }
    }
    await rm(join(folder, file), { force: true });
    await rm(join(folder, other + SOCKET), { force: true });
  }
  return released;
}
