import type { SQL } from 'drizzle-orm';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import { STATE } from '../domain/delivery-states.ts';
import type { ParcelEvent } from '../domain/parcel-event.ts';
import { type Database, type Executor, inTransaction } from '../stores/mysql/database.ts';
import { inArray, list, sql } from '../stores/mysql/drizzle.ts';
import { isDuplicate } from '../stores/mysql/retry.ts';
import { webhookEvents } from '../stores/mysql/schema.ts';
import { type Allowance, allowances, countUnsent, keepBudgets, spend } from './quota.ts';
import type { WatchedPlace, Watcher } from './watchers.ts';

/** Deliveries in one transaction; an event with more watchers makes a larger one. */
const DELIVERIES_AT_ONCE = 5_000;
const ROWS_AT_ONCE = 1_000;
const NOT_SENT: Record<Allowance['why'], string> = {
  'used up': 'Not sent: the day’s event quota was used up. Retry it when quota is left.',
  'no plan': 'Not sent: the plan of the account has no webhook events. Retry it when it has.',
  'no key': 'Not sent: the account had no active API key. Retry it with one.',
};

export interface WatchedEvent {
  event: ParcelEvent;
  watchers: Watcher[];
}

export interface FanOut {
  events: number;
  /** Those that are queued. */
  deliveries: number;
  /** Those beyond the day's quota that are kept as dead letters. */
  over_quota: number;
  /** Those that are neither sent nor kept, but counted. */
  not_kept: number;
}

export const newFanOut = (): FanOut => ({ events: 0, deliveries: 0, over_quota: 0, not_kept: 0 });

/** Adds what was stored to a sum. */
export function addFanOut(sum: FanOut, stored: FanOut): void {
  sum.events += stored.events;
  sum.deliveries += stored.deliveries;
  sum.over_quota += stored.over_quota;
  sum.not_kept += stored.not_kept;
}

async function insertAll(tx: Executor, into: SQL, rows: unknown[][]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx.execute(sql`INSERT INTO ${into} VALUES ${list(rows.slice(from, from + ROWS_AT_ONCE))}`);
  }
}

async function numbersOf(tx: Executor, eventIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ number: webhookEvents.id, eventId: webhookEvents.eventId })
    .from(webhookEvents)
    .where(inArray(webhookEvents.eventId, eventIds));
  return new Map(rows.map(({ number, eventId }) => [eventId, number]));
}

/**
 * The ids of the events that are stored, under their own id or a former one. A former id does not tell years apart, so the
 * stored event must also be of the same time.
 */
async function storedAmong(tx: Executor, events: ParcelEvent[]): Promise<Set<string>> {
  const ids = events.flatMap(({ envelope, former_id }) => [envelope.event_id, former_id ?? []].flat());
  const rows = await tx
    .select({
      eventId: webhookEvents.eventId,
      at: sql<string>`JSON_UNQUOTE(JSON_EXTRACT(${webhookEvents.body}, '$.occurred_at'))`,
    })
    .from(webhookEvents)
    .where(inArray(webhookEvents.eventId, ids));
  const times = new Map(rows.map(({ eventId, at }) => [eventId, at]));
  const isStored = ({ envelope, former_id }: ParcelEvent) =>
    times.has(envelope.event_id) ||
    (former_id !== undefined && times.get(former_id) === envelope.occurred_at);
  return new Set(events.filter(isStored).map(({ envelope }) => envelope.event_id));
}

async function insertEvents(tx: Executor, events: ParcelEvent[], at: Date) {
  await insertAll(
    tx,
    sql`webhook_events (event_id, event_type, body, canonical_id, match_basis, created_at)`,
    events.map(({ envelope, fields, canonical_id, match_basis }) => [
      envelope.event_id,
      envelope.event_type,
      JSON.stringify({ ...envelope, ...fields }),
      canonical_id,
      match_basis,
      at,
    ]),
  );
  return numbersOf(
    tx,
    events.map(({ envelope }) => envelope.event_id),
  );
}

interface Planned {
  watcher: Watcher;
  /** The number of the event. */
  number: number;
  /** Why it is not sent; null when it is. */
  unsent: string | null;
}

/** Decides, in order, which events are sent to which of their watchers. What is sent is deducted from `allowed`. */
function plan(
  fresh: WatchedEvent[],
  numbers: Map<string, number>,
  allowed: Map<number, Allowance>,
): Planned[] {
  const unsent = ({ account }: Watcher): string | null => {
    const quota = allowed.get(account)!;
    if (quota.left < 1) return NOT_SENT[quota.why];
    quota.left--;
    return null;
  };
  return fresh.flatMap(({ event, watchers }) => {
    const number = numbers.get(event.envelope.event_id)!;
    return watchers.map((watcher) => ({ watcher, number, unsent: unsent(watcher) }));
  });
}

/**
 * Stores events with all of their deliveries. Events already stored are skipped: they were stored with theirs. Deliveries
 * that are not sent are kept within the budget, and only counted beyond that.
 *
 * The accounts are locked before events get their numbers, until the commit. So a reader of an account's events by number
 * never passes one that is committed later, even when several processes store events.
 */
async function storeEvents(
  tx: Executor,
  watched: WatchedEvent[],
  tiers: Record<Tier, TierLimits>,
  now: number,
): Promise<FanOut> {
  const stored = await storedAmong(
    tx,
    watched.map(({ event }) => event),
  );
  const fresh = watched.filter(({ event }) => !stored.has(event.envelope.event_id));
  if (fresh.length === 0) return newFanOut();
  const at = new Date(now);
  const accounts = [...new Set(fresh.flatMap(({ watchers }) => watchers.map(({ account }) => account)))];
  const allowed = await allowances(tx, tiers, accounts, now);
  const numbers = await insertEvents(
    tx,
    fresh.map(({ event }) => event),
    at,
  );
  const planned = plan(fresh, numbers, allowed);
  const short = new Set(
    planned.filter(({ unsent }) => unsent !== null).map(({ watcher }) => watcher.account),
  );
  const budgets = await keepBudgets(
    tx,
    tiers,
    new Map([...allowed].filter(([account]) => short.has(account))),
    now,
  );
  const tallies = new Map(accounts.map((account) => [account, { sent: 0, kept: 0, notKept: 0 }]));
  const sum = { ...newFanOut(), events: fresh.length };
  const deliveries: unknown[][] = [];
  for (const { watcher, number, unsent } of planned) {
    const { endpoint, account } = watcher;
    const tally = tallies.get(account)!;
    if (unsent === null) {
      tally.sent++;
      sum.deliveries++;
      deliveries.push([number, endpoint, STATE.pending, at, null, false, at]);
    } else if (tally.kept < budgets.get(account)!) {
      tally.kept++;
      sum.over_quota++;
      deliveries.push([number, endpoint, STATE.dead_lettered, null, unsent, true, at]);
    } else {
      tally.notKept++;
      sum.not_kept++;
    }
  }
  const concerned = fresh.flatMap(({ event, watchers }) => {
    const number = numbers.get(event.envelope.event_id)!;
    return [...new Set(watchers.map(({ account }) => account))].map((account) => [account, number]);
  });
  await insertAll(
    tx,
    sql`webhook_deliveries (event_id, endpoint_id, state, due_at, last_error, owes_quota, created_at)`,
    deliveries,
  );
  await insertAll(tx, sql`webhook_account_events (account_id, event_id)`, concerned);
  for (const [account, { sent, ...unsent }] of tallies) {
    if (sent > 0) await spend(tx, account, sent, now);
    if (short.has(account)) await countUnsent(tx, account, unsent, now);
  }
  return sum;
}

function* portions(watched: Iterable<WatchedEvent>): Generator<WatchedEvent[]> {
  let portion: WatchedEvent[] = [];
  let deliveries = 0;
  for (const entry of watched) {
    portion.push(entry);
    deliveries += entry.watchers.length;
    if (deliveries < DELIVERIES_AT_ONCE && portion.length < ROWS_AT_ONCE) continue;
    yield portion;
    portion = [];
    deliveries = 0;
  }
  if (portion.length > 0) yield portion;
}

export const placeOf = ({ envelope, canonical_id }: ParcelEvent): WatchedPlace => ({
  state_fips: envelope.state_fips,
  county_fips: envelope.county_fips,
  canonical_id,
});

function* withWatchers(
  events: ParcelEvent[],
  watchersAt: (place: WatchedPlace) => Watcher[],
): Generator<WatchedEvent> {
  for (const event of events) {
    const { event_type } = event.envelope;
    const watchers = watchersAt(placeOf(event)).filter(({ types }) => types.has(event_type));
    if (watchers.length > 0) yield { event, watchers };
  }
}

interface Queued {
  tiers: Record<Tier, TierLimits>;
  events: ParcelEvent[];
  watchersAt: (place: WatchedPlace) => Watcher[];
  /** The clock, epoch milliseconds. */
  now: () => number;
  /** Called at the end of each transaction; when it throws, that transaction is rolled back. */
  mayCommit?: () => Promise<void>;
}

/**
 * Queues events for their watchers. An event, its deliveries and their quota are committed together; an event that nobody
 * watches is not stored. Calling it again with the same events changes nothing.
 */
export async function fanOut(
  database: Database,
  { tiers, events, watchersAt, now, mayCommit }: Queued,
): Promise<FanOut> {
  const done = newFanOut();
  for (const portion of portions(withWatchers(events, watchersAt))) {
    const commit = () =>
      inTransaction(database, async (tx) => {
        const stored = await storeEvents(tx, portion, tiers, now());
        await mayCommit?.();
        return stored;
      });
    // Another process has just stored one of them: the second try finds it.
    const stored = await commit().catch((error) => {
      if (!isDuplicate(error)) throw error;
      return commit();
    });
    addFanOut(done, stored);
  }
  return done;
}
