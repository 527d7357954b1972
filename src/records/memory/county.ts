import { pause } from '../pauses.ts';
import { COLUMNS, inOrder, type Numbers, newColumn, ROWS_AT_ONCE, type Words } from './columns.ts';
import { cellIn, encodeLat, encodeLon, rowAt } from './points.ts';

/** The parcels of a county in columns, in order of their cells: those without a location first. */
export interface County {
  fips: string;
  count: number;
  bytes: number;
  lat: Int32Array;
  lon: Int32Array;
  /** The numbers that order pages; no two parcels of a county share one. */
  seq: Float64Array;
  /** The cells with parcels, ascending, and where the parcels of each begin; one more for the end. */
  cells: Int32Array;
  starts: Uint32Array;
  /** A hash table from numbers to rows plus one: see `rowOfNumber`. */
  slots: Uint32Array;
  /** Where the JSON of each row is in memory; 0 for those that were not read. */
  offsets: Float64Array;
  columns: ReadonlyMap<string, Numbers | Words>;
}

/** Values by field as Elasticsearch returns doc values: lists; fields without a value are missing. */
export type DocValues = Record<string, unknown[] | undefined>;

export const SEQ = 'internal.seq';
export const LOCATION = 'location';
/** All numbers of parcels are below this. */
export const SEQUENCE_END = 2 ** 53;
const NOWHERE = -1;

export const isNumbers = (column: Numbers | Words): column is Numbers => ArrayBuffer.isView(column);

/** How many parcels have no location: they are the first. */
const unplacedIn = ({ cells, starts }: County) => (cells[0] === NOWHERE ? starts[1]! : 0);

function only(values: unknown[] | undefined): unknown {
  if (values !== undefined && values.length !== 1) throw new Error('a field with several values');
  return values?.[0];
}

/** Collects parcels one by one into a county. */
export function newCounty(fips: string, count: number) {
  const [lat, lon, cells] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const [seq, offsets] = [new Float64Array(count), new Float64Array(count)];
  const columns = [...COLUMNS].map(([field, kind]) => ({ field, column: newColumn(kind, count) }));
  let row = 0;

  function begin(): void {
    if (row === count) throw new Error('more parcels than were counted');
  }

  return {
    /** @throws when memory cannot keep the parcel exactly. */
    add(values: DocValues): void {
      begin();
      const location = only(values[LOCATION]) as string | undefined;
      const [north, east] = (location ?? '0,0').split(',').map(Number) as [number, number];
      lat[row] = encodeLat(north);
      lon[row] = encodeLon(east);
      cells[row] = location === undefined ? NOWHERE : cellIn(rowAt(lat[row]!), lon[row]!);
      seq[row] = only(values[SEQ]) as number;
      for (const { field, column } of columns) {
        const value = only(values[field]);
        if (value !== undefined) column.set(row, value);
      }
      row++;
    },
    /** Copies a parcel from an earlier state of the county, with the position of its JSON in memory. */
    copy(county: County, from: number): void {
      begin();
      lat[row] = county.lat[from]!;
      lon[row] = county.lon[from]!;
      cells[row] = from < unplacedIn(county) ? NOWHERE : cellIn(rowAt(lat[row]!), lon[row]!);
      seq[row] = county.seq[from]!;
      offsets[row] = county.offsets[from]!;
      for (const { field, column } of columns) column.copy(row, county.columns.get(field)!, from);
      row++;
    },
    /**
     * Pauses between steps, so that other work goes on.
     * @throws when a parcel is missing, or two share a number.
     */
    async finish(): Promise<County> {
      if (row !== count) throw new Error(`${row} parcels where ${count} were counted`);
      const { rows, starts, distinct } = await byCells(cells);
      const kept: Map<string, Numbers | Words> = new Map();
      for (const { field, column } of columns) kept.set(field, await column.inOrder(rows));
      const numbers = await inOrder(seq, rows);
      const county = {
        fips,
        count,
        lat: await inOrder(lat, rows),
        lon: await inOrder(lon, rows),
        seq: numbers,
        cells: distinct,
        starts,
        slots: await byNumbers(numbers),
        offsets: await inOrder(offsets, rows),
        columns: kept,
      };
      return { ...county, bytes: bytesOf(county) };
    },
  };
}

/** The rows in order of their cells, the cells with rows in order, and where the rows of each begin. */
async function byCells(cells: Int32Array) {
  const counts = new Map<number, number>();
  for (let row = 0; row < cells.length; row++) {
    if (row % ROWS_AT_ONCE === 0) await pause();
    counts.set(cells[row]!, (counts.get(cells[row]!) ?? 0) + 1);
  }
  const distinct = Int32Array.from(counts.keys()).sort();
  const starts = new Uint32Array(distinct.length + 1);
  for (const [nth, cell] of distinct.entries()) starts[nth + 1] = starts[nth]! + counts.get(cell)!;
  const next = new Map(Array.from(distinct, (cell, nth) => [cell, starts[nth]!]));
  const rows = new Uint32Array(cells.length);
  for (let row = 0; row < cells.length; row++) {
    if (row % ROWS_AT_ONCE === 0) await pause();
    const at = next.get(cells[row]!)!;
    rows[at] = row;
    next.set(cells[row]!, at + 1);
  }
  return { rows, starts, distinct };
}

/** Slots for each parcel: the more there are, the fewer a search reads. */
const SLOTS = 1.5;

/** Numbers are spread evenly. When two have the same slot, the second goes to the next free one. */
const slotOf = (number: number, slots: Uint32Array) => Math.floor((number / SEQUENCE_END) * slots.length);

async function byNumbers(seq: Float64Array): Promise<Uint32Array> {
  const slots = new Uint32Array(Math.ceil(seq.length * SLOTS) + 1);
  for (let row = 0; row < seq.length; row++) {
    if (row % ROWS_AT_ONCE === 0) await pause();
    let at = slotOf(seq[row]!, slots);
    for (; slots[at] !== 0; at = (at + 1) % slots.length)
      if (seq[slots[at]! - 1] === seq[row]) throw new Error('two parcels share a number');
    slots[at] = row + 1;
  }
  return slots;
}

/** The row of the parcel with a number, or null. */
export function rowOfNumber({ seq, slots }: County, number: number): number | null {
  for (let at = slotOf(number, slots); slots[at] !== 0; at = (at + 1) % slots.length)
    if (seq[slots[at]! - 1] === number) return slots[at]! - 1;
  return null;
}

function bytesOf({ lat, lon, seq, cells, starts, slots, offsets, columns }: Omit<County, 'bytes'>): number {
  const arrays = [...columns.values()].map((column) => (isNumbers(column) ? column : column.codes));
  return [lat, lon, seq, cells, starts, slots, offsets, ...arrays].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
}
