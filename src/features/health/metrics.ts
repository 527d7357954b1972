import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Database } from '../../mysql/database.ts';
import { measureQueue } from '../../webhooks/queue-metrics.ts';
import { briefly } from './briefly.ts';
import { METRICS_TYPE, type Part, renderMetrics } from './render.ts';

/** The queue of webhooks, as MySQL tells it. */
export function queuePart(database: Database, now: () => number = Date.now): Part {
  const registry = new Registry();
  measureQueue(registry, database, now);
  return { name: 'webhook_queue', registry };
}

/** GET /metrics, for Prometheus. */
export async function metricsRoutes(app: FastifyInstance, { parts }: { parts: Part[] }): Promise<void> {
  const rendered = briefly(() => renderMetrics(parts));
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await rendered()),
  );
}
