import type { Readable } from 'node:stream';
import { JSON_TYPE } from '../../records/schemas/common.ts';

/**
 * Passes bytes where a route's schema describes an object. For routes whose answer is for their own caller alone; others use
 * `app.answer`. Records are passed on as stored: the type checker cannot see what the bytes hold.
 */
export const asAnswer = (answer: Buffer | Readable): never => answer as never;

/** An answer of bytes with their media type. */
export interface Typed {
  type: string;
  body: Buffer;
  /** False where it has no data, and so costs no lookup. */
  hasData?: boolean;
  /** Call it when the answer has been sent: its bytes may then be overwritten. */
  free?(): void;
}

/** JSON bytes with their type. */
export const typed = (answer: Buffer | Typed): Typed =>
  Buffer.isBuffer(answer) ? { type: JSON_TYPE, body: answer } : answer;
