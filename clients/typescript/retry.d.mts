export interface Retry {
  /** Most tries for one request, including the first. */
  tries: number;
  /** Longest total wait of one request, in milliseconds. */
  maxWait: number;
}

/** Calls `over` after a time in milliseconds, unless the function that it returns is called first. */
export type StartTimer = (milliseconds: number, over: () => void) => () => void;

/**
 * A fetch that waits and repeats when a 429 or 503 has a Retry-After within the bounds; otherwise, it returns the answer
 * as it is. After a 503, a POST that may write is repeated only with an Idempotency-Key. The request's signal ends the wait.
 * @param start for tests that do not wait.
 */
export function retrying(
  fetch: (request: Request) => Promise<Response>,
  retry: Retry,
  start?: StartTimer,
): (request: Request) => Promise<Response>;
