import { setTimeout as sleep } from 'node:timers/promises';

/** Deadlock, lock wait, and MariaDB's "record has changed": a retry succeeds. */
const PASSING = new Set([1213, 1205, 1020]);
const TRIES = 8;

function errnoOf(error: unknown): number | undefined {
  const { errno, cause } = error as { errno?: number; cause?: unknown };
  return errno ?? (cause === undefined ? undefined : errnoOf(cause));
}

/** Whether a statement failed because a row with the same unique key exists. */
export const isDuplicate = (error: unknown) => errnoOf(error) === 1062;

/** Whether a statement failed because the server cannot be reached. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { fatal, code, cause } = error as { fatal?: boolean; code?: string; cause?: unknown };
  return fatal === true || code === 'POOL_CLOSED' || isUnreachable(cause);
}

/** Runs a whole transaction again after it lost a race for its rows. Throws everything else. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === TRIES || !PASSING.has(errnoOf(error) ?? 0)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}
