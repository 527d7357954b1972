import { type Fault, LONGEST_LINE } from './rows.ts';
import { type Cell, some, tally } from './table.ts';

/** What decoders put in place of bytes that are not valid in an encoding. */
export const LOST = '\ufffd';

/** Whether any cell has lost letters. Cells keep the mark, so that such values are not loaded. */
export function hasLost(cells: Readonly<Record<string, Cell>>): boolean {
  for (const field in cells) {
    const cell = cells[field];
    if (typeof cell === 'string' && cell.includes(LOST)) return true;
  }
  return false;
}

/** Counts the rows with bytes that are not valid in the encoding. Such values are not loaded. */
export const lostLetters = (encoding: () => string | null) =>
  tally(
    (count, line) =>
      `${some(count, 'row')} (the first is ${line}) ${count === 1 ? 'has' : 'have'} letters that ${encoding() ?? 'UTF-8'} does ` +
      'not have: such values are not loaded. If the file has another encoding, give it with --encoding, such as windows-1252 ' +
      '(conform.encoding in a source file).',
  );

/** A text without the NULs at its end, which some programs fill texts up with. */
export function unfilled(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\0') end--;
  return text.slice(0, end);
}

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

/** A number of any kind as a cell: text if JavaScript cannot hold it exactly, null if it is not finite. */
export function numberCell(value: number | bigint): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * The names of columns as the keys of a row: trimmed, `column_7` for a blank one, and with a number from 2 for a repeated
 * one. As many as given, all different.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const trimmed = names.map((name, at) => name.trim() || `column_${at + 1}`);
  const original = new Set(trimmed);
  // An object would lose this key.
  const taken = new Set(['__proto__']);
  return trimmed.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique) || (unique !== name && original.has(unique)); n++)
      unique = `${name}_${n}`;
    taken.add(unique);
    return unique;
  });
}
