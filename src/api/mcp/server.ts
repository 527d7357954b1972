import { McpServer } from '@modelcontextprotocol/server';
import { createTerrier, type TerrierOptions } from 'terrier/client';
import manifest from '../../../package.json' with { type: 'json' };
import { toText } from './answer.ts';
import { failureText } from './failure.ts';
import { TOOLS } from './tools/index.ts';

/** In milliseconds. */
const LONGEST_CALL = 30_000;

const INSTRUCTIONS =
  'US parcels: who owns what, what it is worth, its deeds, permits and risks, and how markets move. Money is USD. FIPS ' +
  'codes are texts with their leading zeros. A missing field is unknown. Totals are exact; rows are few, and ' +
  'continue with next_cursor. Every call counts against the limits of the caller’s API key.';

/** An MCP server that calls the API with these options of its client. Throws a TypeError that names a bad one. */
export function mcpServer(options: TerrierOptions): McpServer {
  const terrier = createTerrier(options);
  const server = new McpServer(
    { name: 'terrier', title: 'Terrier', version: manifest.version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const { name, title, description, input, run } of TOOLS) {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations },
      async (args, { mcpReq }) => {
        const signal = AbortSignal.any([mcpReq.signal, AbortSignal.timeout(LONGEST_CALL)]);
        try {
          const answer = await run(terrier, args, signal);
          return { content: [{ type: 'text', text: toText(answer) }] };
        } catch (error) {
          return { isError: true, content: [{ type: 'text', text: failureText(error, options.baseUrl) }] };
        }
      },
    );
  }
  return server;
}
