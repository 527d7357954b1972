import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long an answer may wait for a reader who takes nothing of it, in milliseconds. */
const LONGEST = 60_000;
/** How often all connections are checked, in milliseconds. */
const LOOK_EVERY = 1_000;
/** A connection is checked at least this many times before it is cut off. */
const FEWEST_LOOKS = 5;
/** Bytes of answers that wait in a process; beyond them, those that have waited longest are cut off. */
const MOST_BYTES = 256 << 20;

/** A wait is counted in checks, not in time: a stall of this process says nothing about readers. */
interface Waiting {
  left: string;
  looks: number;
}

/** A text that changes whenever the system takes bytes. It takes a long buffer in parts; only a private field shows that. */
function leftOf(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize}`;
}

export interface UnreadOptions {
  /** Milliseconds; 60 s if not given. */
  longest?: number;
  /** Bytes; 256 MiB if not given. */
  most?: number;
  /** Called after answers were cut off. */
  tell(count: number): void;
}

/**
 * Cuts off connections whose answers nobody reads, so that they hold no memory. They are reset, so that no client
 * mistakes a part for the whole answer, and the system frees its buffers.
 */
export function cutUnread(
  server: Server,
  { longest = LONGEST, most = MOST_BYTES, tell }: UnreadOptions,
): void {
  const open = new Map<Socket, Waiting>();
  const every = Math.min(LOOK_EVERY, longest / FEWEST_LOOKS);

  /** Returns how many bytes wait. */
  function look(): number {
    let bytes = 0;
    for (const [socket, waiting] of open) {
      const left = leftOf(socket);
      const isSame = socket.writableLength > 0 && left === waiting.left;
      waiting.looks = isSame ? waiting.looks + 1 : 0;
      waiting.left = left;
      bytes += socket.writableLength;
    }
    return bytes;
  }

  function cut(): void {
    let bytes = look();
    let count = 0;
    const stuck = [...open].filter(([, { looks }]) => looks > 0).sort(([, a], [, b]) => b.looks - a.looks);
    for (const [socket, { looks }] of stuck) {
      if (looks * every < longest && bytes <= most) break;
      bytes -= socket.writableLength;
      count++;
      socket.resetAndDestroy();
    }
    if (count > 0) tell(count);
  }

  server.once('listening', () => {
    const timer = setInterval(cut, every).unref();
    server.once('close', () => clearInterval(timer));
  });
  server.on('connection', (socket: Socket) => {
    open.set(socket, { left: '', looks: 0 });
    socket.once('close', () => open.delete(socket));
  });
}
