import { isUtf8 } from 'node:buffer';
import type { FileMetaData, ParquetParsers, SchemaElement } from 'hyparquet';
import { parquetSchema } from 'hyparquet';
import { numberCell } from '../cells.ts';
import { uniqueNames } from '../column-names.ts';
import type { Cell, Column } from '../table.ts';

/** `key` is the column's name in the file. */
export interface ParquetColumn extends Column {
  key: string;
  cellOf(value: unknown): Cell;
}

/** Half of a surrogate pair: text that is not UTF-8 becomes this, and its row is rejected. */
const INVALID = '\ud800';

const utf8 = (bytes: Uint8Array | undefined) =>
  bytes &&
  (isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') : INVALID);

/** Milliseconds since 1970 as a date with a time; a number beyond all dates as it is. */
function timestamp(milliseconds: bigint | undefined): Cell | undefined {
  if (milliseconds === undefined || milliseconds === null) return undefined;
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) ? numberCell(milliseconds) : date.toISOString();
}

/** What the library makes of stored values: dates as text, and geometries and JSON as they are. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: timestamp,
  timestampFromMicroseconds: (micros) => (micros === undefined ? undefined : timestamp(micros / 1_000n)),
  timestampFromNanoseconds: (nanos) => (nanos === undefined ? undefined : timestamp(nanos / 1_000_000n)),
  dateFromDays: (days) => {
    const text = days === undefined ? undefined : timestamp(BigInt(days) * 86_400_000n);
    return typeof text === 'string' ? text.slice(0, text.indexOf('T')) : text;
  },
  stringFromBytes: utf8,
  jsonFromBytes: utf8,
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
};

/** A whole number in two's complement. */
function signed(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
}

/** A decimal by its digits: a number when JavaScript keeps all of them, else text. */
function decimal(value: unknown, scale: number): Cell {
  if (typeof value !== 'bigint' && typeof value !== 'number' && !(value instanceof Uint8Array)) return null;
  const units = value instanceof Uint8Array ? signed(value) : BigInt(value);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = scale > 0 ? `.${digits.slice(point)}` : '';
  const text = `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
  return Number.isSafeInteger(Number(units)) ? Number(text) : text;
}

const isDecimal = ({ converted_type, logical_type }: SchemaElement) =>
  converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL';

/** The schema without its decimals' type: the library computes these in floating point. */
export function withoutDecimals(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element) =>
    isDecimal(element) ? { ...element, converted_type: undefined, logical_type: undefined } : element,
  );
  return { ...metadata, schema };
}

const isDate = ({ type, converted_type, logical_type }: SchemaElement) =>
  type === 'INT96' ||
  /^(DATE|TIMESTAMP)/.test(converted_type ?? '') ||
  /^(DATE|TIMESTAMP)$/.test(logical_type?.type ?? '');

const isText = ({ converted_type, logical_type }: SchemaElement) =>
  /^(UTF8|ENUM|JSON)$/.test(converted_type ?? '') ||
  /^(STRING|ENUM|JSON|UUID)$/.test(logical_type?.type ?? '');

function typeOf(element: SchemaElement, isNested: boolean): Column['type'] | 'binary' {
  if (isNested) return 'other';
  if (isDecimal(element)) return 'number';
  if (isDate(element)) return 'date';
  if (element.type === 'BOOLEAN') return 'boolean';
  if (isText(element)) return 'text';
  const isBytes = element.type === 'BYTE_ARRAY' || element.type === 'FIXED_LEN_BYTE_ARRAY';
  return isBytes && element.logical_type?.type !== 'FLOAT16' ? 'binary' : 'number';
}

const asJson = (_key: string, value: unknown) => {
  if (typeof value === 'bigint') return numberCell(value);
  return value instanceof Uint8Array ? utf8(value) : value;
};

function cell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'bigint') return numberCell(value);
  if (value instanceof Uint8Array) return utf8(value) ?? null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value, asJson);
}

/** The columns of a file beside its geometry, and the names of those that hold binary data, which are not cells. */
export function columnsOf(
  metadata: FileMetaData,
  geometry: string | undefined,
): { columns: ParquetColumn[]; binary: string[] } {
  const all = parquetSchema(metadata)
    .children.map(({ element, children }) => ({
      element,
      type: typeOf(element, children.length > 0 || element.repetition_type === 'REPEATED'),
    }))
    .filter(({ element }) => element.name !== geometry);
  const binary = all.filter(({ type }) => type === 'binary').map(({ element }) => element.name);
  const kept = all.flatMap(({ element, type }) => (type === 'binary' ? [] : [{ element, type }]));
  const names = uniqueNames(kept.map(({ element }) => element.name));
  const columns = kept.map(({ element, type }, at) => {
    const scale = element.scale ?? 0;
    const cellOf = isDecimal(element) ? (value: unknown) => decimal(value, scale) : cell;
    return { key: element.name, name: names[at]!, alias: null, type, length: null, codes: null, cellOf };
  });
  return { columns, binary };
}
