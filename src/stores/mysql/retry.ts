import { setTimeout as sleep } from 'node:timers/promises';

/** Deadlock, lock wait timeout, and MariaDB's "record has changed": a retry succeeds. */
const PASSING = new Set([1213, 1205, 1020]);
const TRIES = 8;

/** The codes that MySQL, its driver or the system gave an error. drizzle wraps the error that has them. */
export function codesOf(error: unknown): { code?: string; errno?: number } {
  const { code, errno, cause } = error as { code?: string; errno?: number; cause?: unknown };
  return code === undefined && errno === undefined && cause !== undefined ? codesOf(cause) : { code, errno };
}

/** Whether a statement failed because a row with the same unique key already exists. */
export const isDuplicate = (error: unknown) => codesOf(error).errno === 1062;

/**
 * The disk is full, or the server is read-only, cut off from its cluster or shutting down: a retry succeeds once that is
 * over.
 */
const UNABLE = new Set([3, 1021, 1026, 1030, 1047, 1053, 1114, 1290, 1836, 1878]);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { fatal, code, cause } = error as { fatal?: boolean; code?: string; cause?: unknown };
  return fatal === true || code === 'POOL_CLOSED' || isUnreachable(cause);
}

/** Whether a statement failed because the server cannot be reached, or cannot take it now. */
export const isAway = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Error && UNABLE.has(codesOf(error).errno ?? 0));

/** Runs a transaction. It restarts when it loses a race for its rows; everything else is thrown. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === TRIES || !PASSING.has(codesOf(error).errno ?? 0)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}
