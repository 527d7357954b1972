import { hash } from 'node:crypto';
import type { Outline } from '../../../domain/geometry/outline.ts';
import type { Named } from '../../../domain/suppression.ts';
import type { IndexKind } from '../../../stores/elastic/indices.ts';
import type { Fault } from '../../readers/rows.ts';
import type { Reading } from '../fields.ts';

export interface Stamp {
  load: number;
  derived: number;
  /** ISO 8601 UTC: `updated_at` of what the load changes. Its start, or later if an earlier load has a later stamp. */
  at: string;
  today: string;
}

export interface Internal {
  /** Hash of the record as read and of its suppressions: finds unchanged records without normalizing them. */
  hash: string;
  /** The suppressions that the record falls under; absent where there are none. */
  suppressed?: string[];
  load: number;
  nulled?: string[];
  /** The state before this load, which distinguishes duplicates within the load from changes; `usable` of deeds only. */
  prev?: { hash: string; load: number; at: string; usable?: boolean };
  [key: string]: unknown;
}

export interface StoredDocument {
  internal: Internal;
  updated_at: string;
  [key: string]: unknown;
}

/** A document without what the load itself adds to its internal part. */
export type BuiltDocument = Omit<StoredDocument, 'internal'> & { internal: Record<string, unknown> };

export interface RecordKind<D extends { id: string; county_fips: string }> {
  kind: IndexKind;
  /** Other keys are named once in the summary and ignored. */
  keys: ReadonlySet<string>;
  draft(record: Record<string, unknown>, reading: Reading): D | Fault;
  /** The document without `hash`, `load`, `nulled`, `prev` and `suppressed`; `before` is what is stored now. */
  build(draft: D, before: StoredBefore | null, reading: Reading, stamp: Stamp): BuiltDocument;
  /** A text by which the events of new records are sorted, from the oldest to the newest. Kinds without events lack it. */
  happened?(draft: D): string;
  /** Where the record is and whom it names. Kinds that name nobody lack this and `withhold`. */
  named?(draft: D): Named;
  /** The document of a suppressed record: without the names, and without what follows from them or leads to them. */
  withhold?(document: BuiltDocument, before: StoredBefore | null, stamp: Stamp): BuiltDocument;
  /** What is stored beside a parcel under the same id. */
  outline?(draft: D): Outline | null;
}

export interface StoredBefore {
  internal: Internal;
  readonly record: StoredDocument;
}

const BETWEEN = '~';

/** The hash of a record under some suppressions: it differs from that under others, so that the record counts as changed. */
export function hashUnder(hash: string, suppressions: readonly number[]): string {
  const [plain] = hash.split(BETWEEN) as [string];
  return suppressions.length === 0 ? plain : `${plain}${BETWEEN}${suppressions.join(',')}`;
}

/** A record as it is stored: with what the load itself adds to its internal part. */
export function storedDocument(
  document: BuiltDocument,
  before: StoredBefore | null,
  { hash, suppressed, nulled }: { hash: string; suppressed: readonly number[]; nulled: string[] },
  { load }: Stamp,
): StoredDocument {
  const was = before?.internal;
  const prev =
    was?.load === load
      ? was.prev
      : was && {
          hash: was.hash,
          load: was.load,
          at: before!.record.updated_at,
          usable: before!.record.usable_for_stats as boolean | undefined,
        };
  const internal: Internal = { ...document.internal, hash, load };
  if (suppressed.length > 0) internal.suppressed = suppressed.map(String);
  if (nulled.length > 0) internal.nulled = nulled;
  if (prev) internal.prev = prev;
  // An earlier record of this load changed it, and this one changes it back. The number of the load stays: the
  // document was written again, and what is derived from it must be checked.
  const at = prev?.hash === hash && { updated_at: prev.at };
  return { ...document, ...at, internal } as StoredDocument;
}

/** A key or keys as a list; empty for a missing one. */
export function known(keys: unknown): string[] {
  if (Array.isArray(keys)) return keys;
  return typeof keys === 'string' ? [keys] : [];
}

/**
 * Gives the keys whose derived figures a write affects: those of the new document, of the stored one, and of earlier writes
 * that no derive step has seen.
 */
export const toucher =
  (before: StoredBefore | null, { derived }: Stamp) =>
  (name: `touched${string}`, now: unknown, was: unknown): string[] => {
    const earlier = before && before.internal.load > derived ? before.internal[name] : null;
    return [...new Set([now, was, earlier].flatMap(known))];
  };

/** A short, stable id of the parts that identify a record. */
export function stableId(...parts: (string | null)[]): string {
  return hash('sha256', parts.map((part) => part ?? '').join('\n'), 'hex').slice(0, 32);
}
