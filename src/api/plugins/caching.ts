import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { quarterAt } from '../../domain/market.ts';
import { JSON_TYPE } from '../../records/schemas/common.ts';
import type { Edition } from '../../stores/elastic/edition.ts';
import { isTyped, type Typed } from '../answers/bytes.ts';
import { wantsGeoJson } from '../answers/geojson.ts';
import type { Services } from '../services.ts';
import { addVary } from './cors.ts';
import { withoutSlash } from './methods.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The same text for equal requests. */
    question: string;
    /** The edition of the data when the search began; null where it is not known. */
    edition: Edition | null;
  }
  interface FastifyInstance {
    /**
     * Answers with what `find` returns: records as JSON bytes, or an object of the route's schema. The answer may be that
     * of another request with the same question, so `find` must do nothing for its own caller, such as booking lookups.
     * @returns never for bytes: the type checker cannot see what they hold.
     */
    answer<T extends object>(
      request: FastifyRequest,
      reply: FastifyReply,
      find: () => Promise<T>,
    ): Promise<T extends Buffer | Typed ? never : T>;
  }
}

/** Answers are revalidated, and private to the caller, since they count toward a quota. */
const CACHE_CONTROL = 'private, no-cache';

/** Includes the current quarter, which is the default of some routes. */
function questionOf({ method, url, body }: FastifyRequest, geojson: boolean, now: number): string {
  return [
    method === 'POST' ? 'POST' : 'GET',
    withoutSlash(url),
    geojson ? 'geojson' : '',
    quarterAt(now),
    body === undefined ? '' : JSON.stringify(body),
  ].join('\n');
}

/** Whether a request is for a page of a walk, whose cursor names a snapshot of that walk alone. */
const isWalk = ({ body, query }: FastifyRequest): boolean =>
  [body, query].some((part) => (part as { cursor?: string } | null | undefined)?.cursor !== undefined);

/** A weak ETag for a text: the same data in any compression. */
export const weakTag = (text: string | Buffer): string =>
  `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/** Whether an If-None-Match header names a tag. */
export const namesTag = (header: string, tag: string): boolean => header.includes(tag.slice('W/'.length));

/** Whether an If-None-Match header is `*`, which matches any tag. */
export const namesAny = (header: string | undefined): boolean => header?.trim() === '*';

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** The weak tag of an answer; null while the data may change. */
function tagOf(request: FastifyRequest): string | null {
  const { edition, question } = request;
  if (edition === null || edition.loading || isWalk(request)) return null;
  return weakTag(`${edition.edition}\n${question}`);
}

type Waiting = { resolve(answer: unknown): void; reject(error: unknown): void };

const OLD = Symbol('old');

/**
 * Shares answers in flight: concurrent requests with the same question wait for the first one's answer, and get `OLD`
 * when `valid` finds it too old for them. Answers are not cached: that would cost every request more garbage
 * collection.
 */
function sharing() {
  const running = new Map<string, Waiting[]>();

  async function begin(question: string, answer: () => Promise<unknown>): Promise<unknown> {
    const waiting: Waiting[] = [];
    running.set(question, waiting);
    try {
      const shared = await answer();
      // Nobody knows when all requests that share it have been answered.
      if (waiting.length > 0 && isTyped(shared)) delete shared.free;
      for (const { resolve } of waiting) resolve(shared);
      return shared;
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      throw error;
    } finally {
      running.delete(question);
    }
  }

  return async (question: string, answer: () => Promise<unknown>, valid: () => Promise<boolean>) => {
    const others = running.get(question);
    if (!others) return begin(question, answer);
    const shared = new Promise((resolve, reject) => others.push({ resolve, reject }));
    const [found, isValid] = await Promise.allSettled([shared, valid()]);
    if (isValid.status === 'rejected' || !isValid.value) return OLD;
    if (found.status === 'rejected') throw found.reason;
    return found.value;
  };
}

/** A 304 has no data, so it costs no lookup. */
function giveBack(request: FastifyRequest, reply: FastifyReply): void {
  request.lookup?.giveBack(reply);
  request.lookup = null;
}

const hasEdition = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.access === 'optional' || routeOptions.config.access === 'required';

/**
 * Gives the data routes their ETag, answers 304 without a search to callers that already have the answer, and gives
 * routes `app.answer`, which lets concurrent requests with the same question share one search.
 */
export const caching = fp(async (app: FastifyInstance, { now = Date.now }: Services) => {
  const { editions } = app;
  const share = sharing();
  app.decorateRequest('question', '');
  app.decorateRequest('edition', null);

  app.addHook('preHandler', async (request, reply) => {
    if (!hasEdition(request)) return;
    const geojson = wantsGeoJson(request);
    request.question = questionOf(request, geojson, now());
    const ifNoneMatch = request.headers['if-none-match'];
    request.edition = await (ifNoneMatch === undefined ? editions.known() : editions.current());
    // The deadline may have answered in the meantime.
    if (reply.sent) return reply;
    reply.header('cache-control', CACHE_CONTROL);
    if (request.routeOptions.config.geojson) addVary(reply, 'Accept');
    // A hash costs as much as a small search in memory.
    const tag = ifNoneMatch === undefined ? null : tagOf(request);
    if (ifNoneMatch === undefined || tag === null || !namesTag(ifNoneMatch, tag)) return;
    giveBack(request, reply);
    return reply.code(304).send();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const tag = reply.statusCode < 400 && hasEdition(request) ? tagOf(request) : null;
    if (tag !== null) reply.header('etag', tag);
    // Only now is it certain that there is an answer.
    const isUnwanted = isRead(request) && namesAny(request.headers['if-none-match']);
    if (tag === null || !isUnwanted || !(typeof payload === 'string' || Buffer.isBuffer(payload)))
      return done(null, payload);
    giveBack(request, reply);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });

  const isCurrent = async ({ edition }: FastifyRequest) =>
    edition !== null && (await editions.current())?.edition === edition.edition;

  app.decorate(
    'answer',
    async (request: FastifyRequest, reply: FastifyReply, find: () => Promise<object>) => {
      const findInTurn = () => app.inTurn(request, find);
      const askShared = () =>
        share(`${request.edition?.edition}\n${request.question}`, findInTurn, () => {
          // A request that waits for another's answer does no work.
          request.leave?.();
          return isCurrent(request);
        });
      let answer = isWalk(request) ? await find() : await askShared();
      if (answer === OLD) {
        request.edition = await editions.current();
        answer = await askShared();
        if (answer === OLD) answer = await findInTurn();
      }
      if (Buffer.isBuffer(answer)) reply.type(JSON_TYPE);
      if (isTyped(answer)) {
        reply.type(answer.type);
        if (answer.free) reply.raw.once('close', answer.free);
      }
      // The declaration of `answer` gives its type.
      return (isTyped(answer) ? answer.body : answer) as never;
    },
  );
});
