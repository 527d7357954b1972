import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { heartbeat, type Log, poll } from './run.ts';
import { startTime } from './start-time.ts';

const PATIENCE_MS = 15 * 60_000;

/**
 * Runs `work` while no other process holds the same lock file. Waits for the other one, and throws after 15 minutes. The
 * lock of a process that has ended is ignored, even if it was killed.
 */
export async function withLock<T>(file: string, log: Log, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify({
    pid: process.pid,
    started: startTime(process.pid),
    id: randomBytes(6).toString('hex'),
  });
  let holder = 0;
  const take = async () => {
    const other = await tryLock(file, mine);
    if (other === undefined) return true;
    if (other !== 0 && other !== holder) {
      holder = other;
      log(`Another terrier command (process ${other}) is working on this stack: waiting for it`);
    }
    return undefined;
  };
  const taken = await heartbeat(log, () => 'Waiting for the other terrier command', poll(take, PATIENCE_MS));
  if (!taken)
    throw new Error(
      `The terrier command with process id ${holder} still holds ${file}. End it and try again.`,
    );
  try {
    return await work();
  } finally {
    if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true });
  }
}

/** Takes the lock and returns undefined, or returns the process that holds it (0 while a dead one's lock is removed). */
async function tryLock(file: string, mine: string): Promise<number | undefined> {
  // A link to a finished file appears with all of its content or not at all, and fails when the name is taken.
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, mine);
  try {
    await link(draft, file);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);
  const content = await read(file);
  if (content === undefined) return 0;
  const holder = parse(content);
  if (holder && startTime(holder.pid) === holder.started) return holder.pid;
  // When two processes see the same dead lock, the slower one must not remove the faster one's new lock.
  if ((await read(file)) !== content) return 0;
  const aside = `${draft}.stale`;
  await rename(file, aside).catch(() => {});
  if (((await read(aside)) ?? content) !== content) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
  return 0;
}

function parse(text: string): { pid: number; started: string } | undefined {
  try {
    const { pid, started } = JSON.parse(text);
    return Number.isInteger(pid) ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}
