import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command, Option } from 'commander';
import { createTerrier } from 'terrier/client';
import { serveHttp } from '../api/mcp/http.ts';
import { mcpServer } from '../api/mcp/server.ts';
import { readConfig } from '../config.ts';
import { portError } from './ports.ts';
import { untilStopped } from './stopped.ts';
import { between } from './values.ts';

interface Flags {
  url?: string;
  http?: boolean;
  port?: number;
  host: string;
  allowHost: string[];
}

const HTTP_PORT = 8090;

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

async function overHttp(baseUrl: string, { port = HTTP_PORT, host, allowHost }: Flags): Promise<void> {
  checkClient({ baseUrl });
  const { server, url } = await serveHttp({ baseUrl, port, host, allowedHosts: allowHost, log: tell }).catch(
    (error: NodeJS.ErrnoException) => {
      throw portError(port, error.code, '--port');
    },
  );
  await untilStopped(() => tell(`MCP server ready: ${url} (for the API at ${baseUrl})`));
  server.close();
  server.closeAllConnections();
}

export const mcpCommand = new Command('mcp')
  .option('--url <url>', 'address of the API (default: the local one, http://127.0.0.1:$PORT)')
  .option('--http', 'serve streamable HTTP; each request carries its own key as Authorization: Bearer <key>')
  .option('--port <port>', `port of --http (default: ${HTTP_PORT})`, between(0, 65_535))
  .option('--host <address>', 'address that --http listens on', '127.0.0.1')
  .addOption(
    new Option('--allow-host <name...>', 'host names to accept in addition to localhost').default([], 'none'),
  )
  .addHelpText(
    'after',
    `
Over stdio, the key is TERRIER_API_KEY. In the settings of an MCP host:
  {"mcpServers": {"terrier": {"command": "node", "args": ["…/src/terrier.mjs", "mcp"], "env": {"TERRIER_API_KEY": "terrier_…"}}}}`,
  )
  .action(async (flags: Flags) => {
    const config = readConfig();
    if (!flags.http && flags.port !== undefined) throw new Error('--port needs --http.');
    const baseUrl = flags.url ?? `http://127.0.0.1:${config.PORT}`;
    if (flags.http) return overHttp(baseUrl, flags);
    const key = config.TERRIER_API_KEY;
    checkClient({ baseUrl, key });
    serveStdio(() => mcpServer(baseUrl, key), { onerror: (error) => tell(error.message) });
  });
