import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { unavailable } from '../../domain/problems.ts';
import { type Clock, steadyClock } from '../../domain/timer.ts';
import type { Commit } from '../../stores/mysql/database.ts';
import { discard } from './errors.ts';

/** The longest that a request waits for its answer to begin, in milliseconds: below the 3 s promised for a 503. */
export const LONGEST = 2_800;
/**
 * A commit must begin this long before the deadline, and is cut off after a shorter time, in milliseconds, so that it ends
 * before the deadline. After a stall it may not have ended: then the answer waits for it, COMMIT_ROOM at most.
 */
const COMMIT_ROOM = 1_000;
export const LONGEST_COMMIT = 800;

declare module 'fastify' {
  interface FastifyInstance {
    /** Measures deadlines. */
    clock: Clock;
  }
  interface FastifyRequest {
    /** When the request will be answered 503, on the clock of deadlines. */
    answerBy: number;
    /** Whether a commit has begun; the answer then waits a little longer for its outcome. */
    commits: boolean;
  }
}

interface DeadlineOptions {
  longest?: number;
  clock?: Clock;
}

const isAnswered = (reply: FastifyReply) => reply.sent || reply.raw.headersSent;

/**
 * Commits the transactions of a request only while it is unanswered and there is time to answer. Later, it throws a 503 and
 * the transaction is rolled back.
 */
export const commitInTime =
  (reply: FastifyReply): Commit =>
  (commit) => {
    if (isAnswered(reply) || reply.server.clock.now() > reply.request.answerBy - COMMIT_ROOM) {
      throw unavailable('The service', new Error('there was no time left to commit'));
    }
    reply.request.commits = true;
    return commit(LONGEST_COMMIT, reply.server.clock);
  };

/** Drops later answers of the handler. Fastify would log a warning for each, and leave streams open. */
function ignoreLater(reply: FastifyReply): void {
  reply.send = (payload) => {
    discard(payload);
    return reply;
  };
}

/**
 * Answers 503 when no answer has begun in time. An answer that has begun, such as an export, may take any time while it is
 * read (`unread.ts`): Fastify's `handlerTimeout` would cut it off, and its signal costs a tenth of a short request.
 */
export const deadline = fp<DeadlineOptions>(async (app, { longest = LONGEST, clock = steadyClock }) => {
  app.decorate('clock', clock);
  app.decorateRequest('answerBy', 0);
  app.decorateRequest('commits', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    let stop: () => void;
    const answer = () => {
      if (isAnswered(reply)) return;
      reply.send(unavailable('The service', new Error(`no answer within ${longest} ms`)));
      ignoreLater(reply);
    };
    const start = () => {
      request.answerBy = clock.now() + longest;
      stop = clock.startTimer(longest, () => {
        // The time for a body is limited by `requestTimeout`.
        if (raw.complete === false) raw.once('end', start);
        else if (request.commits) stop = clock.startTimer(COMMIT_ROOM, answer);
        else answer();
      });
    };
    start();
    reply.raw.once('close', () => stop());
    done();
  });
});

/**
 * Ends an answer so that its client cannot mistake a part for the whole. The connection is reset: what the system still
 * holds of the answer is not sent, and a client that reads to the end of the connection (HTTP/1.0) gets an error.
 */
export function breakOff({ raw }: FastifyReply): void {
  // An answer that waits behind another has no socket yet, and one in a test never has.
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy();
  else raw.destroy();
}
