import { type FanOut, newFanOut } from '../webhooks/fan-out.ts';
import type { ReplacedCounty } from './replace.ts';

/** What a load did, as its summary prints it. */
export interface LoadReport {
  kind: string;
  files: string[];
  /** Records read, broken ones included. */
  read: number;
  /** Of a replacement that failed or was refused, `created`, `updated` and `unchanged` are 0. */
  created: number;
  updated: number;
  unchanged: number;
  /** Records whose id came again later in the same input; the last one counts. */
  duplicates: number;
  rejected: number;
  rejected_by_reason: Record<string, number>;
  /** Records that a replacement deleted, since the input did not hold them. */
  removed: number;
  /** The counties that were replaced. */
  replaced: ReplacedCounty[];
  /** Counties of loaded parcels that hold made-up records of the demo beside them. */
  demo_counties: string[];
  /** `field:reason` of values that became null or were cut, with their number. */
  nulled: Record<string, number>;
  /** Keys that are no canonical ones, and so were not read. */
  ignored_keys: string[];
  /** Remarks about the files for the person who loads them. */
  remarks: string[];
  /** Where the rejected lines are listed; null when there are none. */
  rejects_file: string | null;
  /** Parcels whose derived figures changed. */
  derived: number;
  /** Events that somebody watched, and their deliveries: queued, and stored beyond a quota. */
  webhooks: FanOut;
  seconds: { load: number; derive: number };
  /** Why the load stopped early; null when it did not. */
  error: string | null;
}

export function newReport(kind: string, files: string[]): LoadReport {
  return {
    kind,
    files,
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    duplicates: 0,
    rejected: 0,
    rejected_by_reason: {},
    removed: 0,
    replaced: [],
    demo_counties: [],
    nulled: {},
    ignored_keys: [],
    remarks: [],
    rejects_file: null,
    derived: 0,
    webhooks: newFanOut(),
    seconds: { load: 0, derive: 0 },
    error: null,
  };
}

export function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** 0 when all went in, 3 when some rows were rejected, 1 when the load failed. */
export function exitStatus(report: LoadReport): 0 | 1 | 3 {
  if (report.error !== null) return 1;
  return report.rejected > 0 ? 3 : 0;
}
