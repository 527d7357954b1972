import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/** The longest wait for an answer, in milliseconds. */
const LONGEST = 20_000;

/** What arrived on a connection. */
export interface Heard {
  bytes: Buffer;
  /** From the connection to the last byte, or to its end if there is none, in milliseconds. */
  ms: number;
  /** Why it ended, if not as it should. */
  error: string | null;
}

/**
 * Writes bytes to a port and reads until the server closes, without an HTTP library that would correct anything. A server
 * that refuses a large body may close before all of it is written: what it answered counts.
 */
export function ask(port: number, bytes: Buffer): Promise<Heard> {
  const began = performance.now();
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    let error: string | null = null;
    let last: number | null = null;
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(LONGEST, () => {
      error = 'no answer, and the connection is still open';
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      last = performance.now();
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error ??= code ?? 'failed';
    });
    socket.on('close', () =>
      done({ bytes: Buffer.concat(chunks), ms: (last ?? performance.now()) - began, error }),
    );
  });
}
