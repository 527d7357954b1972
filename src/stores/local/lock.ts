import { DatabaseSync } from 'node:sqlite';
import { heartbeat, type Log, poll } from './run.ts';

const PATIENCE_MS = 15 * 60_000;
/** SQLite's code for a lock that another connection holds. */
const BUSY = 5;

/**
 * Runs `work` while no other process holds the same lock file. Waits for the other one, and throws after 15 minutes. The
 * lock is the system's own, on an SQLite file, so that of a process that was killed is free.
 */
export async function withLock<T>(file: string, log: Log, work: () => Promise<T>): Promise<T> {
  const held = new DatabaseSync(file);
  const take = () => {
    try {
      held.exec('BEGIN EXCLUSIVE');
      return true;
    } catch (error) {
      if ((error as { errcode?: number }).errcode === BUSY) return undefined;
      throw error;
    }
  };
  try {
    if (!take()) {
      log('Another terrier command is working on this stack: waiting for it');
      const waited = poll(async () => take(), PATIENCE_MS);
      if (!(await heartbeat(log, 'Waiting for the other terrier command', waited)))
        throw new Error(`Another terrier command still holds ${file}. End it and try again.`);
    }
    return await work();
  } finally {
    held.close();
  }
}
