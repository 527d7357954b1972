import { bytes, number, time } from './columns.ts';
import { char, mysqlTable, varchar } from './drizzle.ts';

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
