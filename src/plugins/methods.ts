import type { FastifyInstance, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../problems.ts';
import { noRoute } from './errors.ts';
import { withoutSlash } from './slash.ts';

/** The addresses that a route's pattern, as `/parcels/:id` or `/docs/*`, stands for. */
function addresses(pattern: string): RegExp {
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`);
}

/** A request to an address that has routes, but none of its method, is a 405 that names the methods there are. */
export const methods = fp(async (app: FastifyInstance) => {
  const known = new Map<string, { address: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const entry = known.get(url) ?? { address: addresses(url), methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });

  // Before anything is read of the body: what a method asks of one does not matter here.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return;
    const path = withoutSlash(request.url.split('?')[0]!);
    // An address that is spelled out is none of those that its neighbour's parameter stands for.
    const exact = known.get(path);
    const entries = exact ? [exact] : [...known.values()].filter(({ address }) => address.test(path));
    const allowed = entries.flatMap((entry) => [...entry.methods]);
    if (allowed.length === 0) throw noRoute(request);
    const allow = [...new Set(allowed)].sort().join(', ');
    throw new ApiError('method_not_allowed', `${request.method} is not allowed here; allowed: ${allow}`, {
      allow,
    });
  });
});
