import { distinctCounter } from '../../domain/distinct.ts';
import { commonCause } from '../cause.ts';
import type { Fault, RecordRow } from '../readers/rows.ts';
import { commonValues } from './common.ts';
import { UNKNOWN_FIGURES } from './derive/counties.ts';
import type { Reading } from './fields.ts';
import type { Input } from './input.ts';
import { recordKindOf } from './kinds/index.ts';
import type { RecordKind } from './kinds/kind.ts';
import { count, type LoadReport, nulledCounter } from './report.ts';
import type { IngestKind, OnProgress } from './target.ts';

/** What a load would report, without what only stored records can show. */
export interface Rehearsal
  extends Pick<
    LoadReport,
    | 'kind'
    | 'read'
    | 'skipped'
    | 'duplicates'
    | 'rejected'
    | 'rejected_by_reason'
    | 'nulled'
    | 'examples'
    | 'ignored_keys'
    | 'remarks'
    | 'error'
  > {
  taken: number;
  /** Taken records with a place on the map. */
  located: number;
  /** Whether duplicates were counted: beyond 200,000 different ids, they are estimated. */
  duplicates_exact: boolean;
  /** What rejected rows have in common, as sentences. */
  shared: string[];
  /** What Terrier derives from up to a hundred records: for each field, how many have each value. */
  derived: Record<string, Record<string, number>>;
}

const MOST_KEYS = 1_000;
const MOST_IDS = 200_000;
const SHOWN = 100;
const EVERY = 97;

const DERIVED: Readonly<Partial<Record<IngestKind, readonly string[]>>> = {
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

/** A record as it would be stored, or why it would be rejected. */
type Tried = { id: string; document: Record<string, unknown> } | Fault;

/** Makes records as a load does, with nothing stored before and without figures that depend on other records. */
export function trialOf(kind: IngestKind) {
  const recordKind = recordKindOf(kind, () => UNKNOWN_FIGURES) as RecordKind<{
    id: string;
    county_fips: string;
  }>;
  const at = new Date().toISOString();
  const today = at.slice(0, 10);
  const stamp = { load: 0, derived: 0, at, today };
  return {
    /** The names of the fields that a record may have. */
    keys: recordKind.keys,
    today,
    make(record: Record<string, unknown>, reading: Reading): Tried {
      const draft = recordKind.draft(record, reading);
      if ('reason' in draft) return draft;
      return { id: draft.id, document: recordKind.build(draft, null, reading, stamp) };
    },
  };
}

interface RehearseOptions {
  onProgress?: OnProgress;
  /** Gets each record as it would be stored, before figures that depend on other records. */
  onDocument?: (document: Record<string, unknown>) => void;
  /** Whether what was read is enough; by default, everything is read. */
  isEnough?: (report: Rehearsal) => boolean;
}

/** Reads an input as a load would, but writes nothing and asks no server. */
export async function rehearse(
  kind: IngestKind,
  input: Input,
  { onProgress = () => {}, onDocument = () => {}, isEnough = () => false }: RehearseOptions = {},
): Promise<Rehearsal> {
  const { keys, today, make } = trialOf(kind);
  const ignored = new Set<string>();
  const ids = distinctCounter(MOST_IDS);
  const common = commonValues();
  const report: Rehearsal = {
    kind,
    read: 0,
    skipped: 0,
    taken: 0,
    located: 0,
    duplicates: 0,
    duplicates_exact: true,
    rejected: 0,
    rejected_by_reason: {},
    nulled: {},
    examples: {},
    ignored_keys: [],
    shared: [],
    derived: Object.fromEntries((DERIVED[kind] ?? []).map((field) => [field, {}])),
    remarks: [],
    error: null,
  };
  const losses = nulledCounter(report);
  let shown = 0;

  function reject({ reason }: Fault): void {
    report.rejected++;
    count(report.rejected_by_reason, reason);
  }

  function show(document: Record<string, unknown>): void {
    // The first rows of a file are often alike, so later ones are included.
    if (shown >= SHOWN || (report.taken > SHOWN / 2 && report.taken % EVERY !== 0)) return;
    shown++;
    for (const [field, values] of Object.entries(report.derived)) count(values, wordOf(document[field]));
  }

  function take({ record, cells }: RecordRow): void {
    for (const key in record) if (!keys.has(key) && ignored.size < MOST_KEYS) ignored.add(key);
    const reading: Reading = { today, notes: [], isCanonical: input.isCanonical };
    const made = make(record, reading);
    if (cells !== undefined) common.add(cells, 'reason' in made ? made.reason : null);
    if ('reason' in made) {
      reject(made);
      return;
    }
    onDocument(made.document);
    for (const note of reading.notes) losses.add(note, note.slice(0, note.indexOf(':')), record);
    ids.add(made.id);
    report.taken++;
    if (made.document.location) report.located++;
    show(made.document);
  }

  try {
    const remark = (words: string) => report.remarks.push(words);
    for await (const { rows, skipped, share } of input.read({ known: keys, remark })) {
      report.skipped += skipped ?? 0;
      for (const row of rows) {
        report.read++;
        if ('reason' in row) reject(row);
        else take(row);
      }
      onProgress({ phase: 'load', rows: report.read, share });
      if (isEnough(report)) break;
    }
  } catch (error) {
    report.error = commonCause(error);
  }
  losses.finish();
  const { surplus, exact } = ids.result();
  return Object.assign(report, {
    duplicates: surplus,
    duplicates_exact: exact,
    ignored_keys: [...ignored].sort(),
    shared: common.sentences(),
  });
}
