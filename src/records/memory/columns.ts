import { PARCEL_FIELDS } from '../../stores/elastic/indices.ts';
import { pause } from '../pauses.ts';

/** What memory keeps of a parcel besides its location: the fields that it can filter, sort and count by. */
const FIELDS = [
  'county_fips',
  'state_fips',
  'zip',
  'zoning_category',
  'entity_type',
  'absentee_owner',
  'out_of_state_owner',
  'total_assessed_value',
  'sale_price',
  'sale_date',
  'acreage',
  'lot_sqft',
  'building_sqft',
  'bedrooms',
  'bathrooms',
  'units',
  'year_built',
  'tax_year',
  'deal_score',
  'estimated_value',
  'updated_at',
  'internal.last_permit',
] as const;

/** Words and flags are kept as words; days and times as milliseconds divided by `unit`. */
export type ColumnKind = { is: 'words' } | { is: 'numbers' } | { is: 'days' | 'times'; unit: number };

/** A date with a format of its own is a day. */
function kindOf({ type, format }: { type: string; format?: string }): ColumnKind {
  if (type === 'date') return format ? { is: 'days', unit: 86_400_000 } : { is: 'times', unit: 1 };
  return { is: type === 'keyword' || type === 'boolean' ? 'words' : 'numbers' };
}

const fieldOf = (name: (typeof FIELDS)[number]) =>
  name === 'internal.last_permit' ? PARCEL_FIELDS.internal.properties.last_permit : PARCEL_FIELDS[name];

/** The columns by field name. */
export const COLUMNS: ReadonlyMap<string, ColumnKind> = new Map(
  FIELDS.map((name) => [name, kindOf(fieldOf(name))]),
);

/** NaN where there is no value. */
export type Numbers = Float32Array | Float64Array;
/** The words, and each row's index among them: 0 where there is none. */
export interface Words {
  codes: Uint8Array | Uint16Array;
  words: string[];
}

const MOST_WORDS = 65_536;

/** Rows that are put in order without a pause: less than a millisecond of work. */
export const ROWS_AT_ONCE = 2 ** 14;

/** The values of rows in their new order, with pauses. */
export async function inOrder<T extends Float32Array | Float64Array | Int32Array | Uint16Array>(
  values: T,
  rows: Uint32Array,
): Promise<T> {
  const ordered = values.slice() as T;
  for (let row = 0; row < rows.length; row++) {
    if (row % ROWS_AT_ONCE === 0) await pause();
    ordered[row] = values[rows[row]!]!;
  }
  return ordered;
}

/** A column that is filled row by row, then put in order. */
interface NewColumn {
  /** @throws when memory cannot keep the value exactly. */
  set(row: number, value: unknown): void;
  /** Takes the value of a row of another column for the same field, if there is one. */
  copy(row: number, column: Numbers | Words, from: number): void;
  /** @param rows the rows in their new order. */
  inOrder(rows: Uint32Array): Promise<Numbers | Words>;
}

/** 32-bit numbers, until one of them needs more digits. */
function numberColumn(count: number, unit: number): NewColumn {
  let values: Numbers = new Float32Array(count).fill(Number.NaN);
  function put(row: number, number: number): void {
    values[row] = number;
    if (values[row] === number) return;
    values = new Float64Array(values);
    values[row] = number;
  }
  return {
    set(row, value) {
      const number = Number(value) / unit;
      // Elasticsearch orders -0 before 0; nothing stores it.
      if (!Number.isFinite(number) || Object.is(number, -0)) throw new Error('a number that is not kept');
      put(row, number);
    },
    copy(row, column, from) {
      const number = (column as Numbers)[from]!;
      if (!Number.isNaN(number)) put(row, number);
    },
    inOrder: (rows) => inOrder(values, rows),
  };
}

function wordColumn(count: number): NewColumn {
  const codes = new Uint16Array(count);
  const known = new Map<string, number>();
  function put(row: number, word: string): void {
    const code = known.get(word) ?? known.size + 1;
    if (code === MOST_WORDS) throw new Error('too many words');
    known.set(word, code);
    codes[row] = code;
  }
  return {
    set: (row, value) => put(row, String(value)),
    copy(row, column, from) {
      const { codes, words } = column as Words;
      if (codes[from]! > 0) put(row, words[codes[from]!]!);
    },
    async inOrder(rows) {
      const ordered = await inOrder(codes, rows);
      return { codes: known.size < 256 ? new Uint8Array(ordered) : ordered, words: ['', ...known.keys()] };
    },
  };
}

export const newColumn = (kind: ColumnKind, count: number): NewColumn =>
  kind.is === 'words' ? wordColumn(count) : numberColumn(count, 'unit' in kind ? kind.unit : 1);
