import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import { coverageRoutes } from './features/coverage/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { parcelRoutes } from './features/parcels/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { usageRoutes } from './features/usage/routes.ts';
import type { Database } from './mysql/database.ts';
import { access } from './plugins/access.ts';
import { answerWith, errors } from './plugins/errors.ts';
import { openapi } from './plugins/openapi.ts';
import { validation } from './plugins/validation.ts';

/** What the routes work with. */
export interface Services {
  config: Config;
  client: Client;
  database: Database;
  /** The clock, epoch milliseconds. */
  now?: () => number;
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
  }
}

const SHORT_PREFIX = '/v1/';
const PREFIX = '/api/v1';

/** `/v1` and `/api/v1` name the same routes. */
function rewriteUrl(url: string): string {
  return url.startsWith(SHORT_PREFIX) ? `/api${url}` : url;
}

const BAD_REQUEST = JSON.stringify({ error: 'The request is not valid HTTP', code: 'bad_request' });

/** The API: an ordered list of what it is made of. It serves; it does not listen. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    logger: { level: config.LOG_LEVEL, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerWith,
    genReqId: () => randomUUID(),
    rewriteUrl: (request) => rewriteUrl(request.url!),
    trustProxy: config.TRUST_PROXY === '' ? false : config.TRUST_PROXY.split(',').map((part) => part.trim()),
    routerOptions: { maxParamLength: 16_384 },
    bodyLimit: 1 << 20,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    clientErrorHandler(_error, socket) {
      if (!socket.writable) return;
      const head = 'HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n';
      socket.end(`${head}content-length: ${BAD_REQUEST.length}\r\n\r\n${BAD_REQUEST}`);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('services', services);

  await app.register(errors);
  await app.register(validation);
  await app.register(openapi);
  await app.register(access, services);

  await app.register(healthRoutes);
  await app.register(
    async (api) => {
      await api.register(parcelRoutes);
      await api.register(searchRoutes);
      await api.register(coverageRoutes);
      await api.register(usageRoutes);
    },
    { prefix: PREFIX },
  );
  return app as unknown as FastifyInstance;
}
