import { isAscii } from 'node:buffer';
import { LOST, uniqueNames } from '../cells.ts';
import type { Encoding } from '../encodings.ts';
import type { Cell, Column } from '../table.ts';
import { openCursor } from './cursor.ts';

/** A field as a .dbf describes it. */
interface Field {
  name: string;
  /** One letter. */
  type: string;
  length: number;
  /** Where the field begins in a record. */
  offset: number;
}

/** The value of a field, `LOST` when its bytes are not text in the encoding. */
type CellReader = (record: Buffer, ascii: string | null) => Cell;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** What Esri writes for "no data". */
const NO_DATA = -1e38;
/** The Julian day of 1970-01-01. */
const EPOCH = 2440588;
const DAY = 86_400_000;

/** The type of a column, by the letter for its type in a .dbf. */
function columnType(type: string): Column['type'] {
  if (type === 'C') return 'text';
  if ('NFIBOY'.includes(type)) return 'number';
  if ('DT@'.includes(type)) return 'date';
  return type === 'L' ? 'boolean' : 'other';
}

/** Text up to the first NUL, which ends it, and without the blanks that pad it. */
function trimmed(text: string): string {
  const nul = text.indexOf('\0');
  return (nul < 0 ? text : text.slice(0, nul)).trimEnd();
}

/** A number; text as written if it is not a number, or is a whole number that would lose digits. */
function numberOf(text: string): Cell {
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
function dateOf(text: string): Cell {
  const written = trimmed(text).trimStart();
  if (/^[\s/-]*$/.test(written)) return null;
  return written.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

/** True, false, or null when unknown; any other letter as text. */
function logicalOf(text: string): Cell {
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
    const text = isAscii(bytes) ? bytes.toString('latin1') : decode(bytes);
    return text.includes(LOST) ? LOST : text.trimEnd() || null;
  };
}

function writtenReader({ offset, length }: Field, read: (text: string) => Cell): CellReader {
  const end = offset + length;
  return (record, ascii) =>
    read(ascii === null ? record.toString('latin1', offset, end) : ascii.slice(offset, end));
}

/** The reader of a field's cells; null for fields that Terrier does not read, such as memos. */
function cellReader(field: Field, encoding: Encoding, foxPro: boolean): CellReader | null {
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

export interface DbfHeader {
  /** Rows according to the header, deleted ones included; according to the size of the file if the header counts none. */
  count: number;
  headerLength: number;
  recordLength: number;
  /** The byte that names the encoding; 0 for none. */
  driver: number;
  /** Whether it is a file of Visual FoxPro. */
  foxPro: boolean;
  fields: readonly Field[];
}

/** A row, and whether any text in it is `LOST`, as its bytes are not valid in the encoding; `deleted` for a deleted row. */
type DbfRow = { cells: Record<string, Cell>; hasLost: boolean } | 'deleted';

export interface DbfRows {
  /** Rows, as in `DbfHeader`. */
  count: number;
  /** The next row, null after the last. @throws Error when the file ends within it. */
  next(): Promise<DbfRow | null>;
  share(): number;
  close(): Promise<void>;
}

const DESCRIPTOR = 32;
const TERMINATOR = 0x0d;
const DELETED = 0x2a;
const MOST_FIELDS = 2_048;

const nameOf = (bytes: Buffer): string => {
  const nul = bytes.indexOf(0);
  const name = bytes.subarray(0, nul < 0 ? bytes.length : nul);
  return name.toString(isAscii(name) ? 'latin1' : 'utf8').trim();
};

/** Fields of text longer than 255 characters have the high byte of their length where numbers have their decimals. */
function lengthsOf(
  described: { type: string; length: number; high: number }[],
  recordLength: number,
): number[] {
  const plain = described.map(({ length }) => length);
  const long = described.map(({ type, length, high }) => (type === 'C' ? length + 256 * high : length));
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 1);
  return sum(plain) !== recordLength && sum(long) === recordLength ? long : plain;
}

function fieldsOf(bytes: Buffer, recordLength: number): Field[] | null {
  const described: { name: string; type: string; length: number; high: number }[] = [];
  for (let at = 0; at + DESCRIPTOR <= bytes.length && bytes[at] !== TERMINATOR; at += DESCRIPTOR) {
    described.push({
      name: nameOf(bytes.subarray(at, at + 11)),
      type: String.fromCharCode(bytes[at + 11]!).toUpperCase(),
      length: bytes[at + 16]!,
      high: bytes[at + 17]!,
    });
  }
  if (described.length === 0 || described.length > MOST_FIELDS) return null;
  const lengths = lengthsOf(described, recordLength);
  const names = uniqueNames(described.map(({ name }) => name));
  let offset = 1;
  const fields = described.map(({ type }, n) => {
    const field = { name: names[n]!, type, length: lengths[n]!, offset };
    offset += field.length;
    return field;
  });
  return offset > recordLength ? null : fields;
}

/**
 * The header of a .dbf.
 * @throws Error, without the file's name, when it is not a .dbf that can be read
 */
export async function readDbfHeader(path: string): Promise<DbfHeader> {
  const cursor = await openCursor(path);
  try {
    const fixed = await cursor.take(DESCRIPTOR);
    if (!fixed) throw new Error('it is too short to be a .dbf: get the file again.');
    const version = fixed[0]!;
    if ((version & 7) === 4)
      throw new Error('it is in the format of dBase 7, which Terrier does not read. Save it as dBase IV.');
    const [headerLength, recordLength] = [fixed.readUInt16LE(8), fixed.readUInt16LE(10)];
    // Some programs leave the count at 0.
    const fitting = Math.max(0, Math.floor((cursor.size - headerLength) / Math.max(1, recordLength)));
    const header = {
      count: fixed.readUInt32LE(4) || fitting,
      headerLength,
      recordLength,
      driver: fixed[29]!,
      foxPro: version >= 0x30 && version <= 0x32,
    };
    const described = await cursor.take(Math.max(0, header.headerLength - DESCRIPTOR));
    const fields = described && fieldsOf(described, header.recordLength);
    if (!fields) throw new Error('its header is not that of a .dbf, or is cut off: get the file again.');
    return { ...header, fields: fields.filter(({ type }) => type !== '0') };
  } finally {
    await cursor.close();
  }
}

/** The columns, and remarks about fields that are not read. */
export function dbfColumns(header: DbfHeader, encoding: Encoding): { columns: Column[]; remarks: string[] } {
  const unread = header.fields.filter((field) => !cellReader(field, encoding, header.foxPro));
  const names = unread.map(({ name, type }) => `${name} (type ${type})`).join(', ');
  return {
    columns: header.fields.map(({ name, type, length }) => ({
      name,
      alias: null,
      type: columnType(type),
      length: type === 'C' ? length : null,
      codes: null,
    })),
    remarks:
      unread.length === 0
        ? []
        : [`Memos and other types that Terrier does not read are left empty, in columns: ${names}.`],
  };
}

/** The rows of a .dbf from its first, one at a time. */
export async function openDbfRows(path: string, header: DbfHeader, encoding: Encoding): Promise<DbfRows> {
  const cursor = await openCursor(path);
  cursor.skip(header.headerLength);
  const columns = header.fields.map((field) => ({
    name: field.name,
    read: cellReader(field, encoding, header.foxPro),
  }));
  let line = 0;

  function toRow(record: Buffer): DbfRow {
    if (record[0] === DELETED) return 'deleted';
    const ascii = isAscii(record) ? record.toString('latin1') : null;
    const cells: Record<string, Cell> = {};
    let hasLost = false;
    for (const { name, read } of columns) {
      const cell = read ? read(record, ascii) : null;
      hasLost ||= cell === LOST;
      cells[name] = cell;
    }
    return { cells, hasLost };
  }

  return {
    count: header.count,
    async next() {
      if (line >= header.count) return null;
      line++;
      const record = await cursor.take(header.recordLength);
      if (!record) {
        throw new Error(
          `the .dbf is cut off at row ${line} of ${header.count}. The rows before that were read: get the whole file.`,
        );
      }
      return toRow(record);
    },
    share: () => cursor.position() / Math.max(1, cursor.size),
    close: cursor.close,
  };
}
