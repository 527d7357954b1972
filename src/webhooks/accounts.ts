import type { PoolConnection, RowDataPacket } from 'mysql2/promise';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import type { Database } from '../mysql/database.ts';

type Tiers = Record<Tier, TierLimits>;
type Queryable = Pick<PoolConnection, 'query'>;

/** The UTC day of a time, `YYYY-MM-DD`. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);

/** The number of an account, made at its first webhook. */
export async function accountNumber(connection: Queryable, account: string, now: number): Promise<number> {
  await connection.query('INSERT IGNORE INTO webhook_accounts (account, quota_day) VALUES (?, ?)', [
    account,
    dayOf(now),
  ]);
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT id FROM webhook_accounts WHERE account = ?',
    [account],
  );
  return Number(rows[0]!.id);
}

/** Keeps others from creating endpoints for the account, or counting its events, until the transaction ends. */
export const lockAccount = (connection: Queryable, id: number) =>
  connection.query('SELECT id FROM webhook_accounts WHERE id = ? FOR UPDATE', [id]);

/** Events a day of the best plan among the usable keys of each account that has one; unlimited is Infinity. */
async function limitsOf(connection: Queryable, tiers: Tiers, accounts: string[], now: number) {
  const [keys] = await connection.query<RowDataPacket[]>(
    'SELECT CONVERT(account USING utf8mb4) AS account, tier FROM api_keys WHERE account IN (?) AND is_active AND (expires_at IS NULL OR expires_at > ?)',
    [accounts, new Date(now)],
  );
  const limits = new Map<string, number>();
  for (const { account, tier } of keys) {
    const limit = tiers[tier as Tier]?.webhooks.events_per_day ?? Number.POSITIVE_INFINITY;
    limits.set(account, Math.max(limits.get(account) ?? 0, limit));
  }
  return limits;
}

/** How many events of today an account has left, and why there may be none. */
export interface Allowance {
  left: number;
  why: 'used up' | 'no plan' | 'no key';
}

function allowance(limit: number | undefined, used: number): Allowance {
  if (limit === undefined) return { left: 0, why: 'no key' };
  return { left: Math.max(0, limit - used), why: limit === 0 ? 'no plan' : 'used up' };
}

/** Locks accounts, in one order for all, and tells what each may still be sent today. */
export async function allowances(
  connection: Queryable,
  tiers: Tiers,
  ids: number[],
  now: number,
): Promise<Map<number, Allowance>> {
  if (ids.length === 0) return new Map();
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT id, CONVERT(account USING utf8mb4) AS account, IF(quota_day = ?, quota_used, 0) AS used
     FROM webhook_accounts WHERE id IN (?) ORDER BY id FOR UPDATE`,
    [dayOf(now), [...ids].sort((a, b) => a - b)],
  );
  const limits = await limitsOf(
    connection,
    tiers,
    rows.map(({ account }) => account),
    now,
  );
  return new Map(
    rows.map(({ id, account, used }) => [Number(id), allowance(limits.get(account), Number(used))]),
  );
}

/** Counts events of today; the account must be locked. */
export async function spend(connection: Queryable, id: number, events: number, now: number): Promise<void> {
  const day = dayOf(now);
  await connection.query(
    'UPDATE webhook_accounts SET quota_used = IF(quota_day = ?, quota_used, 0) + ?, quota_day = ? WHERE id = ?',
    [day, events, day, id],
  );
}

/** What an account has used of its quotas: active endpoints, and events of today. */
export async function readQuota(database: Database, account: string, now: number) {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT IF(a.quota_day = ?, a.quota_used, 0) AS events,
       (SELECT COUNT(*) FROM webhook_endpoints e WHERE e.account_id = a.id AND e.is_active) AS endpoints
     FROM webhook_accounts a WHERE a.account = ?`,
    [dayOf(now), account],
  );
  return { endpoints: Number(rows[0]?.endpoints ?? 0), events: Number(rows[0]?.events ?? 0) };
}
