import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

/** Fastify announces each instance that is made. */
const MADE = channel('fastify.initialization');

/**
 * The routes of the app that `build` makes, such as `GET /api/v1/parcels/:id`, whether they are documented or not. Without
 * the HEAD of each GET, and without the routes that only refuse other methods.
 */
export async function routesOf(build: () => Promise<FastifyInstance>): Promise<string[]> {
  const routes = new Set<string>();
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      const methods = [method].flat();
      if (methods.includes('TRACE')) return;
      for (const name of methods) if (name !== 'HEAD') routes.add(`${name} ${url}`);
    });
  MADE.subscribe(listen);
  try {
    await (await build()).ready();
  } finally {
    MADE.unsubscribe(listen);
  }
  return [...routes];
}
