import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** What a caller, or a proxy, may call a request: 1 to 128 of these. */
const VALID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: its X-Request-Id where that is a valid one, else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) ? given : randomUUID();
}

/** What every answer has, also those that no route gives. */
export const commonHeaders = (id: string) => ({ 'x-request-id': id, 'x-content-type-options': 'nosniff' });

/** Names every answer by its request, and tells browsers to take it for the type that it has. */
export const requestIds = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request.id));
    done();
  });
});
