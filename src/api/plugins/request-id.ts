import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const VALID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: its X-Request-Id if valid, else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' && VALID.test(id) ? id : randomUUID();
}

/** Headers of every answer, including those that come from no route. A route whose answers can be kept says so. */
export const commonHeaders = (id: string) => ({
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});
