import type { Cell, Column } from '../table.ts';
import type { Encoding } from './encoding.ts';

/** A field as a .dbf describes it. */
export interface Field {
  name: string;
  /** One letter. */
  type: string;
  length: number;
  /** Where the field begins in a record. */
  offset: number;
}

/** The value of a field, or undefined when its bytes are not text in the encoding. */
export type CellReader = (record: Buffer, ascii: string | null) => Cell | undefined;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What Esri writes for "no data". */
const NO_DATA = -1e38;
/** The Julian day of 1970-01-01. */
const EPOCH = 2440588;
const DAY = 86_400_000;

const TYPES: Record<string, Column['type']> = {
  C: 'text',
  N: 'number',
  F: 'number',
  I: 'number',
  B: 'number',
  O: 'number',
  Y: 'number',
  D: 'date',
  T: 'date',
  '@': 'date',
  L: 'boolean',
};

/** The type of a column, by the letter for its type in a .dbf. */
export const columnType = (type: string): Column['type'] => TYPES[type] ?? 'other';

/** Text up to the first NUL, which ends it, and without the blanks that pad it. */
function trimmed(text: string): string {
  const nul = text.indexOf('\0');
  return (nul < 0 ? text : text.slice(0, nul)).trimEnd();
}

/** A number; text as written if it is not a number, or is a whole number that would lose digits. */
export function numberOf(text: string): Cell {
  const written = trimmed(text).trimStart();
  if (written === '' || /^\*+$/.test(written)) return null;
  if (!NUMBER.test(written)) return written;
  const value = Number(written);
  if (value < NO_DATA) return null;
  if (Number.isSafeInteger(value) || !Number.isInteger(value))
    return Number.isFinite(value) ? value : written;
  return /[eE]/.test(written) ? value : written.replace(/\.0*$/, '');
}

/** `YYYY-MM-DD` for `YYYYMMDD`, even if there is no such day; other text as it is, null for blanks. */
export function dateOf(text: string): Cell {
  const written = trimmed(text).trimStart();
  if (/^[\s/-]*$/.test(written)) return null;
  return written.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

/** True, false, or null when unknown; any other letter as text. */
export function logicalOf(text: string): Cell {
  const written = trimmed(text).trim();
  if (written === '' || written === '?') return null;
  if (/^[tTyY1]$/.test(written)) return true;
  return /^[fFnN0]$/.test(written) ? false : written;
}

function timeOf(record: Buffer, offset: number): Cell {
  const day = record.readInt32LE(offset);
  const milliseconds = record.readInt32LE(offset + 4);
  if (day <= 0 || milliseconds < 0 || milliseconds > DAY) return null;
  const time = new Date((day - EPOCH) * DAY + Math.round(milliseconds / 1000) * 1000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().slice(0, 19);
}

const finite = (value: number): Cell => (Number.isFinite(value) && value > NO_DATA ? value : null);

function currencyOf(record: Buffer, offset: number): Cell {
  const value = record.readBigInt64LE(offset);
  return Number(value) / 10_000;
}

/** `ascii` is the whole record as text if it is plain ASCII, which is the same in every encoding. */
function textReader({ offset, length }: Field, { decode }: Encoding): CellReader {
  const end = offset + length;
  return (record, ascii) => {
    if (ascii !== null) return trimmed(ascii.slice(offset, end)) || null;
    const nul = record.subarray(offset, end).indexOf(0);
    const bytes = record.subarray(offset, nul < 0 ? end : offset + nul);
    const text = bytes.every((byte) => byte < 0x80) ? bytes.toString('latin1') : decode(bytes);
    return text === null ? undefined : text.trimEnd() || null;
  };
}

function writtenReader({ offset, length }: Field, read: (text: string) => Cell): CellReader {
  const end = offset + length;
  return (record, ascii) =>
    read(ascii === null ? record.toString('latin1', offset, end) : ascii.slice(offset, end));
}

/** The reader of a field's cells; null for fields that Terrier does not read, such as memos. */
export function cellReader(field: Field, encoding: Encoding, foxPro: boolean): CellReader | null {
  const { type, offset, length } = field;
  if (type === 'C') return textReader(field, encoding);
  if (type === 'N' || type === 'F') return writtenReader(field, numberOf);
  if (type === 'D') return writtenReader(field, dateOf);
  if (type === 'L') return writtenReader(field, logicalOf);
  if (type === 'I' && length === 4) return (record) => record.readInt32LE(offset);
  if (((type === 'B' && foxPro) || type === 'O') && length === 8)
    return (record) => finite(record.readDoubleLE(offset));
  if (type === 'Y' && length === 8) return (record) => currencyOf(record, offset);
  return type === 'T' && length === 8 ? (record) => timeOf(record, offset) : null;
}
