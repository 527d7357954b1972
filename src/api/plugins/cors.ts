import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANY_ORIGIN, type Config, originsIn } from '../../config.ts';
import { EXPOSED_HEADERS } from '../../records/schemas/headers.ts';

const EXPOSED = EXPOSED_HEADERS.join(', ');

/** Names of headers, separated by commas. */
const HEADER_NAMES = /^[!#$%&'*+.^_`|~\w-]+(?:[ \t]*,[ \t]*[!#$%&'*+.^_`|~\w-]+)*$/;
/** In characters: longer than any browser asks for. */
const LONGEST_NAMES = 2_000;
const USUAL_NAMES = 'Authorization, Content-Type, If-None-Match, Idempotency-Key, X-Request-Id, Accept';

/**
 * Headers of the answer to a preflight request. All headers that are asked for are allowed, such as those that tools for
 * tracing add to each request: there are no cookies, so pages can do no more than programs. Not `*`, which does not include
 * Authorization.
 */
function preflightHeaders(asked: string | undefined): Record<string, string> {
  const areNames = asked !== undefined && asked.length <= LONGEST_NAMES && HEADER_NAMES.test(asked);
  return {
    'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
    'access-control-allow-headers': areNames ? `${USUAL_NAMES}, ${asked}` : USUAL_NAMES,
    'access-control-max-age': '86400',
  };
}

/** Adds to the Vary header, which every answer has. */
export function addVary(reply: FastifyReply, name: string): void {
  reply.header('vary', `${reply.getHeader('vary')}, ${name}`);
}

const ALLOWED = 'access-control-allow-origin';

/** The headers of an answer to a page, by its origin. */
export function originHeaders({ CORS_ORIGINS }: Config) {
  const origins = new Set(originsIn(CORS_ORIGINS));
  const isForAll = origins.has(ANY_ORIGIN);
  const vary: Record<string, string> = isForAll ? {} : { vary: 'Origin' };
  return (origin: string | undefined): Record<string, string> => {
    if (origin === undefined || !(isForAll || origins.has(origin))) return vary;
    return { ...vary, [ALLOWED]: isForAll ? ANY_ORIGIN : origin, 'access-control-expose-headers': EXPOSED };
  };
}

/**
 * Lets pages of the origins in CORS_ORIGINS call the API with a key. A preflight request is answered before any other
 * check: it has no key and counts toward no limit. Not @fastify/cors, which adds a route `OPTIONS *`, under which unknown
 * addresses are a 405 and not a 404, and answers preflight requests of other origins and plain OPTIONS itself.
 * @returns `answerPreflight`, which sets the headers of a request's origin, and whether it answered it; and whether answers
 * to programs have them, too.
 */
export function cors(config: Config) {
  const headersOf = originHeaders(config);
  return {
    varies: 'vary' in headersOf(undefined),
    answerPreflight({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
      const { vary, ...own } = headersOf(headers.origin);
      reply.headers(own);
      if (vary !== undefined) addVary(reply, vary);
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined || !(ALLOWED in own))
        return false;
      addVary(reply, 'Access-Control-Request-Headers');
      reply.code(204).headers(preflightHeaders(headers['access-control-request-headers'])).send();
      return true;
    },
  };
}
