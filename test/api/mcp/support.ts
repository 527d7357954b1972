import { resolve } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Test } from 'tap';

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

/** A client of the API's own MCP server over HTTP. `forwarded` is what a proxy says of the caller. */
export async function overHttp(
  t: Test,
  baseUrl: string,
  key: string,
  { era = 'auto', forwarded }: { era?: Era; forwarded?: string } = {},
) {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (forwarded !== undefined) headers['x-forwarded-for'] = forwarded;
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit: { headers } });
  const client = clientOf(era);
  await client.connect(transport);
  t.teardown(() => client.close());
  return client;
}
