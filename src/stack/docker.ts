import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { homeId, mysqlPassword, type ServerKey } from './home.ts';
import { heartbeat, type Log, run } from './run.ts';

const COMPOSE_FILE = fileURLToPath(new URL('../../docker-compose.yml', import.meta.url));
const ENGINE_TIMEOUT_MS = 5_000;

/** Whether a Docker engine answers within a few seconds, has Compose, and the compose file is there. */
export async function dockerIsThere(): Promise<boolean> {
  const file = await stat(COMPOSE_FILE).catch(() => undefined);
  if (!file) return false;
  const [engine, compose] = await Promise.all([
    run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: ENGINE_TIMEOUT_MS }),
    run('docker', ['compose', 'version'], { timeout: ENGINE_TIMEOUT_MS }),
  ]);
  return engine.ok && engine.stdout.trim() !== '' && compose.ok;
}

/**
 * Starts the named services and waits until they are healthy. The compose file is given ELASTICSEARCH_PORT, MYSQL_PORT,
 * ELASTICSEARCH_HEAP and the passwords; each home is a Compose project of its own, with volumes of its own.
 */
export async function dockerUp(
  home: string,
  services: ServerKey[],
  settings: { ports: { elasticsearch: number; mysql: number }; heap: string },
  log: Log,
): Promise<void> {
  log(`Docker: starting ${services.join(' and ')}`);
  await compose(home, ['up', '-d', '--wait', ...services], log, {
    ELASTICSEARCH_PORT: String(settings.ports.elasticsearch),
    MYSQL_PORT: String(settings.ports.mysql),
    ELASTICSEARCH_HEAP: settings.heap,
    ...(await passwords(home)),
  });
}

/** The compose file asks for a password each; a home on this machine needs no more than one. */
async function passwords(home: string): Promise<NodeJS.ProcessEnv> {
  const password = await mysqlPassword(home);
  return { ELASTIC_PASSWORD: password, MYSQL_ROOT_PASSWORD: password, MYSQL_PASSWORD: password };
}

/** Stops and removes the containers; with `volumes` their data too. Nothing happens when there are none. */
export async function dockerDown(home: string, volumes: boolean, log: Log): Promise<void> {
  await compose(home, ['down', ...(volumes ? ['--volumes'] : [])], log, await passwords(home));
}

async function compose(home: string, args: string[], log: Log, env: NodeJS.ProcessEnv): Promise<void> {
  const project = `terrier-${homeId(home)}`;
  const { ok, stderr } = await heartbeat(
    log,
    () => `Docker: compose ${args[0]}`,
    run('docker', ['compose', '-p', project, '-f', COMPOSE_FILE, ...args], {
      env: { ...process.env, ...env },
    }),
  );
  if (ok) return;
  const busy = /port is already allocated|address already in use/i.test(stderr);
  throw new Error(
    `docker compose ${args[0]} failed:\n${stderr.trim().split('\n').slice(-8).join('\n')}` +
      (busy ? '\nSet ELASTICSEARCH_PORT or MYSQL_PORT to a free port, or end the program that has it.' : ''),
  );
}
