import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './run.ts';

const PAUSE = 500;

/**
 * Checks a server repeatedly until it is usable, for at most `wait` milliseconds, and says what it waits for.
 * @param check says what is wrong; undefined when nothing is.
 * @param isFinal whether waiting cannot help.
 * @returns what is still wrong; undefined when nothing is.
 */
export async function untilUsable(
  check: () => Promise<string | undefined>,
  isFinal: (trouble: string) => boolean,
  { name, wait, log }: { name: string; wait: number; log: Log },
): Promise<string | undefined> {
  const end = performance.now() + wait;
  for (let said: string | undefined; ; ) {
    const trouble = await check();
    if (trouble === undefined && said !== undefined) log(`${name} is usable`);
    if (trouble === undefined || isFinal(trouble) || performance.now() + PAUSE > end) return trouble;
    const seconds = Math.round(wait / 1000);
    if (said !== trouble) log(`Waiting for ${name}, for at most ${seconds} seconds: ${trouble}`);
    said = trouble;
    await sleep(PAUSE);
  }
}
