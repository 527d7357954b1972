import type { estypes } from '@elastic/elasticsearch';
import type { Condition, ElasticCondition } from '../question.ts';
import { PAGE_START, type PageBuffer, type Rows } from '../rows.ts';
import type { PageRequest } from '../schemas/common.ts';

export type Direction = 'asc' | 'desc';

/** Rows without a value come last in both directions. */
export interface SortKey {
  field: string;
  order: Direction;
  /** Whether its values are times, which Elasticsearch sorts as milliseconds. */
  isTime?: boolean;
  /** Orders a field of points by distance from this one. */
  from?: { lat: number; lon: number };
}

export interface Sorting {
  /** With more than 10,000 rows, the last key must be the tiebreaker, see `sequenceOf`. */
  keys: SortKey[];
  /** A keyword that orders the few rows that share a tiebreaker. */
  tie: string;
}

export interface Paging<C = Condition> extends PageRequest, Sorting {
  filter: C[];
}
/** With its filter as Elasticsearch takes it. */
export type ElasticPaging = Paging<ElasticCondition>;

export interface Page extends Rows {
  total: number;
  limit: number;
  offset: number;
  /** Only on a page requested with a cursor; null on the last page. */
  next_cursor?: string | null;
}

/** The field that makes every order total; see `sequenceOf`. */
export const TIEBREAK = 'internal.seq';

/** Sorts nulls last, and ties by the sequence number, then by `tie`: about one pair in a billion shares a number. */
export function sortClauses({ keys, tie }: Sorting): estypes.SortCombinations[] {
  const sorted = keys.map(({ field, order, from }): estypes.SortCombinations => {
    if (field === TIEBREAK) return { [field]: order };
    if (from) return { _geo_distance: { [field]: from, order, unit: 'm' } };
    return { [field]: { order, missing: '_last' } };
  });
  return [...sorted, { [tie]: keys.at(-1)!.order }];
}

/** A page as the JSON that the API returns, with the keys of `more` after it. The page cannot be used again. */
export function encodePage(
  { rows, buffer, total, limit, offset, next_cursor }: Page,
  more: object = {},
): Buffer {
  return encodeRows(rows, { total, limit, offset, next_cursor, ...more }, buffer);
}

/** All rows as the JSON that the API returns, with the keys of `more` after them; in the buffer of the rows, if it has room. */
export function encodeRows(rows: Buffer, more: object = {}, buffer?: PageBuffer): Buffer {
  const rest = JSON.stringify(more).slice(1);
  const end = rest === '}' ? rest : `,${rest}`;
  if (!buffer) return Buffer.concat([Buffer.from(PAGE_START), rows, Buffer.from(end)]);
  const { bytes } = buffer;
  const rowsAt = rows.byteOffset - bytes.byteOffset;
  const endAt = rowsAt + rows.length;
  if (endAt + Buffer.byteLength(end) > bytes.length) return encodeRows(rows, more);
  bytes.write(PAGE_START, rowsAt - PAGE_START.length);
  return bytes.subarray(rowsAt - PAGE_START.length, endAt + bytes.write(end, endAt));
}
