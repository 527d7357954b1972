import type { Readable } from 'node:stream';

/**
 * Returns bytes where a route's schema describes an object, for a route that answers its own caller alone; others use
 * `app.answer`. Records are passed on as they are stored: the type checker cannot see what the bytes hold.
 */
export const asAnswer = (answer: Buffer | Readable): never => answer as never;

/** An answer of bytes with their media type. */
export interface Typed {
  type: string;
  body: Buffer;
  /** Call it when the answer has been sent: its bytes may then be overwritten. */
  free?(): void;
}

export const isTyped = (answer: unknown): answer is Typed =>
  Buffer.isBuffer((answer as Partial<Typed> | null)?.body);
