import { NO_DATE } from '../../../domain/written-date.ts';
import { cellsFault, unfilled } from '../cells.ts';
import type { Cell, Column, ReadRow } from '../table.ts';
import { membersOf } from './client.ts';
import { type Description, inZone } from './description.ts';
import { type NoShape, shapeOf } from './geometry.ts';

const BLOCK = 65_536;

/** Remembers object ids, which are mostly consecutive, in about one bit each. */
function createSeen() {
  const blocks = new Map<number, Uint8Array>();
  return {
    /** Adds an id; returns whether it is new. */
    add(id: number): boolean {
      const block = Math.floor(id / BLOCK);
      const within = id - block * BLOCK;
      let bits = blocks.get(block);
      if (bits === undefined) {
        bits = new Uint8Array(BLOCK / 8);
        blocks.set(block, bits);
      }
      const mask = 1 << (within & 7);
      const isNew = (bits[within >> 3]! & mask) === 0;
      bits[within >> 3]! |= mask;
      return isNew;
    },
  };
}

/** A row with a new id, a different row with an id seen before, or the same row again. */
type Coming = 'new' | 'shared' | 'again';

/**
 * Tells repeated rows from different rows with the same object id, which joined tables have. Rows of the same answer and
 * the one before are compared by content, earlier ones by id alone.
 */
export function createComings() {
  const seen = createSeen();
  let before = new Map<number, unknown[]>();
  let now = new Map<number, unknown[]>();
  return {
    /** Remembers the id of a row that an earlier run read. */
    recall: seen.add,
    nextAnswer(): void {
      before = now;
      now = new Map();
    },
    look(id: number, feature: unknown): Coming {
      const alike = now.get(id) ?? [];
      const known = [...(before.get(id) ?? []), ...alike];
      if (!seen.add(id)) {
        const text = JSON.stringify(feature);
        if (known.length === 0 || known.some((one) => JSON.stringify(one) === text)) return 'again';
      }
      now.set(id, [...alike, feature]);
      return known.length === 0 ? 'new' : 'shared';
    },
  };
}

/** Numbers of rows that people should know about. */
export type Tally = Record<NoShape | 'incomplete' | 'unnumbered' | 'repeated' | 'shared', number>;

export const noTally = (): Tally => ({
  unreadable: 0,
  outside: 0,
  incomplete: 0,
  unnumbered: 0,
  repeated: 0,
  shared: 0,
});

const LATEST = 8.64e15;

/**
 * Milliseconds since 1970 as a day, with the time in the layer's zone (else UTC) unless that is midnight. Midnight in UTC
 * is a day without a time in any zone. Zero means "no date".
 */
function dateCell(value: Cell, zone: string | undefined): Cell {
  if (value === 0) return NO_DATE;
  if (typeof value !== 'number' || Math.abs(value) > LATEST) return value;
  const [day, time = ''] = new Date(value).toISOString().split('T');
  if (time === '00:00:00.000Z') return day!;
  if (zone === undefined) return `${day}T${time.replace('.000Z', 'Z')}`;
  return inZone(value, zone).replace(' 00:00:00', '').replace(' ', 'T');
}

function cellOf(value: unknown, { type }: Column, zone: string | undefined): Cell {
  if (value === null || value === undefined) return null;
  const isCell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (typeof value === 'string' && type !== 'date') return unfilled(value);
  const cell = isCell ? value : JSON.stringify(value);
  return type === 'date' ? dateCell(cell, zone) : cell;
}

/** Maps a column's name to its key in the answers, by the first feature: some servers change the case. */
function keysIn(features: readonly unknown[]): (name: string) => string {
  const keys = Object.keys(membersOf(membersOf(features[0]).attributes));
  const exact = new Set(keys);
  const byCase = new Map(keys.map((key) => [key.toLowerCase(), key]));
  return (name) => (exact.has(name) ? name : (byCase.get(name.toLowerCase()) ?? name));
}

/**
 * The rows of an answer's features. `tally` counts the unusual ones. `line` is the object id; without one, it is the number
 * of the row, after the `before` rows of earlier answers. Repeated rows are left out.
 */
export function rowsOf(
  features: readonly unknown[],
  { columns, id, zone }: Pick<Description, 'columns' | 'id' | 'zone'>,
  {
    before,
    coming,
    tally,
  }: { before: number; coming: (id: number, feature: unknown) => Coming; tally: Tally },
): ReadRow[] {
  const keyOf = keysIn(features);
  const keys = columns.map(({ name }) => keyOf(name));
  const idKey = id === null ? null : keyOf(id);
  return features.flatMap((feature, index): ReadRow[] => {
    const { attributes, geometry } = membersOf(feature);
    const values = membersOf(attributes);
    const number = idKey === null ? null : values[idKey];
    const isNumbered = typeof number === 'number' && Number.isSafeInteger(number);
    if (!isNumbered) tally.unnumbered++;
    else {
      const found = coming(number, feature);
      if (found === 'again') tally.repeated++;
      if (found === 'again') return [];
      if (found === 'shared') tally.shared++;
    }
    const line = isNumbered ? number : before + index + 1;
    const cells: Record<string, Cell> = {};
    columns.forEach((column, at) => {
      cells[column.name] = cellOf(values[keys[at]!], column, zone);
    });
    if (keys.some((key) => !(key in values))) tally.incomplete++;
    const fault = cellsFault(cells);
    if (fault !== null) return [{ line, ...fault }];
    const shape = shapeOf(geometry);
    if ('geometry' in shape) return [{ line, cells, geometry: shape.geometry }];
    tally[shape.lost]++;
    return [{ line, cells, geometry: null }];
  });
}
