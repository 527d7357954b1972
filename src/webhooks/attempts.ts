import { Counter, Histogram } from 'prom-client';

/** What this process has done; the queue itself is measured when its metrics are read (`queue.ts`). */
export const attempts = new Counter({
  name: 'terrier_webhook_attempts_total',
  help: 'Attempts to deliver that have ended, by what came of them',
  labelNames: ['outcome'] as const,
});

export const deliveries = new Counter({
  name: 'terrier_webhook_deliveries_total',
  help: 'Deliveries by the state that an attempt left them in',
  labelNames: ['outcome'] as const,
});

export const recoveries = new Counter({
  name: 'terrier_webhook_lease_recoveries_total',
  help: 'Leases that ended: of claims, which wait again, of sends, whose outcome is unknown, and of what was provably unsent',
  labelNames: ['lease'] as const,
});

export const lag = new Histogram({
  name: 'terrier_webhook_event_lag_seconds',
  help: 'From the commit of a delivery to the beginning of its first attempt',
  buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5, 30, 300],
});
