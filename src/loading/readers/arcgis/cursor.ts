/**
 * Where the next page begins: after a number of rows; or at an object id, on the way to the highest one in ranges of
 * `width` ids. A `whole` layer has no pages, since it can only be read all at once.
 */
export type Cursor = { kind: 'rows'; offset: number; empty: number } | Ids | { kind: 'whole' };

export interface Ids {
  kind: 'ids';
  from: number;
  to: number;
  width: number;
}

/** What was asked of a page, and what it gave. */
export interface Given {
  asked: number;
  received: number;
  /** Rows that earlier pages did not have. */
  fresh: number;
  exceeded: boolean;
  /** Rows that are still missing, by the layer's count; null without one. */
  missing: number | null;
}

/** Pages in a row that may be empty where the layer has no count. */
const MOST_EMPTY = 20;

/**
 * The page after one that began after a number of rows; null at the end, `lost` when the server does not continue. The end
 * is where the server announces no more rows: pages before it may be short or even empty. Some servers do not announce
 * more, or send shorter pages than they claim, so a page with rows is not the end while the count says that rows are missing.
 */
export function afterRows(
  { offset, empty }: { offset: number; empty: number },
  { asked, received, fresh, exceeded, missing }: Given,
): Cursor | null | 'lost' {
  const isMissing = missing !== null && missing > 0;
  if (!exceeded && !(received > 0 && isMissing)) return null;
  if (received > 0 && fresh === 0) return missing === null || isMissing ? 'lost' : null;
  // Counts the rows received, so that the rest of a page that was cut off comes next. An empty page is skipped.
  if (received > 0) return { kind: 'rows', offset: offset + received, empty: 0 };
  const isBehind = missing === null ? empty >= MOST_EMPTY : missing <= 0 || empty * asked > missing + asked;
  return isBehind ? null : { kind: 'rows', offset: offset + asked, empty: empty + 1 };
}

const WIDEST_STEP = 4;
/** The share of a page that a range should fill, so that a range with a few more rows is not cut off. */
const FILL = 0.9;

/** The first range of ids from `from` to `to`, which hold `count` rows; null when there are no ids. */
export function firstRange(from: number, to: number, count: number | null, size: number): Ids | null {
  if (from > to) return null;
  const spread = count === null || count === 0 ? 1 : Math.max(1, (to - from + 1) / count);
  return { kind: 'ids', from, to, width: Math.max(1, Math.floor(size * FILL * spread)) };
}

/** The last id of a range. */
export const endOf = ({ from, to, width }: Ids) => Math.min(to, from + width - 1);

/**
 * The range after one with so many rows, wide enough to fill a page well; null at the end. A range that was cut off is
 * repeated at half its width.
 */
export function afterRange(cursor: Ids, received: number, isCut: boolean, size: number): Ids | null {
  const { from, to, width } = cursor;
  const end = endOf(cursor);
  if (isCut) return { ...cursor, width: Math.max(1, Math.floor((end - from + 1) / 2)) };
  if (end >= to) return null;
  const wanted = received === 0 ? WIDEST_STEP : (size * FILL) / received;
  const step = Math.min(Math.max(wanted, 1 / WIDEST_STEP), WIDEST_STEP);
  return { kind: 'ids', from: end + 1, to, width: Math.max(1, Math.floor(width * step)) };
}

/** Whether rows of a range are missing from its page. None are if the page has each id of the range. */
export function isCutOff(cursor: Ids, received: number, exceeded: boolean): boolean {
  const ids = endOf(cursor) - cursor.from + 1;
  return exceeded && ids > 1 && received < ids;
}
