import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { createGate, type Gate, type Place, type Rank } from '../admission/gate.ts';
import { createLimit } from '../admission/limit.ts';
import { overloaded } from '../problems.ts';
import { startTimer } from '../timer.ts';
import type { Caller } from './access.ts';
import { LONGEST } from './deadline.ts';

/** A burst may wait for this part of the time in which an answer must begin. */
const PARTS = { paying: 1 / 3, other: 1 / 6 };
/** How long a body may be on its way while its request holds a place, in milliseconds. */
const BODY_WAIT = 20;
/** Refusals are logged together, at most once in so many milliseconds. */
const LOG_EVERY = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** What lets the next one in; null where the request has no place, or not anymore. */
    place:
      | (Place & {
          /** The same for one that has not done the work of its route: nothing is learned from it. */
          abandon(): void;
        })
      | null;
  }
  interface FastifyInstance {
    gate: Gate;
    /** Lets a request of a known caller in. @throws 503 when there are more than can be served. */
    admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined;
    /** Runs `work` for an answer that has begun, in its turn. */
    inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
  }
}

const rankOf = (caller: Caller | null): Rank =>
  caller?.key && caller.key.tier !== 'free' ? 'paying' : 'other';

const hasBody = ({ headers, raw }: FastifyRequest) =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/**
 * Bounds how many requests that reach a store are in work at once, and refuses what would wait too long. A place is held
 * from before the limits are counted until the answer begins: neither a slow reader nor a slow sender holds one.
 */
export const admission = fp(async (app: FastifyInstance, { longest = LONGEST }: { longest?: number }) => {
  const limit = createLimit();
  const gate = createGate(limit, { paying: longest * PARTS.paying, other: longest * PARTS.other });
  app.decorate('gate', gate);
  app.decorateRequest('place', null);

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

  function begin(request: FastifyRequest, reply: FastifyReply, place: Place): void {
    const began = performance.now();
    const beside = gate.inWork();
    const { method, routeOptions } = request;
    const abandon = () => {
      place.leave();
      request.place = null;
    };
    request.place = {
      leave() {
        if (reply.statusCode < 400)
          limit.answered(`${method} ${routeOptions.url}`, performance.now() - began, beside);
        abandon();
      },
      abandon,
    };
    // The work of a caller who left goes on, but not for longer than that of others.
    reply.raw.once('close', () => {
      if (request.place !== null) setTimeout(abandon, longest).unref();
    });
    if (!hasBody(request)) return;
    const stop = startTimer(BODY_WAIT, abandon);
    request.raw.once('end', stop).once('close', stop);
  }

  async function wait(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: ReturnType<Gate['ask']>,
  ): Promise<void> {
    const place = await asked;
    if (typeof place === 'string') {
      noteRefusal();
      throw overloaded();
    }
    // The caller may have left, or the deadline have passed.
    if (reply.sent || request.raw.destroyed) place.leave();
    else begin(request, reply, place);
  }

  app.decorate('admit', (request: FastifyRequest, reply: FastifyReply) => {
    const asked = gate.ask(rankOf(request.caller));
    if (typeof asked === 'object' && !(asked instanceof Promise)) {
      begin(request, reply, asked);
      return undefined;
    }
    return wait(request, reply, asked);
  });

  async function inTurn<T>({ place: held }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const place = held === null ? await gate.again() : null;
    try {
      return await work();
    } finally {
      place?.leave();
    }
  }
  app.decorate('inTurn', inTurn);

  // One whose body came slowly has given its place up.
  app.addHook('preValidation', async (request, reply) => {
    if (request.caller !== null && request.place === null) await app.admit(request, reply);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.place?.leave();
    done(null, payload);
  });
});
