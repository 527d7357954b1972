import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Test } from 'tap';
import { portOf } from '../../port-of.ts';
import type { Certificate } from './certificates.ts';

export interface RawReceiver {
  port: number;
  /** Connections accepted so far, and those open now. */
  accepted: number;
  open: Set<Socket>;
  /** Whole requests read so far. */
  requests: number;
  /** Those that arrived on a connection that had already carried another. */
  reused: number;
  /** Ends a connection with a reset. */
  reset(socket: Socket): void;
}

/** The length of the first request in what was read so far, or null when it is not complete yet. */
function lengthOfRequest(read: Buffer): number | null {
  const end = read.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const size = /content-length: (\d+)/i.exec(read.subarray(0, end).toString('latin1'))?.[1] ?? '0';
  const whole = end + 4 + Number(size);
  return read.length < whole ? null : whole;
}

/**
 * A receiver on loopback that writes its answers to the socket itself, byte for byte, and can do anything with it.
 * @param onRequest called for each whole request.
 * @param onConnection called for each connection.
 */
export async function rawReceiver(
  t: Test,
  {
    onRequest = () => {},
    onConnection = () => {},
    tls,
    reads = true,
  }: {
    onRequest?: (socket: Socket, number: number, receiver: RawReceiver) => void;
    onConnection?: (socket: Socket, receiver: RawReceiver) => void;
    tls?: Certificate;
    /** Whether it reads at all. */
    reads?: boolean;
  },
): Promise<RawReceiver> {
  /** The plain TCP connections below TLS, by the other side's port. */
  const bare = new Map<number, Socket>();
  const receiver: RawReceiver = {
    port: 0,
    accepted: 0,
    open: new Set(),
    requests: 0,
    reused: 0,
    reset: ({ remotePort }) => bare.get(remotePort!)?.resetAndDestroy(),
  };
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('connection', (socket: Socket) => bare.set(socket.remotePort!, socket));
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    receiver.accepted++;
    receiver.open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => receiver.open.delete(socket));
    onConnection(socket, receiver);
    if (!reads) return;
    let read = Buffer.alloc(0);
    let isUsed = false;
    socket.on('data', (bytes: Buffer) => {
      read = Buffer.concat([read, bytes]);
      for (let length = lengthOfRequest(read); length !== null; length = lengthOfRequest(read)) {
        read = read.subarray(length);
        if (isUsed) receiver.reused++;
        isUsed = true;
        onRequest(socket, ++receiver.requests, receiver);
      }
    });
  });
  receiver.port = await portOf(server);
  t.teardown(() => {
    server.close();
    for (const socket of receiver.open) socket.destroy();
  });
  return receiver;
}
