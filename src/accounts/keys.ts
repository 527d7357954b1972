import { hash, randomBytes } from 'node:crypto';
import { ApiError } from '../domain/problems.ts';
import { type Database, type Executor, inTransaction } from '../stores/mysql/database.ts';
import { desc, eq } from '../stores/mysql/drizzle.ts';
import { apiKeys } from '../stores/mysql/schema.ts';
import type { Tier } from './tiers.ts';

/** A key as it is stored and shown; the key itself is known only when it is created. */
export interface ApiKey {
  id: string;
  account: string;
  name: string;
  tier: Tier;
  prefix: string;
  is_active: boolean;
  /** Whether it manages the keys of its account. */
  is_admin: boolean;
  scopes: Scope[];
  /** Addresses and ranges that it may be used from; null is any. */
  allowed_addresses: string[] | null;
  expires_at: string | null;
  /** The key that replaced it in a rotation. */
  replaced_by: string | null;
  created_at: string;
  last_used_at: string | null;
}

const KEY = /^terrier_[A-Za-z0-9_-]{32}$/;
const SHOWN = 13;
const MINUTE = 60_000;

/** Whether `key` has the form of an API key. */
export const isKeyShaped = (key: string) => KEY.test(key);

/** What is stored of a key: its SHA-256 in lowercase hex. */
export const hashKey = (key: string) => hash('sha256', key, 'hex');

function toApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    tier: row.tier as Tier,
    prefix: row.prefix,
    is_active: row.isActive,
    is_admin: row.isAdmin,
    scopes: row.scopes.split(',') as Scope[],
    allowed_addresses: row.allowedAddresses?.split(',') ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    replaced_by: row.replacedBy,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

const newId = (kind: string) => `${kind}_${randomBytes(10).toString('hex')}`;

export interface NewKey {
  tier: Tier;
  name: string;
  /** Keys of one account share its limits. A new account when not given. */
  account?: string;
  expiresAt?: Date | null;
  isAdmin?: boolean;
  /** All when not given. */
  scopes?: Scope[];
  /** Any when null or not given. */
  allowedAddresses?: string[] | null;
}

/** Creates a key. Only this answer contains `key` itself. */
export async function createKey(
  executor: Executor,
  options: NewKey,
  now = new Date(),
): Promise<ApiKey & { key: string }> {
  const key = `terrier_${randomBytes(24).toString('base64url')}`;
  const { scopes = SCOPES } = options;
  const row = {
    id: newId('key'),
    account: options.account ?? newId('acc'),
    name: options.name,
    tier: options.tier,
    prefix: key.slice(0, SHOWN),
    hash: hashKey(key),
    isActive: true,
    isAdmin: options.isAdmin ?? false,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)).join(','),
    allowedAddresses: options.allowedAddresses?.join(',') ?? null,
    expiresAt: options.expiresAt ?? null,
    replacedBy: null,
    createdAt: now,
    lastUsedAt: null,
  };
  await executor.insert(apiKeys).values(row);
  return { ...toApiKey(row), key };
}

/** All keys, newest first. */
export async function listKeys(database: Database): Promise<ApiKey[]> {
  const rows = await database.select().from(apiKeys).orderBy(desc(apiKeys.createdAt), apiKeys.id);
  return rows.map(toApiKey);
}

const ofAccount = (executor: Executor, account: string) =>
  executor
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.account, account))
    .orderBy(desc(apiKeys.createdAt), apiKeys.id);

/** The keys of an account, newest first. */
export const keysOf = async (executor: Executor, account: string): Promise<ApiKey[]> =>
  (await ofAccount(executor, account)).map(toApiKey);

/** Like `keysOf`; other transactions that lock the keys wait until this one ends. */
export async function lockKeysOf(tx: Executor, account: string): Promise<ApiKey[]> {
  // The first answer may lack keys that another transaction made while this one waited for its lock.
  await ofAccount(tx, account).for('update');
  return (await ofAccount(tx, account).for('update')).map(toApiKey);
}

/** Whether there is a key of this account, active or not. */
export async function hasKeys(database: Database, account: string): Promise<boolean> {
  const rows = await database
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.account, account))
    .limit(1);
  return rows.length > 0;
}

async function keyById(executor: Executor, id: string): Promise<ApiKey> {
  const [row] = await executor.select().from(apiKeys).where(eq(apiKeys.id, id));
  if (!row) throw new Error(`There is no key ${id}; \`terrier keys list\` shows the ids.`);
  return toApiKey(row);
}

/** Makes a key unusable within seconds. Throws when there is no such key. */
export async function deactivateKey(executor: Executor, id: string): Promise<ApiKey> {
  await executor.update(apiKeys).set({ isActive: false }).where(eq(apiKeys.id, id));
  return keyById(executor, id);
}

/** Why a key cannot be used or rotated; null when it can be used. */
export function endOf(key: ApiKey, now: number): ApiError | null {
  if (!key.is_active) return new ApiError('inactive_key', 'This API key was deactivated');
  if (key.expires_at === null || Date.parse(key.expires_at) > now) return null;
  return new ApiError('expired_key', `This API key expired at ${key.expires_at}`);
}

/** Whether a key manages the keys of its account. One that was replaced does not: it may be why it was replaced. */
export const managesKeys = ({ is_admin, replaced_by }: Pick<ApiKey, 'is_admin' | 'replaced_by'>) =>
  is_admin && replaced_by === null;

/**
 * Whether a key is the last to manage the keys of its account. A key that expires is no substitute for one that does not.
 * @param keys all keys of the account.
 * @param now epoch milliseconds.
 */
export function isLastAdmin(keys: ApiKey[], key: ApiKey, now: number): boolean {
  const manages = (other: ApiKey) => managesKeys(other) && endOf(other, now) === null;
  const replaces = (other: ApiKey) =>
    other.id !== key.id && manages(other) && (other.expires_at === null || key.expires_at !== null);
  return manages(key) && !keys.some(replaces);
}

/**
 * Ends a key as its operator: it is unusable within seconds.
 * @param last whether to end even the last non-expiring key that manages the account's keys while the account has other
 * usable keys.
 * @returns null, and ends nothing, for such a key without `last`.
 * @throws Error when there is no such key.
 */
export async function endKey(database: Database, id: string, last: boolean): Promise<ApiKey | null> {
  const { account } = await keyById(database, id);
  return inTransaction(database, async (tx) => {
    const keys = await lockKeysOf(tx, account);
    const now = Date.now();
    const key = keys.find((own) => own.id === id)!;
    const used = keys.some((other) => other.id !== id && endOf(other, now) === null);
    if (!last && used && key.expires_at === null && isLastAdmin(keys, key, now)) return null;
    return deactivateKey(tx, id);
  });
}

/** Throws when a key cannot be replaced: it has ended, or it was replaced before. */
export function checkReplaceable(key: ApiKey, now: number): void {
  if (endOf(key, now)) {
    const how = key.is_active ? 'has expired' : 'was deactivated';
    throw new ApiError('key_ended', `The key has ended: it ${how}; create a new one`);
  }
  if (key.replaced_by === null) return;
  throw new ApiError('key_ended', `The key was replaced by ${key.replaced_by}; rotate that one`);
}

export type ReplacedKey = ApiKey & { key: string; replaces: string; old_key_expires_at: string };

/**
 * Replaces a key whose row the transaction has locked: the new key has the same rights. The old one works until a time,
 * never longer than it would have.
 */
export async function replaceKey(
  tx: Executor,
  old: ApiKey,
  { until, now }: { until: Date; now: Date },
): Promise<ReplacedKey> {
  const ownEnd = old.expires_at === null ? null : new Date(old.expires_at);
  const oldEnd = ownEnd !== null && ownEnd < until ? ownEnd : until;
  const created = await createKey(
    tx,
    {
      tier: old.tier,
      name: old.name,
      account: old.account,
      expiresAt: ownEnd,
      isAdmin: old.is_admin,
      scopes: old.scopes,
      allowedAddresses: old.allowed_addresses,
    },
    now,
  );
  await tx.update(apiKeys).set({ expiresAt: oldEnd, replacedBy: created.id }).where(eq(apiKeys.id, old.id));
  return { ...created, replaces: old.id, old_key_expires_at: oldEnd.toISOString() };
}

/**
 * Replaces a key as its operator: the old one works for `graceMinutes` more. Throws when there is no such key, it cannot
 * be used, or it was replaced before.
 */
export async function rotateKey(database: Database, id: string, graceMinutes: number): Promise<ReplacedKey> {
  const { account } = await keyById(database, id);
  return inTransaction(database, async (tx) => {
    const old = (await lockKeysOf(tx, account)).find((key) => key.id === id)!;
    const now = Date.now();
    checkReplaceable(old, now);
    return replaceKey(tx, old, { until: new Date(now + graceMinutes * MINUTE), now: new Date(now) });
  });
}

/** The key with this hash, or null. */
export async function findKey(database: Database, keyHash: string): Promise<ApiKey | null> {
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.hash, keyHash));
  return row ? toApiKey(row) : null;
}

/** Notes that a key was used. */
export async function touchKey(database: Database, id: string, at: Date): Promise<void> {
  await database.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id));
}

/** What a key may be used for: data routes, webhooks and events, exports. */
export const SCOPES = ['read', 'webhooks', 'export'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a route may require of a key: a scope, or the right to manage the keys of its account. */
export type Need = Scope | 'admin';
