import type { Client } from '@elastic/elasticsearch';
import PQueue from 'p-queue';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import { type EventfulKind, eventsOf, recognise } from '../domain/events.ts';
import { isPlaceholderCounty } from '../domain/geography.ts';
import { aliasOf } from '../elastic/indices.ts';
import type { Database } from '../mysql/database.ts';
import { parcelsOfNumbers } from '../records/parcel-numbers.ts';
import { viewOf } from '../records/view.ts';
import { ring } from '../webhooks/doorbell.ts';
import { addFanOut, fanOut, newFanOut } from '../webhooks/fan-out.ts';
import { anyWatches, findWatchers } from '../webhooks/watchers.ts';
import type { StoredDocument } from './kinds/kind.ts';

/** Where the news of a load goes. */
interface NewsTarget {
  client: Client;
  database: Database;
  prefix: string;
  tiers: Record<Tier, TierLimits>;
  /** Throws when the load may not go on. */
  stillHeld: () => Promise<void>;
}

const placeOfRecord = (record: StoredDocument, unique: string | null) => ({
  state_fips: (record.county_fips as string).slice(0, 2),
  county_fips: (record.county_fips as string).slice(2),
  canonical_id: recognise(record, unique).canonical_id,
});

const stateOf = (record: StoredDocument) => (record.county_fips as string).slice(0, 2);

/** The county of a record whose own is unknown, where its number is that of one loaded parcel of the state. */
async function uniqueCounties(client: Client, prefix: string, records: StoredDocument[]) {
  const lost = records.filter(({ county_fips }) => isPlaceholderCounty(county_fips as string));
  const parcels = viewOf(client, { index: aliasOf(prefix, 'parcels') });
  const states = new Map<string, Awaited<ReturnType<typeof parcelsOfNumbers>>>();
  for (const state of new Set(lost.map(stateOf))) {
    const numbers = new Set(
      lost.filter((one) => stateOf(one) === state).map((one) => one.parcel_id as string),
    );
    states.set(state, await parcelsOfNumbers(parcels, [...numbers], state));
  }
  return (record: StoredDocument): string | null => {
    const parcel = states.get(stateOf(record))?.get(record.parcel_id as string);
    return parcel && parcel !== 'several' ? parcel.county : null;
  };
}

/**
 * Tells the world of new records of a kind: their events are committed when a call returns, which must be before the
 * records themselves are stored, so that a crash in between only repeats what has no effect the second time.
 */
export function newsDesk(kind: EventfulKind, target: NewsTarget) {
  const { client, database, prefix, tiers, stillHeld } = target;
  // One after another: concurrent transactions would only wait for each other's accounts.
  const inOrder = new PQueue({ concurrency: 1 });
  /** Events that somebody watched, and deliveries made of them. */
  const told = newFanOut();

  async function tell(records: StoredDocument[], at: string): Promise<void> {
    if (records.length === 0 || !(await anyWatches(database))) return;
    const countyOf = await uniqueCounties(client, prefix, records);
    const placed = records
      .filter(({ parcel_id }) => parcel_id !== null)
      .map((record) => ({ record, place: placeOfRecord(record, countyOf(record)) }));
    const watchersAt = await findWatchers(
      database,
      placed.map(({ place }) => place),
    );
    const events = placed
      .filter(({ place }) => watchersAt(place).length > 0)
      .flatMap(({ record }) => eventsOf(kind, record, at, countyOf(record)));
    const done = await fanOut(database, { tiers, events, watchersAt, now: Date.now, mayCommit: stillHeld });
    addFanOut(told, done);
    // Dispatchers that are not woken find the deliveries by themselves.
    if (done.deliveries > 0) await ring(database).catch(() => {});
  }

  return {
    tell: (records: StoredDocument[], at: string): Promise<void> => inOrder.add(() => tell(records, at)),
    told,
  };
}
export type NewsDesk = ReturnType<typeof newsDesk>;
