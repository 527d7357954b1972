import type { Client } from '@elastic/elasticsearch';
import PQueue from 'p-queue';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import type { Change, EventfulKind } from '../domain/events.ts';
import { isPlaceholderCounty } from '../domain/geography.ts';
import { eventsOf, recognize, typesOf } from '../domain/parcel-event.ts';
import { aliasOf } from '../elastic/indices.ts';
import type { Database } from '../mysql/database.ts';
import { parcelsOfNumbers } from '../records/parcel-numbers.ts';
import { viewOf } from '../records/view.ts';
import { forgetChanges, noteChanges, notedChanges } from '../webhooks/changes.ts';
import { ring } from '../webhooks/doorbell.ts';
import { addFanOut, fanOut, newFanOut } from '../webhooks/fan-out.ts';
import { anyWatches, findWatchers } from '../webhooks/watchers.ts';
import type { StoredDocument } from './kinds/kind.ts';

interface NewsTarget {
  client: Client;
  database: Database;
  prefix: string;
  tiers: Record<Tier, TierLimits>;
  stillHeld: () => Promise<void>;
}

/** What a load does to a record; `after` is what it stores. */
export type DocumentChange = Change & { before: StoredDocument | null; after: StoredDocument };

const stateOf = (record: Change['after']) => (record.county_fips as string).slice(0, 2);

const placeOfRecord = (record: Change['after'], unique: string | null) => ({
  state_fips: stateOf(record),
  county_fips: (record.county_fips as string).slice(2),
  canonical_id: recognize(record, unique).canonical_id,
});

/** The counties of records without a known one, where the number is that of one loaded parcel of the state. */
async function uniqueCounties(client: Client, prefix: string, records: Change['after'][]) {
  const lost = records.filter(({ county_fips }) => isPlaceholderCounty(county_fips as string));
  const parcels = viewOf(client, { index: aliasOf(prefix, 'parcels') });
  const states = new Map<string, Awaited<ReturnType<typeof parcelsOfNumbers>>>();
  for (const state of new Set(lost.map(stateOf))) {
    const numbers = new Set(
      lost.filter((record) => stateOf(record) === state).map((record) => record.parcel_id as string),
    );
    states.set(state, await parcelsOfNumbers(parcels, [...numbers], state));
  }
  return (record: Change['after']): string | null => {
    const parcel = states.get(stateOf(record))?.get(record.parcel_id as string);
    return parcel && parcel !== 'several' ? parcel.county : null;
  };
}

const shown = ({ internal: _internal, ...record }: StoredDocument) => record;

/**
 * Makes the events of a load of one kind. A crash at any point, followed by the same load, loses none and doubles none.
 *
 * Events of new records are stored before the records are; storing them again has no effect. Of changed records, the
 * state before is noted before the change is stored, and the events are made at the end of the load, from the note and
 * the stored record. So a record that comes several times in a file is one change, and none if it ends as it was.
 * @param live whether the load writes where readers see it. If not, new records are noted too: readers may never see them.
 */
export function newsDesk(kind: EventfulKind, target: NewsTarget, live: boolean) {
  const { client, database, prefix, tiers, stillHeld } = target;
  // Concurrent transactions would only wait for each other's accounts.
  const inOrder = new PQueue({ concurrency: 1 });
  const totals = newFanOut();

  /** The changes that are events somebody subscribes to. */
  async function watchedAmong<C extends Change>(changes: C[]) {
    const firing = changes.filter((change) => typesOf(kind, change).length > 0);
    if (firing.length === 0 || !(await anyWatches(database))) return null;
    const countyOf = await uniqueCounties(
      client,
      prefix,
      firing.map(({ after }) => after),
    );
    const placeOf = ({ after }: C) => placeOfRecord(after, countyOf(after));
    const watchersAt = await findWatchers(database, firing.map(placeOf));
    const watched = firing.filter((change) => {
      const types = typesOf(kind, change);
      return watchersAt(placeOf(change)).some((watcher) => types.some((type) => watcher.types.has(type)));
    });
    return { watched, watchersAt, countyOf };
  }

  async function announce(changes: Change[], at: string): Promise<void> {
    const found = await watchedAmong(changes);
    if (!found) return;
    const { watched, watchersAt, countyOf } = found;
    const events = watched.flatMap((change) => eventsOf(kind, change, at, countyOf(change.after)));
    const done = await fanOut(database, { tiers, events, watchersAt, now: Date.now, mayCommit: stillHeld });
    addFanOut(totals, done);
    // A dispatcher that is not woken finds the deliveries by itself.
    if (done.deliveries > 0) await ring(database).catch(() => {});
  }

  async function note(changes: DocumentChange[]): Promise<void> {
    const found = await watchedAmong(changes);
    if (!found || found.watched.length === 0) return;
    await stillHeld();
    const notes = found.watched.map(({ before, after }) => ({
      id: after.id as string,
      before: before && shown(before),
    }));
    await noteChanges(database, kind, notes);
  }

  /** Missing ids are left out. */
  async function storedNow(ids: string[]): Promise<Map<string, Change['after']>> {
    const { docs } = await client.mget<StoredDocument>({ index: aliasOf(prefix, kind), ids });
    const found = new Map<string, Change['after']>();
    for (const doc of docs) {
      if ('error' in doc) throw new Error(`Elasticsearch did not read a document: ${doc.error.type}`);
      if (doc.found) found.set(doc._id, doc._source!);
    }
    return found;
  }

  async function settle(at: string): Promise<void> {
    for (;;) {
      const noted = await notedChanges(database, kind);
      if (noted.length === 0) return;
      const ids = noted.map(({ id }) => id);
      const now = await storedNow(ids);
      const changes = noted.flatMap(({ id, before }) => {
        const after = now.get(id);
        return after ? [{ before, after } as Change] : [];
      });
      await announce(changes, at);
      await stillHeld();
      await forgetChanges(database, kind, ids);
    }
  }

  return {
    /** Call it before storing the changes, and store nothing when it throws. */
    tell: (changes: DocumentChange[], at: string): Promise<void> =>
      inOrder.add(async () => {
        const atOnce = (change: DocumentChange) => live && change.before === null;
        await announce(changes.filter(atOnce), at);
        await note(changes.filter((change) => !atOnce(change)));
      }),
    /** Stores the events of the notes: at the end of a load, whatever became of it. */
    settle: (at: string): Promise<void> => inOrder.add(() => settle(at)),
    totals,
  };
}
export type NewsDesk = ReturnType<typeof newsDesk>;
