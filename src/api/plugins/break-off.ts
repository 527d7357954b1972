import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/**
 * Ends an answer so that its client cannot mistake what came for the whole. The connection is reset: what the system still
 * holds of the answer is not sent, and a client that reads to the end of the connection (HTTP/1.0) gets an error.
 */
export function breakOff({ raw }: FastifyReply): void {
  // An answer behind another one has no socket yet, and one of a test never has.
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy();
  else raw.destroy();
}
