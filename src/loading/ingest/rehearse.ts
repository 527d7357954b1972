import { distinctCounter } from '../../domain/distinct.ts';
import type { Reading } from './fields.ts';
import type { Input } from './input.ts';
import { count, nulledCounter } from './report.ts';
import type { IngestKind, OnProgress } from './target.ts';
import { trialOf } from './trial.ts';

/** What a load would report, without what only stored records can show. */
export interface Rehearsal {
  kind: IngestKind;
  read: number;
  taken: number;
  /** Taken records with the id of an earlier one: counted up to 200,000 different ids, estimated beyond that. */
  duplicates: number;
  duplicates_exact: boolean;
  rejected: number;
  rejected_by_reason: Record<string, number>;
  /** Counts by `field:reason`. */
  nulled: Record<string, number>;
  /** See `LoadReport.examples`. */
  examples: Record<string, string>;
  ignored_keys: string[];
  remarks: string[];
  error: string | null;
}

const MOST_KEYS = 1_000;
const MOST_IDS = 200_000;

/**
 * Reads an input as a load would, but writes nothing and asks no server.
 * @param onDocument gets each record as it would be stored, before figures that depend on other records.
 */
export async function rehearse(
  kind: IngestKind,
  input: Input,
  {
    onProgress = () => {},
    onDocument = () => {},
  }: { onProgress?: OnProgress; onDocument?: (document: Record<string, unknown>) => void } = {},
): Promise<Rehearsal> {
  const { keys, today, make } = trialOf(kind);
  const ignored = new Set<string>();
  const ids = distinctCounter(MOST_IDS);
  const report: Rehearsal = {
    kind,
    read: 0,
    taken: 0,
    duplicates: 0,
    duplicates_exact: true,
    rejected: 0,
    rejected_by_reason: {},
    nulled: {},
    examples: {},
    ignored_keys: [],
    remarks: [],
    error: null,
  };

  const nulled = nulledCounter(report);

  function reject(reason: string): void {
    report.rejected++;
    count(report.rejected_by_reason, reason);
  }

  function take(record: Record<string, unknown>): void {
    for (const key in record) if (!keys.has(key) && ignored.size < MOST_KEYS) ignored.add(key);
    const reading: Reading = { today, notes: [] };
    const made = make(record, reading);
    if ('reason' in made) {
      reject(made.reason);
      return;
    }
    onDocument(made.document);
    for (const note of reading.notes) nulled.add(note, note.slice(0, note.indexOf(':')), record);
    ids.add(made.id);
    report.taken++;
  }

  try {
    const remark = (words: string) => report.remarks.push(words);
    for await (const { rows, share } of input.read({ known: keys, remark })) {
      for (const row of rows) {
        report.read++;
        if ('reason' in row) reject(row.reason);
        else take(row.record);
      }
      onProgress({ phase: 'load', rows: report.read, share });
    }
  } catch (error) {
    report.error = (error as Error).message;
  }
  nulled.finish();
  const { surplus: duplicates, exact: duplicates_exact } = ids.result();
  return Object.assign(report, { duplicates, duplicates_exact, ignored_keys: [...ignored].sort() });
}
