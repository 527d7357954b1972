import { randomInt } from 'node:crypto';
import { STATE, type State } from '../../domain/delivery-states.ts';
import { type Database, type Executor, inTransaction } from '../../stores/mysql/database.ts';
import { and, eq, list, lte, sql } from '../../stores/mysql/drizzle.ts';
import { retried } from '../../stores/mysql/retry.ts';
import { webhookDeliveries } from '../../stores/mysql/schema.ts';
import {
  dueIn,
  type Queue,
  readDue,
  readEvents,
  type StoredEvent,
  type Waiting,
  type WaitingState,
} from './due.ts';
import type { SendWindow } from './send-window.ts';

/** How long a claim may wait before its send begins, in milliseconds; after that, others may claim it again. */
export const CLAIM_LEASE = 8_000;
/** After this time, in milliseconds, the outcome of a send that its dispatcher has not reported is unknown. */
export const SEND_LEASE = 30_000;
const LARGEST_TOKEN = 2 ** 48 - 1;

/** A delivery that this dispatcher holds, until its lease ends. */
export interface Claimed extends Omit<Waiting, 'due'> {
  token: number;
  /** Set when its attempt begins. */
  begun?: Begun;
}

/** An attempt that begins: its record in the journal, if one is kept, and until when it may be sent. */
export interface Begun {
  /** Epoch milliseconds. */
  at: number;
  record: number | null;
  sendWindow: SendWindow;
}

const withIds = (ids: number[]) => sql`${webhookDeliveries.id} IN (${list(ids)})`;

const waitingAgain = sql`IF(attempt = 0, ${STATE.pending}, ${STATE.retrying})`;

const newToken = () => randomInt(1, LARGEST_TOKEN);

/** Claims the deliveries that no other dispatcher is claiming, until the lease ends. */
async function lease(
  database: Database,
  state: WaitingState,
  ids: number[],
  now: number,
): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  const token = newToken();
  return inTransaction(database, async (tx) => {
    const rows = await tx
      .select({
        id: webhookDeliveries.id,
        endpoint: webhookDeliveries.endpointId,
        event: webhookDeliveries.eventId,
        attempt: webhookDeliveries.attempt,
        attemptsBefore: webhookDeliveries.attemptsBefore,
        requeued: webhookDeliveries.requeued,
        createdAt: webhookDeliveries.createdAt,
      })
      .from(webhookDeliveries)
      .where(and(withIds(ids), eq(webhookDeliveries.state, state)))
      .for('update', { skipLocked: true });
    if (rows.length === 0) return [];
    await tx
      .update(webhookDeliveries)
      .set({ state: STATE.claimed, leaseToken: token, dueAt: new Date(now + CLAIM_LEASE) })
      .where(withIds(rows.map(({ id }) => id)));
    return rows.map((row) => ({ ...row, attempt: row.attempt + 1, token }));
  });
}

/** What claims and begins deliveries that can be sent at once. */
export interface AtOnce {
  /** Whether so many deliveries of these endpoints need not wait for others. */
  fits(counts: Map<number, number>): boolean;
  /** Claims and begins them. Returns those for which that is recorded. */
  begin(state: WaitingState, claims: Claimed[]): Promise<Claimed[]>;
  /** Gives back what will not be sent, and repeats that until it succeeds: what has begun has no short lease. */
  giveBack(claims: Claimed[]): void;
}

/** Claims deliveries; those that can be sent at once have begun. */
async function take(
  database: Database,
  state: WaitingState,
  due: Waiting[],
  now: number,
  atOnce: AtOnce | undefined,
  counts: Map<number, number>,
): Promise<Claimed[]> {
  const idsOf = (left: { id: number }[]) => left.map(({ id }) => id);
  if (!atOnce?.fits(counts)) return lease(database, state, idsOf(due), now);
  const token = newToken();
  const begun = await atOnce.begin(
    state,
    due.map((delivery) => ({ ...delivery, token })),
  );
  const ids = new Set(idsOf(begun));
  // Those of disabled endpoints are claimed, to be ended. Under a token of their own: the journal has records of the other.
  const left = due.filter(({ id }) => !ids.has(id));
  const leased = await lease(database, state, idsOf(left), now).catch((error) => {
    atOnce.giveBack(begun);
    throw error;
  });
  return [...begun, ...leased];
}

/**
 * Claims due deliveries of some endpoints, as many of each as wanted.
 * @param whole what is due, if the queue was just read whole.
 * @returns them with their events, and the endpoints that have no more.
 */
export async function claim(
  database: Database,
  state: WaitingState,
  wanted: Map<number, number>,
  now: number,
  atOnce?: AtOnce,
  whole?: Queue['whole'],
): Promise<{ claimed: Claimed[]; events: Map<number, StoredEvent>; drained: number[] }> {
  const due = whole ? dueIn(whole.deliveries, wanted) : await readDue(database, state, wanted, now);
  const counts = new Map<number, number>();
  for (const { endpoint } of due) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  const drained = [...wanted]
    .filter(([endpoint, count]) => (counts.get(endpoint) ?? 0) < count)
    .map(([endpoint]) => endpoint);
  if (due.length === 0) return { claimed: [], events: new Map(), drained };
  // Both at once: other dispatchers have taken few of the candidates by now, so few events are read in vain.
  const numbers = due.map(({ event }) => event);
  const events = whole ? Promise.resolve(whole.events) : readEvents(database, numbers);
  const taken = take(database, state, due, now, atOnce, counts);
  const [read, claimed] = await Promise.allSettled([events, taken]);
  if (claimed.status === 'rejected') throw claimed.reason;
  if (read.status === 'fulfilled') return { claimed: claimed.value, events: read.value, drained };
  atOnce?.giveBack(claimed.value);
  throw read.reason;
}

/**
 * Records that attempts begin, just before they are sent. Claims that another dispatcher has taken over are left out.
 */
export async function begin(
  executor: Executor,
  claims: Claimed[],
  now: number,
): Promise<{ started: Claimed[]; disabled: Claimed[] }> {
  const ids = list(claims.map(({ id }) => id));
  const keys = list(claims.map(({ id, token }) => [id, token]));
  const [{ affectedRows }] = await executor.execute(
    sql`UPDATE webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
        SET d.state = ${STATE.sending}, d.attempt = d.attempt + 1, d.last_attempt_at = ${new Date(now)},
          d.due_at = ${new Date(now + SEND_LEASE)}
        WHERE d.id IN (${ids}) AND (d.id, d.lease_token) IN (${keys}) AND d.state = ${STATE.claimed} AND e.is_active`,
  );
  if (affectedRows === claims.length) return { started: claims, disabled: [] };
  const rows = await executor
    .select({
      id: webhookDeliveries.id,
      token: webhookDeliveries.leaseToken,
      state: webhookDeliveries.state,
    })
    .from(webhookDeliveries)
    .where(sql`id IN (${ids}) AND (id, lease_token) IN (${keys})`);
  const states = new Map(rows.map(({ id, token, state }) => [`${id}:${token}`, state]));
  const inState = (state: number) => claims.filter(({ id, token }) => states.get(`${id}:${token}`) === state);
  return { started: inState(STATE.sending), disabled: inState(STATE.claimed) };
}

/**
 * Claims deliveries and records that their attempts begin, in one commit. Those that are no longer as they were read, and
 * those of disabled endpoints, are left out.
 */
export async function beginWaiting(
  executor: Executor,
  state: WaitingState,
  claims: Claimed[],
  now: number,
): Promise<Claimed[]> {
  const ids = list(claims.map(({ id }) => id));
  // An id alone could be another delivery's, after a failover to a server that lost the last commits.
  const before = list(claims.map(({ id, attempt, event, endpoint }) => [id, attempt - 1, event, endpoint]));
  const { token } = claims[0]!;
  const [{ affectedRows }] = await executor.execute(
    sql`UPDATE webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
        SET d.state = ${STATE.sending}, d.attempt = d.attempt + 1, d.lease_token = ${token}, d.last_attempt_at = ${new Date(now)},
          d.due_at = ${new Date(now + SEND_LEASE)}
        WHERE d.id IN (${ids}) AND (d.id, d.attempt, d.event_id, d.endpoint_id) IN (${before}) AND d.state = ${state} AND e.is_active`,
  );
  if (affectedRows === claims.length) return claims;
  const rows = await executor
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(sql`id IN (${ids})`, eq(webhookDeliveries.leaseToken, token)));
  const begun = new Set(rows.map(({ id }) => id));
  return claims.filter(({ id }) => begun.has(id));
}

/** A claim that was not sent, whether or not it is recorded as begun. */
export type Unsent = Pick<Claimed, 'id' | 'token' | 'attempt'>;

/** The error of a delivery that was begun and never reported back: its outcome is unknown. */
const STOPPED = 'response: the dispatcher stopped before it told the outcome';

/**
 * Gives back claims that were not sent: claimed, begun, or of unknown outcome because their lease ran out. A delivery
 * that another dispatcher took over stays as it is.
 * @returns how many were given back.
 */
export async function release(executor: Executor, claims: Unsent[], now: number): Promise<number> {
  if (claims.length === 0) return 0;
  const ids = list(claims.map(({ id }) => id));
  const keys = list(claims.map(({ id, token, attempt }) => [id, token, attempt]));
  // MySQL assigns from left to right: `attempt` is counted back before `state` is computed from it.
  const [{ affectedRows }] = await executor.execute(
    sql`UPDATE webhook_deliveries SET attempt = attempt - (state <> ${STATE.claimed}),
          last_error = IF(state = ${STATE.unknown}, NULL, last_error),
          state = ${waitingAgain}, due_at = ${new Date(now)}, lease_token = NULL
        WHERE id IN (${ids}) AND (id, lease_token, attempt + (state = ${STATE.claimed})) IN (${keys})
          AND (state IN (${STATE.claimed}, ${STATE.sending}) OR state = ${STATE.unknown} AND last_error = ${STOPPED})`,
  );
  return affectedRows;
}

/**
 * Ends leases that have run out. Claims wait again. The outcome of sends becomes unknown; they keep their token, since
 * their dispatcher may still be alive and report it.
 */
export async function recoverLeases(
  database: Database,
  now: number,
): Promise<{ released: number; unknown: number }> {
  const endedIn = (state: State) =>
    and(eq(webhookDeliveries.state, state), lte(webhookDeliveries.dueAt, new Date(now)));
  const [claims] = await retried(async () =>
    database
      .update(webhookDeliveries)
      .set({ state: waitingAgain, leaseToken: null })
      .where(endedIn(STATE.claimed)),
  );
  const [sends] = await retried(async () =>
    database
      .update(webhookDeliveries)
      .set({ state: STATE.unknown, dueAt: null, lastResponseStatus: null, lastError: STOPPED })
      .where(endedIn(STATE.sending)),
  );
  return { released: claims.affectedRows, unknown: sends.affectedRows };
}
