import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const CHUNK = 1 << 18;

/** An input file as bytes, unpacked when it is gzip (by its first bytes). */
export interface Source {
  name: string;
  bytes: AsyncIterable<Buffer>;
  /** 0–1; null when the size is unknown. */
  progress(): number | null;
}

async function* counted(stream: AsyncIterable<Buffer>, add: (bytes: number) => void) {
  for await (const chunk of stream) {
    add(chunk.length);
    yield chunk;
  }
}

/** The first bytes, at least four if there are as many, and all bytes again. A pipe may first hand over a single one. */
async function beginning(
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

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { first, all } = await beginning(chunks);
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  if (!isGzip) yield* all;
  else {
    const input = Readable.from(all);
    const output = input.pipe(createGunzip({ chunkSize: CHUNK }));
    input.once('error', (error) => output.destroy(error));
    yield* output;
  }
}

/** Whether text begins with UTF-16's mark, or with letters that have a NUL beside each. */
function isUtf16(first: Buffer): boolean {
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)) return true;
  const nuls = [...first.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  return nuls === 'x0x0' || nuls === '0x0x';
}

async function* withoutUtf16(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { first, all } = await beginning(chunks);
  if (isUtf16(first)) {
    throw new Error('it is UTF-16; save it as UTF-8 (iconv -f UTF-16 -t UTF-8) and load that');
  }
  yield* all;
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
 * @throws Error with a sentence for the person at the keyboard when it cannot be read.
 */
export async function inputSize(file: string): Promise<number | null> {
  if (file === '-') return null;
  if (file.trim() === '') throw new Error('The name of an input file is empty.');
  const found = await stat(file).catch((error) => {
    throw unreadable(file, error);
  });
  if (found.isDirectory()) throw new Error(`${file} is a folder: name the files in it.`);
  await access(file, constants.R_OK).catch((error) => {
    throw unreadable(file, error);
  });
  return found.isFile() ? found.size : null;
}

/**
 * Opens a file, or standard input for `-`.
 * @throws Error naming the file when it cannot be read; a damaged gzip and UTF-16 throw while they are read.
 */
export async function openSource(file: string): Promise<Source> {
  const size = await inputSize(file);
  let read = 0;
  const add = (bytes: number) => {
    read += bytes;
  };
  const isInput = file === '-';
  const stream = isInput ? process.stdin : createReadStream(file, { highWaterMark: CHUNK });
  return {
    name: isInput ? 'standard input' : file,
    bytes: withoutUtf16(unpacked(counted(stream as AsyncIterable<Buffer>, add))),
    progress: () => (size === null ? null : size === 0 ? 1 : read / size),
  };
}
