import { isUtf8 } from 'node:buffer';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { cutUnread } from '../unread.ts';
import { readBody } from './body.ts';
import { answerPreflight, widenAccept } from './browsers.ts';
import { mcpServer } from './server.ts';

/** In bytes: the largest polygon of a search fits in it. */
const LARGEST_BODY = 256 << 10;
/** In milliseconds, for the whole request to arrive. */
const LONGEST_ARRIVAL = 15_000;
/** Tools never change while the server runs, so clients need not listen. */
const MOST_LISTENERS = 1;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const PATH = '/mcp';
const BEARER = /^Bearer ([\x21-\x7e]{1,200})$/i;

export interface HttpOptions {
  baseUrl: string;
  port: number;
  host: string;
  /** Host names to accept besides those of this machine; others are refused against DNS rebinding. */
  allowedHosts: string[];
  log(message: string): void;
}

function refuse(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(JSON.stringify({ error }));
}

/** The key of a request; undefined without one. */
const keyOf = (authorization: string | null | undefined) => BEARER.exec(authorization ?? '')?.[1];

/**
 * MCP over streamable HTTP at /mcp, without sessions: each request is served with the key of its Authorization header,
 * under that caller's limits.
 * @returns the server and its address.
 */
export async function serveHttp(options: HttpOptions): Promise<{ server: Server; url: string }> {
  const { baseUrl, port, host, allowedHosts, log } = options;
  const handler = createMcpHandler(
    ({ requestInfo }) => mcpServer(baseUrl, keyOf(requestInfo?.headers.get('authorization'))),
    {
      maxRequestBodySize: LARGEST_BODY,
      maxSubscriptions: MOST_LISTENERS,
      onerror: (error) => log(error.message),
    },
  );
  const serve = toNodeHandler(handler, {
    maxRequestBodySize: LARGEST_BODY,
    onerror: (error) => log(error.message),
  });
  const isHost = hostHeaderValidation([...LOOPBACK, ...allowedHosts]);
  const isOrigin = originValidation([...LOOPBACK, ...allowedHosts]);

  const server = createServer(async (request, response) => {
    if (!isHost(request, response) || !isOrigin(request, response)) return;
    if (answerPreflight(request, response)) return;
    if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `Only ${PATH} is served here`);
    // Calls without a key would all count under this server's own address.
    if (keyOf(request.headers.authorization) === undefined) {
      const error = 'An API key is required: Authorization: Bearer <key>';
      return refuse(response, 401, error, { 'www-authenticate': 'Bearer' });
    }
    widenAccept(request);
    const body = await readBody(request, LARGEST_BODY).catch(() => null);
    if (body === null) return;
    // The library would read wrong characters. A body that is too long may be cut mid-character: the library refuses that.
    if (body.length <= LARGEST_BODY && !isUtf8(body)) return refuse(response, 400, 'The body is not UTF-8');
    const { method, url, headers } = request;
    const whole = async function* () {
      yield body;
    };
    await serve({ method, url, headers, [Symbol.asyncIterator]: whole }, response);
  });
  server.requestTimeout = LONGEST_ARRIVAL;
  server.headersTimeout = LONGEST_ARRIVAL;
  server.on('close', () => void handler.close());
  cutUnread(server, { tell: (count) => log(`Cut off ${count} answers that nobody read`) });
  await new Promise<void>((listening, fail) => {
    server.once('error', fail);
    server.listen(port, host, listening);
  });
  const { address, family, port: actual } = server.address() as AddressInfo;
  return { server, url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}${PATH}` };
}
