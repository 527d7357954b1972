import { Gauge, Histogram, Registry } from 'prom-client';
import type { Part } from './render.ts';

/** Seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface EndedRequest {
  method: string;
  /** The pattern of its route, never its path, which may contain a name. */
  route: string;
  /** The status; `aborted` where the caller left before the answer was complete. */
  status: string;
  seconds: number;
}

/** Measures the requests of one API. */
export function httpMetrics() {
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
  return {
    part,
    begun() {
      running++;
    },
    ended({ method, route, status, seconds }: EndedRequest) {
      running--;
      durations.observe({ method, route, status }, seconds);
    },
  };
}
