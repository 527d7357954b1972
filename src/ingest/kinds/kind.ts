import { hash } from 'node:crypto';
import type { Kind } from '../../elastic/indices.ts';
import type { Reading } from '../fields.ts';
import type { Fault } from '../rows.ts';

/** When and as what a load writes. */
export interface Stamp {
  /** Number of the load; grows from load to load. */
  load: number;
  /** Number of the last load whose derived figures are complete. */
  derived: number;
  /** Start of the load, ISO 8601 UTC: `updated_at` of what it changes. */
  at: string;
  /** Day of the load, `YYYY-MM-DD`. */
  today: string;
}

/** The part of a stored document that is never returned: always its last key. */
export interface Internal {
  /** Hash of the record as it was read: tells an unchanged one without normalising it again. */
  hash: string;
  /** Number of the load that last changed the document. */
  load: number;
  /** `field:reason` of the values that were nulled or cut. */
  nulled?: string[];
  /**
   * The document's state before this load, to tell a duplicate within one load from a change; of a deed also whether it
   * was usable for statistics.
   */
  prev?: { hash: string; load: number; at: string; usable?: boolean };
  [key: string]: unknown;
}

export interface StoredDocument {
  internal: Internal;
  updated_at: string;
  [key: string]: unknown;
}

/** How one kind of record is read and stored. */
export interface RecordKind<D extends { id: string; county_fips: string }> {
  kind: Kind;
  /** Canonical keys that are read; others are named once in the summary and ignored. */
  keys: ReadonlySet<string>;
  draft(record: Record<string, unknown>, reading: Reading): D | Fault;
  /** The document without `hash`, `load`, `nulled` and `prev`; `before` is what is stored now. */
  build(
    draft: D,
    before: StoredBefore | null,
    reading: Reading,
    stamp: Stamp,
  ): Omit<StoredDocument, 'internal'> & {
    internal: Record<string, unknown>;
  };
}

/** What a load reads of a stored document before it writes. */
export interface StoredBefore {
  internal: Internal;
  /** All of it; parsed when it is first looked at. */
  readonly record: StoredDocument;
}

/**
 * A number for `id` that sorts fast, evenly spread over 0 … 2^53 − 1: the first bits of its SHA-256. It breaks ties
 * in every sort; two ids of the same number, of which 150 million records hold about one pair, are told apart by id.
 */
export function sequenceOf(id: string): number {
  const digest = hash('sha256', id, 'buffer');
  return digest.readUInt32BE() * 2 ** 21 + (digest.readUInt32BE(4) >>> 11);
}

/** A number in the order of ids that are evenly spread hexadecimal digits, at least 13 of them: 0 … 2^53 − 2. */
export function sequenceOfHex(id: string): number {
  return Number.parseInt(id.slice(0, 13), 16) * 2;
}

/**
 * The keys whose derived figures a write concerns: those of the new document, of the stored one, and of earlier
 * writes that no derive step has seen yet.
 */
export function touchedKeys(
  name: string,
  now: string[],
  was: string[],
  before: StoredBefore | null,
  stamp: Stamp,
) {
  const earlier =
    before && before.internal.load > stamp.derived ? (before.internal[name] as string[] | undefined) : [];
  return [...new Set([...now, ...was, ...(earlier ?? [])])];
}

/** The key of a stored record in a list of none or one. */
export function known(key: unknown): string[] {
  return typeof key === 'string' ? [key] : [];
}

/** A short, stable id out of the parts that identify a record. */
export function stableId(...parts: (string | null)[]): string {
  return hash('sha256', parts.map((part) => part ?? '').join('\n'), 'hex').slice(0, 32);
}
