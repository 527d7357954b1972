import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../domain/problems.ts';
import { steadyClock } from '../../domain/timer.ts';
import { checkQuery, compressed } from '../plugins/bodies.ts';
import { cors } from '../plugins/cors.ts';
import { COMMON_HEADERS, noRoute } from '../plugins/errors.ts';
import type { RequestLog } from '../plugins/log.ts';
import { clientErrors } from '../plugins/server.ts';
import type { Services } from '../services.ts';
import { createAnswers } from './answer.ts';
import { createCallers } from './key.ts';
import { createLimits } from './limits.ts';
import { createQueue } from './queue.ts';
import { createTickets, LONGEST, type Ticket } from './ticket.ts';

declare module 'fastify' {
  interface FastifyInstance {
    gate: Gate;
  }
}

interface GateOptions {
  services: Services;
  requests: RequestLog;
}

const NONE = null as unknown as Ticket;

/** Every answer tells caches that it depends on this header: one that was not compressed must not be the answer to all. */
const VARY = { ...COMMON_HEADERS, vary: 'accept-encoding' };
const VARY_FORM = { ...COMMON_HEADERS, vary: 'Accept, accept-encoding' };

/** The steps through which each request passes, from its arrival to its answer. */
function createGate(app: FastifyInstance, { services, requests }: GateOptions) {
  const { config, database, patience = LONGEST, now = Date.now, clock = steadyClock } = services;
  const latest = new WeakMap<Socket, FastifyReply>();
  clientErrors(app, latest);
  const { varies, answerPreflight } = cors(config);
  const newTicket = createTickets(clock, patience);
  const callers = createCallers(config, database, now);
  const queue = createQueue(app, services);
  const limits = createLimits(database, now);
  const answers = createAnswers(app.editions, queue, now);

  /** @returns whether the request is already answered. @throws the error that refuses it. */
  function arrive(request: FastifyRequest, reply: FastifyReply): boolean {
    const began = performance.now();
    requests.begun();
    const { raw, headers, routeOptions } = request;
    reply.headers(routeOptions.config.geojson ? VARY_FORM : VARY).header('x-request-id', request.id);
    latest.set(raw.socket, reply);
    const ticket = newTicket(request, reply);
    reply.raw.once('close', () => {
      ticket.stopDeadline();
      queue.releaseLater(ticket);
      ticket.free?.();
      requests.ended(request, reply, began);
    });
    // Node would refuse it too, but without a body.
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new ApiError('bad_request', 'The Host header is missing');
    if ((varies || headers.origin !== undefined) && answerPreflight(request, reply)) return true;
    if (request.is404) throw noRoute(request);
    return false;
  }

  /** Finds the caller, waits for a slot, and books what the request costs. @throws the error that refuses it. */
  async function enter({ ticket, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access = 'open' } = routeOptions.config;
    if (access === 'open') return;
    const identified = callers.identify(ticket.request, access);
    ticket.caller = identified instanceof Promise ? await identified : identified;
    if (access !== 'account') limits.refuseKnown(ticket);
    await queue.acquire(ticket);
    if (!reply.sent) await (access === 'account' ? limits.count(ticket) : limits.book(ticket));
  }

  /**
   * Gives back what a request holds when its answer begins: its slot, and its lookups if there is no data.
   * @returns the body to send, or its promise.
   */
  function leave(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const { ticket } = request;
    // A request that is not valid HTTP is answered before it gets a ticket.
    if (ticket === NONE) return payload;
    queue.release(ticket);
    const body = answers.tagged(ticket, payload);
    if (reply.statusCode !== 200 || !ticket.hasData) limits.giveBack(ticket);
    // An error is not compressed, so that head and body are sent in one step: the status cannot change in between.
    return reply.statusCode >= 400 ? body : compressed(request, reply, body);
  }

  return { clock, callers, queue, limits, answers, arrive, enter, leave };
}
export type Gate = ReturnType<typeof createGate>;

/** What every request passes through: its caller, its slot in the queue, its cost and its deadline. */
export const gate = fp<GateOptions>(async (app, options) => {
  const created = createGate(app, options);
  const { limits, answers, arrive, enter, leave } = created;
  app.decorate('gate', created);
  app.decorate('data', function addRoute(this: FastifyInstance, route, options, find) {
    const [method, url] = route.split(' ') as ['GET' | 'POST', string];
    this.route({
      method,
      url,
      ...options,
      handler: (request, reply) => answers.answer(request, reply, find),
    });
  });
  app.decorateRequest('ticket', NONE);
  app.addHook('onRequest', async (request, reply) => {
    if (arrive(request, reply)) return reply;
    await enter(request, reply);
    checkQuery(request);
    return reply.sent ? reply : undefined;
  });
  app.addHook('preHandler', async ({ ticket }, reply) => {
    if (await answers.isKnown(ticket)) return reply.code(304).send();
    return reply.sent ? reply : undefined;
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const body = leave(request, reply, payload);
    // Fastify's own step for HEAD cannot take null, and gives a 304 the length 0. For an empty stream it sets no length.
    const isEmpty = body === null || reply.statusCode === 304;
    if (isEmpty && request.method === 'HEAD') return done(null, Readable.from([]));
    if (!(body instanceof Promise)) return done(null, body);
    // The deadline may have answered while the body was compressed.
    body.then(
      (bytes) => reply.raw.headersSent || done(null, bytes),
      (error) => reply.raw.headersSent || done(error),
    );
  });
  app.addHook('onClose', limits.sweep(app.log, options.services.sweepEvery));
});
