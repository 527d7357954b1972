import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFairQueue } from '../../domain/fair-queue.ts';
import { OVERLOADED } from '../../domain/problems.ts';
import { startTimer } from '../../domain/timer.ts';
import { originHeaders } from '../plugins/cors.ts';
import { errorAnswer } from '../plugins/errors.ts';
import { requestId } from '../plugins/server.ts';
import type { Services } from '../services.ts';
import { type Caller, LONGEST, type Ticket } from './ticket.ts';

/** Callers who pay, and the rest: those without a key or with a free one. */
type CallerKind = 'paying' | 'other';

/** Requests of paying callers begin before others. */
const RANK: Record<CallerKind, number> = { paying: 0, other: 1 };

/** How many requests may wait per slot: enough to serve all of a paying caller's burst. */
const WAITING: Record<CallerKind, number> = { paying: 16, other: 1 };
/** How long a body may take to arrive while its request holds a slot, in milliseconds. */
const BODY_WAIT = 20;
/** Refusals are logged together, at most once in this many milliseconds. */
const LOG_EVERY = 10_000;

/** A request that has waited this long to be read is late, in milliseconds. */
const LATE = 25;
/** One slow request makes those behind it late. Only under overload are requests late for this long, in milliseconds. */
const LASTING = 250;

interface Loop {
  /** Milliseconds, on a monotonic clock. */
  now(): number;
  /** Runs `end` when this turn of the event loop has read all that had arrived. */
  onTurnEnd(end: () => void): void;
}
const EVENT_LOOP: Loop = { now: () => performance.now(), onTurnEnd: setImmediate };

/**
 * Call the result when a request is read: it returns whether requests have been read late for a while. The event loop reads
 * all that has arrived in one turn, one after the other, so each has waited at least as long as that turn has lasted.
 */
export function lateness({ now, onTurnEnd }: Loop = EVENT_LOOP): () => boolean {
  let isReading = false;
  let began = 0;
  let ended = 0;
  /** When the first of the late turns ended. A single one, however long, is no overload. */
  let since = Number.POSITIVE_INFINITY;

  function end(): void {
    isReading = false;
    ended = now();
    since = ended - began < LATE ? Number.POSITIVE_INFINITY : Math.min(since, ended);
  }

  return () => {
    const time = now();
    if (!isReading) {
      isReading = true;
      began = time;
      // Between the turns of an overload there is no pause.
      if (time - ended >= LATE) since = Number.POSITIVE_INFINITY;
      onTurnEnd(end);
    }
    return time - began >= LATE && time - since >= LASTING;
  };
}

const kindOf = ({ key }: Caller): CallerKind => (key && key.tier !== 'free' ? 'paying' : 'other');

/** Whether a body is still to come. Those of GET and HEAD are never read. */
const hasBody = ({ method, headers, raw }: FastifyRequest) =>
  !(raw.complete || method === 'GET' || method === 'HEAD') &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** The first part of an address after its prefix. */
const SECTION = /^(?:\/api)?\/v1\/([^/?]+)/;
const sectionOf = (url: string): string | undefined => SECTION.exec(url)?.[1];

/** A test for requests without a key for routes that take one. */
function keylessFor(app: FastifyInstance): (request: IncomingMessage) => boolean {
  /** The first parts of the addresses of routes that take a key. */
  const sections = new Set<string | undefined>();
  app.addHook('onRoute', ({ url, config: { access = 'open' } = {} }) => {
    const section = sectionOf(url);
    if (section !== undefined && access !== 'open') sections.add(section);
  });
  return ({ headers, method, url }) =>
    headers.authorization === undefined && method !== 'OPTIONS' && sections.has(sectionOf(url!));
}

/** Logs refusals together. Call it once for each. */
function refusalLog(app: FastifyInstance): () => void {
  let unlogged = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    unlogged++;
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY) return;
    app.log.warn({ refused: unlogged }, 'more requests than can be served: some are refused');
    unlogged = 0;
    loggedAt = now;
  };
}

/**
 * Limits how many requests that reach a store are in progress at once and how many wait, and refuses the rest. Callers are
 * served in turn, and a paying caller who floods the queue is the first whose requests are refused. A request holds a slot from
 * before its limits are counted until its answer begins, so neither a slow reader nor a slow sender holds one. The deadline
 * ends a wait that is too long.
 */
export function createQueue(app: FastifyInstance, { config, patience, isLate = lateness() }: Services) {
  const atOnce = config.REQUESTS_AT_ONCE;
  const slots = createFairQueue(atOnce, Object.keys(RANK).length);
  const admitted = { paying: 0, other: 0 };
  const refused = { paying: 0, other: 0 };
  const waiting = { paying: 0, other: 0 };
  const logRefusal = refusalLog(app);
  const isKeyless = keylessFor(app);
  const headersOf = originHeaders(config);

  function noteRefusal(kind: CallerKind): void {
    refused[kind]++;
    logRefusal();
  }

  // Lateness counts too: the queue does not see requests that wait to be read.
  function isTooMuch(kind: CallerKind): boolean {
    if (kind === 'paying') return waiting.paying >= WAITING.paying * atOnce;
    return isLate() || waiting.paying + waiting.other >= WAITING.other * atOnce;
  }

  /** Lets the next request begin. */
  function release(ticket: Ticket): void {
    if (ticket.slot !== 'held') return;
    ticket.slot = 'released';
    slots.release(ticket.caller!.subject);
  }

  function begin(ticket: Ticket): void {
    const { request, reply } = ticket;
    ticket.slot = 'held';
    // The caller may have left, or the deadline may have passed.
    if (reply.sent || request.raw.destroyed) release(ticket);
    else if (hasBody(request)) {
      const stop = startTimer(BODY_WAIT, () => release(ticket));
      request.raw.once('end', stop).once('close', stop);
    }
  }

  /** Waits for a slot for a request of a known caller. @throws 503 when there are more than can be served. */
  function acquire(ticket: Ticket): Promise<void> {
    const { subject } = ticket.caller!;
    const kind = kindOf(ticket.caller!);
    if (isTooMuch(kind) && !(kind === 'paying' && slots.evictFor(RANK.paying, subject))) {
      noteRefusal(kind);
      throw OVERLOADED;
    }
    waiting[kind]++;
    return new Promise<void>((resolve, reject) => {
      slots.acquire(RANK[kind], subject, {
        begin() {
          waiting[kind]--;
          admitted[kind]++;
          begin(ticket);
          resolve();
        },
        refuse() {
          waiting[kind]--;
          noteRefusal(kind);
          reject(OVERLOADED);
        },
      });
    });
  }

  return {
    figures: () => ({ inProgress: slots.inUse(), waiting, admitted, refused }),
    acquire,
    release,

    /** Waits for another slot, where a request whose body arrived slowly has released its own; null where it has one. */
    reacquire: (ticket: Ticket): Promise<void> | null =>
      ticket.slot === 'released' ? acquire(ticket) : null,

    /** Work for a caller who left goes on, but holds its slot no longer than other work. */
    releaseLater(ticket: Ticket): void {
      if (ticket.slot === 'held') setTimeout(release, patience ?? LONGEST, ticket).unref();
    },

    /** Runs `work` for an admitted request in its slot, else in another that it waits for: it is never refused further work. */
    async withSlot<T>({ slot, caller }: Ticket, work: () => Promise<T>): Promise<T> {
      if (slot === 'held') return work();
      const { subject } = caller!;
      await new Promise<void>((begin) => slots.acquire(RANK.paying, subject, { begin }));
      try {
        return await work();
      } finally {
        slots.release(subject);
      }
    },

    /**
     * Under overload, refuses a request without a key before all other work: there may be thousands a second.
     * @returns whether it did.
     */
    refuseEarly(request: IncomingMessage, response: ServerResponse): boolean {
      // Once the server has closed, Fastify ends the connection of each request.
      if (!isTooMuch('other') || !app.server.listening || !isKeyless(request)) return false;
      noteRefusal('other');
      const { status, headers, body } = errorAnswer(OVERLOADED, requestId(request), request.headers.accept);
      response.writeHead(status, { ...headers, ...headersOf(request.headers.origin) }).end(body);
      return true;
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;
