import { resolve } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Test } from 'tap';
import { type HttpOptions, serveHttp } from '../../../src/api/mcp/http.ts';

const MAIN = resolve(import.meta.dirname, '../../../src/main.ts');

/** Both ways of connecting: with the current protocol, and with the earlier handshake. */
export const ERAS = ['auto', 'legacy'] as const;
export type Era = (typeof ERAS)[number];

const clientOf = (era: Era) => {
  const options: ClientOptions = { versionNegotiation: { mode: era } };
  return new Client({ name: 'test', version: '1' }, options);
};

/** Calls a tool as a client: the text of the answer, parsed if it is JSON, and whether it is an error. */
export async function ask(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  const [part] = result.content as { type: string; text: string }[];
  return {
    failed: result.isError === true,
    text: part!.text,
    // biome-ignore lint/suspicious/noExplicitAny: the shape differs by tool
    json: () => JSON.parse(part!.text) as any,
  };
}

/** A client of a spawned `terrier mcp` that speaks over its standard input and output. */
export async function overStdio(t: Test, url: string, key?: string, era: Era = 'auto') {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', '--url', url],
    env: {
      ...(process.env as Record<string, string>),
      ...(key === undefined ? {} : { TERRIER_API_KEY: key }),
    },
    stderr: 'pipe',
  });
  const client = clientOf(era);
  await client.connect(transport);
  t.teardown(() => client.close());
  return client;
}

/** An MCP server over HTTP for the API at `baseUrl`, and clients of it. */
export async function httpServer(t: Test, baseUrl: string, options: Partial<HttpOptions> = {}) {
  const said: string[] = [];
  const { server, url } = await serveHttp({
    baseUrl,
    port: 0,
    host: '127.0.0.1',
    allowedHosts: [],
    log: (message) => said.push(message),
    ...options,
  });
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url,
    said,
    async client(key: string, era: Era = 'auto') {
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      });
      const client = clientOf(era);
      await client.connect(transport);
      t.teardown(() => client.close());
      return client;
    },
  };
}
