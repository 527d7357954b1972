import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import type { Dispatcher } from '../../../src/webhooks/dispatch/dispatcher.ts';
import { call, type Harness } from '../../helper.ts';
import { type Created, createEndpoint, eventually, makeReceiver, type Receiver } from '../support.ts';
import { parcels } from '../watching.ts';

/** A delivery as the API shows it. */
export interface Shown {
  id: string;
  event_id: string;
  status: string;
  attempt: number;
  next_attempt_at: string | null;
  delivered_at: string | null;
  last_attempt_at: string | null;
  last_response_status: number | null;
  last_response_body: string | null;
  last_error: string | null;
  attempts: {
    attempt: number;
    started_at: string;
    duration_ms: number | null;
    response_status: number | null;
    error: string | null;
  }[];
}

/** A clock that stands still until a test moves it. */
export function makeClock(time = Date.now()) {
  const clock = {
    time,
    now: () => clock.time,
    advance(milliseconds: number): void {
      clock.time += milliseconds;
    },
  };
  return clock;
}

/** The deliveries of an endpoint, newest first. */
export async function deliveriesOf(app: FastifyInstance, key: string, endpoint: string): Promise<Shown[]> {
  const { status, json, text } = await call(app, 'GET', `/api/v1/webhooks/${endpoint}/deliveries`, { key });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json().data;
}

/** Queues an example for an endpoint. */
export async function queue(app: FastifyInstance, key: string, endpoint: string): Promise<Shown> {
  const { status, json, text } = await call(app, 'POST', `/api/v1/webhooks/${endpoint}/test`, { key });
  if (status !== 202) throw new Error(`${status} ${text}`);
  return json();
}

/** An endpoint with a receiver of its own. It watches a parcel that no events are about. */
export async function watched(
  t: Test,
  app: FastifyInstance,
  key: string,
  more: Record<string, unknown> = {},
): Promise<{ receiver: Receiver; endpoint: Created }> {
  const receiver = await makeReceiver(t);
  const endpoint = await createEndpoint(app, key, {
    url: receiver.url,
    ...parcels('31:109:NOBODY'),
    ...more,
  });
  return { receiver, endpoint };
}

/**
 * Lets a dispatcher look at the queue until everything that is due by its clock has surely been taken. What is queued
 * last is sent last, so a sentinel is queued and awaited, twice.
 */
export async function lookedThrough(
  dispatcher: Pick<Dispatcher, 'tick'>,
  app: FastifyInstance,
  key: string,
  sentinel: { receiver: Receiver; endpoint: Created },
): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const before = sentinel.receiver.got.length;
    await queue(app, key, sentinel.endpoint.id);
    await dispatcher.tick();
    await sentinel.receiver.until(before + 1);
  }
}

/** States and attempts of the stored deliveries, read from the database. */
export async function stored(harness: Harness): Promise<{ id: number; state: number; attempt: number }[]> {
  const [rows] = await harness.database.$client.query(
    'SELECT id, state, attempt FROM webhook_deliveries ORDER BY id',
  );
  return (rows as { id: string; state: number; attempt: number }[]).map((row) => ({
    ...row,
    id: Number(row.id),
  }));
}

/** Waits until every delivery of an endpoint has a status. */
export const allHave = (app: FastifyInstance, key: string, endpoint: string, status: string, count = 1) =>
  eventually(`${count} ${status}`, async () => {
    const found = await deliveriesOf(app, key, endpoint);
    return found.length === count && found.every((one) => one.status === status);
  });
