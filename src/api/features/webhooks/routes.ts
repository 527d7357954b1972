import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { deliveryRoutes } from './delivery-routes.ts';
import { endpointRoutes } from './endpoint-routes.ts';

/** The routes under /webhooks. */
export const webhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(endpointRoutes);
  await app.register(deliveryRoutes);
};
