import { type FileHandle, open } from 'node:fs/promises';

const CHUNK = 1 << 18;

/** A file read from its beginning to its end through one buffer. */
interface Cursor {
  size: number;
  /** Bytes taken or skipped so far. */
  position(): number;
  /** The next bytes, valid until the next call; null when fewer are left. */
  take(length: number): Promise<Buffer | null>;
  skip(length: number): void;
  /** Continues from another position. */
  seek(position: number): void;
  close(): Promise<void>;
}

export async function openCursor(path: string): Promise<Cursor> {
  const handle: FileHandle = await open(path, 'r');
  const { size } = await handle.stat();
  let buffer = Buffer.allocUnsafe(CHUNK);
  let start = 0;
  let end = 0;
  let read = 0;

  /** Moves what is left to the front of a buffer with room for `length` bytes. */
  function makeRoom(length: number): void {
    const wanted = Math.max(CHUNK, length);
    const left = buffer.subarray(start, end);
    if (wanted > buffer.length || (buffer.length > CHUNK && left.length <= CHUNK && wanted === CHUNK)) {
      const larger = Buffer.allocUnsafe(wanted);
      left.copy(larger);
      buffer = larger;
    } else buffer.copyWithin(0, start, end);
    end = left.length;
    start = 0;
  }

  return {
    size,
    position: () => read - (end - start),
    async take(length) {
      if (end - start < length) {
        if (length - (end - start) > size - read) return null;
        makeRoom(length);
        while (end < length) {
          const { bytesRead } = await handle.read(buffer, end, buffer.length - end, read);
          if (bytesRead === 0) return null;
          end += bytesRead;
          read += bytesRead;
        }
      }
      start += length;
      return buffer.subarray(start - length, start);
    },
    skip(length) {
      const buffered = Math.min(length, end - start);
      start += buffered;
      read += length - buffered;
    },
    seek(position) {
      const first = read - end;
      if (position >= first && position <= read) start = position - first;
      else {
        start = end = 0;
        read = position;
      }
    },
    close: () => handle.close(),
  };
}
