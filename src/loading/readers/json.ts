import { objectIn } from '../../domain/json-object.ts';

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

const isInexact = (value: unknown) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value);

const asWritten: Reviver = (_key, value, { source }) =>
  isInexact(value) && source !== undefined && /^-?\d+$/.test(source) ? source : value;

/**
 * Parses a JSON object. Members that are whole numbers too large for JavaScript, such as long parcel numbers, become text.
 * @param membersOf where in the object to look for such members.
 * @throws SyntaxError
 */
export function parseExactly(
  json: string,
  membersOf: (parsed: unknown) => Record<string, unknown> | null,
): unknown {
  const parsed: unknown = JSON.parse(json);
  const members = membersOf(parsed);
  if (members === null || !Object.values(members).some(isInexact)) return parsed;
  // TypeScript does not know the reviver's third argument yet.
  return JSON.parse(json, asWritten as (key: string, value: unknown) => unknown);
}

// Quoted text comes first, so that the words are found only outside it.
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;
const CONTROLS = /\p{Cc}/gu;

/**
 * Parses JSON as some programs write it: NaN and infinite numbers become null, and line breaks in text become blanks.
 * @throws SyntaxError
 */
export function parseRepaired(json: string, parse: (json: string) => unknown = JSON.parse): unknown {
  try {
    return parse(json);
  } catch {
    return parse(
      json.replace(TOKENS, (token) => (token.startsWith('"') ? token.replace(CONTROLS, ' ') : 'null')),
    );
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BOM = [0xef, 0xbb, 0xbf];

/** Longest text around a list, in bytes: its other members say little. */
const LONGEST_AROUND = 1 << 20;

const MEMBERS = 1;
const LIST = 2;

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export interface ListElement {
  number: number;
  bytes: Buffer | null;
  /** Levels of brackets: 0 for a number, 1 for a flat object. */
  levels: number;
}

function keeper(longest: number) {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add(part: Buffer): void {
      length += part.length;
      if (length > longest) parts = [];
      else if (part.length > 0) parts.push(part);
    },
    take(): Buffer | null {
      const kept = length > longest ? null : Buffer.concat(parts);
      parts = [];
      length = 0;
      return kept;
    },
  };
}

/** The elements that end in a chunk, and why the document cannot be read past it; null when it can. */
interface Found {
  elements: ListElement[];
  problem: string | null;
}

/** Looks only at quotes and brackets, and remembers only how many brackets are open. */
function listScanner(name: string, longest: number) {
  const element = keeper(longest);
  let begun = 0;
  let ended = false;
  let depth = 0;
  let deepest = LIST;
  let quoted = false;
  let escaped = false;
  /** The last text among the members, which may be a name; and the name of the member whose value is being read. */
  let text = '';
  let member = '';
  let inList = false;
  let listed = false;
  let number = 0;
  let numberBefore = 0;
  /** Bytes in earlier chunks; and bytes up to the list, its bracket included. */
  let before = 0;
  let head: number | null = null;
  let filled = false;
  const around = keeper(LONGEST_AROUND);

  /** Returns what is wrong with a byte outside the document. */
  function outside(byte: number): string | null {
    if (isBlank(byte)) return null;
    if (ended) return 'something follows after its end';
    if (byte === BOM[begun]) begun++;
    else if (byte === OPEN_OBJECT) depth = MEMBERS;
    else return 'its list of features is missing';
    return null;
  }

  /** A byte of the document that is neither within quotes nor in the list. */
  function inDocument(byte: number): void {
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (depth === MEMBERS && byte === OPEN_LIST && member === name) {
        inList = listed = true;
        numberBefore = number;
        filled = false;
      }
      depth++;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--;
      ended = depth === 0;
    } else if (depth === MEMBERS && byte === COLON) member = text;
    else if (depth === MEMBERS && byte === COMMA) member = '';
  }

  function scan(chunk: Buffer): Found {
    const elements: ListElement[] = [];
    let start = 0;
    /** Where the bytes outside the list begin. */
    let outer = 0;
    function cut(end: number): void {
      element.add(chunk.subarray(start, end));
      elements.push({ number: ++number, bytes: element.take(), levels: deepest - LIST });
      deepest = LIST;
      start = end + 1;
      filled = false;
    }

    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (quoted) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) quoted = false;
        else if (depth === MEMBERS && text.length <= name.length) text += String.fromCharCode(byte);
      } else if (byte === QUOTE && depth > 0) {
        quoted = filled = true;
        if (depth === MEMBERS) text = '';
      } else if (depth === 0) {
        const problem = outside(byte);
        if (problem !== null) return { elements, problem };
      } else if (!inList) {
        inDocument(byte);
        if (inList) {
          start = at + 1;
          head ??= before + start;
          around.add(chunk.subarray(outer, start));
        }
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        filled = true;
        if (++depth > deepest) deepest = depth;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth > LIST) depth--;
        else if (byte === CLOSE_OBJECT)
          return { elements, problem: 'a bracket is closed that was not opened' };
        else {
          // After a comma an element must follow; an empty list has none.
          if (filled || number > numberBefore) cut(at);
          element.take();
          inList = false;
          depth = MEMBERS;
          outer = at;
        }
      } else if (byte === COMMA && depth === LIST) cut(at);
      else if (!filled) filled = !isBlank(byte);
    }
    if (inList) element.add(chunk.subarray(start));
    else around.add(chunk.subarray(outer));
    before += chunk.length;
    return { elements, problem: null };
  }

  return {
    scan,
    head: () => head,
    /** The bytes outside the list; null when they are too many. */
    around: () => around.take(),
    /** Null outside the list. */
    position: (): number | null => (inList ? number + 1 : null),
    problem(): string | null {
      if (depth > 0) return 'it ends too early';
      return listed ? null : 'its list of features is missing';
    },
  };
}

/** The members of a JSON document beside a list. */
export type Members = Record<string, unknown>;

/**
 * The members of a JSON document that come before its list `name`; null unless the list begins within these first bytes.
 */
export function membersBefore(beginning: Buffer, name: string): Members | null {
  const scanner = listScanner(name, 0);
  scanner.scan(beginning);
  const head = scanner.head();
  return head === null ? null : objectIn(`${beginning.toString('utf8', 0, head)}]}`);
}

/**
 * The elements of the list `name` of a JSON document `{…, "name": [element, …], …}`, as bytes. Memory holds one of at
 * most `longest` bytes. Whether an element is JSON is for the caller to find out.
 *
 * Throws where the document cannot be read any further, after the elements before that point: it is not an object, closes
 * what is not open, continues after its end or ends too early. Throws at its end when there was no such list. `atEnd` gets
 * the members beside the list, with the list empty, and may throw; null when they are not JSON or too long.
 */
export async function* listElements(
  chunks: AsyncIterable<Buffer>,
  name: string,
  longest: number,
  atEnd: (members: Members | null) => void = () => {},
): AsyncGenerator<ListElement[]> {
  const scanner = listScanner(name, longest);
  const fail = (problem: string): never => {
    const position = scanner.position();
    throw new Error(
      `it is not a GeoJSON FeatureCollection: ${problem}${position ? ` (at feature ${position})` : ''}`,
    );
  };
  for await (const chunk of chunks) {
    const { elements, problem } = scanner.scan(chunk);
    yield elements;
    if (problem !== null) fail(problem);
  }
  const problem = scanner.problem();
  if (problem !== null) fail(problem);
  atEnd(objectIn(scanner.around()?.toString('utf8') ?? ''));
}
