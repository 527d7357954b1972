import { distinctCounter } from '../../domain/distinct.ts';
import { commonCause } from '../cause.ts';
import type { Fault, RecordRow } from '../readers/rows.ts';
import { UNKNOWN_FIGURES } from './derive/counties.ts';
import type { Reading } from './fields.ts';
import type { Input } from './input.ts';
import { recordKindOf } from './kinds/index.ts';
import type { RecordKind } from './kinds/kind.ts';
import { count, nulledCounter } from './report.ts';
import type { IngestKind, OnProgress } from './target.ts';

const MOST_KEYS = 1_000;
const MOST_IDS = 200_000;
const SHOWN = 100;
const EVERY = 97;

const DERIVED: Readonly<Partial<Record<IngestKind, readonly string[]>>> = {
  parcels:
    'entity_type entity_class absentee_owner out_of_state_owner zoning_category sale_arms_length'.split(' '),
  deeds: ['document_type', 'is_arm_length', 'is_sale', 'usable_for_stats'],
  permits: ['permit_status'],
};

/** A value explains rejected rows if nearly all of its rows are rejected; such values must cover most rejected rows. */
const NEARLY_ALWAYS = 0.9;
const MOST = 0.5;
const FEWEST = 5;
/** Columns with more values say nothing. */
const MOST_VALUES = 41;

interface Counted {
  rows: number;
  rejected: Map<string, number>;
}

const textOf = (cell: unknown) => String(cell ?? '').trim();
const shown = (value: string) => (value === '' ? 'blank' : value);
const figure = (rows: number) => rows.toLocaleString('en-US');

/** `A, B or C`. */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The values of a column whose rows are nearly all rejected for a reason, the most frequent first. */
function telling(column: string, values: ReadonlyMap<string, Counted>, reason: string) {
  const told = [...values].flatMap(([value, { rows, rejected }]) => {
    const gone = rejected.get(reason) ?? 0;
    return gone >= FEWEST && gone >= rows * NEARLY_ALWAYS ? [{ value, rows, gone }] : [];
  });
  return {
    column,
    gone: told.reduce((sum, { gone }) => sum + gone, 0),
    values: told.sort((a, b) => b.gone - a.gone).map(({ value }) => value),
    isAll: told.every(({ gone, rows }) => gone === rows),
  };
}

/** Counts rows by the values of columns with few different ones, to find what rejected rows have in common. */
function commonValues() {
  let counts: Map<string, Map<string, Counted>> | null = null;
  const rejected = new Map<string, number>();
  let taken = 0;

  function sentence(reason: string, all: number): string[] {
    const told = [...(counts ?? [])].map(([column, values]) => telling(column, values, reason));
    const [best] = told.sort((a, b) => b.gone - a.gone || a.values.length - b.values.length);
    if (best === undefined || best.gone < Math.max(FEWEST, all * MOST)) return [];
    const values = either.format(best.values.map(shown));
    const every = best.isAll ? 'all' : 'nearly all';
    return [
      `Of the ${figure(all)} rows with ${reason}, ${figure(best.gone)} are ${every} those where ${best.column} is ${values}.`,
    ];
  }

  return {
    /** @param reason why the row is rejected; null when it is taken. */
    add(cells: Readonly<Record<string, unknown>>, reason: string | null): void {
      if (reason === null) taken++;
      else rejected.set(reason, (rejected.get(reason) ?? 0) + 1);
      counts ??= new Map(Object.keys(cells).map((column) => [column, new Map()]));
      for (const [column, values] of counts) {
        const value = textOf(cells[column]);
        const counted = values.get(value) ?? { rows: 0, rejected: new Map() };
        values.set(value, counted);
        counted.rows++;
        if (reason !== null) counted.rejected.set(reason, (counted.rejected.get(reason) ?? 0) + 1);
        if (values.size > MOST_VALUES) counts.delete(column);
      }
    },
    /** A sentence for each reason whose rows share a value that hardly any other row has. */
    sentences(): string[] {
      return taken === 0 ? [] : [...rejected].flatMap(([reason, all]) => sentence(reason, all));
    },
  };
}

const wordOf = (value: unknown): string =>
  value === null || value === undefined ? 'unknown' : String(value);

const newRehearsal = (kind: IngestKind) => ({
  kind,
  read: 0,
  skipped: 0,
  taken: 0,
  /** Taken records with a place on the map. */
  located: 0,
  duplicates: 0,
  /** Whether duplicates were counted: beyond 200,000 different ids, they are estimated. */
  duplicates_exact: true,
  rejected: 0,
  rejected_by_reason: {} as Record<string, number>,
  nulled: {} as Record<string, number>,
  examples: {} as Record<string, string>,
  ignored_keys: [] as string[],
  /** What rejected rows have in common, as sentences. */
  shared: [] as string[],
  /** What Terrier derives from up to a hundred records: for each field, how many have each value. */
  derived: Object.fromEntries((DERIVED[kind] ?? []).map((field) => [field, {}])) as Record<
    string,
    Record<string, number>
  >,
  remarks: [] as string[],
  error: null as string | null,
});
/** What a load would report, without what only stored records can show. */
export type Rehearsal = ReturnType<typeof newRehearsal>;

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
  // Nothing is stored before, and figures that depend on other records are not known.
  const { keys, draft, build } = recordKindOf(kind, () => UNKNOWN_FIGURES) as RecordKind<{
    id: string;
    county_fips: string;
  }>;
  const at = new Date().toISOString();
  const today = at.slice(0, 10);
  const stamp = { load: 0, derived: 0, at, today };
  const ignored = new Set<string>();
  const ids = distinctCounter(MOST_IDS);
  const common = commonValues();
  const report = newRehearsal(kind);
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
    const drafted = draft(record, reading);
    if (cells !== undefined) common.add(cells, 'reason' in drafted ? drafted.reason : null);
    if ('reason' in drafted) {
      reject(drafted);
      return;
    }
    const document: Record<string, unknown> = build(drafted, null, reading, stamp);
    onDocument(document);
    for (const note of reading.notes) losses.add(note, note.slice(0, note.indexOf(':')), record);
    ids.add(drafted.id);
    report.taken++;
    if (document.location) report.located++;
    show(document);
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
