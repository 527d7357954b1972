import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The client's address, as the trusted proxies forward it. If one forwards something that is not an address, the proxy's
 * own.
 */
export const clientAddress = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? 'unknown');
