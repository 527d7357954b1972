import { type Head, joinIn, type PageBuffer, pageBytes, type Rows } from './rows.ts';

/** Smaller buffers cost little to allocate; larger pages are rare. */
const SIZES = { least: 2 ** 15, most: 2 ** 20 };
/** Of each size. */
const MOST_KEPT = 8;

/**
 * Reuses the buffers of pages that have been sent: memory takes longer to allocate than to fill, and without allocations the
 * garbage collector need not run. A buffer that is never freed is garbage-collected.
 */
export function createPageBuffers() {
  const kept = new Map<number, Buffer[]>();

  function keptOf(size: number): Buffer[] {
    const known = kept.get(size);
    if (known) return known;
    const none: Buffer[] = [];
    kept.set(size, none);
    return none;
  }

  function take(length: number): PageBuffer {
    const size = Math.max(SIZES.least, 2 ** Math.ceil(Math.log2(length)));
    if (size > SIZES.most) return { bytes: Buffer.allocUnsafeSlow(length) };
    const free = keptOf(size);
    const bytes = free.pop() ?? Buffer.allocUnsafeSlow(size);
    let isTaken = true;
    return {
      bytes,
      free() {
        if (isTaken && free.length < MOST_KEPT) free.push(bytes);
        isTaken = false;
      },
    };
  }

  /** Joins rows that lack their closing brace, with room for the rest of a page. */
  return (open: readonly Uint8Array[], head?: Head): Rows => {
    const buffer = take(pageBytes(open));
    return { ...joinIn(buffer.bytes, open, head), buffer };
  };
}
