import { INTERNAL, SOURCE_KEY } from '../cut.ts';

/** A hit of a sorted search with `seq_no_primary_term`. */
export interface NamedHit {
  index: string;
  seqNo: number;
  term: number;
  /** JSON array of its sort values; bytes above 127 stand as characters of their own. */
  sort: string;
  /** Where it begins in the answer, after what names it, and where it ends. */
  from: number;
  to: number;
}

const HIT = Buffer.from('{"_index":"');
const SEQ_NO = Buffer.from('"_seq_no":');
const TERM = Buffer.from(',"_primary_term":');
const SORT = Buffer.from('"sort":[');
/** What ends an answer, from the end of its last hit on. */
const AFTER_LAST = '}]}}';
/** What ends a hit before the next. */
const BETWEEN = '},';

const QUOTE = 0x22;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

const isDigit = (byte: number | undefined): byte is number =>
  byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;

/** The digits from a place on as a number, which is exact up to 2^53. */
function numberAt(bytes: Buffer, from: number): number {
  let value = 0;
  for (let at = from; isDigit(bytes[at]); at++) value = value * 10 + (bytes[at]! - DIGIT_0);
  return value;
}

function endOfNumber(bytes: Buffer, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at++;
  return at;
}

function isAt(bytes: Buffer, place: number, text: Buffer): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[place + at] !== text[at]) return false;
  return true;
}

/** Names of indices, of which most hits have the one before them. */
function nameReader(answer: Buffer) {
  let last = '';
  let bytes: Buffer = Buffer.alloc(0);
  return (from: number): string => {
    const end = from + bytes.length;
    if (answer[end] === QUOTE && bytes.length > 0 && isAt(answer, from, bytes)) return last;
    bytes = answer.subarray(from, answer.indexOf(QUOTE, from));
    last = bytes.toString('latin1');
    return last;
  };
}

/**
 * The hits of a raw answer, in their order, read without a parser: Elasticsearch writes their keys in one order, and a
 * quote inside a text is always escaped.
 */
export function cutNamedHits(answer: Buffer): NamedHit[] {
  const nameAt = nameReader(answer);
  const hits: NamedHit[] = [];
  let start = answer.indexOf(HIT);
  while (start >= 0) {
    const index = nameAt(start + HIT.length);
    const seqNoAt = answer.indexOf(SEQ_NO, start) + SEQ_NO.length;
    const termMark = endOfNumber(answer, seqNoAt);
    if (seqNoAt < start || !isAt(answer, termMark, TERM)) throw new Error('a hit without its version');
    const from = endOfNumber(answer, termMark + TERM.length);
    const next = answer.indexOf(HIT, from);
    const to = next < 0 ? answer.length - AFTER_LAST.length : next - BETWEEN.length;
    const sort = answer.lastIndexOf(SORT, to);
    if (sort < from) throw new Error('a hit without its sort values');
    hits.push({
      index,
      seqNo: numberAt(answer, seqNoAt),
      term: numberAt(answer, termMark + TERM.length),
      sort: answer.toString('latin1', sort + SORT.length - 1, to),
      from,
      to,
    });
    start = next;
  }
  return hits;
}

/** The record of a hit without its closing brace. */
export function recordOf(answer: Buffer, { from, to }: NamedHit): Buffer {
  const start = answer.indexOf(SOURCE_KEY, from) + SOURCE_KEY.length;
  const end = answer.lastIndexOf(INTERNAL, to);
  if (start < from || end < start) throw new Error('a hit without its record');
  return answer.subarray(start, end);
}

/** A number among the sort values of a hit. */
export const sortNumber = ({ sort }: NamedHit, at: number): number =>
  at === 0 ? Number.parseInt(sort.slice(1), 10) : (JSON.parse(sort) as number[])[at]!;
