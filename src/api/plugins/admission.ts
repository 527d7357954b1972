import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import PQueue from 'p-queue';
import { overloaded } from '../../domain/problems.ts';
import { startTimer } from '../../domain/timer.ts';
import type { AdmissionFigures, CallerKind } from '../metrics/admission.ts';
import type { Caller } from './access.ts';
import { LONGEST } from './deadline.ts';

/** Paying callers begin before others. */
const PRIORITY: Record<CallerKind, number> = { paying: 1, other: 0 };

/** How many requests may wait for each that may be in progress: enough to serve all of a paying caller's burst. */
const WAITING: Record<CallerKind, number> = { paying: 16, other: 1 };
/** Mean delay of the event loop, in milliseconds, above which callers who do not pay are refused. */
const BUSY = 50;
/** How often that delay is measured, in milliseconds. */
const SAMPLE = 250;
/** How long a body may be on its way while its request holds a place, in milliseconds. */
const BODY_WAIT = 20;
/** Refusals are logged together, at most once in so many milliseconds. */
const LOG_EVERY = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next request begin; null where the request has no place, or not anymore. */
    leave: (() => void) | null;
  }
  interface FastifyInstance {
    admissionFigures(): AdmissionFigures;
    /** Lets a request of a known caller in. @throws 503 when there are more than can be served. */
    admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /** Runs `work` for an answer that has begun, in its turn. */
    inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
  }
}

const kindOf = (caller: Caller | null): CallerKind =>
  caller?.key && caller.key.tier !== 'free' ? 'paying' : 'other';

const hasBody = ({ headers, raw }: FastifyRequest) =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

interface AdmissionOptions {
  /** Requests in progress at once. */
  atOnce: number;
  /** Milliseconds in which an answer must begin. Without, as in production, a late event loop refuses as well. */
  patience?: number;
}

/**
 * Bounds how many requests that reach a store are in progress at once and how many wait, and refuses the rest. A place is
 * held from before the limits are counted until the answer begins: neither a slow reader nor a slow sender holds one. The
 * deadline ends a wait that is too long.
 */
export const admission = fp(async (app: FastifyInstance, { atOnce, patience }: AdmissionOptions) => {
  // Its measurement is consulted once the caller is known; on its own, it would refuse everybody.
  await app.register(underPressure, {
    maxEventLoopDelay: patience === undefined ? BUSY : 0,
    sampleInterval: SAMPLE,
    pressureHandler: () => {},
  });
  const queue = new PQueue({ concurrency: atOnce });
  const admitted = { paying: 0, other: 0 };
  const refused = { paying: 0, other: 0 };
  const waiting = { paying: 0, other: 0 };
  app.decorate('admissionFigures', () => ({
    inProgress: queue.pending,
    waiting,
    admitted,
    refused,
  }));
  app.decorateRequest('leave', null);

  let unlogged = 0;
  let loggedAt = 0;
  function noteRefusal(): void {
    unlogged++;
    const now = performance.now();
    if (loggedAt > 0 && now - loggedAt < LOG_EVERY) return;
    app.log.warn({ refused: unlogged }, 'more requests than can be served: some are refused');
    unlogged = 0;
    loggedAt = now;
  }

  /** Holds a place until the request leaves it. */
  const hold = (request: FastifyRequest, reply: FastifyReply) =>
    new Promise<void>((free) => {
      // The caller may have left, or the deadline have passed.
      if (reply.sent || request.raw.destroyed) return free();
      const leave = () => {
        request.leave = null;
        free();
      };
      request.leave = leave;
      // The work of a caller who left goes on, but not for longer than that of others.
      reply.raw.once('close', () => {
        if (request.leave !== null) setTimeout(leave, patience ?? LONGEST).unref();
      });
      if (!hasBody(request)) return;
      const stop = startTimer(BODY_WAIT, leave);
      request.raw.once('end', stop).once('close', stop);
    });

  app.decorate('admit', (request: FastifyRequest, reply: FastifyReply) => {
    const kind = kindOf(request.caller);
    const ahead = kind === 'paying' ? waiting.paying : waiting.paying + waiting.other;
    const isLate = kind === 'other' && queue.pending >= atOnce && app.isUnderPressure();
    if (isLate || ahead >= WAITING[kind] * atOnce) {
      refused[kind]++;
      noteRefusal();
      throw overloaded();
    }
    waiting[kind]++;
    return new Promise<void>((begin) => {
      const work = () => {
        waiting[kind]--;
        admitted[kind]++;
        const held = hold(request, reply);
        begin();
        return held;
      };
      void queue.add(work, { priority: PRIORITY[kind] });
    });
  });

  // A request that was let in is never refused more work.
  app.decorate('inTurn', <T>({ leave }: FastifyRequest, work: () => Promise<T>) =>
    leave === null ? queue.add(work, { priority: PRIORITY.paying }) : work(),
  );

  // One whose body came slowly has given its place up.
  app.addHook('preValidation', async (request, reply) => {
    if (request.caller !== null && request.leave === null) await app.admit(request, reply);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leave?.();
    done(null, payload);
  });
});
