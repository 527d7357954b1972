import type { FastifyInstance } from 'fastify';
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request';

/** Statuses of answers without a body. */
const EMPTY = [204, 304];

/**
 * A fetch that hands requests to the API of this process, as if they came from `address`. Not `app.inject`, which refuses
 * once the API closes: a call that has begun goes on.
 */
export const fetchHere =
  (app: FastifyInstance, address: string) =>
  async (request: Request): Promise<Response> => {
    const body = await request.arrayBuffer();
    request.signal.throwIfAborted();
    const { statusCode, headers, rawPayload } = await inject(app.routing as DispatchFunc, {
      method: request.method as InjectOptions['method'],
      url: request.url,
      headers: Object.fromEntries(request.headers),
      remoteAddress: address,
      ...(body.byteLength > 0 ? { payload: Buffer.from(body) } : {}),
    });
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const isEmpty = EMPTY.includes(statusCode);
    return new Response(isEmpty ? null : new Uint8Array(rawPayload), { status: statusCode, headers: given });
  };
