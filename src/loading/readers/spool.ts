import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const RECORDS_A_PART = 25_000;
const MOST_PARTS = 4_000;
/** Characters of a part that memory holds before they go to the file. */
const BUFFERED = 1 << 15;

function partOf(key: string, parts: number): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return (hash >>> 0) % parts;
}

/**
 * Collects records in a file, with all records of a key in one of its parts. The file has no name, so that it is gone when
 * the process ends, however that happens.
 * @param records about how many there will be.
 */
export function openSpool<T>(folder: string, records: number) {
  const parts = Math.min(MOST_PARTS, Math.ceil((records + 1) / RECORDS_A_PART));
  mkdirSync(folder, { recursive: true });
  const name = join(folder, `spool-${randomUUID()}`);
  const file = openSync(name, 'wx+', 0o600);
  unlinkSync(name);
  const buffers: string[] = new Array(parts).fill('');
  const chunks: { start: number; length: number }[][] = Array.from({ length: parts }, () => []);
  let size = 0;

  function flush(part: number): void {
    const bytes = Buffer.from(buffers[part]!);
    buffers[part] = '';
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, size + done);
    chunks[part]!.push({ start: size, length: bytes.length });
    size += bytes.length;
  }

  function chunk({ start, length }: { start: number; length: number }): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const read = readSync(file, bytes, done, length - done, start + done);
      if (read === 0) throw new Error('a file of intermediate results is shorter than what was written');
      done += read;
    }
    return bytes;
  }

  return {
    add(key: string, record: T): void {
      const part = partOf(key, parts);
      buffers[part] += `${JSON.stringify(record)},`;
      if (buffers[part]!.length >= BUFFERED) flush(part);
    },
    /** The records, part by part. */
    *parts(): Generator<T[]> {
      for (let part = 0; part < parts; part++) {
        if (buffers[part] !== '') flush(part);
        const written = Buffer.concat(chunks[part]!.map(chunk)).toString();
        // Written above, by `add`.
        yield JSON.parse(`[${written.slice(0, -1)}]`) as T[];
      }
    },
    close: (): void => closeSync(file),
  };
}

/** Memory holds this many keys; more go to a file. */
const FEW_KEYS = 100_000;
/** How many keys that file is made for. */
const MANY_KEYS = 10_000_000;

/** Each key once, `size` at a time, however often it occurs. Begins when all pages have been read. */
export async function* once(
  folder: string,
  pages: AsyncIterable<string[]>,
  size: number,
): AsyncGenerator<string[]> {
  const few = new Set<string>();
  let spool: ReturnType<typeof openSpool<string>> | null = null;
  try {
    for await (const page of pages) {
      if (spool === null) for (const key of page) few.add(key);
      else for (const key of page) spool.add(key, key);
      if (few.size < FEW_KEYS) continue;
      spool = openSpool(folder, MANY_KEYS);
      for (const key of few) spool.add(key, key);
      few.clear();
    }
    for (const part of (spool?.parts() ?? [few]) as Iterable<Iterable<string>>) {
      const keys = [...new Set(part)];
      for (let at = 0; at < keys.length; at += size) yield keys.slice(at, at + size);
    }
  } finally {
    spool?.close();
  }
}
