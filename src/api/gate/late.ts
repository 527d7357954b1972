import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../../domain/problems.ts';
import type { Clock } from '../../domain/timer.ts';
import type { Commit } from '../../stores/mysql/database.ts';
import { discard } from '../plugins/errors.ts';
import type { Ticket } from './ticket.ts';

/** The longest that a request waits for its answer to begin, in milliseconds: below the 3 s promised for a 503. */
export const LONGEST = 2_800;
/**
 * A commit must begin this long before the deadline, and is cut off after a shorter time, in milliseconds, so that it ends
 * before the deadline. After a stall it may not have ended: then the answer waits for it, COMMIT_MARGIN at most.
 */
const COMMIT_MARGIN = 1_000;
export const LONGEST_COMMIT = 800;

const isAnswered = (reply: FastifyReply) => reply.sent || reply.raw.headersSent;

/**
 * Commits the transactions of a request only while it is unanswered and there is time to answer. Later, it throws a 503 and
 * the transaction is rolled back.
 */
export const commitInTime =
  (reply: FastifyReply): Commit =>
  (commit) => {
    const { clock } = reply.server.gate;
    if (isAnswered(reply) || clock.now() > reply.request.ticket.answerBy - COMMIT_MARGIN) {
      throw unavailable('The service', new Error('there was no time left to commit'));
    }
    reply.request.ticket.commits = true;
    return commit(LONGEST_COMMIT, clock);
  };

/**
 * Drops later answers of the handler. `send` is replaced because Fastify has no way of its own: after an answer, it logs a
 * warning for the next one, and leaves its stream open even after `hijack`.
 */
function ignoreLater(reply: FastifyReply): void {
  reply.send = (payload) => {
    discard(payload);
    return reply;
  };
}

function answerLate(reply: FastifyReply, longest: number): void {
  if (isAnswered(reply)) return;
  reply.send(unavailable('The service', new Error(`no answer within ${longest} ms`)));
  ignoreLater(reply);
}

/**
 * Gives each request its ticket, and answers 503 when no answer has begun in time. An answer that has begun, such as an
 * export, may take any time while it is read (`unread.ts`): Fastify's `handlerTimeout` would cut it off, and its signal costs
 * a tenth of a short request.
 */
export const deadlines = (clock: Clock, longest: number) =>
  function startDeadline(request: FastifyRequest, reply: FastifyReply): Ticket {
    const ticket: Ticket = {
      request,
      reply,
      answerBy: 0,
      commits: false,
      stopDeadline() {},
      caller: null,
      slot: 'none',
      lookups: null,
      hasData: true,
      geojson: false,
      cacheKey: '',
      edition: null,
    };
    request.ticket = ticket;
    const start = () => {
      ticket.answerBy = clock.now() + longest;
      ticket.stopDeadline = clock.startTimer(longest, () => {
        // The time for a body is limited by `requestTimeout`.
        if (request.raw.complete === false) request.raw.once('end', start);
        else if (ticket.commits)
          ticket.stopDeadline = clock.startTimer(COMMIT_MARGIN, () => answerLate(reply, longest));
        else answerLate(reply, longest);
      });
    };
    start();
    return ticket;
  };

/**
 * Ends an answer so that its client cannot mistake a part for the whole. The connection is reset: what the system still
 * holds of the answer is not sent, and a client that reads to the end of the connection (HTTP/1.0) gets an error.
 */
export function breakOff({ raw }: FastifyReply): void {
  // An answer that waits behind another has no socket yet, and one in a test never has.
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy();
  else raw.destroy();
}
