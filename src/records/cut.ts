import { type Head, joinIn, type Rows } from './rows.ts';

/**
 * Cuts the records out of a raw search answer without parsing it.
 *
 * A stored document is the record as the API returns it, followed by one last key, `internal`. Elasticsearch copies
 * `_source` byte for byte, and a quote inside a JSON string is always escaped, so the marks below occur only in the
 * structure. For the same reason no aggregation requested with hits may be named `_source`, `internal` or `total`.
 */
export const SOURCE_KEY = Buffer.from('"_source":');
const INTERNAL_KEY = Buffer.from(',"internal":');
export const INTERNAL = Buffer.from(',"internal":{');
const DOCUMENT = Buffer.from('{"_index":');
const MISSING = Buffer.from('"found":false');
const TOTAL = Buffer.from('"total":{"value":');

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

function endsBefore(bytes: Buffer, end: number, key: Buffer): boolean {
  for (let at = key.length; at > 0; at--) if (bytes[end - at] !== key[key.length - at]) return false;
  return true;
}

/** Where the object under `key` opens. Braces are rare, so finding them is faster than finding the key. */
function openingOf(key: Buffer, bytes: Buffer, from: number): number {
  let at = bytes.indexOf(OPEN, from);
  while (at >= 0 && !endsBefore(bytes, at, key)) at = bytes.indexOf(OPEN, at + 1);
  return at;
}

/**
 * The stored document without its `internal` tail, cut in place: `source` is overwritten.
 * @throws when `source` is not a stored document.
 */
export function cutDocument(source: Buffer): Buffer {
  const end = source.lastIndexOf(INTERNAL);
  if (source[0] !== OPEN || end < 0) throw new Error('not a stored document');
  source[end] = CLOSE;
  return source.subarray(0, end + 1);
}

/** The exact number of matches in a raw search answer, or null when it was not counted. */
export function cutTotal(answer: Buffer): number | null {
  const start = answer.indexOf(TOTAL);
  if (start < 0) return null;
  let total = 0;
  for (let at = start + TOTAL.length; answer[at]! >= DIGIT_0 && answer[at]! <= DIGIT_9; at++) {
    total = total * 10 + (answer[at]! - DIGIT_0);
  }
  return total;
}

const SORT = Buffer.from('"sort":[');
const LAST_SORT_END = Buffer.from(']}]}}');

/** JSON array of the sort values of the last hit in a raw search answer; null without hits. Read it before `cutHits`. */
export function cutLastSort(answer: Buffer): string | null {
  const start = answer.lastIndexOf(SORT);
  if (start < 0) return null;
  if (!endsBefore(answer, answer.length, LAST_SORT_END))
    throw new Error('the last hit has no sort values at its end');
  return answer.toString('utf8', start + SORT.length - 1, answer.length - LAST_SORT_END.length + 1);
}

export interface Hit {
  /** The record without its closing brace. */
  row: Buffer;
  sort: string;
}

/** The hits of a raw answer of a sorted search, in their order. */
export function* cutRows(answer: Buffer): Generator<Hit> {
  let start = openingOf(SOURCE_KEY, answer, 0);
  while (start >= 0) {
    const internal = openingOf(INTERNAL_KEY, answer, start);
    if (internal < 0) throw new Error('a hit without its internal part');
    const sort = answer.indexOf(SORT, internal);
    const next = answer.indexOf(DOCUMENT, internal);
    const end = next < 0 ? answer.length - LAST_SORT_END.length + 1 : next - 2;
    if (sort < 0 || sort > end) throw new Error('a hit without its sort values');
    yield {
      row: answer.subarray(start, internal - INTERNAL_KEY.length),
      sort: answer.toString('utf8', sort + SORT.length - 1, end),
    };
    start = next < 0 ? -1 : openingOf(SOURCE_KEY, answer, next);
  }
}

/** The hits of a raw answer to a search without aggregations, each as JSON. */
export function* cutEach(answer: Buffer): Generator<string> {
  let start = answer.indexOf(DOCUMENT);
  while (start >= 0) {
    const next = answer.indexOf(DOCUMENT, start + 1);
    const end = next < 0 ? answer.lastIndexOf(LIST_END) : next - 1;
    yield answer.toString('utf8', start, end);
    start = next;
  }
}

const SNAPSHOT = Buffer.from('{"pit_id":"');

/** The snapshot of a raw search answer, whose id may have changed; null without one. */
export function cutSnapshot(answer: Buffer): string | null {
  if (!answer.subarray(0, SNAPSHOT.length).equals(SNAPSHOT)) return null;
  return answer.toString('latin1', SNAPSHOT.length, answer.indexOf('"', SNAPSHOT.length));
}

/** The records in a raw answer without their closing braces; use each before asking for the next. */
function* openRecords(answer: Buffer): Generator<Buffer> {
  let start = openingOf(SOURCE_KEY, answer, 0);
  while (start >= 0) {
    const internal = openingOf(INTERNAL_KEY, answer, start);
    if (internal < 0) throw new Error('a hit without its internal part');
    const next = openingOf(SOURCE_KEY, answer, internal);
    yield answer.subarray(start, internal - INTERNAL_KEY.length);
    start = next;
  }
}

/**
 * The records of a raw search answer, without metadata and `internal` keys. `head` may give a first key of at most 40
 * bytes for each row, such as `"rank":1`.
 *
 * The array is built in place: `answer` is overwritten.
 */
export const cutHits = (answer: Buffer, head?: Head): Rows => joinIn(answer, openRecords(answer), head);

/** The position of a document, from its `{`; null for one that is not stored. */
interface Span {
  source: number;
  internal: number;
  end: number;
}

/**
 * The documents of a raw `_mget` answer in the requested order. The bytes before a yielded span may be overwritten.
 * @throws when one of them could not be read.
 */
function* spansOf(answer: Buffer): Generator<Span | null> {
  let start = answer.indexOf(DOCUMENT);
  while (start >= 0) {
    const next = answer.indexOf(DOCUMENT, start + 1);
    // A comma or `]}` follows the document.
    const end = next < 0 ? answer.lastIndexOf(']') : next - 1;
    const source = openingOf(SOURCE_KEY, answer, start);
    if (source >= 0 && source < end) {
      const internal = openingOf(INTERNAL_KEY, answer, source);
      if (internal < 0 || internal > end) throw new Error('a document without its internal part');
      yield { source, internal, end: end - 1 };
    } else if (answer.subarray(start, end).includes(MISSING)) yield null;
    else throw new Error(`Elasticsearch did not read a document: ${answer.toString('utf8', start, end)}`);
    start = next;
  }
}

export interface StoredText {
  internal: string;
  source(): string;
}

/**
 * The documents of a raw `_mget` answer in the requested order; null for one that is not stored.
 * @throws when one of them could not be read.
 */
export function cutStored(answer: Buffer): (StoredText | null)[] {
  return Array.from(
    spansOf(answer),
    (span) =>
      span && {
        internal: answer.toString('utf8', span.internal, span.end - 1),
        source: () => answer.toString('utf8', span.source, span.end),
      },
  );
}

/**
 * The stored records of a raw `_mget` answer, and for each requested id whether it was found. Overwrites `answer`, as
 * `cutHits` does.
 * @throws when one of them could not be read.
 */
export function cutFound(answer: Buffer): { rows: Buffer; found: boolean[] } {
  const found: boolean[] = [];
  let length = 0;
  for (const span of spansOf(answer)) {
    found.push(span !== null);
    if (span === null) continue;
    answer[length] = length === 0 ? LIST : COMMA;
    length++;
    const end = span.internal - INTERNAL_KEY.length;
    answer.copyWithin(length, span.source, end);
    length += end - span.source;
    answer[length++] = CLOSE;
  }
  if (length === 0) answer[length++] = LIST;
  answer[length++] = LIST_END;
  return { rows: answer.subarray(0, length), found };
}
