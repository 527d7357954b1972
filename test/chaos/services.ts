import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/stores/mysql/database.ts';
import { freePort } from '../free-port.ts';
import type { Endpoint } from '../webhooks/ledger/book.ts';
import { ReceiverProcess, ServiceProcess, until } from '../webhooks/ledger/processes.ts';
import { WATCHES } from '../webhooks/ledger/records.ts';
import type { Api } from './ledger.ts';
import type { Weather } from './weather.ts';

const COUNT = 2;
const RECEIVERS = 3;
const READY = 90_000;

export interface ApiProcess extends Api {
  process: ServiceProcess;
}

/** The processes of a storm, with their endpoints. */
export interface Services {
  apis: ApiProcess[];
  dispatchers: ServiceProcess[];
  receivers: ReceiverProcess[];
  /** The receiver of the endpoint that is turned on and off; nothing else happens to it. */
  steady: ReceiverProcess;
  end(): Promise<void>;
}

/** Starts two of each. A process that ends by itself is started again, as a supervisor would do. */
export async function startServices(
  env: NodeJS.ProcessEnv,
  folder: string,
  seed: number,
  weather: Weather,
  find: (fault: string) => void,
): Promise<Services> {
  let ended = false;
  const service = (command: 'serve' | 'dispatch', own: NodeJS.ProcessEnv = {}): ServiceProcess => {
    const one: ServiceProcess = new ServiceProcess(command, { ...env, ...own }, (code, wasReady, lines) => {
      if (ended) return;
      // It cannot start while a store is away.
      if (wasReady || weather.isCalm(Date.now(), Date.now()))
        find(`terrier ${command} ended by itself with ${code}: ${lines.slice(-5).join(' | ')}`);
      setTimeout(() => !ended && !one.child && one.start(), 300);
    });
    return one;
  };
  const apis: ApiProcess[] = [];
  for (let n = 0; n < COUNT; n++) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    apis.push({ name: `api ${n}`, url, process: service('serve', { PORT: String(port) }) });
  }
  const dispatchers = Array.from({ length: COUNT }, () => service('dispatch'));
  const receivers = Array.from(
    { length: RECEIVERS + 1 },
    (_, n) => new ReceiverProcess(join(folder, `receiver-${n}.log`), seed + n),
  );
  const all = [...apis.map(({ process }) => process), ...dispatchers];
  const killAll = () => {
    for (const { child } of [...all, ...receivers]) child?.kill('SIGKILL');
  };
  process.once('exit', killAll);
  async function end(): Promise<void> {
    ended = true;
    for (const one of [...all, ...receivers]) {
      one.child?.kill('SIGCONT');
      await one.kill();
    }
    process.off('exit', killAll);
  }
  try {
    for (const one of receivers) await one.start();
    // The first one migrates the tables.
    for (const one of all) {
      one.start();
      await until('a service is ready', () => one.isReady, READY);
    }
    return {
      apis,
      dispatchers,
      receivers: receivers.slice(0, RECEIVERS),
      steady: receivers[RECEIVERS]!,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Creates an endpoint through the API. Throws when it is refused. */
async function createEndpoint(
  { url }: Api,
  key: string,
  body: object,
): Promise<{ id: string; secret: string }> {
  const answer = await fetch(`${url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`The endpoint was refused: ${await answer.text()}`);
  return (await answer.json()) as { id: string; secret: string };
}

/** The endpoints of the accounts `one` and `two`, and a key of `three`, which creates and disables its own. */
export async function createEndpoints({ apis, receivers, steady }: Services, database: Database) {
  const keys = new Map<string, string>();
  const keyOf = async (account: string) => {
    const key =
      keys.get(account) ?? (await createKey(database, { tier: 'scale', name: 'storm', account })).key;
    keys.set(account, key);
    return key;
  };
  const endpoints: Endpoint[] = [];
  const secrets: Record<string, string> = {};
  for (const [n, watch] of WATCHES.entries()) {
    const receiver = n % receivers.length;
    const path = `/hooks/${n}`;
    const { account, stubborn, ...asked } = watch;
    const url = `http://127.0.0.1:${receivers[receiver]!.port}${path}`;
    const { id, secret } = await createEndpoint(apis[0]!, await keyOf(account), { ...asked, url });
    endpoints.push({ id, watch, path, receiver });
    secrets[path] = secret;
  }
  await keyOf('three');
  const stubborn = endpoints.filter(({ watch }) => watch.stubborn).map(({ path }) => path);
  for (const one of receivers) await one.order({ secrets, stubborn, calm: false });
  await steady.order({ calm: true });
  // A process caches keys for two seconds.
  await sleep(100);
  return { endpoints, keys: Object.fromEntries(keys) };
}
