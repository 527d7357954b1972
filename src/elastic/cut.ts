/**
 * Cuts what the API returns out of a raw search answer, without parsing it.
 *
 * A stored document is the record as the API returns it, followed by one last key, `internal`, which is ours
 * alone. Elasticsearch copies `_source` byte for byte, and a quote inside of a JSON string is always escaped, so
 * the marks below can only be met where the structure has them.
 */
const SOURCE = Buffer.from('"_source":{');
const INTERNAL = Buffer.from(',"internal":{');
const TOTAL = Buffer.from('"total":{"value":');

const OPEN = 0x7b;
const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const CLOSE_BRACE = Buffer.from('}');

/** The stored document without its `internal` tail. Errors: throws when `source` is no stored document. */
export function cutDocument(source: Buffer): Buffer {
  const end = source.lastIndexOf(INTERNAL);
  if (source[0] !== OPEN || end < 0) throw new Error('not a stored document');
  const record = Buffer.allocUnsafe(end + 1);
  source.copy(record, 0, 0, end);
  CLOSE_BRACE.copy(record, end);
  return record;
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

/** Bytes that a row's head may take: less than the metadata of the hit that it stands in for. */
const LONGEST_HEAD = 40;

/**
 * `{"data":[…]` of a raw search answer, with `tail` (such as `,"total":5}`) after it.
 * The hits' order is kept; their metadata and `internal` keys are left out. `head` may give a key of at most 40 bytes
 * to stand first in each row, such as `"rank":1`.
 */
export function cutHits(answer: Buffer, tail: string, head?: (row: number) => string): Buffer {
  const page = Buffer.allocUnsafe(answer.length + tail.length + 16);
  let row = 0;
  let length = page.write('{"data":[', 'latin1');
  let at = answer.indexOf(SOURCE);
  while (at >= 0) {
    const start = at + SOURCE.length - 1;
    const end = answer.indexOf(INTERNAL, start);
    if (end < 0) throw new Error('a hit without its internal part');
    if (page[length - 1] !== 0x5b) page[length++] = COMMA;
    if (head) {
      const first = head(row++);
      if (first.length > LONGEST_HEAD) throw new Error('a row’s head is too long');
      length += page.write(`{${first},`, length, 'latin1');
      length += answer.copy(page, length, start + 1, end);
    } else length += answer.copy(page, length, start, end);
    length += CLOSE_BRACE.copy(page, length);
    at = answer.indexOf(SOURCE, end);
  }
  length += page.write(`]${tail}`, length, 'latin1');
  return page.subarray(0, length);
}
