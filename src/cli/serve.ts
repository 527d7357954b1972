import { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { readerClient } from '../stores/elastic/client.ts';
import type { Stack } from '../stores/local/index.ts';
import { openDatabase } from '../stores/mysql/database.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { checkApiPort, portError } from './ports.ts';
import { print, tell } from './print.ts';
import { connect, SERVERS_WAIT } from './services.ts';
import { untilStopped } from './stopping.ts';

/** Starts the API; returns it with its address. */
export async function startApi(
  config: Config,
  stack: Stack,
): Promise<{ app: FastifyInstance; port: number }> {
  const client = readerClient(stack.elasticsearchUrl);
  const database = openDatabase(stack.databaseUrl);
  const wakeUps = openDatabase(stack.databaseUrl, 1);
  const app = await buildApp({ config, client, database, wakeUps, secretKey: await secretKey(config) });
  await app.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw portError(config.PORT, error.code);
  });
  const [address] = app.addresses();
  return { app, port: typeof address === 'object' ? address.port : config.PORT };
}

export const serveCommand = new Command('serve').action(async () => {
  const config = readConfig();
  await checkApiPort(config);
  const { stack, close } = await connect(config, SERVERS_WAIT);
  await close();
  const { app, port } = await startApi(config, stack);
  await untilStopped(() => print(`Terrier is ready: http://127.0.0.1:${port}`));
  tell('Stopping …');
  await app.close();
});
