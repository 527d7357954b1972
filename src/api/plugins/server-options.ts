import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { errors as elastic } from '@elastic/elasticsearch';
import { compile } from '@fastify/proxy-addr';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import { type LoggerOptions, stdSerializers } from 'pino';
import { withoutPort } from '../../accounts/addresses.ts';
import type { Config } from '../../config.ts';
import { Refused } from '../../stores/elastic/raw.ts';
import { answerWith } from './errors.ts';

function* chain(error: unknown): Generator<Error> {
  for (let link = error; link instanceof Error; link = link.cause) yield link;
}

/** A path without the id of a document, which may contain a name. */
const pattern = (path: string) =>
  path.split('?')[0]!.replace(/\/_(doc|source|create|update)\/.*$/, '/_$1/{id}');

function ofElasticsearch(error: Error): object | null {
  if (error instanceof Refused) {
    const { status, reason, method, path } = error;
    return { type: 'Elasticsearch', status, reason, method, path: pattern(path) };
  }
  if (error instanceof elastic.ResponseError) {
    const { method, path } = error.meta.meta.request.params;
    const reason = (error.body as { error?: { type?: string } } | undefined)?.error?.type;
    return { type: 'Elasticsearch', status: error.statusCode, reason, method, path: pattern(path) };
  }
  if (error instanceof elastic.ConnectionError || error instanceof elastic.TimeoutError)
    return { type: error.name, message: error.message };
  return error instanceof elastic.ElasticsearchClientError ? { type: error.name } : null;
}

function ofMysql(error: Error): object | null {
  if (!('sql' in error || 'sqlMessage' in error)) return null;
  const { code, errno } = error as { code?: string; errno?: number };
  return { type: 'MySQL', code, errno };
}

/**
 * The parts of an error that may be logged: for Elasticsearch the type, status and path, never the query; for MySQL
 * the codes, never the statement with its parameters. Both may contain names, hashes, addresses and secrets.
 */
function loggable(error: unknown): unknown {
  for (const link of chain(error)) {
    const parts = ofElasticsearch(link) ?? ofMysql(link);
    if (parts !== null) return parts;
  }
  const root = [...chain(error)].at(-1);
  // Fastify's own messages contain the requested address.
  const { code } = (root ?? {}) as { code?: string };
  if (code?.startsWith('FST_')) return { type: code };
  return root === undefined ? error : stdSerializers.err(root);
}

/** How the API logs. */
export const logOptions = ({ LOG_LEVEL: level }: Config): LoggerOptions => ({
  level,
  redact: ['req.headers.authorization'],
  serializers: { err: loggable },
  hooks: {
    // An error message may contain an address or a query; pino would use it when no message is given.
    logMethod(args, method) {
      const [first, message] = args as [{ err?: { code?: string } } | undefined, unknown];
      const silent = typeof first === 'object' && first?.err !== undefined && message === undefined;
      method.apply(this, silent ? [first, first.err?.code ?? 'failed'] : args);
    },
  },
});

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
