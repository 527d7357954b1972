import { type Distinct, distinctCounter } from '../../domain/distinct.ts';
import { readNumber, standsForNone } from '../../domain/written-number.ts';
import { squareMeters } from '../geometry/area.ts';
import type { Cell, Column, ReadRow, Table, TableRow } from '../readers/table.ts';
import { writtenArea } from '../sources/units.ts';
import { isZero, patternOf, type ShapeName, shapesOf, spoken } from './shapes.ts';

/** Uniform pseudo-random numbers in [0, 1), the same ones every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Keeps up to `most` of the things it is offered, each with the same chance, and the same ones every time. `make` is called
 * only for what is kept.
 */
export function reservoir<T>(most: number) {
  const next = random(1);
  const kept: { order: number; thing: T }[] = [];
  let seen = 0;
  return {
    offer(make: () => T): void {
      const order = seen++;
      const place = kept.length < most ? kept.length : Math.floor(next() * seen);
      if (place < most) kept[place] = { order, thing: make() };
    },
    /** In the order in which they were offered. */
    result: (): T[] => kept.sort((a, b) => a.order - b.order).map(({ thing }) => thing),
  };
}

const SAMPLE = 5_000;
const LONGEST_KEPT = 300;
const MOST_LISTED = 40;
const MOST_NOTHINGS = 5;
const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

/** A sampled row: what its cells say, in the order of the columns; null for a blank one. */
export interface SampleRow {
  line: number;
  values: readonly (string | null)[];
  /** The area of its polygon, in square meters; null without one. */
  area: number | null;
}

export interface ColumnProfile {
  column: Column;
  /** Share of rows that have a value, 0–1. */
  filled: number;
  /** Texts that mean "no value" in it, such as `NULL` and `N/A`, as written; a blank does not count. */
  nothings: string[];
  /** Share of the filled values that are zero. */
  zeros: number;
  distinct: Distinct;
  examples: string[];
  /** In characters; null when no row is filled. */
  lengths: { shortest: number; longest: number } | null;
  /** How often each value occurs, most frequent first; null with more than 40 values. */
  values: readonly (readonly [value: string, rows: number])[] | null;
  /** Of the numbers except zero; null without any. */
  numbers: { least: number; most: number; median: number } | null;
  /** Whether nearly every number is a little higher than the one before, as row numbers are. */
  counts: boolean;
  /** Sampled values that are neither blank nor zero, nor stand for "no value" among figures: the shares below are of these. */
  judged: number;
  shapes: Partial<Record<ShapeName, number>>;
  /** The share of the three most frequent patterns. */
  stability: number;
  /** Whether every number of the column is written with `.0` or `.000000`. */
  pointZero: boolean;
}

/** Several columns as one value. */
export interface JoinedProfile {
  columns: readonly string[];
  distinct: Distinct;
  /** Share of rows in which the first two columns have a value. */
  filled: number;
}

export interface TableProfile {
  rows: number;
  /** Whether all rows were read. */
  whole: boolean;
  /** Rows that could not be read, by reason. */
  rejected: Readonly<Record<string, number>>;
  columns: readonly ColumnProfile[];
  joined: readonly JoinedProfile[];
  /** Share of rows with geometry. */
  located: number;
  /** Up to 5,000 rows, evenly drawn; shapes and relations between columns come from these. */
  sample: readonly SampleRow[];
}

interface ProfileOptions {
  /** Stop after this many rows. */
  rows?: number;
  /** Groups of columns to profile as one value each. */
  joined?: readonly (readonly string[])[];
}

/** A copy of the beginning of a text: a slice would keep the whole line in memory. */
const kept = (text: string) => Buffer.from(text.slice(0, LONGEST_KEPT), 'utf16le').toString('utf16le');

/** One of the few values of a column, which is looked at once. */
interface Listed {
  rows: number;
  number: number | null;
}

function counterOf(column: Column) {
  const distinct = distinctCounter();
  let filled = 0;
  let zeros = 0;
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  let listed: Map<string, Listed> | null = new Map();
  let last = Number.NaN;
  let steps = 0;
  const nothings = new Set<string>();

  /** Counts the different values, and returns the number that the text is. */
  function list(text: string): number | null {
    const known = listed?.get(text);
    if (known !== undefined) {
      known.rows++;
      return known.number;
    }
    shortest = Math.min(shortest, text.length);
    longest = Math.max(longest, text.length);
    const number = readNumber(text);
    if (listed !== null && (listed.size === MOST_LISTED || text.length > LONGEST_KEPT)) {
      for (const [value, { rows }] of listed) distinct.add(value, rows);
      listed = null;
    }
    if (listed === null) distinct.add(text);
    else listed.set(kept(text), { rows: 1, number });
    return number;
  }

  function result(rows: number) {
    const values = listed && [...listed].map(([value, { rows }]) => [value, rows] as const);
    for (const [value, times] of values ?? []) distinct.add(value, times);
    return {
      column,
      filled: rows ? filled / rows : 0,
      nothings: [...nothings].filter((text) => text !== ''),
      zeros: filled ? zeros / filled : 0,
      distinct: distinct.result(),
      lengths: filled ? { shortest, longest } : null,
      values: values?.sort((a, b) => b[1] - a[1]) ?? null,
      counts: filled > 2 && steps >= 0.9 * (filled - 1),
    };
  }

  return {
    add(text: string | null, cell?: Cell): void {
      if (text === null) {
        if (typeof cell === 'string' && nothings.size < MOST_NOTHINGS) nothings.add(kept(cell.trim()));
        return;
      }
      filled++;
      const figure = list(text);
      if (figure === 0) zeros++;
      const number = text.length < 16 ? (figure ?? Number.NaN) : Number.NaN;
      if (number > last && number - last <= 10) steps++;
      last = number;
    },
    /** Once, after the last value. */
    result,
  };
}

function shares<K extends string>(counts: ReadonlyMap<K, number>, of: number): Partial<Record<K, number>> {
  const entries = [...counts].map(([key, count]) => [key, count / of] as const);
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(entries) as Partial<Record<K, number>>;
}

function spread<T>(list: readonly T[], most: number): T[] {
  return [
    ...new Set(Array.from({ length: most * 4 }, (_, i) => list[Math.floor((i * list.length) / (most * 4))]!)),
  ]
    .filter((value) => value !== undefined)
    .slice(0, most);
}

/** How often each value occurs, in the order in which they come first. */
type Times = ReadonlyMap<string, number>;

function numbersOf(times: Times): ColumnProfile['numbers'] {
  const numbers = [...times]
    .flatMap(([value, count]) => {
      const number = readNumber(value) ?? writtenArea(value)?.figure;
      return number === undefined ? [] : Array.from({ length: count }, () => number);
    })
    .sort((a, b) => a - b);
  if (numbers.length === 0) return null;
  return { least: numbers[0]!, most: numbers.at(-1)!, median: numbers[numbers.length >> 1]! };
}

const FIGURE = /^[-+$( ]*\.?\d/;

const countIn = (times: Times) => times.values().reduce((sum, count) => sum + count, 0);

/** The values that show what a column holds: not zeros, and in a column of figures none that stand for "no value". */
function tellingOf(told: Times): Times {
  const filled = new Map([...told].filter(([value]) => !isZero(value)));
  const rest = new Map([...filled].filter(([value]) => value !== '-1' && !standsForNone(value)));
  const figures = new Map([...rest].filter(([value]) => FIGURE.test(value)));
  return countIn(figures) > countIn(rest) / 2 ? rest : filled;
}

/** What a sample of a column's values looks like; each different one is looked at once. */
function looks(values: readonly (string | null)[]) {
  const told = values.filter((value) => value !== null);
  const all = new Map<string, number>();
  for (const value of told) all.set(value, (all.get(value) ?? 0) + 1);
  const telling = tellingOf(all);
  const judged = countIn(telling);
  const counts = new Map<ShapeName, number>();
  const patterns = new Map<string, number>();
  for (const [value, count] of telling) {
    for (const shape of shapesOf(value)) counts.set(shape, (counts.get(shape) ?? 0) + count);
    const pattern = patternOf(value);
    patterns.set(pattern, (patterns.get(pattern) ?? 0) + count);
  }
  const frequent = [...patterns.values()].sort((a, b) => b - a).slice(0, 3);
  const shown = judged > 0 ? told.filter((value) => telling.has(value)) : told;
  return {
    examples: spread(shown, EXAMPLES).map((value) => value.slice(0, LONGEST_EXAMPLE)),
    numbers: numbersOf(telling),
    judged,
    shapes: shares(counts, judged),
    stability: judged ? frequent.reduce((sum, count) => sum + count, 0) / judged : 0,
    pointZero: judged > 0 && telling.keys().every((value) => /^\d+\.0+$/.test(value)),
  };
}

/** The profile of a column from these values alone. */
export function profileOf(column: Column, values: readonly (string | null)[]): ColumnProfile {
  const counter = counterOf(column);
  for (const value of values) counter.add(value);
  return { ...counter.result(values.length), ...looks(values) };
}

const valuesOf = (columns: readonly Column[], row: TableRow) =>
  columns.map(({ name }) => spoken(row.cells[name]));

function joinedCounter(columns: readonly string[], at: readonly number[]) {
  const distinct = distinctCounter();
  let filled = 0;
  return {
    add(values: readonly (string | null)[]): void {
      if (at.slice(0, 2).some((index) => values[index] === null)) return;
      filled++;
      distinct.add(at.map((index) => values[index] ?? '').join('\n'));
    },
    result: (rows: number): JoinedProfile => ({
      columns,
      distinct: distinct.result(),
      filled: rows ? filled / rows : 0,
    }),
  };
}

/** The same table with only its first rows; `isCut` says after a read whether it has more. */
export function firstRows<T extends Table>(table: T, most: number): T & { isCut(): boolean } {
  let isCut = false;
  async function* read(): AsyncGenerator<ReadRow[]> {
    let left = most;
    for await (const rows of table.read()) {
      isCut = rows.length > left;
      yield rows.slice(0, left);
      left -= rows.length;
      if (isCut) return;
    }
  }
  return { ...table, read, isCut: () => isCut };
}

/**
 * Reads a table once and describes its columns, in memory that does not grow with the table. Counts are of all rows read;
 * shapes and examples are of an even sample of 5,000.
 * @throws Error with a sentence about the table when it cannot be read to the end.
 */
export async function profileTable(table: Table, options: ProfileOptions = {}): Promise<TableProfile> {
  const columns = table.columns;
  const counters = columns.map(counterOf);
  const places = new Map(columns.map(({ name }, index) => [name, index]));
  const joined = (options.joined ?? []).map((names) =>
    joinedCounter(
      names,
      names.flatMap((name) => places.get(name) ?? []),
    ),
  );
  const sample = reservoir<SampleRow>(SAMPLE);
  const rejected: Record<string, number> = {};
  let rows = 0;
  let located = 0;

  function take(row: ReadRow): void {
    if ('reason' in row) {
      rejected[row.reason] = (rejected[row.reason] ?? 0) + 1;
      return;
    }
    rows++;
    if (row.geometry !== null) located++;
    const values = valuesOf(columns, row);
    for (let i = 0; i < values.length; i++) counters[i]!.add(values[i]!, row.cells[columns[i]!.name]);
    for (const counter of joined) counter.add(values);
    sample.offer(() => ({
      line: row.line,
      values: values.map((value) => (value === null ? null : kept(value))),
      area: row.geometry && squareMeters(row.geometry),
    }));
  }
  const first = firstRows(table, options.rows ?? Number.POSITIVE_INFINITY);
  for await (const batch of first.read()) for (const row of batch) take(row);

  const drawn = sample.result();
  return {
    rows,
    whole: !first.isCut(),
    rejected,
    columns: counters.map((counter, i) => ({
      ...counter.result(rows),
      ...looks(drawn.map(({ values }) => values[i]!)),
    })),
    joined: joined.map((counter) => counter.result(rows)),
    located: rows ? located / rows : 0,
    sample: drawn,
  };
}
