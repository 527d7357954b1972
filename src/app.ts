import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import accepts from '@fastify/accepts';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import { type Cursors, createCursors } from './elastic/paging/cursor.ts';
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
import { cutHungStatements, type Database } from './mysql/database.ts';
import { access } from './plugins/access.ts';
import { caching } from './plugins/caching.ts';
import { compression } from './plugins/compression.ts';
import { deadline } from './plugins/deadline.ts';
import { ApiError, answerWith, errors } from './plugins/errors.ts';
import { methods } from './plugins/methods.ts';
import { openapi, openapiRoutes } from './plugins/openapi.ts';
import { pages } from './plugins/pages.ts';
import { validation } from './plugins/validation.ts';

/** What the routes work with. */
export interface Services {
  config: Config;
  client: Client;
  database: Database;
  /** Encrypts the signing secrets of webhooks: 32 bytes. */
  secretKey: Buffer;
  /** The clock, epoch milliseconds. */
  now?: () => number;
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    cursors: Cursors;
  }
}

const SHORT_PREFIX = '/v1/';
const PREFIX = '/api/v1';
/** What a request through a proxy may have before its path. */
const ORIGIN = /^https?:\/\/[^/?#]*(?=\/)/i;

/** `/v1` and `/api/v1` name the same routes. */
function rewriteUrl(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  return path.startsWith(SHORT_PREFIX) ? `/api${path}` : path;
}

/** An error body for a request that does not reach the routes. */
const badRequest = (error: string) =>
  JSON.stringify({ error, code: 'bad_request', request_id: randomUUID() });

/**
 * The API: an ordered list of what it is made of. It serves; it does not listen. Closing it ends the client and the
 * pool too, after everything that still needs them.
 */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerWith,
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => rewriteUrl(request.url!),
    trustProxy: config.TRUST_PROXY === '' ? false : config.TRUST_PROXY.split(',').map((part) => part.trim()),
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    bodyLimit: 1 << 20,
    requestTimeout: 30_000,
    // Node would answer without a body.
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return;
      const head = 'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n';
      const body = badRequest('The request is not valid HTTP');
      socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('services', services);
  app.decorate('cursors', createCursors(services.client, services.secretKey));
  cutHungStatements(services.database);
  // The hook added first runs last. A caller may have closed them already.
  app.addHook('onClose', async () => {
    await services.client.close();
    await services.database.$client.end().catch(() => {});
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new ApiError('bad_request', 'The Host header is missing');
  });
  app.server.on('checkExpectation', (_request, response) => {
    const body = badRequest('The Expect header may only be 100-continue');
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
    response.writeHead(400, { ...headers, connection: 'close' }).end(body);
  });
  // Only JSON bodies are read; any other type is 415.
  app.removeContentTypeParser('text/plain');

  await app.register(deadline);
  await app.register(errors);
  await app.register(methods);
  await app.register(validation);
  await app.register(openapi);
  await app.register(access, services);
  await app.register(accepts);
  await app.register(compression);
  await app.register(caching, services);

  await app.register(openapiRoutes);
  await app.register(healthRoutes);
  await app.register(metricsRoutes, services);
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
