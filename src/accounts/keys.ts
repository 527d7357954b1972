import { hash, randomBytes } from 'node:crypto';
import type { Database, Executor } from '../mysql/database.ts';
import { desc, eq } from '../mysql/drizzle.ts';
import { apiKeys } from '../mysql/schema.ts';
import type { Tier } from './tiers.ts';

/** A key as it is stored and shown; the key itself is known only when it is created. */
export interface ApiKey {
  id: string;
  account: string;
  name: string;
  tier: Tier;
  prefix: string;
  is_active: boolean;
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
}

const KEY = /^terrier_[A-Za-z0-9_-]{32}$/;
const SHOWN = 13;
const MINUTE = 60_000;

/** Whether `key` has the form of an API key. */
export const isKeyShaped = (key: string) => KEY.test(key);

/** What is stored of a key: lowercase hex SHA-256. */
export const hashKey = (key: string) => hash('sha256', key, 'hex');

function toApiKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    tier: row.tier as Tier,
    prefix: row.prefix,
    is_active: row.isActive,
    expires_at: row.expiresAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

const newId = (kind: string) => `${kind}_${randomBytes(10).toString('hex')}`;

export interface NewKey {
  tier: Tier;
  name: string;
  /** Keys of one account share its limits; a new account when not given. */
  account?: string;
  expiresAt?: Date;
}

/** Creates a key. `key` is in this answer only. */
export async function createKey(executor: Executor, options: NewKey): Promise<ApiKey & { key: string }> {
  const key = `terrier_${randomBytes(24).toString('base64url')}`;
  const row = {
    id: newId('key'),
    account: options.account ?? newId('acc'),
    name: options.name,
    tier: options.tier,
    prefix: key.slice(0, SHOWN),
    hash: hashKey(key),
    isActive: true,
    expiresAt: options.expiresAt ?? null,
    createdAt: new Date(),
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

/** Whether there is a key of this account, active or not. */
export async function hasKeys(database: Database, account: string): Promise<boolean> {
  const rows = await database
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.account, account))
    .limit(1);
  return rows.length > 0;
}

async function keyById(database: Database, id: string): Promise<ApiKey> {
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.id, id));
  if (!row) throw new Error(`There is no key ${id}; \`terrier keys list\` shows the ids.`);
  return toApiKey(row);
}

/** Makes a key unusable within seconds. Throws when there is no such key. */
export async function deactivateKey(database: Database, id: string): Promise<ApiKey> {
  await keyById(database, id);
  await database.update(apiKeys).set({ isActive: false }).where(eq(apiKeys.id, id));
  return keyById(database, id);
}

/**
 * Replaces a key: the new one has the same account, tier and name; the old one works for `graceMinutes` more (never
 * longer than it would have). Throws when there is no such key or it is not active.
 */
export async function rotateKey(database: Database, id: string, graceMinutes: number) {
  const old = await keyById(database, id);
  if (!old.is_active) throw new Error(`The key ${id} was deactivated; create a new one instead.`);
  const graceEnd = new Date(Date.now() + graceMinutes * MINUTE);
  const oldEnd =
    old.expires_at !== null && new Date(old.expires_at) < graceEnd ? new Date(old.expires_at) : graceEnd;
  return database.transaction(async (tx) => {
    const created = await createKey(tx, old);
    await tx.update(apiKeys).set({ expiresAt: oldEnd }).where(eq(apiKeys.id, id));
    return { ...created, replaces: id, old_key_expires_at: oldEnd.toISOString() };
  });
}

/** The key of this hash, or null. */
export async function findKey(database: Database, keyHash: string): Promise<ApiKey | null> {
  const [row] = await database.select().from(apiKeys).where(eq(apiKeys.hash, keyHash));
  return row ? toApiKey(row) : null;
}

/** Notes that a key was used. */
export async function touchKey(database: Database, id: string, at: Date): Promise<void> {
  await database.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id));
}
