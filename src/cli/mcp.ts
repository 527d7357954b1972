import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { createTerrier } from 'terrier/client';
import { mcpServer } from '../api/mcp/server.ts';
import { readConfig } from '../config.ts';

interface Flags {
  url?: string;
}

/** Most tries of one request, and the longest wait for a Retry-After, in milliseconds; then the model gets the error. */
const TRIES = 3;
const LONGEST_WAIT = 5_000;

/** Uses standard error, since standard output belongs to the protocol. */
const tell = (message: string) => console.error(message);

/** The client's errors begin with the name of an option: these are the same options on the command line. */
const FLAG_OF: Record<string, string> = { baseUrl: '--url', key: 'TERRIER_API_KEY' };

function checkClient(options: { baseUrl: string; key?: string }): void {
  try {
    createTerrier(options);
  } catch (error) {
    const [option = '', ...rest] = (error as Error).message.split(' ');
    throw new Error([FLAG_OF[option] ?? option, ...rest].join(' '));
  }
}

export const mcpCommand = new Command('mcp')
  .option('--url <url>', 'address of the API (default: the local one, http://127.0.0.1:$PORT)')
  .addHelpText(
    'after',
    `
It speaks over its standard input and output; over HTTP, the API itself serves MCP at /mcp. The key is TERRIER_API_KEY. In
the settings of an MCP host:
  {"mcpServers": {"terrier": {"command": "node", "args": ["…/src/terrier.mjs", "mcp"], "env": {"TERRIER_API_KEY": "terrier_…"}}}}`,
  )
  .action(async (flags: Flags) => {
    const config = readConfig();
    const baseUrl = flags.url ?? `http://127.0.0.1:${config.PORT}`;
    const key = config.TERRIER_API_KEY;
    const options = { baseUrl, key, tries: TRIES, maxWait: LONGEST_WAIT };
    checkClient(options);
    serveStdio(() => mcpServer(options), { onerror: (error) => tell(error.message) });
  });
