import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../gate/key.ts';
import { fetchHere } from './here.ts';
import { mcpServer } from './server.ts';

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
