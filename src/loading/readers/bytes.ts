import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const CHUNK = 1 << 18;
/** Beyond this many bytes, a gzip may not unpack to more than MOST_TIMES its size. */
const FREE_BYTES = 1 << 30;
const MOST_TIMES = 200;

/** An input file as bytes, unpacked if its first bytes say that it is gzip. */
export interface ByteStream {
  name: string;
  bytes: AsyncIterable<Buffer>;
  /** 0–1; null when the size is unknown. */
  progress(): number | null;
}

/** The first bytes (at least four, if there are that many) and a stream of all bytes. A pipe's first chunk may be one byte. */
export async function beginning(
  chunks: AsyncIterable<Buffer>,
): Promise<{ first: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 4) {
    const next = await iterator.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  async function* all() {
    if (first.length > 0) yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { first, all: all() };
}

/** The same bytes. @throws Error when they unpack to far more than their packed size, as in a zip bomb. */
async function* measured(stream: AsyncIterable<Buffer>, packed: () => number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > FREE_BYTES && bytes > MOST_TIMES * packed())
      throw new Error(
        `it unpacks to over ${MOST_TIMES} times its size: that is not a table. If you trust it, unpack it and name the unpacked file.`,
      );
    yield chunk;
  }
}

async function* unpacked(chunks: AsyncIterable<Buffer>, packed: () => number): AsyncIterable<Buffer> {
  const { first, all } = await beginning(chunks);
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  if (!isGzip) yield* all;
  else {
    try {
      // The pipeline closes the file when the reader stops early. Its errors are those of the output.
      yield* measured(
        pipeline(Readable.from(all), createGunzip({ chunkSize: CHUNK }), () => {}),
        packed,
      );
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (!code?.startsWith('Z_')) throw error;
      throw new Error(`its gzip is damaged or not complete (${message}): get it again.`, { cause: error });
    }
  }
}

/**
 * A stream that knows how much of it was read.
 * @param size null when unknown.
 * @param unpack what is made of its bytes; it can ask how many were read.
 */
export function metered(
  name: string,
  stream: AsyncIterable<Buffer>,
  size: number | null,
  unpack: typeof unpacked = (chunks) => chunks,
): ByteStream {
  let read = 0;
  async function* chunks() {
    for await (const chunk of stream) {
      read += chunk.length;
      yield chunk;
    }
  }
  return {
    name,
    bytes: unpack(chunks(), () => read),
    progress: () => (size === null ? null : size === 0 ? 1 : read / size),
  };
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'reading it is not permitted',
  EPERM: 'reading it is not permitted',
  ELOOP: 'its links lead in a circle',
};

/** Why a file cannot be read, in a sentence. */
export function unreadable(file: string, { code }: NodeJS.ErrnoException): Error {
  return new Error(`${file} cannot be read: ${REASONS[code ?? ''] ?? code}.`);
}

/**
 * The size of an input file in bytes; null for standard input and pipes.
 * @throws Error with a sentence for the user when it cannot be read.
 */
export async function inputSize(file: string): Promise<number | null> {
  if (file === '-') return null;
  if (file.trim() === '') throw new Error('The name of an input file is empty.');
  const stats = await stat(file).catch((error) => {
    throw unreadable(file, error);
  });
  if (stats.isDirectory()) throw new Error(`${file} is a folder: name the files in it.`);
  await access(file, constants.R_OK).catch((error) => {
    throw unreadable(file, error);
  });
  return stats.isFile() ? stats.size : null;
}

/**
 * Opens a file, or standard input for `-`, as bytes.
 * @throws Error naming the file when it cannot be read; a damaged gzip throws while it is read.
 */
export async function openBytes(file: string): Promise<ByteStream> {
  const size = await inputSize(file);
  const isInput = file === '-';
  const stream = isInput ? process.stdin : createReadStream(file, { highWaterMark: CHUNK });
  return metered(isInput ? 'standard input' : file, stream as AsyncIterable<Buffer>, size, unpacked);
}
