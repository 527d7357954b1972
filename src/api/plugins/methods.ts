import type { FastifyInstance, HTTPMethods } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../domain/problems.ts';
import { noRoute } from './errors.ts';

/** An address without a trailing slash in its path: both name the same route. */
export const withoutSlash = (url: string): string => url.replace(/^([^?]+)\/(?=\?|$)/, '$1');

/**
 * A request to an address that has routes, but not for its method, is a 405 that lists the methods. Register it before all
 * routes. The routes for the other methods are added after them.
 */
export const methods = fp(async (app: FastifyInstance) => {
  const known = new Map<string, Set<HTTPMethods>>();
  app.addHook('onRoute', ({ url, method }) => {
    const names = known.get(url) ?? new Set();
    for (const name of [method].flat()) names.add(name);
    known.set(url, names);
  });
  // Runs before the body is read: neither this nor the hook below needs it.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw noRoute(request);
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
    /** Called once, after all routes are there. */
    refuseOtherMethods(): void;
  }
}
