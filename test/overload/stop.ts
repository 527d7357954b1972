import { setTimeout as sleep } from 'node:timers/promises';
import { readUsed } from '../../src/accounts/counters.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { minuteOf, monthOf } from '../../src/accounts/lease.ts';
import { STATE, type State, stateName } from '../../src/domain/delivery-states.ts';
import { inArray } from '../../src/stores/mysql/drizzle.ts';
import { webhookDeliveries } from '../../src/stores/mysql/schema.ts';
import { eventually } from '../eventually.ts';
import type { Findings } from '../proof/findings.ts';
import type { Place } from './place.ts';
import type { Size } from './run.ts';

/** Requests per second: about the capacity, so that many are in progress and some wait. */
const RATE = 700;
const BEFORE = 1_500;
const EVENTS = 400;
const PATIENCE = 30_000;

/** The lines of requests that a process has logged, parsed as JSON. */
const requestLines = (text: string): { status: string }[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line));

/** Sends SIGTERM while requests and deliveries are in progress. */
export async function stopFindings(place: Place, { seed }: Size): Promise<Findings> {
  const { harness, client, parcels, news, receiver } = place;
  const { database } = harness;
  const faults: string[] = [];
  const figures: string[] = [];

  const api = await place.startApi({ LOG_LEVEL: 'info' });
  const { key, account } = await createKey(database, { tier: 'license', name: 'stopped' });
  const running = client.run({
    port: api.port,
    seed,
    parcels,
    seconds: (2 * BEFORE) / 1_000,
    callers: [{ name: 'paying', key, rate: RATE }],
    atOnce: 0,
  });
  await sleep(BEFORE);
  const [, report] = await Promise.all([api.stop(), running]);
  const { sent, served, refused, cut, lost, statuses } = report.tallies.paying!;
  const lines = requestLines(api.text());
  const aborted = lines.filter(({ status }) => status === 'aborted').length;
  const now = Date.now();
  const { lookups } = await readUsed(database, `account:${account}`, monthOf(now), minuteOf(now));
  figures.push(
    `API: ${sent} requests sent, ${served.length} served, ${refused.length} refused, ${lost} came after it had stopped; ${lookups} lookups are counted.`,
  );
  if (!/Stopping/.test(api.text())) faults.push('the API did not say that it stops');
  if (cut > 0) faults.push(`${cut} answers were cut off`);
  if (aborted > 0) faults.push(`${aborted} requests that were begun had no answer`);
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  if (lines.length !== answers)
    faults.push(`${lines.length} requests were begun, and ${answers} answers came`);
  if (lost === 0) faults.push('it went on serving');
  if (lookups !== served.length) faults.push(`${lookups} lookups are booked for ${served.length} answers`);

  const first = await place.startDispatcher();
  const arrived = receiver.got.length;
  await news.write(EVENTS);
  await eventually('some events have come', () => receiver.got.length >= arrived + EVENTS / 10, PATIENCE);
  await first.stop();
  const held = await database
    .select({ state: webhookDeliveries.state })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.state, [STATE.claimed, STATE.sending, STATE.unknown]));
  const sentFirst = receiver.got.length - arrived;
  const second = await place.startDispatcher();
  await eventually('all events have come', () => receiver.got.length >= arrived + EVENTS, PATIENCE).catch(
    () => {},
  );
  await sleep(500);
  await second.stop();
  const wrong = news.arrivals().filter((count) => count !== 1).length;
  figures.push(
    `Dispatcher: stopped after ${sentFirst} of ${EVENTS} deliveries, ${held.length} leases left; ` +
      `another one sent the rest, ${wrong} events came twice or never.`,
  );
  const states = [...new Set(held.map(({ state }) => stateName(state as State)))].join(', ');
  if (held.length > 0)
    faults.push(`${held.length} deliveries are still held (${states}): ${first.text().slice(-1_000)}`);
  if (wrong > 0) faults.push(`${wrong} events came twice or never`);
  return { title: 'SIGTERM under load', figures, faults };
}
