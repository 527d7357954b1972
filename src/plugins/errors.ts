import { errors as elastic } from '@elastic/elasticsearch';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isUnreachable } from '../mysql/retry.ts';
import { type Broken, type Fault, readFaults } from './faults.ts';

/** Every machine-readable error code with its status; the OpenAPI document lists them. */
export const ERROR_CODES = {
  invalid_parameter: [400, 'A parameter or body field is missing, of a wrong type, out of range or unknown'],
  invalid_json: [400, 'The body is not JSON'],
  bad_request: [400, 'The request cannot be understood'],
  missing_key: [401, 'This route needs an API key'],
  invalid_key: [401, 'The API key is malformed or unknown'],
  inactive_key: [403, 'The API key was deactivated'],
  expired_key: [403, 'The API key has expired'],
  webhooks_not_included: [403, 'The plan of the key has no webhooks'],
  exports_not_included: [403, 'The plan of the key has no exports'],
  endpoint_quota: [403, 'The plan’s active webhook endpoints are all in use'],
  not_found: [404, 'No such parcel, owner, webhook, delivery or route'],
  method_not_allowed: [405, 'The address has no route of this method; Allow names those it has'],
  not_retryable: [409, 'Only dead-lettered deliveries are retried'],
  endpoint_disabled: [409, 'The webhook endpoint is disabled'],
  idempotency_in_progress: [409, 'Another request with the same Idempotency-Key is under way'],
  body_too_large: [413, 'The body is larger than 1 MiB'],
  unsupported_media_type: [415, 'The body must be application/json'],
  ambiguous_parcel: [422, 'A bare parcel number does not name exactly one parcel'],
  idempotency_conflict: [422, 'The Idempotency-Key came with another request before'],
  monthly_limit: [
    429,
    'The lookups of this calendar month are used up, or fewer are left than the request needs',
  ],
  burst_limit: [429, 'Too many requests in this minute'],
  event_quota: [429, 'The webhook events of this day are used up'],
  test_limit: [429, 'Too many test deliveries in this minute'],
  internal_error: [500, 'Something failed here; the request id helps us find it'],
  unavailable: [503, 'A part of the service is away; try again shortly'],
} as const satisfies Record<string, readonly [number, string]>;
export type ErrorCode = keyof typeof ERROR_CODES;

/** An answer that is not what was asked for; its status follows from the code. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  /** What is wrong with which field, where that is known. */
  readonly faults: Fault[];

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}, faults: Fault[] = []) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.faults = faults;
  }
}

export const notFound = (what: string) => new ApiError('not_found', what);
export const invalid = (message: string, faults: Fault[] = []) =>
  new ApiError('invalid_parameter', message, {}, faults);

/** A field whose value is well-formed and cannot be; `message` goes on after its name. */
export const wrong = (field: string, message: string) => invalid(`${field} ${message}`, [{ field, message }]);

/** Seconds after which a caller may try again when a part of the service is away. */
const RETRY_UNAVAILABLE = '2';

/** A part of the service did not answer; the cause is kept for the log only. */
export function unavailable(part: string, cause: unknown): ApiError {
  const error = new ApiError('unavailable', `${part} is unavailable; try again in a few seconds`, {
    'retry-after': RETRY_UNAVAILABLE,
  });
  error.cause = cause;
  return error;
}

const FASTIFY_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'invalid_json',
    'The body is not valid JSON, or holds the key __proto__ or constructor.prototype',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty; a JSON object is needed'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than 1 MiB'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be application/json'],
  FST_ERR_BAD_URL: ['bad_request', 'The path is not validly percent-encoded'],
};

const isAway = (error: unknown) =>
  error instanceof elastic.ConnectionError ||
  error instanceof elastic.TimeoutError ||
  error instanceof elastic.NoLivingConnectionsError ||
  (error instanceof elastic.ResponseError && [404, 429, 502, 503, 504].includes(error.statusCode ?? 0));

function toApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  if (isAway(error)) return unavailable('Elasticsearch', error);
  if (isUnreachable(error)) return unavailable('MySQL', error);
  if (error.validation) {
    const { sentence, faults } = readFaults(error.validation as unknown as Broken[], error.validationContext);
    return invalid(sentence, faults);
  }
  const known = FASTIFY_CODES[error.code];
  if (known) return new ApiError(...known);
  // What Elasticsearch refuses is our fault, not the caller's.
  const ours = error instanceof elastic.ResponseError;
  if (!ours && error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError(error instanceof SyntaxError ? 'invalid_json' : 'bad_request', error.message);
  }
  const internal = new ApiError('internal_error', 'Something failed here; please report the request_id');
  internal.cause = error;
  return internal;
}

/** What failed, without the parameters of a statement that failed: there are hashes, addresses and secrets among them. */
function loggable(error: ApiError): unknown {
  const cause = error.cause ?? error;
  const inner = cause instanceof DrizzleQueryError ? cause.cause : cause;
  if (!(inner instanceof Error) || !('sql' in inner || 'sqlMessage' in inner))
    return inner ?? 'a statement failed';
  const { code, errno } = inner as { code?: string; errno?: number };
  return { type: 'MySQL', code, errno };
}

/** The error body: decisions of section 1. */
function send(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const [status] = ERROR_CODES[error.code];
  if (status >= 500) request.log.error({ err: loggable(error), code: error.code }, 'request failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  request.lookup?.giveBack(reply);
  request.lookup = null;
  const told = error.faults.length > 0 ? { errors: error.faults } : {};
  // What an answer that came too late, or broke off before it began, has set.
  for (const name of ['content-encoding', 'content-disposition', 'etag']) reply.removeHeader(name);
  reply
    .code(status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: error.message, code: error.code, request_id: request.id, ...told }));
}

/** Answers a request with the error body of whatever was thrown. */
export function answerWith(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(toApiError(error), request, reply);
}

/** For a request that no route takes. */
export const noRoute = ({ method, originalUrl }: FastifyRequest) =>
  notFound(`There is no route ${method} ${originalUrl.split('?')[0]}`);

export const errors = fp(async (app: FastifyInstance) => {
  app.setErrorHandler(answerWith);
  app.setNotFoundHandler((request, reply) => send(noRoute(request), request, reply));
});
