import { type Fault, LONGEST_LINE } from './rows.ts';
import type { Cell } from './table.ts';

/** Why the texts of a row cannot be stored, or null. A text may have as many characters as a line has bytes. */
export function cellsFault(cells: Readonly<Record<string, Cell>>): Fault | null {
  for (const field in cells) {
    const cell = cells[field];
    if (typeof cell !== 'string') continue;
    if (cell.length > LONGEST_LINE) return { reason: 'line_too_long', field };
    if (cell.includes('\u0000')) return { reason: 'nul_character', field };
    if (!cell.isWellFormed()) return { reason: 'invalid_unicode', field };
  }
  return null;
}

/** A number of any kind as a cell: as text where JavaScript cannot count so far, null where it is none. */
export function numberCell(value: number | bigint): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
