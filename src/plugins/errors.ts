import { Readable } from 'node:stream';
import { errors as elastic } from '@elastic/elasticsearch';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isUnreachable } from '../mysql/retry.ts';
import { JSON_TYPE } from '../schemas/common.ts';
import { type Broken, type Fault, readFaults } from './faults.ts';
import { commonHeaders } from './request-id.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The error body that the request is answered with; null while it is none. */
    errorBody: string | null;
  }
}

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
  request_timeout: [408, 'The request did not arrive in time'],
  not_retryable: [409, 'Only dead-lettered deliveries are retried'],
  endpoint_disabled: [409, 'The webhook endpoint is disabled'],
  idempotency_in_progress: [409, 'Another request with the same Idempotency-Key is under way'],
  body_too_large: [413, 'The body is larger than 1 MiB'],
  unsupported_media_type: [415, 'The body must be application/json'],
  ambiguous_parcel: [422, 'A bare parcel number does not name exactly one parcel'],
  idempotency_conflict: [422, 'The Idempotency-Key came with another request before'],
  headers_too_large: [
    431,
    'The address and headers of the request are too long; a long search goes into a body',
  ],
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

const OUR_FAULT = 'Something failed here; please report the request_id';

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
  const internal = new ApiError('internal_error', OUR_FAULT);
  internal.cause = error;
  return internal;
}

/** What is said of an error, as JSON. */
export const errorBody = (error: ApiError, requestId: string): string =>
  JSON.stringify({
    error: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.faults.length > 0 ? { errors: error.faults } : {}),
  });

/** What an answer that came too late, or broke off before it began, has set. */
const OF_ANSWERS = ['content-encoding', 'content-disposition', 'content-length', 'etag'];

/** Gives a reply the status and headers of an error, and returns its body: decisions of section 1. */
function makeError(error: ApiError, request: FastifyRequest, reply: FastifyReply): string {
  const [status] = ERROR_CODES[error.code];
  if (status >= 500) request.log.error({ err: error, code: error.code }, 'request failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  request.lookup?.giveBack(reply);
  request.lookup = null;
  for (const name of OF_ANSWERS) reply.removeHeader(name);
  // Head and body leave in one step: nothing can change the status while a body is being packed.
  request.headers['x-no-compression'] = '1';
  reply.code(status).headers(commonHeaders(request.id)).headers(error.headers).type(JSON_TYPE);
  reply.errorBody = errorBody(error, request.id);
  return reply.errorBody;
}

/** Answers a request with the error body of whatever was thrown. */
export function answerWith(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.send(makeError(toApiError(error), request, reply));
}

/** For a request that no route takes. */
export const noRoute = ({ method, originalUrl }: FastifyRequest) =>
  notFound(`There is no route ${method} ${originalUrl.split('?')[0]}`);

/** Ends what was to be sent, if it is a stream. */
function discard(payload: unknown): void {
  if (payload instanceof Readable) payload.on('error', () => {}).destroy();
}

/**
 * Holds every answer to its status: an error body has one of 400 or above, and nothing else has. What does not fit is
 * a fault of ours, and is answered so.
 */
function checkAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | undefined {
  const isError = reply.errorBody !== null && payload === reply.errorBody;
  if (isError === reply.statusCode >= 400) return;
  const { method, url: route } = request.routeOptions;
  const fault = isError
    ? 'an error body had the status of an answer'
    : 'an answer had the status of an error';
  request.log.error({ method, route, status: reply.statusCode }, fault);
  discard(payload);
  return makeError(new ApiError('internal_error', OUR_FAULT), request, reply);
}

export const errors = fp(async (app: FastifyInstance) => {
  app.decorateReply('errorBody', null);
  app.setErrorHandler(answerWith);
  app.setNotFoundHandler((request, reply) => answerWith(noRoute(request) as never, request, reply));
  app.addHook('onSend', (request, reply, payload, done) => done(null, checkAnswer(request, reply, payload)));
});
