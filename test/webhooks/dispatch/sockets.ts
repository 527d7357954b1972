import type { Test } from 'tap';
import { eventually } from '../support.ts';
import { makeAuthority } from './certificates.ts';
import type { RawReceiver } from './raw-receiver.ts';

/** A short deadline, in milliseconds. */
export const SHORT = 300;
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
export const authority = makeAuthority();
/** A certificate for 127.0.0.1. */
export const here = authority.issue('127.0.0.1');

/** A request's timers do not keep the process alive; in a dispatcher's thread, other things do. */
export function stayAwake(t: Pick<Test, 'teardown'>): void {
  const awake = setInterval(() => {}, 1_000);
  t.teardown(() => clearInterval(awake));
}

export const urlOf = (port: number, tls?: unknown) => `${tls ? 'https' : 'http'}://127.0.0.1:${port}/`;

/** Sends until a request arrives on a connection that has carried another: then the host is known to keep connections. */
export async function untilReused(receiver: RawReceiver, send: () => Promise<unknown>): Promise<void> {
  const before = receiver.reused;
  await eventually('a connection is used again', async () => {
    await send();
    return receiver.reused > before;
  });
}
