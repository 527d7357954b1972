import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import fp from 'fastify-plugin';
import { isGeoJson, wantsGeoJson } from '../answers/geojson.ts';
import { quarterAt } from '../domain/market.ts';
import { type Edition, editionReader } from '../elastic/edition.ts';
import { aliasOf } from '../elastic/indices.ts';
import { JSON_TYPE } from '../schemas/common.ts';
import type { Services } from '../services.ts';
import { addVary } from './cors.ts';
import { withoutSlash } from './slash.ts';
import { namesTag, tagOf as weakTag } from './tags.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The question as a text: the same for the same question. */
    question: string;
    /** The data's edition before the request is answered; null when unknown. */
    edition: Edition | null;
  }
  interface FastifyContextConfig {
    /** False when a handler has effects for its caller, such as booking lookups. */
    shared?: boolean;
  }
}

/** Answers may be cached but must be revalidated; those under a key or a quota are private. */
const CACHE_CONTROL = 'private, no-cache';

/** The quarter is part of the question: without one, the day decides which quarter is meant. */
function questionOf({ method, url, body }: FastifyRequest, geojson: boolean, now: number): string {
  return [
    method === 'POST' ? 'POST' : 'GET',
    withoutSlash(url),
    geojson ? 'geojson' : '',
    quarterAt(now),
    body === undefined ? '' : JSON.stringify(body),
  ].join('\n');
}

/** Whether the request is for a page of a walk: its snapshot belongs to one walk, and expires. */
const isWalk = ({ body, query }: FastifyRequest): boolean =>
  [body, query].some((part) => (part as { cursor?: string } | null | undefined)?.cursor !== undefined);

/** A weak tag: the same data in any compression. null while the data may be changing. */
function tagOf(request: FastifyRequest): string | null {
  const { edition, question } = request;
  if (edition === null || edition.loading || isWalk(request)) return null;
  return weakTag(`${edition.edition}\n${question}`);
}

type Waiting = { resolve(answer: unknown): void; reject(error: unknown): void };

/** The in-flight answer is too old for this request. */
const OLD = Symbol('old');

/**
 * Shares in-flight answers: concurrent identical requests wait for the answer of the first, and get `OLD` when `valid`
 * rejects it. Only the waiting requests are kept, never an answer: long-lived buffers would slow down garbage
 * collection for every request.
 */
function sharing() {
  const running = new Map<string, Waiting[]>();

  async function begin(question: string, answer: () => Promise<unknown>): Promise<unknown> {
    const waiting: Waiting[] = [];
    running.set(question, waiting);
    try {
      const found = await answer();
      for (const { resolve } of waiting) resolve(found);
      return found;
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

/**
 * Gives the data routes their ETag, answers 304 without a search to clients that have the answer, and sends concurrent
 * identical questions to Elasticsearch once. Handlers return their answer: an object, or its JSON as bytes.
 */
export const caching = fp(async (app: FastifyInstance, { client, config, now = Date.now }: Services) => {
  const editions = editionReader(client, aliasOf(config.INDEX_PREFIX, 'counties'));
  const share = sharing();
  app.decorateRequest('question', '');
  app.decorateRequest('edition', null);

  async function unchanged(request: FastifyRequest, reply: FastifyReply) {
    const geojson = wantsGeoJson(request);
    request.question = questionOf(request, geojson, now());
    const given = request.headers['if-none-match'];
    request.edition = await (given === undefined ? editions.known() : editions.current());
    // If the deadline has passed, the request was answered already.
    if (reply.sent) return;
    reply.header('cache-control', CACHE_CONTROL);
    if (request.routeOptions.config.geojson) addVary(reply, 'Accept');
    const tag = tagOf(request);
    if (given === undefined || tag === null || !namesTag(given, tag)) return;
    // It has no data, so it costs no lookup.
    request.lookup?.giveBack(reply);
    request.lookup = null;
    return reply.code(304).header('etag', tag).send();
  }

  /** Whether the data still has the edition of the request. */
  const isCurrent = async ({ edition }: FastifyRequest) =>
    edition !== null && (await editions.current())?.edition === edition.edition;

  const answering = (handler: RouteHandlerMethod, shared: boolean): RouteHandlerMethod =>
    async function answer(request, reply) {
      const ask = async () => handler.call(app, request, reply);
      const askShared = () =>
        share(`${request.edition?.edition}\n${request.question}`, ask, () => isCurrent(request));
      const alone = !shared || isWalk(request);
      let found = alone ? await ask() : await askShared();
      if (found === OLD) {
        request.edition = await editions.current();
        found = await askShared();
        if (found === OLD) found = await ask();
      }
      const tag = tagOf(request);
      if (tag !== null) reply.header('etag', tag);
      if (Buffer.isBuffer(found)) reply.type(JSON_TYPE);
      if (!isGeoJson(found)) return found;
      reply.type(found.type);
      return found.body;
    };

  const known = new WeakSet<RouteHandlerMethod>();
  app.addHook('onRoute', (route) => {
    const { access = 'open', shared = true } = route.config ?? {};
    // A HEAD route may have the handler of its GET route.
    if (access === 'open' || access === 'account' || known.has(route.handler)) return;
    route.preHandler = [unchanged, ...[route.preHandler ?? []].flat()];
    route.handler = answering(route.handler, shared);
    known.add(route.handler);
  });
});
