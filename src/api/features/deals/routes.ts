import type { FastifyInstance } from 'fastify';
import { absenteeRoute } from './absentee.ts';
import { contractorsRoute } from './contractors.ts';
import { entitiesRoute } from './entities.ts';
import { flipsRoute } from './flips.ts';

/** The routes under /deals. */
export async function dealRoutes(app: FastifyInstance): Promise<void> {
  await app.register(absenteeRoute);
  await app.register(flipsRoute);
  await app.register(contractorsRoute);
  await app.register(entitiesRoute);
}
