import type { State } from '../../domain/delivery-states.ts';
import { bytes, identity, number, time } from './columns.ts';
import {
  boolean,
  char,
  customType,
  date,
  index,
  int,
  mysqlTable,
  primaryKey,
  smallint,
  text,
  tinyint,
  unique,
  varbinary,
  varchar,
} from './drizzle.ts';

const longText = customType<{ data: string }>({ dataType: () => 'mediumtext' });

/** Accounts with webhooks, and how much of today's event quota they have used. */
export const webhookAccounts = mysqlTable('webhook_accounts', {
  id: int('id', { unsigned: true }).autoincrement().primaryKey(),
  account: identity('account', 64).notNull().unique(),
  quotaDay: date('quota_day', { mode: 'string' }).notNull(),
  quotaUsed: int('quota_used', { unsigned: true }).notNull().default(0),
});

/**
 * Deliveries of an account that were not sent, by day (UTC): `kept` as dead letters, or only counted. They are written
 * together with their events, while the account is locked.
 */
export const webhookUnsent = mysqlTable(
  'webhook_unsent',
  {
    accountId: int('account_id', { unsigned: true }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    kept: number('kept').notNull().default(0),
    notKept: number('not_kept').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

/** Customers' endpoints. They never change, except that they can be disabled. */
export const webhookEndpoints = mysqlTable(
  'webhook_endpoints',
  {
    id: number('id').autoincrement().primaryKey(),
    publicId: char('public_id', { length: 23 }).notNull().unique(),
    accountId: int('account_id', { unsigned: true }).notNull(),
    url: varchar('url', { length: 2048 }).notNull(),
    /** Separated by commas; text, since it grows with the catalog of events. */
    eventTypes: text('event_types').notNull(),
    filterKind: varchar('filter_kind', { length: 16 }).notNull(),
    /** JSON, as in the API's record. */
    filterValue: longText('filter_value').notNull(),
    description: varchar('description', { length: 500 }),
    /** Encrypted. */
    secret: bytes('varbinary(128)')('secret').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    disabledReason: varchar('disabled_reason', { length: 16 }),
    disabledAt: time('disabled_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('webhook_endpoints_account').on(table.accountId, table.isActive)],
);

/** How sends to an endpoint went; tests, and deliveries queued again by hand, are not counted. */
export const webhookHealth = mysqlTable('webhook_health', {
  endpointId: number('endpoint_id').primaryKey(),
  /** Failures since the last success. */
  failures: int('failures', { unsigned: true }).notNull().default(0),
  /** When the first of them happened. */
  failingSince: time('failing_since'),
  lastSuccessAt: time('last_success_at'),
});

/**
 * Who watches what: a parcel; a county, with an empty parcel number; or a state, with both empty. One lookup of three
 * keys finds all endpoints that a record concerns. Disabled endpoints watch nothing.
 */
export const webhookWatches = mysqlTable(
  'webhook_watches',
  {
    stateFips: char('state_fips', { length: 2 }).notNull(),
    countyFips: char('county_fips', { length: 3 }).notNull(),
    parcelId: identity('parcel_id', 64).notNull(),
    endpointId: number('endpoint_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stateFips, table.countyFips, table.parcelId, table.endpointId] }),
    index('webhook_watches_endpoint').on(table.endpointId),
  ],
);

/** Events that someone watches. An event is stored together with all of its deliveries, or not at all. */
export const webhookEvents = mysqlTable(
  'webhook_events',
  {
    id: number('id').autoincrement().primaryKey(),
    eventId: char('event_id', { length: 64 }).notNull().unique(),
    eventType: varchar('event_type', { length: 60 }).notNull(),
    /** JSON of the payload without the attempt and the matched parcel. */
    body: longText('body').notNull(),
    canonicalId: identity('canonical_id', 71),
    matchBasis: varchar('match_basis', { length: 24 }),
    isTest: boolean('is_test').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('webhook_events_parcel').on(table.canonicalId)],
);

/** Which events concern an account, for receivers that reconcile. */
export const webhookAccountEvents = mysqlTable(
  'webhook_account_events',
  {
    accountId: int('account_id', { unsigned: true }).notNull(),
    eventId: number('event_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.eventId] })],
);

/** One event for one endpoint: the queue, and its history once it is final. */
export const webhookDeliveries = mysqlTable(
  'webhook_deliveries',
  {
    id: number('id').autoincrement().primaryKey(),
    eventId: number('event_id').notNull(),
    endpointId: number('endpoint_id').notNull(),
    /** See `src/domain/delivery-states.ts`. */
    state: tinyint('state', { unsigned: true }).$type<State>().notNull(),
    attempt: smallint('attempt', { unsigned: true }).notNull().default(0),
    /** Attempts begun before the current schedule. */
    attemptsBefore: smallint('attempts_before', { unsigned: true }).notNull().default(0),
    /** When it may be claimed; for a claimed or sending one, when the lease ends. */
    dueAt: time('due_at'),
    leaseToken: number('lease_token'),
    lastAttemptAt: time('last_attempt_at'),
    lastResponseStatus: smallint('last_response_status', { unsigned: true }),
    lastError: varchar('last_error', { length: 300 }),
    deliveredAt: time('delivered_at'),
    /** Whether it was stored beyond the day's quota; then it counts only when it is queued again. */
    owesQuota: boolean('owes_quota').notNull().default(false),
    /** Whether it was queued again by hand. */
    requeued: boolean('requeued').notNull().default(false),
    /** How an unknown outcome was settled, by whom and when. */
    settledAs: varchar('settled_as', { length: 16 }),
    settledBy: varchar('settled_by', { length: 16 }),
    settledAt: time('settled_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('webhook_deliveries_once').on(table.eventId, table.endpointId),
    index('webhook_deliveries_queue').on(table.state, table.endpointId, table.dueAt),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.id),
  ],
);

/**
 * Answers to requests with an Idempotency-Key. The transaction that inserts a row also fills in its status and answer, so
 * other transactions see both or no row.
 */
export const idempotencyKeys = mysqlTable(
  'idempotency_keys',
  {
    account: identity('account', 64).notNull(),
    idempotencyKey: varbinary('idempotency_key', { length: 255 }).notNull(),
    /** SHA-256 of the request. */
    asked: bytes('binary(32)')('asked').notNull(),
    status: smallint('status', { unsigned: true }),
    /** JSON, encrypted: it may hold a signing secret. */
    answer: bytes('mediumblob')('answer'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.idempotencyKey] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

export const webhookAttempts = mysqlTable(
  'webhook_attempts',
  {
    deliveryId: number('delivery_id').notNull(),
    attempt: smallint('attempt', { unsigned: true }).notNull(),
    startedAt: time('started_at').notNull(),
    durationMs: int('duration_ms', { unsigned: true }),
    responseStatus: smallint('response_status', { unsigned: true }),
    error: varchar('error', { length: 300 }),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.attempt] })],
);
