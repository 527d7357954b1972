import { identity, time } from './columns.ts';
import { char, int, mediumtext, mysqlTable, primaryKey, text, varchar } from './drizzle.ts';

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
