import type { FastifyInstance } from 'fastify';
import { countiesRoute } from './counties.ts';
import { trendsRoute } from './trends.ts';

/** Section 4.5 of the contract. */
export async function marketRoutes(app: FastifyInstance): Promise<void> {
  await app.register(countiesRoute);
  await app.register(trendsRoute);
}
