import type { IncomingMessage, ServerResponse } from 'node:http';

/** Both types of answers in the protocol. */
const BOTH = 'application/json, text/event-stream';
const ANY = /(^|,)\s*(\*|application)\/\*/;

/** Reads an Accept header as HTTP does: none, or a wildcard, accepts any type. The protocol's library requires both by name. */
export function widenAccept({ headers }: IncomingMessage): void {
  if (headers.accept === undefined || ANY.test(headers.accept)) headers.accept = BOTH;
}

/** Headers of the answer to a preflight request. */
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'access-control-max-age': '86400',
};

/**
 * Lets pages of allowed origins call the server.
 * @returns whether it has answered a preflight request, which has no key.
 */
export function answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.origin === undefined) return false;
  response.setHeader('vary', 'Origin');
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-expose-headers', 'WWW-Authenticate');
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  response.writeHead(204, PREFLIGHT).end();
  return true;
}
