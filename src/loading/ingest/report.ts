import { exampleCounter } from '../../domain/examples.ts';
import { newFanOut } from '../../webhooks/fan-out.ts';
import type { ReplacedCounty } from './replace.ts';

/** The report of a load that has read nothing. */
export const newReport = (kind: string, files: string[]) => ({
  kind,
  files,
  read: 0,
  /** Rows that the source leaves out; they are not counted as read. */
  skipped: 0,
  /** 0 after a failed or refused replacement, like `updated` and `unchanged`. */
  created: 0,
  updated: 0,
  unchanged: 0,
  /** Records whose id appears again later in the input; the last one counts. */
  duplicates: 0,
  rejected: 0,
  rejected_by_reason: {} as Record<string, number>,
  removed: 0,
  replaced: [] as ReplacedCounty[],
  /** Counties of loaded parcels that also hold the demo's records. */
  demo_counties: [] as string[],
  /** Counts by `field:reason`. */
  nulled: {} as Record<string, number>,
  /** A value as it was written, by the same keys: a frequent one, or the form of one (`9/99/9999`). */
  examples: {} as Record<string, string>,
  ignored_keys: [] as string[],
  remarks: [] as string[],
  rejects_file: null as string | null,
  derived: 0,
  /** Parcels that new and changed deeds or permits name, and that are not loaded; null for other kinds. */
  absent_parcels: null as number | null,
  /** Changed permits that name no parcel; null for other kinds. */
  without_parcel: null as number | null,
  /** Deliveries queued, kept beyond a quota, and not kept. */
  webhooks: newFanOut(),
  seconds: { load: 0, derive: 0 },
  error: null as string | null,
});
export type LoadReport = ReturnType<typeof newReport>;

/** Counts one more under a key. */
export function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Counts nulled values by `field:reason` in a report, and keeps examples of them. */
export function nulledCounter(report: Pick<LoadReport, 'nulled' | 'examples'>) {
  const counters = new Map<string, ReturnType<typeof exampleCounter>>();
  return {
    add(note: string, field: string, record: Readonly<Record<string, unknown>>): void {
      count(report.nulled, note);
      // Texts that are cut or have lost letters are names more often than not.
      if (note.endsWith(':cut') || note.endsWith(':unreadable_letters')) return;
      const counter = counters.get(note) ?? exampleCounter();
      counters.set(note, counter);
      counter.add(record[field]);
    },
    finish(): void {
      for (const [note, counter] of counters)
        for (const example of counter.best(1)) report.examples[note] = example;
    },
  };
}

const byCount = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

/** What was rejected, nulled or cut, as lines, the most frequent first; each value with an example that names nobody. */
export function lossLines({
  rejected_by_reason,
  nulled,
  examples,
  rejects_file = null,
}: Pick<LoadReport, 'rejected_by_reason' | 'nulled' | 'examples'> &
  Partial<Pick<LoadReport, 'rejects_file'>>): string[] {
  const rejected = byCount(rejected_by_reason).map(([reason, rows]) => `  ${reason}: ${rows}`);
  const lost = byCount(nulled).map(
    ([key, values]) =>
      `  ${key}: ${values}${examples[key] === undefined ? '' : `, such as ${examples[key]}`}`,
  );
  return [
    ...(rejected.length > 0 ? ['Rejected:', ...rejected] : []),
    ...(rejects_file === null ? [] : [`  listed in ${rejects_file}`]),
    ...(lost.length > 0 ? ['Nulled or cut values:', ...lost] : []),
  ];
}

/** 0 when all went in, 3 when some rows were rejected, 1 when the load failed. */
export function exitStatus(report: Pick<LoadReport, 'error' | 'rejected'>): 0 | 1 | 3 {
  if (report.error !== null) return 1;
  return report.rejected > 0 ? 3 : 0;
}
