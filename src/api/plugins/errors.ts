import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { errors as elastic } from '@elastic/elasticsearch';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import fp from 'fastify-plugin';
import {
  ApiError,
  ERROR_CODES,
  type ErrorCode,
  invalid,
  notFound,
  OVERLOADED,
  unavailable,
} from '../../domain/problems.ts';
import { JSON_TYPE } from '../../records/schemas/common.ts';
import { isAway as isMysqlAway } from '../../stores/mysql/retry.ts';
import { prefers } from './bodies.ts';
import { readFaults } from './faults.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The error body of the answer; null when it is not an error. */
    errorBody: string | null;
  }
}

const FASTIFY_CODES: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'invalid_json',
    'The body is not valid JSON, or has the key __proto__ or constructor.prototype',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty; a JSON object is needed'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be application/json'],
  FST_ERR_MAX_PARAM_LENGTH: ['bad_request', 'A part of the path is too long'],
  FST_ERR_BAD_URL: ['bad_request', 'The path is not validly percent-encoded'],
};

const isElasticsearchAway = (error: unknown) =>
  error instanceof elastic.ConnectionError ||
  error instanceof elastic.TimeoutError ||
  error instanceof elastic.NoLivingConnectionsError ||
  (error instanceof elastic.ResponseError && [404, 429, 502, 503, 504].includes(error.statusCode ?? 0));

/** Of every answer, besides its id. A route whose answers can be kept says so. */
export const COMMON_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

const OUR_FAULT = 'Something failed here; please report the request_id';

const tooLarge = ({ routeOptions: { bodyLimit } }: FastifyRequest) =>
  new ApiError(
    'body_too_large',
    `The body is larger than ${bodyLimit! / 1024} KiB, the most that this route takes`,
  );

function toApiError(error: FastifyError | ApiError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (isElasticsearchAway(error)) return unavailable('Elasticsearch', error);
  if (isMysqlAway(error)) return unavailable('MySQL', error);
  if (error.validation) {
    const { sentence, faults } = readFaults(error.validation, error.validationContext);
    return invalid(sentence, faults);
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request);
  const known = FASTIFY_CODES[error.code];
  if (known) return new ApiError(...known);
  // A query that Elasticsearch rejects is the fault of this program, not of the caller.
  const ours = error instanceof elastic.ResponseError;
  if (!ours && error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError(error instanceof SyntaxError ? 'invalid_json' : 'bad_request', error.message);
  }
  const internal = new ApiError('internal_error', OUR_FAULT);
  internal.cause = error;
  return internal;
}

/** The start of markup: errors repeat parts of the request, and a page may show one unescaped. */
const MARKUP = /<(?=[a-z/!?])/gi;

export const PROBLEM_TYPE = 'application/problem+json';

/** Whether a caller asks for errors in the form of RFC 9457. */
const wantsProblem = (accept: string | undefined): boolean =>
  accept?.toLowerCase().includes(PROBLEM_TYPE) === true && prefers(accept, PROBLEM_TYPE, 'application/json');

/** The body of an error, and its media type. */
function errorContent(error: ApiError, id: string, accept: string | undefined) {
  const [status] = ERROR_CODES[error.code];
  const told = {
    code: error.code,
    request_id: id,
    ...(error.faults.length > 0 ? { errors: error.faults } : {}),
  };
  const asProblem = wantsProblem(accept);
  const content = asProblem
    ? { type: 'about:blank', title: STATUS_CODES[status], status, detail: error.message, ...told }
    : { error: error.message, ...told };
  return {
    status,
    type: asProblem ? `${PROBLEM_TYPE}; charset=utf-8` : JSON_TYPE,
    body: JSON.stringify(content).replace(MARKUP, '\\u003c'),
  };
}

/** An error as an answer outside of Fastify. */
export function errorAnswer(error: ApiError, id: string, accept?: string) {
  const { status, type, body } = errorContent(error, id, accept);
  const own = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
  return { status, body, headers: { ...own, 'x-request-id': id, ...COMMON_HEADERS, ...error.headers } };
}

const ANSWER_HEADERS = ['content-encoding', 'content-disposition', 'content-length', 'etag'];

function makeError(error: ApiError, request: FastifyRequest, reply: FastifyReply): string {
  const { status, type, body } = errorContent(error, request.id, request.headers.accept);
  // A refusal under load is not a failure.
  if (status >= 500 && error !== OVERLOADED)
    request.log.error({ err: error, code: error.code }, 'request failed');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  for (const name of ANSWER_HEADERS) reply.removeHeader(name);
  reply
    .code(status)
    .header('x-request-id', request.id)
    .headers({ ...COMMON_HEADERS, ...error.headers })
    .type(type);
  reply.errorBody = body;
  return body;
}

/** Answers a request with the error body of what was thrown. */
export function answerWith(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.send(makeError(toApiError(error, request), request, reply));
}

/** Longer addresses are cut in messages. */
const LONGEST_REPEATED = 200;

/** 404 for an unknown route. */
export function noRoute({ method, originalUrl }: FastifyRequest): ApiError {
  const path = originalUrl.split('?')[0]!;
  const shown = path.length > LONGEST_REPEATED ? `${path.slice(0, LONGEST_REPEATED)}…` : path;
  return notFound(`There is no route ${method} ${shown}`);
}

/** Discards a response that will not be sent. */
export function discard(payload: unknown): void {
  if (payload instanceof Readable) payload.on('error', () => {}).destroy();
}

/**
 * Checks that an error body has a status of 400 or above, and that no other body has. A mismatch is a fault of this program,
 * and is answered with a 500.
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

/** Answers every error with the API's error body, and checks that the body and status of each answer match. */
export const errors = fp(async (app: FastifyInstance) => {
  app.decorateReply('errorBody', null);
  app.setErrorHandler(answerWith);
  app.setNotFoundHandler((request, reply) => answerWith(noRoute(request), request, reply));
  app.addHook('onSend', (request, reply, payload, done) => done(null, checkAnswer(request, reply, payload)));
});

/**
 * Answers 405, listing the allowed methods, when an address has routes but none for the request's method. Register it
 * before all routes; `refuseOtherMethods` adds the routes for the other methods after them.
 */
export const methods = fp(async (app: FastifyInstance) => {
  const known = new Map<string, Set<HTTPMethods>>();
  app.addHook('onRoute', ({ url, method }) => {
    const names = known.get(url) ?? new Set();
    for (const name of [method].flat()) names.add(name);
    known.set(url, names);
  });
  app.decorate('refuseOtherMethods', () => {
    for (const [url, names] of [...known]) {
      const allow = [...names].sort().join(', ');
      app.route({
        url,
        method: (app.supportedMethods as HTTPMethods[]).filter((name) => !names.has(name)),
        schema: { hide: true },
        onRequest: async ({ method }) => {
          throw new ApiError('method_not_allowed', `${method} is not allowed here; allowed: ${allow}`, {
            allow,
          });
        },
        handler: () => {},
      });
    }
  });
});

declare module 'fastify' {
  interface FastifyInstance {
    /** Call it once, after all routes are registered. */
    refuseOtherMethods(): void;
  }
}
