import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { Commit } from '../mysql/database.ts';
import { unavailable } from '../problems.ts';
import { startTimer } from '../timer.ts';

/** Longest that a request waits for its answer to begin, in milliseconds: below the 3 s promised for a 503. */
const LONGEST = 2_800;
/**
 * How long before that a commit must begin, and after which time it is cut off: it has ended when the deadline comes. After
 * a stall it may not have: then the answer waits for its outcome, once more for so long.
 */
const COMMIT_ROOM = 1_000;
const LONGEST_COMMIT = 800;

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request is answered 503, on the clock of `performance.now()`. */
    answerBy: number;
    /** Whether a commit has begun, for whose outcome the answer waits a little longer. */
    commits: boolean;
  }
}

const isAnswered = (reply: FastifyReply) => reply.sent || reply.raw.headersSent;

/**
 * How the transactions of a request commit: only while it has not been answered, and with time left to tell the caller.
 * What comes too late throws a 503 and is rolled back.
 */
export const commitInTime =
  (reply: FastifyReply): Commit =>
  (commit) => {
    if (isAnswered(reply) || performance.now() > reply.request.answerBy - COMMIT_ROOM) {
      throw unavailable('The service', new Error('there was no time left to commit'));
    }
    reply.request.commits = true;
    return commit(LONGEST_COMMIT);
  };

/**
 * Answers 503 where nothing has been answered in time; what has begun, such as an export, may take as long as it takes.
 * Fastify's `handlerTimeout` would cut that off, and its signal costs a tenth of a short request.
 */
export const deadline = fp(async (app: FastifyInstance) => {
  app.decorateRequest('answerBy', 0);
  app.decorateRequest('commits', false);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    let stop: () => void;
    const answer = () => {
      if (!isAnswered(reply)) {
        reply.send(unavailable('The service', new Error(`no answer within ${LONGEST} ms`)));
      }
    };
    const start = () => {
      request.answerBy = performance.now() + LONGEST;
      stop = startTimer(LONGEST, () => {
        // A body may take its time; how long is for `requestTimeout` to say.
        if (raw.complete === false) raw.once('end', start);
        else if (request.commits) stop = startTimer(COMMIT_ROOM, answer);
        else answer();
      });
    };
    start();
    reply.raw.once('close', () => stop());
    done();
  });
});
