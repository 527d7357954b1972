import { retrying } from '/assets/vendor/client/retry.mjs';
import { currentKey } from './session.js';

/** Requests refused because a store is down or the service is overloaded are retried before the failure is shown. */
const PATIENCE = { tries: 3, maxWait: 10_000 };

/** The codes of failures that only another key mends. */
export const KEY_PROBLEMS = ['missing_key', 'invalid_key', 'expired_key', 'inactive_key'];

/** `code` is the API's, or `network` when there was no answer. */
export class ApiFailure extends Error {
  constructor(status, code, message, retryAfter) {
    super(message);
    Object.assign(this, { status, code, retryAfter });
  }
}

/** What to tell people about a failure; `otherwise` if it is a mistake of the page. */
export function advice(failure, otherwise = 'Something went wrong on this page') {
  if (failure.code === undefined) return otherwise;
  if (failure.code === 'network') return 'Terrier does not answer. Is it running?';
  if (failure.status === 401 || ['expired_key', 'inactive_key'].includes(failure.code))
    return `${failure.message}. Use another key.`;
  if (failure.code === 'burst_limit')
    return `${failure.message}. Wait ${failure.retryAfter ?? 'some'} s, or use a key of a larger plan.`;
  return failure.message;
}

const broken = (signal) => (error) => {
  if (error.name === 'AbortError') throw error;
  signal?.throwIfAborted();
  return null;
};

/**
 * Calls the API (`path` is under /api/v1) with the current key, and returns the successful answer as a stream. Reads are
 * retried after a short Retry-After. Throws ApiFailure, and an AbortError when the signal aborts.
 */
export async function request(path, { method, body, accept, signal, key = currentKey() } = {}) {
  const headers = {};
  if (key !== null) headers.authorization = `Bearer ${key}`;
  if (accept !== undefined) headers.accept = accept;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, signal };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await retrying(
    ({ url }) => fetch(url, init),
    PATIENCE,
  )(new Request(`/api/v1${path}`, init)).catch(broken(signal));
  if (response === null) throw new ApiFailure(0, 'network', 'No answer');
  if (response.ok) return response;
  const answer = await response.json().catch(broken(signal));
  const retryAfter = response.headers.get('retry-after');
  throw new ApiFailure(
    response.status,
    answer?.code ?? 'unknown',
    answer?.error ?? `Status ${response.status}`,
    retryAfter,
  );
}

/** Calls the API as `request` does, and reads the answer. */
export async function api(path, options = {}) {
  const response = await request(path, options);
  // The connection may end in the middle of the answer.
  const answer = await response.json().catch(broken(options.signal));
  if (answer === null) throw new ApiFailure(0, 'network', 'The answer broke off');
  return answer;
}

/** The curl command of a request, for copying; readers fill in their key. */
export function asCurl(path, body) {
  const key = currentKey() === null ? '' : ` -H 'Authorization: Bearer YOUR_KEY'`;
  const data =
    body === undefined
      ? ''
      : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
  return `curl -s '${location.origin}/api/v1${path.replaceAll("'", '%27')}'${key}${data}`;
}
