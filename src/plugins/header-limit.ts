import type { FastifyInstance, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';

/** Room for all headers, in bytes: what Node gives to address and headers together. */
const HEADERS = 16 << 10;
/** Longest that a path may be with its parameters as they are sent, in bytes: a name of 1,000 characters fits in. */
export const LONGEST_PARAMETER = 16_384;
/** A character of UTF-8 in a URL, `%F0%9F%8F%A0`, and one of ASCII, `%2C`. */
const BYTES_OF_ANY = 12;
const BYTES_OF_ASCII = 3;
/** What is a number, or has a pattern of a fixed length, is shorter. */
const SHORT = 100;

/** What is read of a JSON Schema here. */
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

/** Most bytes that the address of a request to a route may need, with each of its parameters as long as is allowed. */
export function longestAddress({ url, schema }: Pick<RouteOptions, 'url' | 'schema'>): number {
  const { properties = {} } = (schema?.querystring ?? {}) as Schema;
  const query = Object.entries(properties).map(([name, value]) => name.length + 2 + longestValue(value));
  const path = url.includes(':') ? LONGEST_PARAMETER : 0;
  return query.reduce((sum, bytes) => sum + bytes, url.length + path);
}

/** Lets address and headers be as long as the routes promise to read, in place of the 16 KiB that Node would read. */
export const headerLimit = fp(async (app: FastifyInstance) => {
  let longest = 0;
  app.addHook('onRoute', (route) => {
    longest = Math.max(longest, longestAddress(route));
  });
  app.addHook('onReady', async () => {
    Object.assign(app.server, { maxHeaderSize: longest + HEADERS });
  });
});
