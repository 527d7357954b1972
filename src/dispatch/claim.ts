import { randomInt } from 'node:crypto';
import type { RowDataPacket } from 'mysql2/promise';
import { STATE } from '../domain/delivery-states.ts';
import { type Database, inTransaction } from '../mysql/database.ts';

/** A claim that has not begun to be sent after this time is free again, in milliseconds. */
export const CLAIM_LEASE = 8_000;
/** A send whose dispatcher has not told its outcome after this time is of unknown outcome. */
export const SEND_LEASE = 30_000;
const LARGEST_TOKEN = 2 ** 48 - 1;
const BRANCHES = 64;

/** The two states that wait: first attempts, and further ones. */
export type WaitingState = typeof STATE.pending | typeof STATE.retrying;

/** A delivery that this process holds. */
export interface Claimed {
  id: number;
  endpoint: number;
  event: number;
  /** The number of the attempt that comes next. */
  attempt: number;
  attemptsBefore: number;
  token: number;
  createdAt: Date;
}

/** The endpoints with deliveries in a state, and when the first of them is due, epoch milliseconds. */
export async function readWaiting(database: Database, state: WaitingState): Promise<Map<number, number>> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    'SELECT endpoint_id, MIN(due_at) AS due FROM webhook_deliveries WHERE state = ? GROUP BY endpoint_id',
    [state],
  );
  return new Map(rows.map(({ endpoint_id, due }) => [Number(endpoint_id), due.getTime()]));
}

/** The deliveries longest due of each endpoint, at most as many as wanted. */
async function candidates(database: Database, state: WaitingState, wanted: [number, number][], now: Date) {
  const branch =
    '(SELECT id, endpoint_id FROM webhook_deliveries WHERE state = ? AND endpoint_id = ? AND due_at <= ? ORDER BY due_at LIMIT ?)';
  const [rows] = await database.$client.query<RowDataPacket[]>(
    wanted.map(() => branch).join(' UNION ALL '),
    wanted.flatMap(([endpoint, count]) => [state, endpoint, now, count]),
  );
  return rows.map(({ id, endpoint_id }) => ({ id: Number(id), endpoint: Number(endpoint_id) }));
}

/** Takes deliveries that no other dispatcher is taking. They are this process's until the lease ends. */
async function lease(
  database: Database,
  state: WaitingState,
  ids: number[],
  now: number,
): Promise<Claimed[]> {
  const token = randomInt(1, LARGEST_TOKEN);
  return inTransaction(database, async (connection) => {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT id, endpoint_id, event_id, attempt, attempts_before, created_at FROM webhook_deliveries
       WHERE id IN (?) AND state = ? FOR UPDATE SKIP LOCKED`,
      [ids, state],
    );
    if (rows.length === 0) return [];
    await connection.query(
      `UPDATE webhook_deliveries SET state = ${STATE.claimed}, lease_token = ?, due_at = ? WHERE id IN (?)`,
      [token, new Date(now + CLAIM_LEASE), rows.map(({ id }) => id)],
    );
    return rows.map((row) => ({
      id: Number(row.id),
      endpoint: Number(row.endpoint_id),
      event: Number(row.event_id),
      attempt: row.attempt + 1,
      attemptsBefore: row.attempts_before,
      token,
      createdAt: row.created_at,
    }));
  });
}

/**
 * Claims due deliveries of some endpoints, as many of each as wanted.
 * @returns them, and the endpoints that have no more.
 */
export async function claim(
  database: Database,
  state: WaitingState,
  wanted: Map<number, number>,
  now: number,
): Promise<{ claimed: Claimed[]; drained: number[] }> {
  const found: { id: number; endpoint: number }[] = [];
  const all = [...wanted];
  for (let from = 0; from < all.length; from += BRANCHES) {
    found.push(...(await candidates(database, state, all.slice(from, from + BRANCHES), new Date(now))));
  }
  const counts = new Map<number, number>();
  for (const { endpoint } of found) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  const drained = all
    .filter(([endpoint, count]) => (counts.get(endpoint) ?? 0) < count)
    .map(([endpoint]) => endpoint);
  if (found.length === 0) return { claimed: [], drained };
  const claimed = await lease(
    database,
    state,
    found.map(({ id }) => id),
    now,
  );
  return { claimed, drained };
}

/** What became of claims that were to begin. */
export interface Begun {
  started: Claimed[];
  /** Their endpoint is disabled. */
  disabled: Claimed[];
}

/**
 * Notes that attempts begin, just before they are sent. Claims that were lost in the meantime are left out: somebody
 * else has them.
 */
export async function begin(database: Database, claims: Claimed[], now: number): Promise<Begun> {
  const at = new Date(now);
  const keys = claims.map(({ id, token }) => [id, token]);
  const [result] = await database.$client.query<RowDataPacket[]>(
    `UPDATE webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
     SET d.state = ${STATE.sending}, d.attempt = d.attempt + 1, d.last_attempt_at = ?, d.due_at = ?
     WHERE d.id IN (?) AND (d.id, d.lease_token) IN (?) AND d.state = ${STATE.claimed} AND e.is_active`,
    [at, new Date(now + SEND_LEASE), claims.map(({ id }) => id), keys],
  );
  if ((result as unknown as { affectedRows: number }).affectedRows === claims.length) {
    return { started: claims, disabled: [] };
  }
  const [rows] = await database.$client.query<RowDataPacket[]>(
    'SELECT id, lease_token, state FROM webhook_deliveries WHERE id IN (?) AND (id, lease_token) IN (?)',
    [claims.map(({ id }) => id), keys],
  );
  const states = new Map(rows.map(({ id, lease_token, state }) => [`${id}:${lease_token}`, state]));
  const inState = (state: number) => claims.filter(({ id, token }) => states.get(`${id}:${token}`) === state);
  return { started: inState(STATE.sending), disabled: inState(STATE.claimed) };
}

/** A claim that was not sent, whether or not it is noted as begun. */
export type Unsent = Pick<Claimed, 'id' | 'token' | 'attempt'>;

/** Why the outcome is unknown of what was begun and never told of again. */
const STOPPED = 'response: the dispatcher stopped before it told the outcome';

/**
 * Gives claims back that were not sent, whether or not they are noted as begun already, or even as of unknown outcome
 * since their lease ran out. What somebody else has decided about stays as it is.
 * @returns how many.
 */
export async function release(database: Database, claims: Unsent[], now: number): Promise<number> {
  if (claims.length === 0) return 0;
  const [result] = await database.$client.query<RowDataPacket[]>(
    `UPDATE webhook_deliveries SET attempt = attempt - (state <> ${STATE.claimed}),
       last_error = IF(state = ${STATE.unknown}, NULL, last_error),
       state = IF(attempt = 0, ${STATE.pending}, ${STATE.retrying}), due_at = ?, lease_token = NULL
     WHERE id IN (?) AND (id, lease_token, attempt + (state = ${STATE.claimed})) IN (?)
       AND (state IN (${STATE.claimed}, ${STATE.sending}) OR state = ${STATE.unknown} AND last_error = ?)`,
    [
      new Date(now),
      claims.map(({ id }) => id),
      claims.map(({ id, token, attempt }) => [id, token, attempt]),
      STOPPED,
    ],
  );
  return (result as unknown as { affectedRows: number }).affectedRows;
}

/**
 * Ends leases that have run out: of claims, which wait again, and of sends, whose outcome stays unknown. The dispatcher
 * of the latter may still live and tell it, so they keep their token.
 */
export async function recoverLeases(
  database: Database,
  now: number,
): Promise<{ released: number; unknown: number }> {
  const at = new Date(now);
  const [claims] = await database.$client.query<RowDataPacket[]>(
    `UPDATE webhook_deliveries SET state = IF(attempt = 0, ${STATE.pending}, ${STATE.retrying}), lease_token = NULL
     WHERE state = ${STATE.claimed} AND due_at <= ?`,
    [at],
  );
  const [sends] = await database.$client.query<RowDataPacket[]>(
    `UPDATE webhook_deliveries SET state = ${STATE.unknown}, due_at = NULL,
       last_response_status = NULL, last_error = ?
     WHERE state = ${STATE.sending} AND due_at <= ?`,
    [STOPPED, at],
  );
  const count = (result: unknown) => (result as { affectedRows: number }).affectedRows;
  return { released: count(claims), unknown: count(sends) };
}
