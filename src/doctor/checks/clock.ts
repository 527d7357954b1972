import { ok, problem, type Verdict, warning } from '../finding.ts';

/** In milliseconds. Dispatchers and leases stand a few seconds. */
const TOLERATED = 2_000;
const MOST = 5_000;

/** A server's clock, and this machine's before it was asked and after it answered; epoch milliseconds. */
export interface ClockReading {
  server: number;
  before: number;
  after: number;
}

/** Milliseconds that the server's clock is ahead; 0 when it may be the same. */
function aheadBy({ server, before, after }: ClockReading): number {
  if (server > after) return server - after;
  return server < before ? server - before : 0;
}

/** Whether a server's clock agrees with this machine's. */
export function checkClock(name: string, reading: ClockReading): Verdict {
  const ahead = aheadBy(reading);
  const seconds = (Math.abs(ahead) / 1_000).toFixed(1);
  if (Math.abs(ahead) <= TOLERATED) return ok(`The clock of ${name} agrees with this machine's.`);
  const verdict = Math.abs(ahead) <= MOST ? warning : problem;
  return verdict(
    `The clock of ${name} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`,
    'Set the clocks of all machines by NTP, for example with chrony: keys, limits and webhooks go by them.',
  );
}
