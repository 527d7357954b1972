import type { FastifyInstance, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';

/** Room for all headers, in bytes: Node's default for address and headers together. */
const HEADERS = 16 << 10;
/** Longest path parameter as sent, in bytes: a name of 1,000 characters fits. */
export const LONGEST_PARAMETER = 16_384;
/** A character of UTF-8 in a URL, `%F0%9F%8F%A0`, and one of ASCII, `%2C`. */
const BYTES_OF_ANY = 12;
const BYTES_OF_ASCII = 3;
/** Numbers, and texts with a pattern of a fixed length, are shorter. */
const SHORT = 100;

interface Schema {
  enum?: unknown[];
  maxLength?: number;
  pattern?: string;
  contentMediaType?: string;
  properties?: Record<string, Schema>;
}

function longestValue({ maxLength, pattern, contentMediaType }: Schema): number {
  if (maxLength === undefined) return SHORT;
  const isAscii = pattern !== undefined || contentMediaType === 'application/json';
  return maxLength * (isAscii ? BYTES_OF_ASCII : BYTES_OF_ANY);
}

/** Most bytes that an address of a route may need, with each parameter as long as allowed. */
export function longestAddress({ url, schema }: Pick<RouteOptions, 'url' | 'schema'>): number {
  const { properties = {} } = (schema?.querystring ?? {}) as Schema;
  const query = Object.entries(properties).map(([name, value]) => name.length + 2 + longestValue(value));
  const path = url.includes(':') ? LONGEST_PARAMETER : 0;
  return query.reduce((sum, bytes) => sum + bytes, url.length + path);
}

/** Raises the limit of address and headers from Node's 16 KiB to what the routes allow. */
export const headerLimit = fp(async (app: FastifyInstance) => {
  let longest = 0;
  app.addHook('onRoute', (route) => {
    longest = Math.max(longest, longestAddress(route));
  });
  app.addHook('onReady', async () => {
    Object.assign(app.server, { maxHeaderSize: longest + HEADERS });
  });
});
