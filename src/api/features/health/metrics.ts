import type { FastifyInstance } from 'fastify';
import { METRICS_TYPE, type Part, renderMetrics } from '../../metrics/render.ts';
import { briefly } from './briefly.ts';

/** GET /metrics, for Prometheus. */
export async function metricsRoutes(app: FastifyInstance, { parts }: { parts: Part[] }): Promise<void> {
  const rendered = briefly(() => renderMetrics(parts));
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await rendered()),
  );
}
