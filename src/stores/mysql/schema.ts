import { identity, time } from './columns.ts';
import { boolean, char, index, int, mysqlTable, primaryKey, varchar } from './drizzle.ts';

/** API keys: the hash of each, and its first characters, so that people recognize it. */
export const apiKeys = mysqlTable(
  'api_keys',
  {
    id: identity('id', 26).primaryKey(),
    account: identity('account', 64).notNull(),
    name: varchar('name', { length: 200 }).notNull(),
    tier: varchar('tier', { length: 16 }).notNull(),
    prefix: varchar('prefix', { length: 16 }).notNull(),
    hash: identity('hash', 64).notNull().unique(),
    isActive: boolean('is_active').notNull().default(true),
    expiresAt: time('expires_at'),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
    /** Whether it manages the keys of its account. */
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Separated by commas. */
    scopes: varchar('scopes', { length: 64 }).notNull().default('read,webhooks,export'),
    /** Addresses and ranges, separated by commas; null for any. */
    allowedAddresses: varchar('allowed_addresses', { length: 2_500 }),
    /** The key that a rotation made in its place. */
    replacedBy: identity('replaced_by', 26),
  },
  (table) => [index('api_keys_account').on(table.account)],
);

/**
 * What a subject (an account or an address) has used in a calendar month (UTC), with the state of its burst window.
 * Processes take lookups from here in small blocks; `granted` is the size of the last block.
 */
export const usageCounters = mysqlTable(
  'usage_counters',
  {
    subject: identity('subject', 66).notNull(),
    month: char('month', { length: 7 }).notNull(),
    lookups: int('lookups', { unsigned: true }).notNull().default(0),
    burstMinute: int('burst_minute', { unsigned: true }).notNull().default(0),
    burstUsed: int('burst_used', { unsigned: true }).notNull().default(0),
    granted: int('granted', { unsigned: true }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.subject, table.month] })],
);

/** The use of a key on a day (UTC, `YYYY-MM-DD`). Processes add to it from time to time. */
export const usageDays = mysqlTable(
  'usage_days',
  {
    account: identity('account', 64).notNull(),
    keyId: identity('key_id', 26).notNull(),
    day: char('day', { length: 10 }).notNull(),
    requests: int('requests').notNull(),
    /** Signed, since returned lookups may be written separately from the ones taken. */
    lookups: int('lookups').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.keyId, table.day] }),
    index('usage_days_day').on(table.day),
  ],
);

/** The addresses that signed up, by day (UTC, `YYYY-MM-DD`). */
export const signups = mysqlTable(
  'signups',
  { address: identity('address', 66).notNull(), day: char('day', { length: 10 }).notNull() },
  (table) => [primaryKey({ columns: [table.day, table.address] })],
);

export * from './source-tables.ts';
export * from './suppression-tables.ts';
export * from './webhooks.ts';
