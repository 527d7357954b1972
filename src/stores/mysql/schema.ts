import { bytes, identity, number, time } from './columns.ts';
import { boolean, char, index, int, mediumtext, mysqlTable, primaryKey, text, varchar } from './drizzle.ts';

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

export * from './webhooks.ts';

/** What is known about each layer of each source: what its last load read, and how the last try went. */
export const sourceLayers = mysqlTable(
  'source_layers',
  {
    /** Name of the source file without `.json`. */
    source: identity('source', 100).notNull(),
    /** Kind and position in the source file, such as `parcels/0`. */
    layer: varchar('layer', { length: 40 }).notNull(),
    countyFips: char('county_fips', { length: 5 }).notNull(),
    publisher: varchar('publisher', { length: 200 }),
    /** Rows read by the last load, the rejected ones included. */
    rows: int('row_count', { unsigned: true }),
    rejected: int('rejected_count', { unsigned: true }),
    /** JSON: the column names of the last load. */
    columns: text('columns'),
    /** JSON: the columns that the last load left out, and why. */
    leftOut: mediumtext('left_out'),
    /** JSON: what shows whether the published data have changed since the last load. */
    fingerprints: text('fingerprints'),
    /** The key of the address in the source file; null if only an earlier version has loaded it. */
    place: char('place', { length: 64 }),
    loadedAt: time('loaded_at'),
    checkedAt: time('checked_at').notNull(),
    /** When a schedule will check it next. */
    nextAt: time('next_at'),
    outcome: varchar('outcome', { length: 16 }).notNull(),
    message: varchar('message', { length: 1000 }),
  },
  (table) => [primaryKey({ columns: [table.source, table.layer] })],
);

/** Parcels and owners whose names are withheld. */
export const suppressions = mysqlTable('suppressions', {
  /** Never reused. */
  id: number('id').autoincrement().primaryKey(),
  kind: varchar('kind', { length: 8 }).notNull(),
  /** Null for everywhere. */
  countyFips: char('county_fips', { length: 5 }),
  /** Keyed hash of what is suppressed. */
  digest: bytes('binary(32)')('digest').notNull().unique(),
  /** JSON, encrypted. */
  entry: bytes('mediumblob')('entry').notNull(),
  createdBy: varchar('created_by', { length: 100 }).notNull(),
  createdAt: time('created_at').notNull(),
  /** When the data stored before it was rewritten; null until then. */
  appliedAt: time('applied_at'),
});

/** Every change to the list; append-only. */
export const suppressionChanges = mysqlTable('suppression_changes', {
  id: number('id').autoincrement().primaryKey(),
  suppressionId: number('suppression_id').notNull(),
  /** `added` or `removed`. */
  what: varchar('what', { length: 8 }).notNull(),
  kind: varchar('kind', { length: 8 }).notNull(),
  countyFips: char('county_fips', { length: 5 }),
  /** JSON, encrypted. */
  entry: bytes('mediumblob')('entry').notNull(),
  changedBy: varchar('changed_by', { length: 100 }).notNull(),
  changedAt: time('changed_at').notNull(),
});
