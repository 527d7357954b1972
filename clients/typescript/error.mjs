/** @type {import('./error.mjs').TerrierError} */
export class TerrierError extends Error {
  /** @param {Pick<import('./error.mjs').TerrierError, 'message' | 'status' | 'code' | 'requestId' | 'retryAfter' | 'errors'>} details */
  constructor({ message, status, code, requestId, retryAfter, errors }) {
    super(message);
    this.name = 'TerrierError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.errors = errors;
  }
}

const SECONDS = /^\d{1,9}$/;

/** @type {import('./error.mjs').retryAfter} */
export function retryAfter(response, now = Date.now()) {
  const header = response.headers.get('retry-after')?.trim() ?? '';
  if (SECONDS.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** @type {import('./error.mjs').errorOf} */
export function errorOf(response, body) {
  const problem = typeof body === 'object' && body !== null ? body : {};
  const known = typeof problem.error === 'string' && typeof problem.code === 'string';
  return new TerrierError({
    message: known ? problem.error : `The answer was ${response.status} ${response.statusText}`.trim(),
    status: response.status,
    code: known ? problem.code : response.status === 304 ? 'not_modified' : 'unexpected_answer',
    requestId: typeof problem.request_id === 'string' ? problem.request_id : null,
    retryAfter: retryAfter(response),
    errors: Array.isArray(problem.errors) ? problem.errors : [],
  });
}
