import { McpServer } from '@modelcontextprotocol/server';
import { createTerrier, TerrierError, type TerrierOptions } from 'terrier/client';
import manifest from '../../../package.json' with { type: 'json' };
import { toText } from './answer.ts';
import type { Tool } from './tool.ts';
import { dealsAbsentee, dealsContractors, dealsEntities, dealsFlips } from './tools/deals.ts';
import {
  marketAccuracy,
  marketCounties,
  marketTrends,
  parcelComparables,
  parcelValue,
} from './tools/market.ts';
import { ownerProfile, ownerProperties, ownerSearch } from './tools/owners.ts';
import { coverage, parcelFind, parcelLookup, parcelMatch, parcelSearch } from './tools/parcels.ts';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  coverage,
  parcelFind,
  parcelMatch,
  parcelLookup,
  parcelSearch,
  parcelValue,
  parcelComparables,
  ownerSearch,
  ownerProfile,
  ownerProperties,
  marketCounties,
  marketTrends,
  marketAccuracy,
  dealsAbsentee,
  dealsFlips,
  dealsContractors,
  dealsEntities,
];

const HINTS: Record<number, string> = {
  401: 'The API key is missing or unknown. In stdio mode it comes from TERRIER_API_KEY, over HTTP from the Authorization header.',
  403: 'This needs another API key or plan.',
};

/** What went wrong, for a model to act on. `baseUrl` is the API's address. Contains no key. */
function failureText(error: unknown, baseUrl: string): string {
  if (error instanceof TerrierError) {
    const wait = error.retryAfter === null ? '' : ` Try again in ${error.retryAfter} seconds, not before.`;
    const hint = HINTS[error.status] ? ` ${HINTS[error.status]}` : '';
    return `${error.status} ${error.code}: ${error.message.replace(/\.$/, '')}.${wait}${hint}`;
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The Terrier API did not answer in time. Try again later.';
  }
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return `The Terrier API at ${baseUrl} cannot be reached. Is it running?`;
  }
  // From the client's own checks, such as a path parameter that no URL can contain.
  if (error instanceof TypeError) return error.message;
  return 'Something failed in the MCP server.';
}

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
