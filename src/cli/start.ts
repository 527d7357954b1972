import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { checkHome } from '../stores/home-files.ts';
import { stackDown } from '../stores/local/index.ts';
import { machineKey } from '../webhooks/secrets.ts';
import { type DemoKey, demoKey, hasDemo, loadDemo } from './demo.ts';
import { startDuties } from './dispatch.ts';
import { checkApiPort } from './ports.ts';
import { print, tell } from './print.ts';
import { startApi } from './serve.ts';
import { connect, SERVERS_WAIT } from './services.ts';
import { untilStopped } from './stopping.ts';

/** Settings for a developer’s machine: webhooks may reach local programs, and the key for secrets is generated. */
const forDevelopment = async (config: Config): Promise<Config> => ({
  ...config,
  WEBHOOK_DEV_HOSTS: config.WEBHOOK_DEV_HOSTS || '127.0.0.1,localhost',
  WEBHOOK_SECRET_KEY: config.WEBHOOK_SECRET_KEY ?? (await machineKey(config)).toString('hex'),
});

/** Requests that find something in the made-up counties, with what the shell makes a key of. */
const demoRequests = (address: string, key: string) => `
  curl -s ${address}/api/v1/coverage
  curl -s ${address}/api/v1/search -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' \\
    -d '{"bounds":{"north":40.9,"south":40.7,"east":-96.5,"west":-96.8},"sort":"deal_score","limit":3}'
  curl -s '${address}/api/v1/parcels/33009:12%2F4%20A/deeds' -H "Authorization: Bearer ${key}"
`;

/** How to load a county; shown when there are no made-up ones. */
const LOADING = `
Load what a county publishes, in another terminal with the same settings:

  npx terrier inspect Parcels.zip --county 06001
  npx terrier ingest parcels Parcels.zip --county 06001 --auto
`;

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Shows the key to people only: what is not a terminal may be a log that others read and that is kept. */
function welcome(address: string, { key, file }: DemoKey, isDemo: boolean): string {
  const isShown = process.stdout.isTTY === true;
  const more = isDemo ? demoRequests(address, isShown ? key : `$(cat ${inShell(file)})`) : LOADING;
  return `
A key to try it with (tier scale)${isShown ? `:  ${key}` : ` is in ${file}`}

  ${address}/map${isShown ? `#key=${key}` : ''}   in a browser, to look around
${more}
Guides and the reference of the API are at ${address}/docs. Ctrl-C stops it.
`;
}

export const startCommand = new Command('start').action(async () => {
  checkHome(readConfig().TERRIER_HOME);
  const config = await forDevelopment(readConfig());
  await checkApiPort(config);
  const context = await connect(config, SERVERS_WAIT);
  if (config.TERRIER_DEMO === 'on') await loadDemo(context);
  const key = await demoKey(context);
  const { stack } = context;
  const stopDuties = await startDuties(config, stack.databaseUrl);
  const { app, port } = await startApi(config, stack);
  const address = `http://127.0.0.1:${port}`;
  print(welcome(address, key, await hasDemo(context)));
  await untilStopped(() => print(`Terrier is ready: ${address}`));
  tell('Stopping …');
  await app.close();
  await stopDuties();
  await context.close();
  const ours = Object.values(stack.started).some((origin) => origin === 'started' || origin === 'docker');
  if (ours) await stackDown({ home: config.TERRIER_HOME, log: tell });
});
