import type { FastifyInstance } from 'fastify';
import { accuracyRoute } from './accuracy.ts';
import { countiesRoute } from './counties.ts';
import { trendsRoute } from './trends.ts';

/** The routes under /market. */
export async function marketRoutes(app: FastifyInstance): Promise<void> {
  await app.register(countiesRoute);
  await app.register(trendsRoute);
  await app.register(accuracyRoute);
}
