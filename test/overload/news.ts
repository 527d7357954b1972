import { setTimeout as sleep } from 'node:timers/promises';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { eventsOf, type ParcelEvent } from '../../src/domain/parcel-event.ts';
import { fanOut, placeOf } from '../../src/webhooks/fan-out.ts';
import { wakeDispatchers } from '../../src/webhooks/wake-up.ts';
import { findWatchers } from '../../src/webhooks/watchers.ts';
import type { Harness } from '../helper.ts';
import type { Receiver } from '../webhooks/support.ts';

/** A county without records, in which nothing else creates events. */
export const NEWS_COUNTY = { state_fips: '31', county_fips: '001' };
const PAUSE = 50;

let made = 0;

function makeEvents(count: number): ParcelEvent[] {
  return Array.from({ length: count }, () => {
    const number = ++made;
    const after = {
      id: `overload-${process.pid}-${number}`,
      source: 'made-up',
      county_fips: `${NEWS_COUNTY.state_fips}${NEWS_COUNTY.county_fips}`,
      parcel_id: `N-${number}`,
      recorded_date: '2025-06-20',
      document_type: 'warranty_deed',
      document_number: `2025-${number}`,
      prior_owner: 'WREN, ODETTE',
      new_owner: 'OAK STREET HOLDINGS LLC',
      is_sale: true,
    };
    return eventsOf('deeds', after, new Date().toISOString()).find(
      ({ envelope }) => envelope.event_type === 'parcel.owner_changed',
    )!;
  });
}

/** Stores events that an endpoint watches, as a load would, and records when each was committed. */
export function createNews({ database, config }: Harness, receiver: Receiver) {
  const committed = new Map<string, number>();

  async function write(count: number): Promise<void> {
    const events = makeEvents(count);
    const watchersAt = await findWatchers(database, events.map(placeOf));
    await fanOut(database, { tiers: tierLimits(config), events, watchersAt, now: Date.now });
    await wakeDispatchers(database);
    const now = Date.now();
    for (const { envelope } of events) committed.set(envelope.event_id, now);
  }

  const idOf = ({ body }: { body: Record<string, unknown> }) => String(body.event_id);

  return {
    write,
    /** Stores an event twenty times a second until `isOver`. Returns when it began and ended. */
    async drip(isOver: () => boolean): Promise<{ from: number; until: number }> {
      const from = Date.now();
      while (!isOver()) {
        await write(1);
        await sleep(PAUSE);
      }
      return { from, until: Date.now() };
    },
    /** Milliseconds from commit to arrival, for each event committed in a time; Infinity for those that have not arrived. */
    lags({ from, until }: { from: number; until: number }): number[] {
      const came = new Map(receiver.got.map((received) => [idOf(received), received.at]));
      return [...committed]
        .filter(([, at]) => at >= from && at <= until)
        .map(([id, at]) => Math.max(0, (came.get(id) ?? Number.POSITIVE_INFINITY) - at));
    },
    /** How often each event arrived. */
    arrivals(): number[] {
      const counts = new Map([...committed.keys()].map((id) => [id, 0]));
      for (const received of receiver.got) counts.set(idOf(received), (counts.get(idOf(received)) ?? 0) + 1);
      return [...counts.values()];
    },
  };
}
export type News = ReturnType<typeof createNews>;
