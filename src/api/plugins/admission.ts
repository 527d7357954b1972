import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { OVERLOADED } from '../../domain/problems.ts';
import { createShares } from '../../domain/shares.ts';
import { startTimer } from '../../domain/timer.ts';
import { lateness } from '../lateness.ts';
import type { AdmissionFigures, CallerKind } from '../metrics/admission.ts';
import type { Services } from '../services.ts';
import type { Caller } from './access.ts';
import { originHeaders } from './cors.ts';
import { LONGEST } from './deadline.ts';
import { errorAnswer } from './errors.ts';
import { requestId } from './request-id.ts';

/** Requests of paying callers begin before others. */
const RANK: Record<CallerKind, number> = { paying: 0, other: 1 };

/** How many requests may wait per place: enough to serve all of a paying caller's burst. */
const WAITING: Record<CallerKind, number> = { paying: 16, other: 1 };
/** How long a body may take to arrive while its request holds a place, in milliseconds. */
const BODY_WAIT = 20;
/** Refusals are logged together, at most once in this many milliseconds. */
const LOG_EVERY = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next request begin; null where the request has no place, or no longer has one. */
    leave: (() => void) | null;
    /** Waits for a place if the request, once admitted, has none. @throws 503 as `admit` does. */
    enter: (() => Promise<void>) | null;
  }
  interface FastifyInstance {
    admissionFigures(): AdmissionFigures;
    /**
     * Under overload, refuses a request without a key before all other work: there may be thousands a second.
     * @returns whether it did.
     */
    refuseEarly(request: IncomingMessage, response: ServerResponse): boolean;
    /** Admits a request of a known caller. @throws 503 when there are more than can be served. */
    admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /** Runs `work` for a request, at once if it holds a place, else in its turn. */
    inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
  }
}

const kindOf = (caller: Caller | null): CallerKind =>
  caller?.key && caller.key.tier !== 'free' ? 'paying' : 'other';

/** Whether a body is still to come. Those of GET and HEAD are never read. */
const hasBody = ({ method, headers, raw }: FastifyRequest) =>
  !(raw.complete || method === 'GET' || method === 'HEAD') &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** The first part of an address after its prefix. */
const SECTION = /^(?:\/api)?\/v1\/([^/?]+)/;
const sectionOf = (url: string): string | undefined => SECTION.exec(url)?.[1];

/**
 * Limits how many requests that reach a store are in progress at once and how many wait, and refuses the rest. Callers have
 * their turns, and a paying caller who floods the queue is the first whose requests are refused. A request holds a place from
 * before its limits are counted until its answer begins, so neither a slow reader nor a slow sender holds one. The deadline
 * ends a wait that is too long.
 */
export const admission = fp(async (app: FastifyInstance, options: Services) => {
  const { config, patience, isLate = lateness() } = options;
  const atOnce = config.REQUESTS_AT_ONCE;
  const shares = createShares(atOnce, Object.keys(RANK).length);
  const admitted = { paying: 0, other: 0 };
  const refused = { paying: 0, other: 0 };
  const waiting = { paying: 0, other: 0 };
  app.decorate('admissionFigures', () => ({
    inProgress: shares.taken(),
    waiting,
    admitted,
    refused,
  }));
  app.decorateRequest('leave', null);
  app.decorateRequest('enter', null);

  let unlogged = 0;
  let loggedAt = 0;
  function noteRefusal(kind: CallerKind): void {
    refused[kind]++;
    unlogged++;
    const now = performance.now();
    if (loggedAt > 0 && now - loggedAt < LOG_EVERY) return;
    app.log.warn({ refused: unlogged }, 'more requests than can be served: some are refused');
    unlogged = 0;
    loggedAt = now;
  }

  /** Holds a place until the request leaves it; calls `free` then. */
  function hold(request: FastifyRequest, reply: FastifyReply, free: () => void): void {
    // The caller may have left, or the deadline may have passed.
    if (reply.sent || request.raw.destroyed) return void free();
    const leave = () => {
      if (request.leave !== leave) return;
      request.leave = null;
      free();
    };
    request.leave = leave;
    // Work for a caller who left goes on, but holds its place no longer than other work.
    reply.raw.once('close', () => {
      if (request.leave === leave) setTimeout(leave, patience ?? LONGEST).unref();
    });
    if (!hasBody(request)) return;
    const stop = startTimer(BODY_WAIT, leave);
    request.raw.once('end', stop).once('close', stop);
  }

  // Lateness counts too: the queue does not see requests that wait to be read.
  function isTooMuch(kind: CallerKind): boolean {
    if (kind === 'paying') return waiting.paying >= WAITING.paying * atOnce;
    return isLate() || waiting.paying + waiting.other >= WAITING.other * atOnce;
  }

  app.decorate('admit', (request: FastifyRequest, reply: FastifyReply) => {
    const kind = kindOf(request.caller);
    request.enter = async () => {
      if (request.leave === null) await app.admit(request, reply);
    };
    const { subject } = request.caller!;
    if (isTooMuch(kind) && !(kind === 'paying' && shares.makeRoom(RANK.paying, subject))) {
      noteRefusal(kind);
      throw OVERLOADED;
    }
    waiting[kind]++;
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        waiting[kind]--;
        admitted[kind]++;
        hold(request, reply, () => shares.leave(subject));
        resolve();
      };
      const refuse = () => {
        waiting[kind]--;
        noteRefusal(kind);
        reject(OVERLOADED);
      };
      shares.enter(RANK[kind], subject, { begin, refuse });
    });
  });

  /** The first parts of the addresses of routes that take a key. */
  const sections = new Set<string | undefined>();
  app.addHook('onRoute', ({ url, config: { access = 'open' } = {} }) => {
    const section = sectionOf(url);
    if (section !== undefined && access !== 'open') sections.add(section);
  });
  const isKeyless = ({ headers, method, url }: IncomingMessage) =>
    headers.authorization === undefined && method !== 'OPTIONS' && sections.has(sectionOf(url!));
  const headersOf = originHeaders(config);
  app.decorate('refuseEarly', (request, response) => {
    // Once the server has closed, Fastify ends the connection of each request.
    if (!isTooMuch('other') || !app.server.listening || !isKeyless(request)) return false;
    noteRefusal('other');
    const { status, headers, body } = errorAnswer(OVERLOADED, requestId(request));
    response.writeHead(status, { ...headers, ...headersOf(request.headers.origin) }).end(body);
    return true;
  });

  // An admitted request is never refused further work.
  app.decorate('inTurn', async <T>({ leave, caller }: FastifyRequest, work: () => Promise<T>) => {
    if (leave !== null) return work();
    const { subject } = caller!;
    await new Promise<void>((begin) => shares.enter(RANK.paying, subject, { begin }));
    try {
      return await work();
    } finally {
      shares.leave(subject);
    }
  });

  // A request whose body arrived slowly has given up its place.
  app.addHook('preValidation', async (request) => request.enter?.());
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leave?.();
    done(null, payload);
  });
});
