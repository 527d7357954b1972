import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import { withoutPort } from '../../accounts/address.ts';
import type { Config } from '../../config.ts';
import { answerWith } from './errors.ts';
import { logOptions } from './log.ts';

/** The longest that a request may take to arrive, and how often that is checked, in milliseconds. */
export const LONGEST_ARRIVAL = 30_000;
const CHECK_ARRIVALS_EVERY = 1_000;
/** How long a connection may be idle between two requests, in milliseconds. */
const LONGEST_IDLE = 72_000;
/** The longest that one part of the API may take to start: on a busy machine, files are read slowly. */
const LONGEST_START = 60_000;
/** The longest path parameter as sent, in bytes: a name of 1,000 characters fits. */
const LONGEST_PARAMETER = 16_384;
/** Room for address and headers, in bytes: the longest address that the routes allow, and 16 KiB. */
const LONGEST_HEAD = 112 << 10;
/** The largest body of a route that names no other limit, in bytes: each takes at most a few dozen short values. */
const LARGEST_BODY = 8 << 10;
export const PREFIX = '/api/v1';
const SHORT_PREFIX = '/v1/';
const HTTP_OPTIONS: ServerOptions = {
  // Node would answer without a body.
  requireHostHeader: false,
  maxHeaderSize: LONGEST_HEAD,
  // Node would swap the two if this one were longer.
  headersTimeout: LONGEST_ARRIVAL,
  requestTimeout: LONGEST_ARRIVAL,
  connectionsCheckingInterval: CHECK_ARRIVALS_EVERY,
  keepAliveTimeout: LONGEST_IDLE,
};
/** A proxy may send the whole URL as the request's target. */
const ORIGIN = /^https?:\/\/[^/?#]*(?=\/)/i;

function rewriteUrl(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  return path.startsWith(SHORT_PREFIX) ? `/api${path}` : path;
}

const VALID_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: its X-Request-Id if valid, else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' && VALID_ID.test(id) ? id : randomUUID();
}

/** Whether an address is that of a trusted proxy; false when there is none. */
function trusts({ TRUST_PROXY }: Config) {
  if (TRUST_PROXY === '') return false;
  const isProxy = compile(TRUST_PROXY.split(',').map((part) => part.trim()));
  return (address: string, hop: number) => isProxy(withoutPort(address), hop);
}

/** How the server reads requests, names them and logs. */
const serverOptions = (config: Config) =>
  ({
    logger: logOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerWith,
    genReqId: requestId,
    rewriteUrl: (request) => rewriteUrl(request.url!),
    trustProxy: trusts(config),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true },
    bodyLimit: LARGEST_BODY,
    pluginTimeout: LONGEST_START,
    forceCloseConnections: 'idle',
    // A request that arrives while the server stops is still answered; then its connection is closed.
    return503OnClosing: false,
    // See client-errors.ts.
    clientErrorHandler() {},
  }) satisfies FastifyHttpOptions<Server>;

/** An API without routes, whose gate sees each request first: it may refuse it before all other work. */
export function newServer(config: Config): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...serverOptions(config),
    serverFactory: (handler) =>
      createServer(HTTP_OPTIONS, (request, response) => {
        if (!app.gate.queue.refuseEarly(request, response)) handler(request, response);
      }),
  });
  return app;
}
