import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { deliveryRoutes } from './delivery-routes.ts';
import { endpointRoutes } from './endpoint-routes.ts';

/** The routes under /webhooks. */
export const webhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  // Some clients send a content type without a body.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { schema, config } = request.routeOptions;
    if (text === '' && (schema?.body === undefined || config.optionalBody)) done(null, undefined);
    else parse(request, text as string, done);
  });

  await app.register(endpointRoutes);
  await app.register(deliveryRoutes);
};
