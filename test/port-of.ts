import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Listens on a free port of this machine; returns the port. */
export async function portOf(one: FastifyInstance | Server): Promise<number> {
  if ('inject' in one) await one.listen({ host: '127.0.0.1', port: 0 });
  else await once(one.listen(0, '127.0.0.1'), 'listening');
  return (('inject' in one ? one.server : one).address() as AddressInfo).port;
}
