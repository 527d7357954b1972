import type { FastifyPluginAsync } from 'fastify';
import { Registry, register } from 'prom-client';
import type { Database } from '../../mysql/database.ts';
import { unavailable } from '../../plugins/errors.ts';
import { measureQueue } from '../../webhooks/queue-metrics.ts';
import { briefly } from './briefly.ts';

/** GET /metrics, for Prometheus: the queue of webhooks, and what this process has done. */
export const metricsRoutes: FastifyPluginAsync<{ database: Database; now?: () => number }> = async (
  app,
  { database, now = Date.now },
) => {
  const queue = new Registry();
  measureQueue(queue, database, now);
  const all = Registry.merge([queue, register]);
  const rendered = briefly(() => all.metrics());
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await rendered().catch((error) => {
      throw unavailable('MySQL', error);
    });
    return reply.type(all.contentType).send(text);
  });
};
