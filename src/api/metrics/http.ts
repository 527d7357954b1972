import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Part } from './render.ts';

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
