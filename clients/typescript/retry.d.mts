export interface Retry {
  /** Most tries of one request, the first included. */
  tries: number;
  /** Most that one request may wait in all, in milliseconds. */
  maxWait: number;
}

/**
 * A fetch that waits and repeats when an answer of 429 or 503 has a Retry-After within the bounds; otherwise the
 * answer is handed back as it is. A POST that may write is repeated after a 503 only with an Idempotency-Key. The request's signal ends the wait.
 */
export function retrying(
  fetch: (request: Request) => Promise<Response>,
  retry: Retry,
): (request: Request) => Promise<Response>;
