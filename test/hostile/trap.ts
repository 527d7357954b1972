import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A listener on every address of this machine, which nothing may reach. */
export interface Trap {
  port: number;
  /** The addresses that connected. */
  caught: string[];
  close(): void;
}

async function listening(server: Server, port: number, host: string): Promise<Server> {
  server.listen({ port, host, ipv6Only: false });
  await once(server, 'listening');
  return server;
}

/** Sets a trap on a free port of IPv4 and, if available, IPv6. */
export async function setTrap(): Promise<Trap> {
  const caught: string[] = [];
  const server = createServer((socket) => {
    caught.push(`${socket.localAddress} from ${socket.remoteAddress}`);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\ncaught');
  });
  const bound = await listening(server, 0, '::').catch(() => listening(server, 0, '0.0.0.0'));
  return { port: (bound.address() as AddressInfo).port, caught, close: () => void bound.close() };
}
