import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long an answer may wait for a reader who takes nothing of it, in milliseconds. */
const LONGEST = 60_000;
/** In so many milliseconds, all connections are looked at once. */
const LOOK_EVERY = 1_000;
/** Fewest looks before one is cut off. */
const FEWEST_LOOKS = 5;
/** Bytes of answers that wait in a process; beyond them, those that have waited longest are cut off. */
const MOST_BYTES = 256 << 20;

/** How long the same has been waiting, in looks. After a stall of this process, time would say nothing about readers. */
interface Waiting {
  left: string;
  looks: number;
}

/** What changes whenever the system takes something for the reader; a long buffer is taken in parts. */
function leftOf(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize}`;
}

export interface UnreadOptions {
  /** Milliseconds; 60 s if not given. */
  longest?: number;
  /** Bytes; 256 MiB if not given. */
  most?: number;
  /** Runs after answers were cut off. */
  tell(count: number): void;
}

/**
 * Cuts off the connections whose answers nobody reads, so that they hold no memory. They are reset: no client takes what
 * came for the whole, and the system lets go of what it has.
 */
export function cutUnread(
  server: Server,
  { longest = LONGEST, most = MOST_BYTES, tell }: UnreadOptions,
): void {
  const open = new Map<Socket, Waiting>();
  const every = Math.min(LOOK_EVERY, longest / FEWEST_LOOKS);

  /** How many bytes wait. */
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

  const timer = setInterval(() => {
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
  }, every).unref();
  server.once('close', () => clearInterval(timer));
  server.on('connection', (socket: Socket) => {
    open.set(socket, { left: '', looks: 0 });
    socket.once('close', () => open.delete(socket));
  });
}
