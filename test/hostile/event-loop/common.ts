/** What can be sent to any route: headers, queries and bodies that cost more to read than they look like. */

export const KIB = 1_024;
/** Address and headers may have 112 KiB together. */
const LONG = 96 * KIB;

/** A text repeated up to a length. */
export const long = (text: string, length: number): string => text.repeat(Math.floor(length / text.length));

/** One of each group is sent to all routes with every change; all of them by `npm run test:hostile`. */
export interface Group<T> {
  first: Record<string, T>;
  others: Record<string, T>;
}

export type Header = [name: string, value: string];

export const HEADERS: Group<Header> = {
  first: {
    'Accept of quotes': ['Accept', `application/geo+json,"${long(',""', 16 * KIB)}`],
  },
  others: {
    'Accept of many types': ['Accept', `application/geo+json,${long('a/b,', LONG)}c/d`],
    'Accept of parameters': ['Accept', `application/geo+json;${long('a=b;', LONG)}q=1`],
    'Accept of blanks': ['Accept', `application/geo+json,${long(' ', LONG)}x`],
    'Accept-Encoding of many': ['Accept-Encoding', `${long('a;q=0.1,', LONG)}br`],
    'Accept-Encoding of quotes': ['Accept-Encoding', `gzip,"${long(',""', LONG)}`],
    'Accept-Encoding of semicolons': ['Accept-Encoding', `gzip${long(';', LONG)}`],
    'Authorization of blanks': ['Authorization', `Bearer ${long(' ', LONG)}\u00a0`],
    'Authorization, blanks inside': ['Authorization', `Bearer a${long(' ', LONG)}b`],
    'Authorization of a long key': ['Authorization', `Bearer ${long('a', LONG)}`],
    'Cookie of many': ['Cookie', long('a=b;', LONG)],
    'Connection of many': ['Connection', `${long('a,', LONG)}close`],
    'Expect of digits': ['Expect', long('1', LONG)],
    'If-None-Match of many': ['If-None-Match', long('W/"a",', LONG)],
    'If-None-Match of commas': ['If-None-Match', long(',', LONG)],
    'If-None-Match of quotes': ['If-None-Match', long('"', LONG)],
    'If-Modified-Since of digits': ['If-Modified-Since', long('1 ', LONG)],
    'Idempotency-Key of quotes': ['Idempotency-Key', long('"\\', LONG)],
    'Origin of many hosts': ['Origin', long('https://a.', LONG)],
    'Host of dots': ['Host', long('a.', LONG)],
    'Range of many': ['Range', `bytes=${long('0-0,', LONG)}1-1`],
    'Range of many apart': [
      'Range',
      `bytes=${Array.from({ length: 8_000 }, (_, n) => `${n * 3}-${n * 3 + 1}`).join()}`,
    ],
    'X-Forwarded-For of trusted addresses': ['X-Forwarded-For', `${long('127.0.0.1,', LONG)}127.0.0.1`],
    'X-Forwarded-For of digits': ['X-Forwarded-For', `${long('1,', LONG)}127.0.0.1`],
    'X-Forwarded-For of blanks': ['X-Forwarded-For', `1${long(' ', LONG)}2,127.0.0.1`],
    'X-Forwarded-Host of many': ['X-Forwarded-Host', long('a,', LONG)],
    'X-Request-Id of letters': ['X-Request-Id', long('a', LONG)],
  },
};

export const QUERIES: Group<string> = {
  first: {
    'many parameters': Array.from({ length: 12_000 }, (_, n) => `k${n}=1`).join('&'),
  },
  others: {
    'as many parameters as fit': Array.from({ length: 22_000 }, (_, n) => n.toString(36)).join('&'),
    'a parameter many times': long('q=a&', LONG),
    'a number many times': long('limit=1&', LONG),
    ampersands: long('&', LONG),
    'equals signs': long('=', LONG),
    'question marks': long('?', LONG),
    slashes: long('/', LONG),
    escapes: `q=${long('%61', LONG)}`,
    'broken escapes': `q=${long('%', LONG)}`,
    'escapes that are not UTF-8': long('%FF&', LONG),
    'plus signs': `q=${long('+', LONG)}`,
    brackets: `q${long('[]', LONG)}=1`,
    'many fields': `fields=${long('id,', LONG)}id`,
    'many commas': `fields=${long(',', LONG)}`,
    'deep JSON': `search=${long('[', LONG)}`,
    'wide JSON': `search=${long('[0],', LONG)}`,
  },
};

/** What an address may end with. */
export const TAILS: Group<string> = {
  first: {},
  others: {
    'slashes at the end': long('/', LONG),
    'dots at the end': long('/..', LONG),
    'escaped slashes at the end': long('%2F', LONG),
    'broken escapes at the end': long('%', LONG),
  },
};

export const TYPES: Group<string> = {
  first: {},
  others: {
    'Content-Type of semicolons': `application/json${long(';', LONG)}`,
    'Content-Type of blanks': `application/json;${long(' ', LONG)}x`,
    'Content-Type of charsets': `application/json${long(';charset', LONG)}`,
    'Content-Type of parameters': `application/json${long(';a=b', LONG)}`,
    'Content-Type of quotes': `application/json;a="${long('\\"', LONG)}`,
    'Content-Type of letters': long('a', LONG),
  },
};

/** More than any route takes, and about the most that a webhook, a batch and a search take. */
const SIZES = {
  '1 MiB': 1_024 * KIB - 100,
  '500 KiB': 500 * KIB,
  '250 KiB': 250 * KIB,
  '125 KiB': 125 * KIB,
};

const keysOf = (size: number) =>
  `{${Array.from({ length: size / 9 - 1 }, (_, n) => `"${n.toString(36).padStart(4, 'k')}":0`).join()}}`;

const bodiesOf = (size: number): Record<string, () => string> => ({
  'deep lists': () => long('[', size / 2) + long(']', size / 2),
  'deep lists in a field': () => `{"a":${long('[', 5_000)}${long(']', 5_000)}}`,
  'deep objects': () => long('{"a":', size),
  lists: () => `{"a":[${long('[],', size - 10)}[]]}`,
  numbers: () => `{"a":[${long('0,', size - 10)}0]}`,
  objects: () => `{"a":[${long('{},', size - 10)}{}]}`,
  'one key many times': () => `{${long('"a":0,', size - 10)}"a":0}`,
  'a long text': () => `{"a":"${long('x', size - 10)}"}`,
  'a long key': () => `{"${long('x', size - 10)}":1}`,
  escapes: () => `{"a":"${long('\\u0041', size - 10)}"}`,
  blanks: () => `{${long(' ', size - 10)}}`,
  digits: () => `{"a":${long('9', size - 10)}}`,
  'objects that do not end': () => `{"a":[${long('{},', size - 10)}`,
  'objects and __proto__ in a text': () => `{"b":"\\"__proto__\\":","a":[${long('{},', size - 50)}{}]}`,
  'text that is not UTF-8': () => long('\u00ff', size),
});

const named = (size: number, name: string) =>
  Object.entries(bodiesOf(size)).map(([what, make]) => [`a body of ${what}, ${name}`, make] as const);

export const BODIES: Group<() => string> = {
  first: {
    'a body of objects': () => `{"a":[${long('{},', SIZES['1 MiB'] - 10)}{}]}`,
    'a body of keys': () => keysOf(SIZES['1 MiB']),
    'a body of keys, 500 KiB': () => keysOf(SIZES['500 KiB']),
    'a body of keys, 250 KiB': () => keysOf(SIZES['250 KiB']),
    'a body of keys, 125 KiB': () => keysOf(SIZES['125 KiB']),
  },
  others: Object.fromEntries(Object.entries(SIZES).flatMap(([name, size]) => named(size, name))),
};
