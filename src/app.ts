import accepts from '@fastify/accepts';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { aliasOf } from './elastic/indices.ts';
import { createCursors } from './elastic/paging/cursor.ts';
import { coverageRoutes } from './features/coverage/routes.ts';
import { dealRoutes } from './features/deals/routes.ts';
import { metricsRoutes } from './features/health/metrics.ts';
import { healthRoutes } from './features/health/routes.ts';
import { marketRoutes } from './features/market/routes.ts';
import { ownerRoutes } from './features/owners/routes.ts';
import { parcelRoutes } from './features/parcels/routes.ts';
import { clusterRoutes } from './features/search/clusters.ts';
import { exportRoute } from './features/search/export.ts';
import { searchRoutes } from './features/search/routes.ts';
import { usageRoutes } from './features/usage/routes.ts';
import { eventRoutes } from './features/webhooks/events.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { httpMetrics } from './metrics/http.ts';
import { loadPart } from './metrics/loads.ts';
import { elasticsearchPool, mysqlPool } from './metrics/pools.ts';
import { processPart } from './metrics/process.ts';
import { queuePart } from './metrics/queue.ts';
import { cutHungStatements } from './mysql/database.ts';
import { access } from './plugins/access.ts';
import { accessLog } from './plugins/access-log.ts';
import { caching } from './plugins/caching.ts';
import { clientErrors } from './plugins/client-errors.ts';
import { compression } from './plugins/compression.ts';
import { cors } from './plugins/cors.ts';
import { deadline } from './plugins/deadline.ts';
import { answerWith, errors } from './plugins/errors.ts';
import { headerLimit, LONGEST_PARAMETER } from './plugins/header-limit.ts';
import { logOptions } from './plugins/log.ts';
import { methods } from './plugins/methods.ts';
import { openapi, openapiRoutes } from './plugins/openapi.ts';
import { pages } from './plugins/pages.ts';
import { requestId, requestIds } from './plugins/request-id.ts';
import { validation } from './plugins/validation.ts';
import { ApiError } from './problems.ts';
import type { Services } from './services.ts';

/** Longest that a request may take to arrive, and how often that is checked, in milliseconds. */
const LONGEST_ARRIVAL = 30_000;
const CHECK_ARRIVALS_EVERY = 1_000;
const SHORT_PREFIX = '/v1/';
const PREFIX = '/api/v1';
/** The origin that a request through a proxy may have before its path. */
const ORIGIN = /^https?:\/\/[^/?#]*(?=\/)/i;

/** `/v1` and `/api/v1` name the same routes. */
function rewriteUrl(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  return path.startsWith(SHORT_PREFIX) ? `/api${path}` : path;
}

/**
 * The API: an ordered list of its parts. It does not listen. Closing it closes the client and the pool too, after
 * everything that needs them.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    logger: logOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerWith,
    genReqId: requestId,
    rewriteUrl: (request) => rewriteUrl(request.url!),
    trustProxy: config.TRUST_PROXY === '' ? false : config.TRUST_PROXY.split(',').map((part) => part.trim()),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true },
    bodyLimit: 1 << 20,
    requestTimeout: LONGEST_ARRIVAL,
    http: {
      // Node would answer without a body.
      requireHostHeader: false,
      // Node would swap the two if this one were longer.
      headersTimeout: LONGEST_ARRIVAL,
      requestTimeout: LONGEST_ARRIVAL,
      connectionsCheckingInterval: CHECK_ARRIVALS_EVERY,
    },
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are answered as usual, and their connections closed.
    return503OnClosing: false,
    // src/plugins/client-errors.ts
    clientErrorHandler() {},
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('services', services);
  app.decorate('cursors', createCursors(services.client, services.secretKey));
  cutHungStatements(services.database);
  // The first hook runs last. A caller may have closed them already.
  app.addHook('onClose', async () => {
    await services.client.close();
    await services.database.$client.end().catch(() => {});
  });
  // Only JSON bodies are read; any other type is 415.
  app.removeContentTypeParser('text/plain');

  const requests = httpMetrics();
  await app.register(accessLog, requests);
  await app.register(requestIds);
  await app.register(clientErrors);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.headers.host === undefined && raw.httpVersion === '1.1';
    done(isMissing ? new ApiError('bad_request', 'The Host header is missing') : undefined);
  });
  await app.register(cors, { config });
  await app.register(deadline);
  await app.register(errors);
  await app.register(methods);
  await app.register(validation);
  await app.register(headerLimit);
  await app.register(openapi);
  await app.register(access, services);
  await app.register(accepts);
  await app.register(compression);
  await app.register(caching, services);

  await app.register(openapiRoutes);
  await app.register(healthRoutes);
  const { client, database, now } = services;
  await app.register(metricsRoutes, {
    parts: [
      processPart,
      requests.part,
      elasticsearchPool(client),
      mysqlPool([database]),
      loadPart(client, aliasOf(config.INDEX_PREFIX, 'counties')),
      queuePart(database, now),
    ],
  });
  await app.register(
    async (api) => {
      await api.register(parcelRoutes);
      await api.register(searchRoutes);
      await api.register(exportRoute);
      await api.register(clusterRoutes);
      await api.register(coverageRoutes);
      await api.register(dealRoutes);
      await api.register(marketRoutes);
      await api.register(ownerRoutes);
      await api.register(usageRoutes);
      await api.register(webhookRoutes);
      await api.register(eventRoutes);
    },
    { prefix: PREFIX },
  );
  await app.register(pages);
  return app as unknown as FastifyInstance;
}
