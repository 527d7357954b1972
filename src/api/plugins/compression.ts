import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
