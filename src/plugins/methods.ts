import type { FastifyInstance, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../problems.ts';
import { noRoute } from './errors.ts';

/** An address without a trailing slash in its path: both name the same route. */
export const withoutSlash = (url: string): string => url.replace(/^([^?]+)\/(?=\?|$)/, '$1');

function addresses(pattern: string): RegExp {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`);
}

/** A request to an address that has routes, but not for its method, is a 405 that lists the methods. */
export const methods = fp(async (app: FastifyInstance) => {
  const known = new Map<string, { address: RegExp; parameters: number; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const parameters = url.split(/[:*]/).length - 1;
    const entry = known.get(url) ?? { address: addresses(url), parameters, methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    known.set(url, entry);
  });

  // Before the body is read: it does not matter here.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const path = withoutSlash(request.url.split('?')[0]!);
    // A literal part of an address is not one that a neighboring parameter matches.
    const entries = [...known.values()].filter(({ address }) => address.test(path));
    const fewest = Math.min(...entries.map(({ parameters }) => parameters));
    const closest = entries.filter(({ parameters }) => parameters === fewest);
    const allowed = closest.flatMap((entry) => [...entry.methods]);
    // A path can look like a route's without matching it, as with a line separator in a parameter.
    if (allowed.length === 0 || allowed.includes(request.method)) throw noRoute(request);
    const allow = [...new Set(allowed)].sort().join(', ');
    throw new ApiError('method_not_allowed', `${request.method} is not allowed here; allowed: ${allow}`, {
      allow,
    });
  });
});
