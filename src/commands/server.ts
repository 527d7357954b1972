import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { readerClient } from '../elastic/client.ts';
import { openDatabase } from '../mysql/database.ts';
import type { Stack } from '../stack/index.ts';
import { secretKey } from '../webhooks/secrets.ts';

/** Why a port cannot be opened, and what to do: `setting` chooses another one. */
export function portError(port: number, code: string | undefined, setting = 'PORT'): Error {
  const other = `${setting}${setting.startsWith('-') ? ' ' : '='}${port + 10}`;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is in use by another program, perhaps another Terrier. Stop it, or choose another port: ${other}`,
    );
  }
  return new Error(`Port ${port} cannot be opened (${code}). Choose another one: ${other}`);
}

/** Fails at once, with what to do, when the API’s port is taken. */
export function checkApiPort({ HOST, PORT }: Config): Promise<void> {
  return new Promise((free, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => fail(portError(PORT, error.code)));
    probe.listen(PORT, HOST, () => probe.close(() => free()));
  });
}

/** Starts the API; returns it with its address. */
export async function startApi(
  config: Config,
  stack: Stack,
): Promise<{ app: FastifyInstance; port: number }> {
  const client = readerClient(stack.elasticsearchUrl);
  const database = openDatabase(stack.databaseUrl);
  const app = await buildApp({ config, client, database, secretKey: await secretKey(config) });
  app.addHook('onClose', async () => {
    await client.close();
    await database.$client.end();
  });
  await app.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw portError(config.PORT, error.code);
  });
  const [address] = app.addresses();
  return { app, port: typeof address === 'object' ? address.port : config.PORT };
}

/**
 * Waits for Ctrl-C or a request to end. One Ctrl-C comes several times: from the terminal, from npm and from the
 * process that started this one. The handlers stay, since a repeated signal must not cut off the stopping.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped(signal));
  });
}
