import { retryAfter } from './error.mjs';

/** POST routes that only read. Any other POST may have had an effect before its 503, so it needs an Idempotency-Key. */
const READING_POSTS = /\/(search|search\/(clusters|count|facets|export)|parcels\/batch)$/;

/** @param {Request} request @param {number} status */
function mayRepeat(request, status) {
  if (status === 429) return true;
  if (status !== 503) return false;
  if (request.headers.has('idempotency-key')) return true;
  return request.method !== 'POST' || READING_POSTS.test(new URL(request.url).pathname);
}

/** The longest time of a timer, in milliseconds, 24.8 days: a longer one ends at once. */
const LONGEST = 2 ** 31 - 1;

/** @type {import('./retry.mjs').StartTimer} */
function startTimer(ms, over) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  /** @param {number} left */
  const wait = (left) => {
    timer = left > LONGEST ? setTimeout(wait, LONGEST, left - LONGEST) : setTimeout(over, left);
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/** @param {number} ms @param {AbortSignal} signal @param {import('./retry.mjs').StartTimer} start */
function pause(ms, signal, start) {
  return new Promise((done, fail) => {
    const abort = () => {
      stop();
      fail(signal.reason);
    };
    const stop = start(ms, () => {
      signal.removeEventListener('abort', abort);
      done(undefined);
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** @type {import('./retry.mjs').retrying} */
export function retrying(fetch, { tries, maxWait }, start = startTimer) {
  return async (request) => {
    let waited = 0;
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= tries;
      const response = await fetch(last ? request : request.clone());
      if (last || !mayRepeat(request, response.status)) return response;
      const wait = (retryAfter(response) ?? Number.POSITIVE_INFINITY) * 1000;
      if (waited + wait > maxWait) return response;
      await response.body?.cancel();
      await pause(wait, request.signal, start);
      waited += wait;
    }
  };
}
