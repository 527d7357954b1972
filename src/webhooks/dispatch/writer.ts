import type { Database } from '../../stores/mysql/database.ts';
import { retried } from '../../stores/mysql/retry.ts';
import { createBatcher } from './batcher.ts';
import { type Claimed, release } from './claim.ts';
import type { EndedAttempt } from './ended.ts';
import { finish } from './finish.ts';

const BATCH = { most: 256, wait: 15, concurrency: 1 };
/** How long a closing writer tries to reach a database that is down, in milliseconds. */
export const CLOSING = 3_000;
const PAUSE = 500;

/** Writes what became of deliveries, in batches. It repeats until it succeeds, or until it has closed. */
export function createWriter(
  database: Database,
  now: () => number,
  failed: (what: string, error: unknown) => void,
) {
  let outOfTime = false;

  async function persistently(what: string, work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        failed(what, error);
        if (outOfTime) return;
        await new Promise((again) => setTimeout(again, PAUSE));
      }
    }
  }

  /** Gives claims back that were not sent. */
  const releaseAll = (claims: Claimed[]): Promise<void> =>
    persistently('release', () => retried(() => release(database, claims, now())));
  const finishes = createBatcher<EndedAttempt>(
    (ended) => persistently('finish', () => finish(database, ended)),
    BATCH,
  );
  const releases = createBatcher<Claimed>(releaseAll, BATCH);

  return {
    finish: finishes.add,
    release: releases.add,
    releaseAll,
    /** What cannot be written in time gets an unknown outcome when its lease ends. */
    async close(): Promise<void> {
      setTimeout(() => {
        outOfTime = true;
      }, CLOSING).unref();
      await Promise.all([finishes.idle(), releases.idle()]);
    },
  };
}
export type Writer = ReturnType<typeof createWriter>;
