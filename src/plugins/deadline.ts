import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { unavailable } from './errors.ts';

/** Longest that a request waits for its answer to begin, in milliseconds: below the 3 s promised for a 503. */
const LONGEST = 2_800;

/**
 * Answers 503 where nothing has been answered in time; what has begun, such as an export, may take as long as it takes.
 * Fastify's `handlerTimeout` would cut that off, and its signal costs a tenth of a short request.
 */
export const deadline = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    let timer: NodeJS.Timeout;
    const start = () => {
      timer = setTimeout(() => {
        // A body may take its time; how long is for `requestTimeout` to say.
        if (raw.complete === false) raw.once('end', start);
        else if (!reply.sent && !reply.raw.headersSent) {
          reply.send(unavailable('The service', new Error(`no answer within ${LONGEST} ms`)));
        }
      }, LONGEST);
    };
    start();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
});
