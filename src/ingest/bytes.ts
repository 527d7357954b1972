import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const CHUNK = 1 << 18;

/** An input file as bytes: unpacked when it is gzip (told by its first bytes), with its progress. */
export interface Source {
  name: string;
  bytes: AsyncIterable<Buffer>;
  /** Share of the file that was read so far, 0–1; null when its size is unknown. */
  progress(): number | null;
}

async function* counted(stream: AsyncIterable<Buffer>, add: (bytes: number) => void) {
  for await (const chunk of stream) {
    add(chunk.length);
    yield chunk;
  }
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  // A pipe may hand over a single byte at first.
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 2) {
    const next = await iterator.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  if (first.length === 0) return;
  const rest: AsyncIterable<Buffer> = {
    [Symbol.asyncIterator]: () => iterator,
  };
  async function* all() {
    yield first;
    yield* rest;
  }
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  if (!isGzip) yield* all();
  else {
    const input = Readable.from(all());
    const output = input.pipe(createGunzip({ chunkSize: CHUNK }));
    input.once('error', (error) => output.destroy(error));
    yield* output;
  }
}

/**
 * Opens a file, or standard input for `-`.
 * @throws Error naming the file when it cannot be read; a damaged gzip throws while it is read.
 */
export async function openSource(file: string): Promise<Source> {
  let read = 0;
  const add = (bytes: number) => {
    read += bytes;
  };
  if (file === '-') {
    return { name: 'standard input', bytes: unpacked(counted(process.stdin, add)), progress: () => null };
  }
  const { size } = await stat(file);
  const stream = createReadStream(file, { highWaterMark: CHUNK });
  return {
    name: file,
    bytes: unpacked(counted(stream as AsyncIterable<Buffer>, add)),
    progress: () => (size === 0 ? 1 : read / size),
  };
}
