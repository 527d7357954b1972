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
export function openSpool(folder: string, records: number) {
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
    add(key: string, record: unknown): void {
      const part = partOf(key, parts);
      buffers[part] += `${JSON.stringify(record)}\n`;
      if (buffers[part]!.length >= BUFFERED) flush(part);
    },
    /** The records, part by part. */
    *parts(): Generator<unknown[]> {
      for (let part = 0; part < parts; part++) {
        if (buffers[part] !== '') flush(part);
        const lines = Buffer.concat(chunks[part]!.map(chunk)).toString().split('\n');
        lines.pop();
        yield lines.map((line) => JSON.parse(line));
      }
    },
    close: (): void => closeSync(file),
  };
}
export type Spool = ReturnType<typeof openSpool>;
