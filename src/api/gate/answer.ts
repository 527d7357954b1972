import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import { quarterAt } from '../../domain/market.ts';
import { createShared } from '../../domain/shared.ts';
import { JSON_TYPE } from '../../records/schemas/common.ts';
import type { Edition, Editions } from '../../stores/elastic/edition.ts';
import { prefers } from '../plugins/bodies.ts';
import type { Queue } from './queue.ts';
import type { Ticket } from './ticket.ts';

/** An answer of bytes with their media type. */
export interface Typed {
  type: string;
  body: Buffer;
  /** False where it has no data, and so costs no lookup. */
  hasData?: boolean;
  /** Call it when the answer has been sent: its bytes may then be overwritten. */
  free?(): void;
}

/** JSON bytes with their type. */
export const typed = (answer: Buffer | Typed): Typed =>
  Buffer.isBuffer(answer) ? { type: JSON_TYPE, body: answer } : answer;

/**
 * Passes bytes where a route's schema describes an object. For routes whose answer is for their own caller alone; others use
 * `app.data`. Records are passed on as stored: the type checker cannot see what the bytes hold.
 */
export const asAnswer = (answer: Buffer | Readable): never => answer as never;

type Request<S extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  IncomingMessage,
  S,
  TypeBoxTypeProvider
>;
/** An object of a route's schema; a route with several media types answers with bytes alone. */
type Reply<S extends FastifySchema> = S['response'] extends { 200: infer R }
  ? R extends TSchema
    ? Static<R>
    : never
  : object;

export interface DataOptions<S extends FastifySchema> {
  config: FastifyContextConfig;
  bodyLimit?: number;
  schema: S;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Adds a route of data. It answers with what `find` returns: records as JSON bytes, typed bytes, or an object of the
     * route's schema. The answer may be that of another, equal request, so `find` must do nothing for its own caller, such
     * as booking lookups.
     * @param route its method and address, such as `GET /coverage`.
     */
    data<const S extends FastifySchema>(
      route: `${'GET' | 'POST'} /${string}`,
      options: DataOptions<S>,
      find: (request: Request<S>) => Promise<Buffer | Typed | Reply<S>>,
    ): void;
  }
}

/** Answers are revalidated, and private to the caller, since they count toward a quota. */
const CACHE_CONTROL = 'private, no-cache';

/** A weak ETag for a text: the same data in any compression. */
export const weakTag = (text: string | Buffer): string =>
  `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/** Whether an If-None-Match header names a tag. */
export const namesTag = (header: string, tag: string): boolean => header.includes(tag.slice('W/'.length));

/** Whether an If-None-Match header is `*`, which matches any tag. */
export const namesAny = (header: string | undefined): boolean => header?.trim() === '*';

const wantsGeoJson = ({ routeOptions, headers: { accept } }: FastifyRequest): boolean =>
  routeOptions.config.geojson === true &&
  accept !== undefined &&
  prefers(accept, 'application/geo+json', 'application/json');

/** A slash at the end of the path names the same route. */
const LAST_SLASH = /^([^?]+)\/(?=\?|$)/;

function cacheKeyOf(
  { method, url, body, routeOptions }: FastifyRequest,
  geojson: boolean,
  now: () => number,
) {
  const form = geojson ? 'geojson' : '';
  const quarter = routeOptions.config.quarterly ? quarterAt(now()) : '';
  const sent = body === undefined ? '' : JSON.stringify(body);
  return `${method === 'POST' ? 'POST' : 'GET'}\n${url.replace(LAST_SLASH, '$1')}\n${form}\n${quarter}\n${sent}`;
}

/** Whether a request is for a page of a walk, whose cursor names a snapshot of that walk alone. */
const isWalk = ({ body, query }: FastifyRequest): boolean =>
  [body, query].some((part) => (part as { cursor?: string } | null | undefined)?.cursor !== undefined);

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** The weak tag of an answer; null while the data may change. */
function tagOf(request: FastifyRequest): string | null {
  const { edition, cacheKey } = request.ticket;
  if (edition === null || edition.loading || isWalk(request)) return null;
  return weakTag(`${edition.edition}\n${cacheKey}`);
}

const STALE = Symbol('stale');

const isTyped = (answer: unknown): answer is Typed =>
  Buffer.isBuffer((answer as Partial<Typed> | null)?.body);

/**
 * Shares answers in flight: equal requests wait for the first one's answer, and get `STALE` when `valid` finds it too old for
 * them. Answers are not cached: that would cost every request more garbage collection.
 */
function sharing() {
  const shared = createShared<unknown>();
  const joined = new WeakSet<Promise<unknown>>();

  return async (key: string, answer: () => Promise<unknown>, valid: () => Promise<boolean>) => {
    const isFirst = !shared.isRunning(key);
    const running = shared(key, answer);
    if (isFirst) {
      const own = await running;
      // Nobody knows when all requests that share it have been answered.
      if (joined.has(running) && isTyped(own)) delete own.free;
      return own;
    }
    joined.add(running);
    const [found, isValid] = await Promise.allSettled([running, valid()]);
    if (isValid.status === 'rejected' || !isValid.value) return STALE;
    if (found.status === 'rejected') throw found.reason;
    return found.value;
  };
}

const hasEdition = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.access === 'optional' || config.access === 'required';

/**
 * Gives the data routes their ETag, answers 304 without a search to callers that already have the answer, and lets
 * equal requests at the same time share one search.
 */
export function createAnswers(editions: Editions, queue: Queue, now: () => number) {
  const share = sharing();

  const isCurrent = async (edition: Edition | null): Promise<boolean> =>
    edition !== null && (await editions.current())?.edition === edition.edition;

  return {
    /** Finds the edition of the data for a request. @returns whether the caller has the answer already: a 304. */
    async isKnown(ticket: Ticket): Promise<boolean> {
      const { request, reply } = ticket;
      if (!hasEdition(request)) return false;
      ticket.geojson = wantsGeoJson(request);
      ticket.cacheKey = cacheKeyOf(request, ticket.geojson, now);
      const ifNoneMatch = request.headers['if-none-match'];
      ticket.edition = await (ifNoneMatch === undefined ? editions.known() : editions.current());
      // The deadline may have answered in the meantime.
      if (reply.sent) return false;
      // A hash costs as much as a small search in memory.
      const tag = ifNoneMatch === undefined ? null : tagOf(request);
      return ifNoneMatch !== undefined && tag !== null && namesTag(ifNoneMatch, tag);
    },

    /** The body of an answer, which gets its tag; null for one that nobody wants, which becomes a 304. */
    tagged({ request, reply }: Ticket, payload: unknown): unknown {
      const tag = reply.statusCode < 400 && hasEdition(request) ? tagOf(request) : null;
      if (tag === null) return payload;
      reply.headers({ etag: tag, 'cache-control': CACHE_CONTROL });
      // Only now is it certain that there is an answer.
      const isUnwanted = isRead(request) && namesAny(request.headers['if-none-match']);
      if (!isUnwanted || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    },

    /** Answers a request of data with what `find` returns, or with what it returns for an equal request. */
    async answer<R extends FastifyRequest>(
      request: R,
      reply: FastifyReply,
      find: (request: R) => Promise<unknown>,
    ): Promise<never> {
      const { ticket } = request;
      const findInSlot = () => queue.withSlot(ticket, () => find(request));
      const askShared = () =>
        share(`${ticket.edition?.edition}\n${ticket.cacheKey}`, findInSlot, () => {
          // A request that waits for another's answer does no work.
          queue.release(ticket);
          return isCurrent(ticket.edition);
        });
      let answer = isWalk(request) ? await find(request) : await askShared();
      if (answer === STALE) {
        ticket.edition = await editions.current();
        answer = await askShared();
        if (answer === STALE) answer = await findInSlot();
      }
      if (!isTyped(answer)) {
        if (Buffer.isBuffer(answer)) reply.type(JSON_TYPE);
        return answer as never;
      }
      reply.type(answer.type);
      if (answer.hasData === false) ticket.hasData = false;
      ticket.free = answer.free;
      return answer.body as never;
    },
  };
}
