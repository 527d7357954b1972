import type { FastifyInstance } from 'fastify';
import { METRICS_TYPE, type Part, renderMetrics } from '../../metrics/render.ts';
import { briefly } from './briefly.ts';

/** GET /metrics, for Prometheus. For `age` milliseconds, the last figures are repeated. */
export async function metricsRoutes(
  app: FastifyInstance,
  { parts, age }: { parts: Part[]; age?: number },
): Promise<void> {
  const rendered = briefly(() => renderMetrics(parts), { age });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await rendered()),
  );
}
