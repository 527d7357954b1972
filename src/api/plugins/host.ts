import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../domain/problems.ts';

/** Refuses HTTP/1.1 requests without a Host header. Node would do so too, but without a body. */
export const host = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.headers.host === undefined && raw.httpVersion === '1.1';
    done(isMissing ? new ApiError('bad_request', 'The Host header is missing') : undefined);
  });
});
