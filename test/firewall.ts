import { connect, createServer, type Socket } from 'node:net';
import type { Test } from 'tap';
import { portOf } from './port-of.ts';

/** The longest first TLS message that fits into one packet, in bytes. */
const ONE_PACKET = 1_400;
/** Bytes in front of the content of a TLS message; the last two are its length. */
const HEADER = 5;

/** How firewalls end connections. */
export const ENDS: Record<string, (socket: Socket) => void> = {
  'with a reset': (socket) => socket.resetAndDestroy(),
  'with a close': (socket) => socket.destroy(),
};

/**
 * A firewall on loopback in front of a server: it ends connections whose first TLS message is too long, and passes on the
 * others.
 * @param longest the longest message that it passes on, in bytes.
 * @returns its port, and the length of the first message of each connection.
 */
export async function firewall(
  t: Pick<Test, 'teardown'>,
  port: number,
  end: (socket: Socket) => void,
  longest = ONE_PACKET,
): Promise<{ port: number; hellos: number[] }> {
  const hellos: number[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {});
    let read = Buffer.alloc(0);
    client.on('data', function look(bytes: Buffer) {
      read = Buffer.concat([read, bytes]);
      const length = read.length < HEADER ? Infinity : HEADER + read.readUInt16BE(HEADER - 2);
      if (read.length < length) return;
      client.off('data', look);
      hellos.push(length);
      if (length > longest) return end(client);
      const behind = connect(port, '127.0.0.1');
      open.add(behind);
      behind.on('error', () => client.destroy());
      behind.write(read);
      client.pipe(behind).pipe(client);
    });
  });
  const ownPort = await portOf(server);
  t.teardown(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { port: ownPort, hellos };
}
