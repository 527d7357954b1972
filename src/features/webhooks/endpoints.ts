import { randomBytes } from 'node:crypto';
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { type Commit, type Database, inTransaction } from '../../mysql/database.ts';
import type { NewEndpoint, WebhookEndpoint } from '../../schemas/webhook.ts';
import { accountNumber, lockAccount } from '../../webhooks/accounts.ts';
import { newSecret, seal } from '../../webhooks/secrets.ts';
import type { Watched } from './filter.ts';

/** An endpoint with the number that other tables know it by. */
export interface StoredEndpoint {
  number: number;
  record: WebhookEndpoint;
}

const PUBLIC_ID = /^whe_[0-9a-f]{19}$/;
const newPublicId = () => `whe_${randomBytes(10).toString('hex').slice(0, 19)}`;
const SHOWN =
  'id, public_id, url, event_types, filter_kind, filter_value, description, is_active, disabled_reason, disabled_at, created_at';
const WATCHES_AT_ONCE = 1_000;
const ENDPOINTS_AT_ONCE = 100;

function toEndpoint(row: RowDataPacket): StoredEndpoint {
  return {
    number: Number(row.id),
    record: {
      id: row.public_id,
      url: row.url,
      event_types: row.event_types.split(','),
      filter_kind: row.filter_kind,
      filter_value: JSON.parse(row.filter_value),
      description: row.description,
      is_active: Boolean(row.is_active),
      disabled_reason: row.disabled_reason,
      disabled_at: row.disabled_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    },
  };
}

async function countActive(connection: PoolConnection, account: number): Promise<number> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT COUNT(*) AS active FROM webhook_endpoints WHERE account_id = ? AND is_active',
    [account],
  );
  return Number(rows[0]!.active);
}

/**
 * Creates an endpoint and what it watches.
 * @param connection in a transaction.
 * @param most active endpoints that the account may have; null is unlimited.
 * @returns it with its secret, which is known only now, or null when the account has its most already.
 */
export async function createEndpoint(
  connection: PoolConnection,
  key: Buffer,
  account: string,
  wanted: NewEndpoint,
  { filter, keys }: Pick<Watched, 'filter' | 'keys'>,
  most: number | null,
  now: number,
): Promise<(WebhookEndpoint & { secret: string }) | null> {
  const secret = newSecret();
  const number = await accountNumber(connection, account, now);
  // Endpoints of one account are created one after the other, so that they are counted right.
  await lockAccount(connection, number);
  if (most !== null && (await countActive(connection, number)) >= most) return null;
  const row = {
    public_id: newPublicId(),
    account_id: number,
    url: wanted.url,
    event_types: [...new Set(wanted.event_types)].join(','),
    filter_kind: wanted.filter_kind,
    filter_value: JSON.stringify(filter),
    description: wanted.description ?? null,
    secret: seal(secret, key),
    is_active: true,
    created_at: new Date(now),
  };
  const [{ insertId }] = await connection.query<ResultSetHeader>('INSERT INTO webhook_endpoints SET ?', [
    row,
  ]);
  for (let from = 0; from < keys.length; from += WATCHES_AT_ONCE) {
    const watches = keys.slice(from, from + WATCHES_AT_ONCE).map((watch) => [...watch, insertId]);
    await connection.query(
      'INSERT INTO webhook_watches (state_fips, county_fips, parcel_id, endpoint_id) VALUES ?',
      [watches],
    );
  }
  const { record } = toEndpoint({
    ...row,
    id: insertId,
    disabled_reason: null,
    disabled_at: null,
  } as never);
  return { ...record, secret };
}

/** An endpoint of an account; null when it is another's or there is none. */
export async function findEndpoint(
  database: Database,
  account: string,
  publicId: string,
): Promise<StoredEndpoint | null> {
  if (!PUBLIC_ID.test(publicId)) return null;
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT ${SHOWN} FROM webhook_endpoints
     WHERE public_id = ? AND account_id = (SELECT id FROM webhook_accounts WHERE account = ?)`,
    [publicId, account],
  );
  return rows[0] ? toEndpoint(rows[0]) : null;
}

/** All endpoints of an account, newest first, a portion at a time. */
export async function* listEndpoints(database: Database, account: string): AsyncGenerator<WebhookEndpoint[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const [rows] = await database.$client.query<RowDataPacket[]>(
      `SELECT ${SHOWN} FROM webhook_endpoints
       WHERE account_id = (SELECT id FROM webhook_accounts WHERE account = ?) AND id < ? ORDER BY id DESC LIMIT ?`,
      [account, before, ENDPOINTS_AT_ONCE],
    );
    const endpoints = rows.map(toEndpoint);
    yield endpoints.map(({ record }) => record);
    if (endpoints.length < ENDPOINTS_AT_ONCE) return;
    before = endpoints.at(-1)!.number;
  }
}

/** The keys under which an endpoint watches. */
function watchesOf({ filter_kind, filter_value }: WebhookEndpoint): string[][] {
  if (filter_kind === 'parcel_ids') {
    return filter_value.parcel_ids!.map((id) => [id.slice(0, 2), id.slice(3, 6), id.slice(7)]);
  }
  return [[filter_value.state_fips!, filter_value.county_fips ?? '', '']];
}

/** Disables an endpoint for good: it watches nothing more, and nothing more is sent to it. Twice is as once. */
export async function disableEndpoint(
  database: Database,
  { number, record }: StoredEndpoint,
  now: number,
  how: Commit,
): Promise<WebhookEndpoint> {
  if (!record.is_active) return record;
  const at = new Date(now);
  const disable = async (connection: PoolConnection) => {
    await connection.query(
      "UPDATE webhook_endpoints SET is_active = FALSE, disabled_reason = 'user', disabled_at = ? WHERE id = ? AND is_active",
      [at, number],
    );
    const watches = watchesOf(record).map((watch) => [...watch, number]);
    await connection.query(
      'DELETE FROM webhook_watches WHERE (state_fips, county_fips, parcel_id, endpoint_id) IN (?)',
      [watches],
    );
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT ${SHOWN} FROM webhook_endpoints WHERE id = ?`,
      [number],
    );
    return toEndpoint(rows[0]!).record;
  };
  return inTransaction(database, disable, how);
}
