import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../domain/problems.ts';
import { steadyClock } from '../../domain/timer.ts';
import { accessLog, type RequestListener } from '../plugins/access-log.ts';
import { clientErrors } from '../plugins/client-errors.ts';
import { cors } from '../plugins/cors.ts';
import { checkQuery } from '../plugins/encoding.ts';
import { noRoute } from '../plugins/errors.ts';
import { commonHeaders } from '../plugins/request-id.ts';
import type { Services } from '../services.ts';
import { createAnswers } from './answer.ts';
import { createCallers } from './key.ts';
import { deadlines, LONGEST } from './late.ts';
import { createLimits } from './limits.ts';
import { createQueue } from './queue.ts';
import type { Ticket } from './ticket.ts';

declare module 'fastify' {
  interface FastifyInstance {
    gate: Gate;
  }
}

interface GateOptions {
  services: Services;
  listener: RequestListener;
}

const NONE = null as unknown as Ticket;

/** The steps through which each request passes, from its arrival to its answer. */
function createGate(app: FastifyInstance, { services, listener }: GateOptions) {
  const { config, database, patience = LONGEST, now = Date.now, clock = steadyClock } = services;
  const noteArrival = accessLog(app.log, listener);
  const noteLatest = clientErrors(app);
  const answerPreflight = cors(config);
  const startDeadline = deadlines(clock, patience);
  const callers = createCallers(config, database, now);
  const queue = createQueue(app, services);
  const limits = createLimits(database, now);
  const answers = createAnswers(app.editions, queue, now);

  /** @returns whether the request is already answered. @throws the error that refuses it. */
  function arrive(request: FastifyRequest, reply: FastifyReply): boolean {
    noteArrival(request, reply);
    reply.headers(commonHeaders(request.id));
    noteLatest(reply);
    startDeadline(request, reply);
    const { ticket, raw } = request;
    reply.raw.once('close', () => {
      ticket.stopDeadline();
      queue.left(ticket);
    });
    // Node would refuse it too, but without a body.
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new ApiError('bad_request', 'The Host header is missing');
    if (answerPreflight(request, reply)) return true;
    if (request.is404) throw noRoute(request);
    return false;
  }

  /** Finds the caller, waits for a place, and books what the request costs. @throws the error that refuses it. */
  async function enter({ ticket, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access = 'open' } = routeOptions.config;
    if (access === 'open') return;
    const identified = callers.identify(ticket.request, access);
    ticket.caller = identified instanceof Promise ? await identified : identified;
    if (access !== 'account') limits.refuseKnown(ticket);
    await queue.enter(ticket);
    if (!reply.sent) await (access === 'account' ? limits.count(ticket) : limits.book(ticket));
  }

  /** Gives back what a request holds when its answer begins: its place, and its lookups if there is no data. */
  function leave({ ticket }: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    // A request that is not valid HTTP is answered before it gets a ticket.
    if (ticket === NONE) return payload;
    queue.leave(ticket);
    const body = answers.tagged(ticket, payload);
    if (reply.statusCode !== 200 || !ticket.found) limits.giveBack(ticket);
    return body;
  }

  return { clock, callers, queue, limits, answers, arrive, enter, leave };
}
export type Gate = ReturnType<typeof createGate>;

/** What every request passes through: its caller, its turn, its cost and its deadline. */
export const gate = fp<GateOptions>(async (app, options) => {
  const created = createGate(app, options);
  const { limits, queue, answers, arrive, enter, leave } = created;
  app.decorate('gate', created);
  app.decorate('answer', answers.answer);
  app.decorateRequest('ticket', NONE);
  app.addHook('onRequest', async (request, reply) => {
    if (!arrive(request, reply)) await enter(request, reply);
    return reply.sent ? reply : undefined;
  });
  app.addHook('preValidation', async (request) => {
    checkQuery(request);
    // A request whose body arrived slowly has given up its place.
    await queue.again(request.ticket);
  });
  app.addHook('preHandler', async ({ ticket }, reply) => {
    if (await answers.isKnown(ticket)) return reply.code(304).send();
    return reply.sent ? reply : undefined;
  });
  app.addHook('onSend', (request, reply, payload, done) =>
    done(null, leave(request, reply, payload) as never),
  );
  app.addHook('onClose', limits.sweep(app.log, options.services.sweepEvery));
});
