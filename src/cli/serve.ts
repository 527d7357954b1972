import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { checkApiPort } from './ports.ts';
import { print, tell } from './print.ts';
import { startApi } from './server.ts';
import { connect, SERVERS_WAIT } from './services.ts';
import { untilStopped } from './stopping.ts';

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
