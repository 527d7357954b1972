import type { Client } from '@elastic/elasticsearch';
import PQueue from 'p-queue';
import type { Tier, TierLimits } from '../../accounts/tiers.ts';
import { sortedBy } from '../../domain/deed-order.ts';
import type { EventfulKind, StoredRecord } from '../../domain/events.ts';
import { isPlaceholderCounty } from '../../domain/geography.ts';
import { eventId, eventsOf, type ParcelEvent, recognize, typesOf } from '../../domain/parcel-event.ts';
import { indexView } from '../../records/index-view.ts';
import { parcelsOfNumbers } from '../../records/parcel-numbers.ts';
import { aliasOf } from '../../stores/elastic/indices.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { addFanOut, fanOut, newFanOut } from '../../webhooks/fan-out.ts';
import { wakeDispatchers } from '../../webhooks/wake-up.ts';
import { anyWatches, findWatchers, type Watcher } from '../../webhooks/watchers.ts';
import type { RecordKind } from './kinds/kind.ts';
import type { LoadReport } from './report.ts';
import { formerId } from './upgrade.ts';

interface PublisherTarget {
  client: Client;
  database: Database;
  prefix: string;
  tiers: Record<Tier, TierLimits>;
  stillHeld: () => Promise<void>;
  now?: () => number;
}

const stateOf = (record: StoredRecord) => (record.county_fips as string).slice(0, 2);

/** With the id that an earlier version gave to the event. */
function withFormerId(kind: EventfulKind, record: StoredRecord, event: ParcelEvent): ParcelEvent {
  const former = formerId(kind, record as unknown as Parameters<typeof formerId>[1]);
  if (former === null || former === record.id) return event;
  return { ...event, former_id: eventId(record.source as string | null, former, event.envelope.event_type) };
}

const placeOfRecord = (record: StoredRecord, unique: string | null) => ({
  state_fips: stateOf(record),
  county_fips: (record.county_fips as string).slice(2),
  canonical_id: recognize(record, unique).canonical_id,
});

/** The counties of records without a known one, where only one loaded parcel of the state has the number. */
async function uniqueCounties(client: Client, prefix: string, records: StoredRecord[]) {
  const lost = records.filter(({ county_fips }) => isPlaceholderCounty(county_fips as string));
  const parcels = indexView(client, { index: aliasOf(prefix, 'parcels') });
  const states = new Map<string, Awaited<ReturnType<typeof parcelsOfNumbers>>>();
  for (const state of new Set(lost.map(stateOf))) {
    const numbers = new Set(
      lost.filter((record) => stateOf(record) === state).map((record) => record.parcel_id as string),
    );
    states.set(state, await parcelsOfNumbers(parcels, [...numbers], state));
  }
  return (record: StoredRecord): string | null => {
    const parcel = states.get(stateOf(record))?.get(record.parcel_id as string);
    return parcel && parcel !== 'several' ? parcel.county : null;
  };
}

/**
 * Makes the events of a load's new records of one kind. They are stored before the records are, and storing them again has
 * no effect: if a load crashes at any point and is repeated, no event is lost or duplicated.
 */
export function createPublisher(kind: EventfulKind, target: PublisherTarget) {
  const { client, database, prefix, tiers, stillHeld, now = Date.now } = target;
  // Concurrent transactions would only wait for each other's accounts.
  const inOrder = new PQueue({ concurrency: 1 });
  const totals = newFanOut();

  /** The records that someone watches, with the county of each that is recognized by its number alone. */
  async function watchedAmong<R extends StoredRecord>(records: R[]) {
    const none = { watched: [] as { record: R; county: string | null }[], watchersAt: () => [] as Watcher[] };
    if (records.length === 0 || !(await anyWatches(database))) return none;
    const countyOf = await uniqueCounties(client, prefix, records);
    const placed = records.map((record) => {
      const county = countyOf(record);
      return { record, county, place: placeOfRecord(record, county) };
    });
    const watchersAt = await findWatchers(
      database,
      placed.map(({ place }) => place),
    );
    return { watched: placed.filter(({ place }) => watchersAt(place).length > 0), watchersAt };
  }

  async function announce(records: StoredRecord[], at: string): Promise<void> {
    const firing = records.filter((record) => typesOf(kind, record).length > 0);
    const { watched, watchersAt } = await watchedAmong(firing);
    const events = watched.flatMap(({ record, county }) =>
      eventsOf(kind, record, at, county).map((event) => withFormerId(kind, record, event)),
    );
    if (events.length === 0) return;
    const done = await fanOut(database, { tiers, events, watchersAt, now, mayCommit: stillHeld });
    addFanOut(totals, done);
    // A dispatcher that is not woken finds the deliveries by itself.
    if (done.deliveries > 0) await wakeDispatchers(database);
  }

  return {
    /** Call it before storing new records, and store nothing when it throws. */
    publish: (records: StoredRecord[], at: string): Promise<void> => inOrder.add(() => announce(records, at)),
    /** Those of some places, each with a parcel number or null, that someone watches. */
    async watched<R extends { county_fips: string; parcel_id: string | null }>(places: R[]): Promise<Set<R>> {
      const named = places.filter(({ parcel_id }) => parcel_id !== null);
      const { watched } = await inOrder.add(() => watchedAmong(named as (R & StoredRecord)[]));
      return new Set(watched.map(({ record }) => record));
    },
    totals,
  };
}
export type Publisher = ReturnType<typeof createPublisher>;

const MOST_HELD = 20_000;

/**
 * Holds the new records that someone watches until all rows of a load are read, so that their events are queued in the order
 * in which they happened.
 */
export function heldRecords<D extends { id: string; county_fips: string }, E extends { draft: D }>(
  kind: Pick<RecordKind<D>, 'named' | 'happened'>,
  publisher: Publisher,
  report: LoadReport,
) {
  const held = new Map<string, E>();
  /** Later records under ids that are held. */
  const corrections = new Map<string, E>();

  /** From the oldest to the newest event. */
  const inOrder = (entries: Iterable<E>): E[] => sortedBy([...entries], ({ draft }) => kind.happened!(draft));

  return {
    inOrder,
    /**
     * Takes out the records that wait.
     * @param before what is stored of each; null for new ones.
     * @returns the others, with what is stored of them.
     */
    async hold<S>(entries: E[], before: (S | null)[]): Promise<{ entries: E[]; before: (S | null)[] }> {
      const places = entries.map(({ draft }) => kind.named!(draft));
      const watched = await publisher.watched(places.filter((_, at) => before[at] === null));
      const isHeld = entries.map((entry, at) => {
        const { id } = entry.draft;
        if (held.has(id)) {
          if (corrections.has(id)) report.duplicates++;
          corrections.set(id, entry);
        } else if (watched.has(places[at]!)) held.set(id, entry);
        return held.has(id);
      });
      return {
        entries: entries.filter((_, at) => !isHeld[at]),
        before: before.filter((_, at) => !isHeld[at]),
      };
    },
    /** Whether they must be written before more are read. */
    isFull: (): boolean => held.size >= MOST_HELD,
    /** Gives them back in their order, and then the later records under their ids. */
    release(): E[][] {
      const released = [inOrder(held.values()), [...corrections.values()]];
      held.clear();
      corrections.clear();
      return released;
    },
  };
}
