import { errors as elastic } from '@elastic/elasticsearch';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type Logger, type LoggerOptions, stdSerializers } from 'pino';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { Refused } from '../../stores/elastic/raw.ts';
import type { Part } from '../metrics/render.ts';

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

/** Seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const NO_ROUTE = 'none';

/** Measures the requests of one API, and logs each at the level info. */
export function createRequestLog(log: FastifyBaseLogger) {
  const registry = new Registry();
  const durations = new Histogram({
    name: 'terrier_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer; the status is aborted where its caller left',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  let running = 0;
  new Gauge({
    name: 'terrier_http_requests_in_flight',
    help: 'Requests that are not answered to their end',
    registers: [registry],
    collect() {
      this.set(running);
    },
  });
  const part: Part = { name: 'http', registry };
  // Checked first: making a line costs more than dropping it.
  const isLogged = (log as Logger).isLevelEnabled('info');

  return {
    part,
    begun(): void {
      running++;
    },
    /** @param began when the head of the request arrived, by `performance.now()`. */
    ended(request: FastifyRequest, { raw }: FastifyReply, began: number): void {
      running--;
      const { method, routeOptions, ticket } = request;
      // The pattern of the route, never the path, which may contain a name.
      const route = routeOptions.url ?? NO_ROUTE;
      const status = raw.writableFinished ? String(raw.statusCode) : 'aborted';
      const milliseconds = performance.now() - began;
      durations.observe({ method, route, status }, milliseconds / 1_000);
      if (!isLogged) return;
      // No client address, path, query, key or body.
      const account = ticket.caller?.key?.account ?? null;
      request.log.info({ account, method, route, status, ms: Math.round(milliseconds) }, 'request');
    },
  };
}
export type RequestLog = ReturnType<typeof createRequestLog>;
