import type { FastifyInstance, HTTPMethods } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../domain/problems.ts';

/**
 * Answers 405, listing the allowed methods, when an address has routes but none for the request's method. Register it
 * before all routes; `refuseOtherMethods` adds the routes for the other methods after them.
 */
export const methods = fp(async (app: FastifyInstance) => {
  const known = new Map<string, Set<HTTPMethods>>();
  app.addHook('onRoute', ({ url, method }) => {
    const names = known.get(url) ?? new Set();
    for (const name of [method].flat()) names.add(name);
    known.set(url, names);
  });
  app.decorate('refuseOtherMethods', () => {
    for (const [url, names] of [...known]) {
      const allow = [...names].sort().join(', ');
      app.route({
        url,
        method: (app.supportedMethods as HTTPMethods[]).filter((name) => !names.has(name)),
        schema: { hide: true },
        onRequest: async ({ method }) => {
          throw new ApiError('method_not_allowed', `${method} is not allowed here; allowed: ${allow}`, {
            allow,
          });
        },
        handler: () => {},
      });
    }
  });
});

declare module 'fastify' {
  interface FastifyInstance {
    /** Call it once, after all routes are registered. */
    refuseOtherMethods(): void;
  }
}
