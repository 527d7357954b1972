import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request';
import { clientAddress } from '../gate/key.ts';
import { mcpServer } from './server.ts';

/** Statuses of answers without a body. */
const EMPTY = [204, 304];

/**
 * A fetch that hands requests to the API of this process, as if they came from `address`. Not `app.inject`, which refuses
 * once the API closes: a call that has begun goes on.
 */
const fetchHere =
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

/** Both types of answers in the protocol. */
const BOTH = 'application/json, text/event-stream';
const ANY = /(^|,)\s*(\*|application)\/\*/;

/** An Accept header as HTTP means it: none, or a wildcard, accepts any type. The protocol's library requires both by name. */
const widened = (accept: string | undefined) => (accept === undefined || ANY.test(accept) ? BOTH : accept);

async function* nothing() {}

/** A message whose body has been read. The library makes a URL of the Host header, which may not be one. */
const read = ({ method, url, headers }: FastifyRequest) => ({
  method,
  url,
  headers: { ...headers, host: 'localhost', accept: widened(headers.accept) },
  [Symbol.asyncIterator]: nothing,
});

/** Answers a message of the protocol with a server of its own: the caller's key, and the caller's address. */
export async function answerMessage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const onerror = (err: Error) => request.log.warn({ err }, 'mcp');
  const [, key] = request.headers.authorization!.trim().split(/ +/);
  const fetch = fetchHere(request.server, clientAddress(request));
  const server = () => mcpServer({ baseUrl: 'http://localhost', key, fetch, tries: 1 });
  // Tools never change while the API runs, so there is nothing to listen to.
  const handler = createMcpHandler(server, { maxSubscriptions: 0, onerror });
  // A tool's own requests have deadlines; this one has none.
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
  await toNodeHandler(handler, { onerror })(read(request), reply.raw, request.body);
}
