import type { Reading } from '../ingest/fields.ts';
import { deedKind } from '../ingest/kinds/deeds.ts';
import type { RecordKind, Stamp } from '../ingest/kinds/kind.ts';
import { parcelKind } from '../ingest/kinds/parcels.ts';
import { permitKind } from '../ingest/kinds/permits.ts';
import type { Fault } from '../readers/rows.ts';
import type { Table, TableRow } from '../readers/table.ts';
import type { Kind } from './proposal.ts';

/** What a load of the rows would come to. */
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
  /** Records with the id of an earlier one, of the first 200,000 different ids. */
  repeated: number;
  /** Of up to a hundred records, what Terrier makes of them: by derived field, how many have each value. */
  derived: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Makes the record of a row; null for one that is left out. */
export type RecordOf = (row: TableRow) => Record<string, unknown> | null;

const SHOWN = 100;
const EVERY = 97;

const DERIVED: Readonly<Record<Kind, readonly string[]>> = {
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

interface Built {
  shown: Record<string, unknown>;
}

type Try = (record: Record<string, unknown>, reading: Reading) => (Built & { id: string }) | Fault;

/** Drafts and builds a record as a load does, with nothing stored before. */
function trial<D extends { id: string; county_fips: string }>(kind: RecordKind<D>, stamp: Stamp): Try {
  return (record, reading) => {
    const draft = kind.draft(record, reading);
    if ('reason' in draft) return draft;
    return { id: draft.id, shown: kind.build(draft, null, reading, stamp) };
  };
}

function trialOf(kind: Kind, stamp: Stamp): Try {
  if (kind === 'deeds') return trial(deedKind, stamp);
  if (kind === 'permits') return trial(permitKind, stamp);
  return trial(
    parcelKind(() => ({ ratio: null, permits_linked: false })),
    stamp,
  );
}

const plusOne = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

const wordOf = (value: unknown): string =>
  value === null || value === undefined ? 'unknown' : String(value);

/** Remembers so many ids: those that come later are not remembered. */
function idCounter(most: number) {
  const seen = new Set<string>();
  return (id: string): boolean => {
    if (seen.has(id)) return true;
    if (seen.size < most) seen.add(id);
    return false;
  };
}

const MOST_IDS = 200_000;

/**
 * Reads a table, or its first `rows`, and tells what a load would reject, lose and derive, without storing anything.
 * @throws Error with a sentence about the table when it cannot be read on.
 */
export async function previewTable(
  table: Table,
  kind: Kind,
  recordOf: RecordOf,
  options: { rows?: number; now?: Date } = {},
): Promise<Preview> {
  const at = (options.now ?? new Date()).toISOString();
  const stamp = { load: 1, derived: 0, at, today: at.slice(0, 10) };
  const build = trialOf(kind, stamp);
  const known = idCounter(MOST_IDS);
  const rejected: Record<string, number> = {};
  const nulled: Record<string, number> = {};
  const derived = Object.fromEntries(
    DERIVED[kind].map((field): [string, Record<string, number>] => [field, {}]),
  );
  const counts = { rows: 0, leftOut: 0, accepted: 0, located: 0, repeated: 0 };
  const most = options.rows ?? Number.POSITIVE_INFINITY;
  let shown = 0;

  function take(row: TableRow): void {
    const record = recordOf(row);
    if (record === null) {
      counts.leftOut++;
      return;
    }
    const reading: Reading = { today: stamp.today, notes: [] };
    const made = build(record, reading);
    if ('reason' in made) {
      plusOne(rejected, made.reason);
      return;
    }
    counts.accepted++;
    if (made.shown.location) counts.located++;
    if (known(made.id)) counts.repeated++;
    for (const note of new Set(reading.notes)) plusOne(nulled, note.replace(':', ': '));
    // The first rows of a file are often alike: some of each part of it are shown.
    if (shown >= SHOWN || (counts.accepted > SHOWN / 2 && counts.accepted % EVERY !== 0)) return;
    shown++;
    for (const [field, values] of Object.entries(derived)) plusOne(values, wordOf(made.shown[field]));
  }

  for await (const rows of table.read()) {
    for (const row of rows) {
      if (counts.rows === most) return { ...counts, rejected, nulled, derived };
      counts.rows++;
      if ('reason' in row) plusOne(rejected, row.reason);
      else take(row);
    }
  }
  return { ...counts, rejected, nulled, derived };
}
