import { NO_DATE } from '../../../domain/written-date.ts';
import type { Cell, Column, ReadRow } from '../table.ts';
import type { Description } from './description.ts';
import { type NoShape, shapeOf } from './geometry.ts';
import { membersOf } from './values.ts';

/** How many rows have what a person should know. */
export type Tally = Record<NoShape | 'incomplete' | 'unnumbered' | 'repeated', number>;

export const noTally = (): Tally => ({
  unreadable: 0,
  outside: 0,
  incomplete: 0,
  unnumbered: 0,
  repeated: 0,
});

const LATEST = 8.64e15;
/** In characters: as long as a line may be. */
const LONGEST = 1 << 20;

/** Milliseconds since 1970 as a day, with the time (UTC) unless that is midnight. Zero stands for "no date". */
function dateCell(value: Cell): Cell {
  if (value === 0) return NO_DATE;
  if (typeof value !== 'number' || Math.abs(value) > LATEST) return value;
  const [day, time = ''] = new Date(value).toISOString().split('T');
  return time === '00:00:00.000Z' ? day! : `${day}T${time.replace('.000Z', 'Z')}`;
}

function cellOf(value: unknown, { type }: Column): Cell {
  if (value === null || value === undefined) return null;
  const isCell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const cell = isCell ? value : JSON.stringify(value);
  return type === 'date' ? dateCell(cell) : cell;
}

/** Why a row cannot be kept, or null. */
function faultOf(cells: Record<string, Cell>): { reason: string; field?: string } | null {
  let length = 0;
  for (const [field, cell] of Object.entries(cells)) {
    if (typeof cell !== 'string') continue;
    if (cell.includes('\u0000')) return { reason: 'nul_character', field };
    if (!cell.isWellFormed()) return { reason: 'invalid_unicode', field };
    length += cell.length;
  }
  return length > LONGEST ? { reason: 'line_too_long' } : null;
}

/**
 * Rows of an answer's features, counted in `tally`. `line` is the object id; without one, the number of the row, of which
 * `before` came before. Rows whose id is not new are left out.
 */
export function rowsOf(
  features: readonly unknown[],
  { columns, id }: Pick<Description, 'columns' | 'id'>,
  { before, isNew, tally }: { before: number; isNew: (id: number) => boolean; tally: Tally },
): ReadRow[] {
  return features.flatMap((feature, index): ReadRow[] => {
    const { attributes, geometry } = membersOf(feature);
    const values = membersOf(attributes);
    const number = id === null ? null : values[id];
    const isNumbered = typeof number === 'number' && Number.isSafeInteger(number);
    if (!isNumbered) tally.unnumbered++;
    else if (!isNew(number)) {
      tally.repeated++;
      return [];
    }
    const line = isNumbered ? number : before + index + 1;
    const cells: Record<string, Cell> = {};
    for (const column of columns) cells[column.name] = cellOf(values[column.name], column);
    if (columns.some(({ name }) => !(name in values))) tally.incomplete++;
    const fault = faultOf(cells);
    if (fault !== null) return [{ line, ...fault }];
    const shape = shapeOf(geometry);
    if ('geometry' in shape) return [{ line, cells, geometry: shape.geometry }];
    tally[shape.lost]++;
    return [{ line, cells, geometry: null }];
  });
}
