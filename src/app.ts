import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { CATALOG } from './api/catalog.ts';
import { basemapRoutes } from './api/features/basemap/routes.ts';
import { coverageRoutes, sourceRoutes } from './api/features/coverage/routes.ts';
import { absenteeRoute } from './api/features/deals/absentee.ts';
import { contractorsRoute } from './api/features/deals/contractors.ts';
import { entitiesRoute } from './api/features/deals/entities.ts';
import { flipsRoute } from './api/features/deals/flips.ts';
import { healthRoutes, metricsRoutes } from './api/features/health/routes.ts';
import { keyRoutes } from './api/features/keys/routes.ts';
import { signupRoute } from './api/features/keys/signup.ts';
import { marketRoutes } from './api/features/market/routes.ts';
import { ogcRoutes } from './api/features/ogc/routes.ts';
import { ownerRoutes } from './api/features/owners/routes.ts';
import { parcelRoutes } from './api/features/parcels/routes.ts';
import { clusterRoutes } from './api/features/search/clusters.ts';
import { exportRoute } from './api/features/search/export.ts';
import { facetRoute } from './api/features/search/facets.ts';
import { searchRoutes } from './api/features/search/routes.ts';
import { tileRoutes } from './api/features/tiles/routes.ts';
import { usageHistoryRoute, usageRoutes } from './api/features/usage/routes.ts';
import { deliveryRoutes } from './api/features/webhooks/delivery-routes.ts';
import { endpointRoutes } from './api/features/webhooks/endpoint-routes.ts';
import { eventRoutes } from './api/features/webhooks/events.ts';
import { gate } from './api/gate/gate.ts';
import { mcpRoutes } from './api/mcp/routes.ts';
import {
  admissionPart,
  elasticsearchPool,
  loadPart,
  memoryPart,
  mysqlPool,
  queuePart,
} from './api/metrics/parts.ts';
import { processPart } from './api/metrics/render.ts';
import { encoding } from './api/plugins/bodies.ts';
import { errors, methods } from './api/plugins/errors.ts';
import { createRequestLog } from './api/plugins/log.ts';
import { openapi, openapiRoutes } from './api/plugins/openapi.ts';
import { pages } from './api/plugins/pages.ts';
import { cutUnread, newServer, PREFIX } from './api/plugins/server.ts';
import { validation } from './api/plugins/validation.ts';
import type { Services } from './api/services.ts';
import { createMemory } from './records/memory/memory.ts';
import { rememberedIn } from './records/memory/remembered.ts';
import { createRecords } from './records/records.ts';
import { editionReader } from './stores/elastic/edition.ts';
import { aliasOf } from './stores/elastic/indices.ts';
import { cutHungStatements } from './stores/mysql/database.ts';

/** The routes of the API under its prefix, in the order of the OpenAPI document. */
const ROUTES = [
  parcelRoutes,
  searchRoutes,
  facetRoute,
  exportRoute,
  clusterRoutes,
  tileRoutes,
  coverageRoutes,
  sourceRoutes,
  absenteeRoute,
  flipsRoute,
  contractorsRoute,
  entitiesRoute,
  marketRoutes,
  ownerRoutes,
  usageRoutes,
  usageHistoryRoute,
  keyRoutes,
  signupRoute,
  endpointRoutes,
  deliveryRoutes,
  eventRoutes,
];

/**
 * The API. It serves; it does not listen. Closing it ends the client and the pool too, after everything that still
 * needs them.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { client, config, database, wakeUps, now } = services;
  const app = newServer(config);
  // Answers are made as their schemas say: compiled serializers would cost each start half a second and change nothing.
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorate('services', services);
  const editions = editionReader(client, aliasOf(config.INDEX_PREFIX, 'counties'));
  app.decorate('editions', editions);
  const memory =
    config.MEMORY_MB > 0
      ? createMemory(config.MEMORY_MB * 2 ** 20, {
          client,
          editions,
          parcels: aliasOf(config.INDEX_PREFIX, 'parcels'),
          coverage: aliasOf(config.INDEX_PREFIX, 'coverage'),
          remembered: rememberedIn(join(config.TERRIER_HOME, `${config.INDEX_PREFIX}-counties-in-memory`)),
          onFailure: (err) =>
            app.log.warn({ err }, 'a county could not be read into memory, or not be remembered'),
        })
      : null;
  app.decorate('records', createRecords(client, config.INDEX_PREFIX, services.secretKey, memory));
  cutHungStatements(database, services.patience);
  if (wakeUps) cutHungStatements(wakeUps, services.patience);
  cutUnread(app.server, {
    clock: services.clock,
    tell: (count) => app.log.info({ count }, 'answers that nobody read were cut off'),
  });
  // The hook added first runs last. A caller may have closed them already.
  app.addHook('onClose', async () => {
    memory?.close();
    await client.close();
    await database.$client.end().catch(() => {});
    await wakeUps?.$client.end().catch(() => {});
  });
  const requests = createRequestLog(app.log);

  // In the order in which they see a request.
  await app.register(errors);
  await app.register(methods);
  await app.register(gate, { services, requests });
  await app.register(encoding);
  await app.register(validation);

  // What is made of the routes as they are added.
  await app.register(openapi);

  await app.register(openapiRoutes);
  await app.register(healthRoutes);
  await app.register(metricsRoutes, {
    age: services.metricsAge,
    parts: [
      processPart,
      requests.part,
      admissionPart(app.gate.queue.figures),
      elasticsearchPool(client),
      mysqlPool([database]),
      loadPart(client, aliasOf(config.INDEX_PREFIX, 'counties')),
      queuePart(database, now),
      ...(memory ? [memoryPart(memory)] : []),
    ],
  });
  await app.register(
    async (api) => {
      for (const routes of ROUTES) await api.register(routes);
    },
    { prefix: PREFIX },
  );
  await app.register(ogcRoutes, { prefix: '/ogc' });
  await app.register(mcpRoutes);
  const path = config.BASEMAP_PMTILES;
  if (path !== undefined) await app.register(basemapRoutes, { path });
  await app.register(pages, {
    catalog: { ...CATALOG, BASEMAP: path !== undefined, SIGNUP: config.SIGNUP === 'on' },
  });
  app.refuseOtherMethods();
  return app;
}
