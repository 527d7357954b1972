import { boolean, char, datetime, index, int, mysqlTable, primaryKey, varchar } from './drizzle.ts';
import { identity } from './identity.ts';

/** API keys: the hash of each, and its first characters, by which people recognize it. */
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
    expiresAt: datetime('expires_at', { fsp: 3 }),
    createdAt: datetime('created_at', { fsp: 3 }).notNull(),
    lastUsedAt: datetime('last_used_at', { fsp: 3 }),
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

export * from './source-tables.ts';
export * from './webhooks.ts';
