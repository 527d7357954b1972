import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** The ids that a caller or proxy may give a request: 1 to 128 of these characters. */
const VALID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: its X-Request-Id if valid, else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID();
}

/** Headers of every answer, also of those that come from no route. */
export const commonHeaders = (id: string) => ({ 'x-request-id': id, 'x-content-type-options': 'nosniff' });

/** Sets the request id and `nosniff` on every answer. */
export const requestIds = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request.id));
    done();
  });
});
