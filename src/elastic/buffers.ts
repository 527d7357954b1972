import { setFlagsFromString } from 'node:v8';

/*
 * Memory for answers, used again and again. A page of hits is some hundred KiB: fresh memory of that size for every
 * request keeps the garbage collector running, which costs more than everything else that is done with the page.
 */

const SMALLEST = 1 << 18;
const LARGEST = 1 << 21;
const MOST_SPARE = 24;

// What sockets read lies outside of V8’s heap. By default every 64 MiB of it, some hundred pages, start a full
// collection; so it counts like other memory, against the limit of both together.
setFlagsFromString('--external-memory-accounted-in-global-limit');

const spare: ArrayBuffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

/** A buffer of `length` bytes with anything in it. To give it back is a courtesy: if lost, it is collected. */
export function borrow(length: number): Buffer {
  if (length > LARGEST) return Buffer.allocUnsafe(length);
  let memory = spare.pop();
  if (!memory || memory.byteLength < length) {
    memory = new ArrayBuffer(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(length))));
  }
  lent.add(memory);
  return Buffer.from(memory, 0, length);
}

/** Gives back a buffer, or a part of one, that nobody reads any more. Buffers of other origin are left alone. */
export function giveBack({ buffer }: Buffer): void {
  if (lent.delete(buffer) && spare.length < MOST_SPARE) spare.push(buffer as ArrayBuffer);
}
