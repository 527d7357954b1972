import Fastify, { type FastifyInstance } from 'fastify';
import { CATALOGUE } from './catalogue.ts';
import { editionReader } from './elastic/edition.ts';
import { aliasOf } from './elastic/indices.ts';
import { basemapRoutes } from './features/basemap/routes.ts';
import { coverageRoutes } from './features/coverage/routes.ts';
import { sourceRoutes } from './features/coverage/sources.ts';
import { dealRoutes } from './features/deals/routes.ts';
import { metricsRoutes } from './features/health/metrics.ts';
import { healthRoutes } from './features/health/routes.ts';
import { keyRoutes } from './features/keys/routes.ts';
import { signupRoute } from './features/keys/signup.ts';
import { marketRoutes } from './features/market/routes.ts';
import { ownerRoutes } from './features/owners/routes.ts';
import { parcelRoutes } from './features/parcels/routes.ts';
import { clusterRoutes } from './features/search/clusters.ts';
import { countRoute } from './features/search/count.ts';
import { exportRoute } from './features/search/export.ts';
import { facetRoute } from './features/search/facets.ts';
import { searchRoutes } from './features/search/routes.ts';
import { tileRoutes } from './features/tiles/routes.ts';
import { usageHistoryRoute } from './features/usage/history.ts';
import { usageRoutes } from './features/usage/routes.ts';
import { eventRoutes } from './features/webhooks/events.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { admissionPart } from './metrics/admission.ts';
import { countyPart } from './metrics/counties.ts';
import { httpMetrics } from './metrics/http.ts';
import { loadPart } from './metrics/loads.ts';
import { elasticsearchPool, mysqlPool } from './metrics/pools.ts';
import { processPart } from './metrics/process.ts';
import { queuePart } from './metrics/queue.ts';
import { rowPart } from './metrics/rows.ts';
import { cutHungStatements } from './mysql/database.ts';
import { access } from './plugins/access.ts';
import { accessLog } from './plugins/access-log.ts';
import { admission } from './plugins/admission.ts';
import { caching } from './plugins/caching.ts';
import { clientErrors } from './plugins/client-errors.ts';
import { compression } from './plugins/compression.ts';
import { cors } from './plugins/cors.ts';
import { deadline } from './plugins/deadline.ts';
import { encoding } from './plugins/encoding.ts';
import { errors } from './plugins/errors.ts';
import { host } from './plugins/host.ts';
import { methods } from './plugins/methods.ts';
import { openapi, openapiRoutes } from './plugins/openapi.ts';
import { pages } from './plugins/pages.ts';
import { requestIds } from './plugins/request-id.ts';
import { PREFIX, serverOptions } from './plugins/server-options.ts';
import { validation } from './plugins/validation.ts';
import { createMemory } from './records/memory/memory.ts';
import { createRecords } from './records/records.ts';
import { createRowCache } from './records/warm/row-cache.ts';
import type { Services } from './services.ts';
import { cutUnread } from './unread.ts';

/**
 * The API. It serves; it does not listen. Closing it ends the client and the pool too, after everything that still
 * needs them.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { client, config, database, now } = services;
  const app = Fastify(serverOptions(config));
  // Answers are made as their schemas say: compiled serializers would cost each start half a second and change nothing.
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorate('services', services);
  const rows = config.ROW_CACHE_MB > 0 ? createRowCache(config.ROW_CACHE_MB * 2 ** 20) : null;
  const editions = editionReader(client, aliasOf(config.INDEX_PREFIX, 'counties'));
  app.decorate('editions', editions);
  const counties =
    rows && config.MEMORY_MB > 0
      ? createMemory(rows, {
          client,
          editions,
          parcels: aliasOf(config.INDEX_PREFIX, 'parcels'),
          coverage: aliasOf(config.INDEX_PREFIX, 'coverage'),
          limit: config.MEMORY_MB * 2 ** 20,
          onFailure: (err) => app.log.warn({ err }, 'a county could not be read into memory'),
        })
      : null;
  const memory = rows && { rows, editions };
  app.decorate('records', createRecords(client, config.INDEX_PREFIX, services.secretKey, memory, counties));
  cutHungStatements(database, services.patience);
  cutUnread(app.server, {
    longest: services.unread,
    tell: (count) => app.log.info({ count }, 'answers that nobody read were cut off'),
  });
  // The hook added first runs last. A caller may have closed them already.
  app.addHook('onClose', async () => {
    counties?.close();
    await client.close();
    await database.$client.end().catch(() => {});
  });
  const requests = httpMetrics();

  // What every answer has, whatever becomes of the request.
  await app.register(accessLog, requests);
  await app.register(requestIds);
  await app.register(clientErrors);
  await app.register(errors);

  // In the order in which they see a request.
  await app.register(host);
  await app.register(cors, { config });
  await app.register(deadline, { longest: services.patience });
  await app.register(methods);
  await app.register(admission, { atOnce: config.REQUESTS_AT_ONCE, patience: services.patience });
  await app.register(access, services);
  await app.register(encoding);
  await app.register(validation);
  await app.register(caching, services);
  // Here the route's handler runs.
  await app.register(compression);

  // What is made of the routes as they are added.
  await app.register(openapi);

  await app.register(openapiRoutes);
  await app.register(healthRoutes);
  await app.register(metricsRoutes, {
    parts: [
      processPart,
      requests.part,
      admissionPart(app.admissionFigures),
      elasticsearchPool(client),
      mysqlPool([database]),
      loadPart(client, aliasOf(config.INDEX_PREFIX, 'counties')),
      queuePart(database, now),
      ...(rows ? [rowPart(rows)] : []),
      ...(counties ? [countyPart(counties)] : []),
    ],
  });
  await app.register(
    async (api) => {
      await api.register(parcelRoutes);
      await api.register(searchRoutes);
      await api.register(countRoute);
      await api.register(facetRoute);
      await api.register(exportRoute);
      await api.register(clusterRoutes);
      await api.register(tileRoutes);
      await api.register(coverageRoutes);
      await api.register(sourceRoutes);
      await api.register(dealRoutes);
      await api.register(marketRoutes);
      await api.register(ownerRoutes);
      await api.register(usageRoutes);
      await api.register(usageHistoryRoute);
      await api.register(keyRoutes);
      await api.register(signupRoute);
      await api.register(webhookRoutes);
      await api.register(eventRoutes);
    },
    { prefix: PREFIX },
  );
  const path = config.BASEMAP_PMTILES;
  if (path !== undefined) await app.register(basemapRoutes, { path });
  await app.register(pages, {
    catalogue: { ...CATALOGUE, BASEMAP: path !== undefined, SIGNUP: config.SIGNUP === 'on' },
  });
  app.refuseOtherMethods();
  return app;
}
