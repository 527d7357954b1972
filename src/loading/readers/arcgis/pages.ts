import { membersOf } from '../../../domain/json-object.ts';
import { Failure, type Patience, persist } from '../failure.ts';
import type { ReadRow } from '../table.ts';
import { type Ask, boundsOfIds, type Selection } from './client.ts';
import type { Description } from './description.ts';
import { createComings, noTally, rowsOf, type Tally } from './rows.ts';

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

/** Rows that were read together; reading continues at `next`, null at the end. */
export interface Page {
  rows: ReadRow[];
  next: Cursor | null;
  tally: Tally;
}

interface Answer {
  features: unknown[];
  exceeded: boolean;
  asked: number;
}

export interface Layer {
  address: string;
  selection: Selection;
  description: Description;
  count: number | null;
}

/** Good pages after which a smaller size is doubled. */
const RECOVERED = 10;

/** The number of rows in a page: halved when the server fails, and later doubled again up to the layer's own limit. */
function createSize(limit: number) {
  let size = limit;
  let good = 0;
  return {
    now: () => size,
    halve(): void {
      size = Math.max(1, Math.floor(size / 2));
      good = 0;
    },
    succeeded(): void {
      if (size === limit || ++good < RECOVERED) return;
      size = Math.min(limit, size * 2);
      good = 0;
    },
  };
}

/** Reads the pages of a layer one after another. */
export function createPages(
  ask: Ask,
  { address, description, count }: Layer,
  patience: Patience,
  signal: AbortSignal,
) {
  const { id, pageSize, canPage, canSort } = description;
  const size = createSize(pageSize);
  const comings = createComings();
  let read = 0;
  let last = -Infinity;
  let sorted = true;

  function note(rows: readonly ReadRow[]): void {
    read += rows.length;
    for (const { line } of rows) {
      if (line < last) sorted = false;
      last = line;
    }
  }

  function parametersOf(cursor: Cursor, asked: number): Record<string, string> {
    const all = {
      where: '1=1',
      outFields: '*',
      returnGeometry: String(description.geometry !== null),
      outSR: '4326',
      returnTrueCurves: 'false',
      returnZ: 'false',
      returnM: 'false',
    };
    if (cursor.kind === 'ids')
      return { ...all, where: `${id} >= ${cursor.from} AND ${id} <= ${endOf(cursor)}` };
    if (cursor.kind === 'whole') return all;
    return {
      ...all,
      ...(id !== null && canSort ? { orderByFields: id } : {}),
      resultOffset: String(cursor.offset),
      resultRecordCount: String(asked),
    };
  }

  async function answerOnce(cursor: Cursor): Promise<Answer> {
    const asked = size.now();
    const answer = await ask.once('/query', parametersOf(cursor, asked));
    if (!Array.isArray(answer.features)) {
      throw new Failure(`${address} answers without rows. Try again later.`, {
        temporary: true,
        refused: true,
      });
    }
    const { features } = answer;
    // Before version 10.1, a full answer is the only sign of missing rows.
    const isFull = cursor.kind !== 'rows' && features.length >= pageSize;
    const exceeded = answer.exceededTransferLimit ?? isFull;
    return { features, exceeded: exceeded === true, asked };
  }

  /** The answer for a page, or for the smaller one that the server managed. */
  async function answerFor(wanted: Cursor): Promise<{ cursor: Cursor; answer: Answer }> {
    let cursor = wanted;
    const answer = await persist(
      () => answerOnce(cursor),
      patience,
      signal,
      (attempt, { nature }) => {
        const { tooMuch = false, wait = null } = nature;
        // A server that asks to wait is busy: a smaller page would not help.
        if (!tooMuch && (attempt === 1 || wait !== null)) return;
        size.halve();
        if (cursor.kind === 'ids') cursor = { ...cursor, width: Math.max(1, Math.floor(cursor.width / 2)) };
      },
    );
    size.succeeded();
    return { cursor, answer };
  }

  /** The first range of the ids that are left; null when the server cannot say which ids there are. */
  async function ranges(): Promise<Ids | 'no rows' | null> {
    const bounds = id === null ? null : await boundsOfIds(ask, id);
    if (bounds === null || bounds === 'no rows') return bounds;
    const from = sorted ? Math.max(bounds.lowest, last + 1) : bounds.lowest;
    const left = count === null ? null : Math.max(0, count - read);
    return firstRange(from, bounds.highest, left, size.now()) ?? 'no rows';
  }

  async function first(): Promise<Cursor | null> {
    if (canPage) return { kind: 'rows', offset: 0, empty: 0 };
    const left = await ranges();
    return left === 'no rows' ? null : (left ?? { kind: 'whole' });
  }

  const cannotGoOn = () =>
    new Failure(
      `${address} cannot be read beyond row ${read.toLocaleString('en-US')}: its server gives neither the next rows nor ranges of object ids. ` +
        'Ask its publisher for a file.',
    );

  /** Where to continue when the server does not page as it claims to. */
  async function instead(cause: unknown): Promise<Cursor | null> {
    const left = await ranges().catch(() => null);
    signal.throwIfAborted();
    if (left === null) throw cause;
    return left === 'no rows' ? null : left;
  }

  function rowsIn(features: unknown[], tally: Tally): ReadRow[] {
    comings.nextAnswer();
    const rows = rowsOf(features, description, { before: read, coming: comings.look, tally });
    if (tally.outside > features.length / 2) {
      throw new Failure(
        `${address} sends coordinates that are not degrees, though it was asked for them (outSR=4326). ` +
          'Download its file instead, and name its coordinate system.',
      );
    }
    note(rows);
    return rows;
  }

  async function pageAt(wanted: Cursor): Promise<Page> {
    const tally = noTally();
    let answered: Awaited<ReturnType<typeof answerFor>>;
    try {
      answered = await answerFor(wanted);
    } catch (error) {
      const other = wanted.kind === 'rows' && error instanceof Failure && error.nature.temporary;
      if (!other) throw error;
      return { rows: [], next: await instead(error), tally };
    }
    const { cursor, answer } = answered;
    const { features, exceeded, asked } = answer;
    const received = features.length;
    if (cursor.kind === 'ids') {
      const ids = new Set(features.map((feature) => membersOf(membersOf(feature).attributes)[id!]));
      const isCut = isCutOff(cursor, ids.size, exceeded);
      const rows = isCut ? [] : rowsIn(features, tally);
      return { rows, next: afterRange(cursor, received, isCut, size.now()), tally };
    }
    const rows = rowsIn(features, tally);
    if (cursor.kind === 'whole') {
      if (exceeded) throw cannotGoOn();
      return { rows, next: null, tally };
    }
    const missing = count === null ? null : count - read;
    const next = afterRows(cursor, { asked, received, fresh: rows.length, exceeded, missing });
    return { rows, next: next === 'lost' ? await instead(cannotGoOn()) : next, tally };
  }

  return {
    first,
    pageAt,
    /** Counts a page that an earlier run read. */
    recall({ rows }: Page): void {
      for (const { line } of rows) comings.recall(line);
      note(rows);
    },
  };
}
