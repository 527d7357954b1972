import type { Readable } from 'node:stream';

/**
 * Returns bytes where a route's schema describes an object, for a route that answers its own caller alone; others use
 * `app.answer`. Records are passed on as they are stored: the type checker cannot see what the bytes hold.
 */
export const asAnswer = (answer: Buffer | Readable): never => answer as never;
