import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError, invalid, wrong } from '../../domain/problems.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const UTF8 = /^utf-?8$/i;
const LONGEST_NAME = 100;
/** Deeper than any request. What works through thousands of levels by recursion would exhaust its stack. */
const MOST_LEVELS = 100;
/** Far more than any request has. An object of many keys takes longest to parse. */
const MOST_KEYS = 10_000;

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** By byte: 1 for an opening bracket, -1 for a closing one. */
const BRACKETS: Partial<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };

/** What JSON has too much of, found without parsing it; null for what may be parsed. */
function excessOf(json: Buffer): string | null {
  let depth = 0;
  let keys = 0;
  let isQuoted = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (isQuoted && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted && byte === COLON) keys++;
    else if (!isQuoted) depth += BRACKETS[byte] ?? 0;
    if (depth > MOST_LEVELS) return `${MOST_LEVELS} levels`;
    if (keys > MOST_KEYS) return `${MOST_KEYS} keys`;
  }
  return null;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws 400 for a parameter whose escapes are not UTF-8: they would be taken literally. */
export function checkQuery({ raw: { url = '' } }: FastifyRequest): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  const query = url.slice(start + 1);
  if (isDecodable(query)) return;
  const pair = query.split('&').find((part) => !isDecodable(part)) ?? '';
  throw wrong(
    pair.split('=')[0]!.slice(0, LONGEST_NAME),
    'must be UTF-8, percent-encoded: a % itself is %25',
  );
}

/** Whether the body may be empty: some clients send a content type without a body. */
const mayBeEmpty = ({ routeOptions: { schema, config } }: FastifyRequest): boolean =>
  schema?.body === undefined || config.optionalBody === true;

/**
 * Reads JSON bodies; any other type is a 415. Bodies and queries that are not UTF-8 are refused: they would be read as other
 * characters; and bodies of too many levels or keys.
 */
export const encoding = fp(async (app: FastifyInstance) => {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type, 'content-encoding': packed = 'identity' } = request.headers;
    if (packed !== 'identity')
      return done(new ApiError('unsupported_media_type', 'The body must not be compressed'));
    const [, charset = 'utf-8'] = CHARSET.exec(type!) ?? [];
    if (!UTF8.test(charset))
      return done(new ApiError('unsupported_media_type', 'The body must be application/json in UTF-8'));
    if (!isUtf8(body)) return done(new ApiError('invalid_json', 'The body is not UTF-8'));
    const excess = excessOf(body);
    if (excess !== null) return done(new ApiError('invalid_json', `The body has more than ${excess}`));
    const isEmpty = body.length === 0 && mayBeEmpty(request);
    const read = () => (isEmpty ? done(null, undefined) : parse(request, body.toString(), done));
    // A request whose body arrived slowly has released its slot: its body is read in another one.
    const waiting = app.gate.queue.reacquire(request.ticket);
    if (waiting === null) read();
    else waiting.then(read, done);
  });
});

/** For routes without a body: accepts none, or an empty object. */
export async function takeNoBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body))
    throw invalid('The body must be empty', [{ field: 'body', message: 'must be empty' }]);
  const [key] = Object.keys(body);
  if (key !== undefined) throw wrong(key.slice(0, 100) || '""', 'is not a known field');
}

/** For routes with an optional body. */
export async function takeAnyBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {};
}

/** A text in quotes; one that is not closed extends to the end. */
const QUOTED = /"(?:[^"\\]|\\.)*"?/gs;
const QUALITY = /^q=([\d.]+)$/;

interface Wish {
  /** From 0, which refuses the type, to 1. */
  quality: number;
  /** 2 for the type itself, 1 for a range such as `text/*`, 0 for any type; -1 without a range that includes it. */
  exactness: number;
  /** Its place in the header. */
  at: number;
}
const NO_WISH: Wish = { quality: 0, exactness: -1, at: 0 };

/** The wish for a type such as `application/json`: that of the most exact range that includes it. */
function wishFor(type: string, ranges: { name: string; quality: number }[]): Wish {
  const names = ['*/*', type.replace(/\/.*/, '/*'), type];
  return ranges.reduce((best, { name, quality }, at) => {
    const exactness = names.indexOf(name);
    return exactness > best.exactness ? { quality, exactness, at } : best;
  }, NO_WISH);
}

/**
 * Whether an Accept header prefers a type to another one (RFC 9110, 12.5.1): by quality, then by exactness, then by order.
 * Parameters other than `q` are ignored. The work grows with the length of the header, not faster.
 */
export function prefers(accept: string, type: string, other: string): boolean {
  const ranges = accept
    .replace(QUOTED, '')
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      const given = parameters.find((parameter) => parameter.startsWith('q='));
      return { name, quality: given === undefined ? 1 : Number(QUALITY.exec(given)?.[1] ?? 0) || 0 };
    });
  const [one, two] = [wishFor(type, ranges), wishFor(other, ranges)];
  if (one.quality !== two.quality) return one.quality > two.quality;
  if (one.exactness !== two.exactness) return one.quality > 0 && one.exactness > two.exactness;
  return one.quality > 0 && one.at < two.at;
}

/** Shorter answers take as long to compress as to send. */
export const LEAST_BYTES = 2_048;

const TYPES = /^(text\/|application\/(json|geo\+json|x-ndjson|javascript|manifest\+json)|image\/svg)/;

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];
/** What compresses a text or a stream, with this level of effort. */
export function encoders(level: number) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
  return {
    br: {
      whole: (bytes: Buffer | string) => brotliOf(bytes, brotli),
      stream: () => createBrotliCompress(brotli),
    },
    gzip: {
      whole: (bytes: Buffer | string) => gzipOf(bytes, { level }),
      stream: () => createGzip({ level }),
    },
  };
}
/** Node's defaults would take more time than they save for a page of rows. */
const ENCODERS = encoders(4);
export type Encoding = keyof typeof ENCODERS;
const ENCODINGS = Object.keys(ENCODERS) as Encoding[];

/** The encoding that a caller prefers; null for one who accepts none. */
export function encodingFor({ headers }: FastifyRequest): Encoding | null {
  const accepted = headers['accept-encoding'];
  return accepted === undefined ? null : (negotiate(accepted.toLowerCase(), ENCODINGS) as Encoding | null);
}

/** Whether a text, bytes or a stream is long enough to compress. */
function isLong(payload: unknown): payload is string | Buffer | Readable {
  if (typeof payload === 'string' || Buffer.isBuffer(payload))
    return Buffer.byteLength(payload) >= LEAST_BYTES;
  return payload instanceof Readable;
}

/**
 * The body of an answer as its caller accepts it, with its header. zlib works outside of the event loop, so a compressed body
 * is a promise; a stream is compressed as it is read.
 */
export function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (!isLong(payload) || !TYPES.test(String(reply.getHeader('content-type')))) return payload;
  // A range counts the bytes of what is not compressed.
  if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return payload;
  const encoding = encodingFor(request);
  if (encoding === null) return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  const { whole, stream } = ENCODERS[encoding];
  // A stream that fails ends its reader, which Fastify handles.
  return payload instanceof Readable ? pipeline(payload, stream(), () => {}) : whole(payload);
}
