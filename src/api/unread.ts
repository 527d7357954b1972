import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, steadyClock } from '../domain/timer.ts';

/** How long an answer may wait for a reader who takes nothing of it, in milliseconds. */
export const LONGEST = 60_000;
/** How often all connections are checked, in milliseconds. */
export const CHECK_EVERY = 1_000;
/** Bytes of answers that wait in a process; beyond them, those that have waited longest are cut off. */
const MOST_BYTES = 256 << 20;

/** A wait is counted in checks, not in time: a stall of this process says nothing about readers. */
interface Waiting {
  left: string;
  checks: number;
}

/** A text that changes whenever the system takes bytes. It takes a long buffer in parts; only a private field shows that. */
function leftOf(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize}`;
}

export interface UnreadOptions {
  /** Bytes; 256 MiB if not given. */
  most?: number;
  clock?: Pick<Clock, 'startTimer'>;
  /** Called after answers were cut off. */
  tell(count: number): void;
}

/**
 * Cuts off connections whose answers nobody reads, so that they hold no memory. They are reset, so that no client
 * mistakes a part for the whole answer, and the system frees its buffers.
 */
export function cutUnread(
  server: Server,
  { most = MOST_BYTES, clock = steadyClock, tell }: UnreadOptions,
): void {
  const open = new Map<Socket, Waiting>();

  /** Returns how many bytes wait. */
  function check(): number {
    let bytes = 0;
    for (const [socket, waiting] of open) {
      const left = leftOf(socket);
      const isSame = socket.writableLength > 0 && left === waiting.left;
      waiting.checks = isSame ? waiting.checks + 1 : 0;
      waiting.left = left;
      bytes += socket.writableLength;
    }
    return bytes;
  }

  function cut(): void {
    let bytes = check();
    let count = 0;
    const stuck = [...open]
      .filter(([, { checks }]) => checks > 0)
      .sort(([, a], [, b]) => b.checks - a.checks);
    for (const [socket, { checks }] of stuck) {
      if (checks * CHECK_EVERY < LONGEST && bytes <= most) break;
      bytes -= socket.writableLength;
      count++;
      socket.resetAndDestroy();
    }
    if (count > 0) tell(count);
  }

  server.once('listening', () => {
    let stop = () => {};
    const wait = () => {
      stop = clock.startTimer(CHECK_EVERY, () => {
        wait();
        cut();
      });
    };
    wait();
    server.once('close', () => stop());
  });
  server.on('connection', (socket: Socket) => {
    open.set(socket, { left: '', checks: 0 });
    socket.once('close', () => open.delete(socket));
  });
}
