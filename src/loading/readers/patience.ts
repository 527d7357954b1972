import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';

export interface Patience {
  /** How often a request is sent before it is given up. */
  tries: number;
  /** Wait before the second try, in milliseconds; it doubles with each further try. */
  firstWait: number;
  /** Longest wait in milliseconds, even where the server asks for more. */
  longestWait: number;
  /** Time limit for a whole answer, or for each 64 KiB of a download, in milliseconds. */
  answer: number;
  /** How long to wait in all for a server that prepares a download, in milliseconds. */
  preparing: number;
}

export const PATIENCE: Patience = {
  tries: 6,
  firstWait: 1_000,
  longestWait: 60_000,
  answer: 90_000,
  preparing: 900_000,
};

/** How long to wait after a failed try, in milliseconds: tries count from 1. */
export function waitAfter(failed: number, asked: number | null, patience: Patience): number {
  return Math.min(Math.max(patience.firstWait * 2 ** (failed - 1), asked ?? 0), patience.longestWait);
}

/**
 * Repeats some work while it fails temporarily, with growing waits; while a server prepares its answer, such tries do not
 * count.
 * @throws the last Failure; one that is not temporary at once.
 */
export async function persist<T>(
  work: (attempt: number) => Promise<T>,
  patience: Patience,
  signal?: AbortSignal,
): Promise<T> {
  let waited = 0;
  for (let attempt = 1, failed = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof Failure) || !error.nature.temporary) throw error;
      const { preparing = false, wait = null } = error.nature;
      if (preparing ? waited >= patience.preparing : failed >= patience.tries) throw error;
      const pause = waitAfter(preparing ? attempt : failed++, wait, patience);
      if (preparing) waited += pause;
      await sleep(pause, undefined, { signal });
    }
  }
}
