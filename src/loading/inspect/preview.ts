import { distinctCounter } from '../../domain/distinct.ts';
import type { Reading } from '../ingest/fields.ts';
import { count } from '../ingest/report.ts';
import { trialOf } from '../ingest/trial.ts';
import type { Fault } from '../readers/rows.ts';
import type { Table, TableRow } from '../readers/table.ts';
import { damagedNumbers } from '../sources/damaged-numbers.ts';
import { locationCheck } from '../sources/locations.ts';
import { commonValues } from './common.ts';
import type { TableKind } from './proposal.ts';

/** What a load of the rows would do. */
export interface Preview {
  rows: number;
  /** Rows that the source leaves out. */
  leftOut: number;
  accepted: number;
  /** With a point on the map. */
  located: number;
  /** Rows that would not be loaded, by reason. */
  rejected: Readonly<Record<string, number>>;
  /** Values that would be lost, by `field: reason`. */
  nulled: Readonly<Record<string, number>>;
  /** Records with the ID of an earlier one: counted up to 200,000 different IDs, estimated beyond that. */
  repeated: number;
  isExact: boolean;
  /** What rejected rows have in common, as sentences. */
  shared: string[];
  /** Why a load would stop, in sentences, such as that nearly all of the first locations are in another county; or null. */
  elsewhere: string | null;
  /** What Terrier derives from up to a hundred records: for each field, how many have each value. */
  derived: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A row with its record. */
interface Taken {
  line: number;
  record: Record<string, unknown>;
  cells: TableRow['cells'];
}

/** Makes the record of a row; null for one that is left out. */
export type RecordOf = (row: TableRow) => Record<string, unknown> | null;

const SHOWN = 100;
const EVERY = 97;

const DERIVED: Readonly<Record<TableKind, readonly string[]>> = {
  parcels: [
    'entity_type',
    'entity_class',
    'absentee_owner',
    'out_of_state_owner',
    'zoning_category',
    'sale_arms_length',
  ],
  deeds: ['document_type', 'is_arm_length', 'is_sale', 'usable_for_stats'],
  permits: ['permit_status'],
};

const wordOf = (value: unknown): string =>
  value === null || value === undefined ? 'unknown' : String(value);

const MOST_IDS = 200_000;

/**
 * Reads a table, or its first `rows`, and finds what a load would reject, lose and derive, without storing anything. `lost`
 * counts the rows whose outline or point could not be used; `kinds` are columns of few values, which may show what rejected
 * rows have in common.
 * @throws Error with a sentence about the table when it cannot be read to the end.
 */
export async function previewTable(
  table: Table,
  kind: TableKind,
  recordOf: RecordOf,
  options: { rows?: number; now?: Date; kinds?: readonly string[]; lost?: () => number } = {},
): Promise<Preview> {
  const { today, make } = trialOf(kind, options.now);
  const ids = distinctCounter(MOST_IDS);
  const locations = locationCheck();
  const common = commonValues(options.kinds ?? []);
  const damaged = damagedNumbers<Taken>();
  const rejected: Record<string, number> = {};
  const nulled: Record<string, number> = {};
  const derived = Object.fromEntries(
    DERIVED[kind].map((field): [string, Record<string, number>] => [field, {}]),
  );
  const counts = { rows: 0, leftOut: 0, accepted: 0, located: 0 };
  const most = options.rows ?? Number.POSITIVE_INFINITY;
  let shown = 0;

  function take(row: TableRow): void {
    const record = recordOf(row);
    if (record === null) {
      counts.leftOut++;
      return;
    }
    locations.look(record);
    for (const kept of damaged.take({ line: row.line, record, cells: row.cells })) takeRecord(kept);
  }

  function takeRecord(row: Taken | ({ line: number } & Fault)): void {
    if ('reason' in row) {
      count(rejected, row.reason);
      return;
    }
    const { record } = row;
    const reading: Reading = { today, notes: [] };
    const made = make(record, reading);
    common.add(row.cells, 'reason' in made ? made.reason : null);
    if ('reason' in made) {
      count(rejected, made.reason);
      return;
    }
    counts.accepted++;
    if (made.document.location) counts.located++;
    ids.add(made.id);
    const notes = new Set(reading.notes);
    for (const note of notes) count(nulled, note.replace(':', ': '));
    // The first rows of a file are often alike, so later ones are included.
    if (shown >= SHOWN || (counts.accepted > SHOWN / 2 && counts.accepted % EVERY !== 0)) return;
    shown++;
    for (const [field, values] of Object.entries(derived)) count(values, wordOf(made.document[field]));
  }

  const result = (): Preview => {
    for (const row of damaged.rest()) takeRecord(row);
    const { surplus: repeated, exact: isExact } = ids.result();
    const [shared, elsewhere] = [common.sentences(), locations.elsewhere(options.lost?.() ?? 0)];
    return {
      ...counts,
      repeated,
      isExact,
      rejected,
      shared,
      elsewhere,
      nulled,
      derived,
    };
  };
  for await (const rows of table.read()) {
    for (const row of rows) {
      if (counts.rows === most) return result();
      counts.rows++;
      if ('reason' in row) count(rejected, row.reason);
      else take(row);
    }
  }
  return result();
}
