import { LRUCache } from 'lru-cache';
import { createSlabs } from './slabs.ts';

/** One version of a stored document: each write gives it another sequence number in its shard. */
export interface Version {
  index: string;
  /** The number of its id, by which rows are ordered. */
  seq: number;
  seqNo: number;
  term: number;
}

export interface RowCacheFigures {
  rows: number;
  bytes: number;
  hits: number;
  misses: number;
  evictions: number;
}

/** Rows by their version, so that none is ever out of date. */
export interface RowCache {
  /** The row as it was put; null when it is not kept. It is valid until the next `put` or `refresh`. */
  get(version: Version): Buffer | null;
  put(version: Version, row: Uint8Array): void;
  /** Keeps rows that were just used from being the next to go. */
  refresh(versions: readonly Version[]): void;
  figures(): RowCacheFigures;
}

/** What stands before a row, as numbers of 8 bytes. */
const HEAD = { seqNo: 0, term: 1, seq: 2, index: 3, length: 4 };
const HEAD_BYTES = 8 * Object.keys(HEAD).length;
/** Places among which a row is looked for. */
const WAYS = 8;
/** What a row is taken to need when the table is made. */
const USUAL_ROW = 256;

/** A number of 32 bits, spread evenly. */
function hashOf({ seq, seqNo, term }: Version, index: number): number {
  let hash = 0;
  for (const part of [seq, seq / 2 ** 32, seqNo, term, index]) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

/** More names than are read at any time: those of replaced indices are not read again. */
const NAMES = 100;

/** Numbers for the names of indices. */
function numbering() {
  const numbers = new LRUCache<string, number>({ max: NAMES });
  let next = 1;
  return (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, next);
    return next++;
  };
}

/** @param limit memory for rows, bytes; the table of places takes a thirty-second more. */
export function createRowCache(limit: number): RowCache {
  const slabs = createSlabs(limit);
  let hits = 0;
  let misses = 0;
  const buckets = Math.max(1, Math.ceil(limit / USUAL_ROW / WAYS));
  /** A place plus one, or 0. */
  const table = new Float64Array(buckets * WAYS);
  const numberOf = numbering();
  const firstWay = (version: Version, index: number) => (hashOf(version, index) % buckets) * WAYS;

  const isThere = (place: number, { seq, seqNo, term }: Version, index: number): boolean =>
    slabs.number(place, HEAD.seq) === seq &&
    slabs.number(place, HEAD.seqNo) === seqNo &&
    slabs.number(place, HEAD.term) === term &&
    slabs.number(place, HEAD.index) === index;

  /** The way that holds a version, or null. */
  function find(version: Version, index: number): number | null {
    const first = firstWay(version, index);
    for (let way = first; way < first + WAYS; way++) {
      const place = table[way]! - 1;
      if (place >= 0 && slabs.has(place) && isThere(place, version, index)) return way;
    }
    return null;
  }

  /** The way of the oldest row of a bucket, which is a free one if there is any. */
  function oldestWay(first: number): number {
    let oldest = first;
    for (let way = first + 1; way < first + WAYS; way++) if (table[way]! < table[oldest]!) oldest = way;
    return oldest;
  }

  const rowAt = (place: number): Buffer => slabs.at(place + HEAD_BYTES, slabs.number(place, HEAD.length));

  function store(way: number, { seq, seqNo, term }: Version, index: number, row: Uint8Array): void {
    const place = slabs.reserve(HEAD_BYTES + row.length);
    if (place === null) return;
    slabs.setNumber(place, HEAD.seqNo, seqNo);
    slabs.setNumber(place, HEAD.term, term);
    slabs.setNumber(place, HEAD.seq, seq);
    slabs.setNumber(place, HEAD.index, index);
    slabs.setNumber(place, HEAD.length, row.length);
    slabs.at(place + HEAD_BYTES, row.length).set(row);
    table[way] = place + 1;
  }

  return {
    get(version) {
      const way = find(version, numberOf(version.index));
      if (way === null) misses++;
      else hits++;
      return way === null ? null : rowAt(table[way]! - 1);
    },
    put(version, row) {
      const index = numberOf(version.index);
      if (find(version, index) === null) store(oldestWay(firstWay(version, index)), version, index, row);
    },
    refresh(versions) {
      for (const version of versions) {
        const index = numberOf(version.index);
        const way = find(version, index);
        if (way !== null && slabs.isAging(table[way]! - 1))
          store(way, version, index, Buffer.from(rowAt(table[way]! - 1)));
      }
    },
    figures() {
      const { bytes, kept, dropped } = slabs.figures();
      return { rows: kept, bytes: bytes + table.byteLength, hits, misses, evictions: dropped };
    },
  };
}
