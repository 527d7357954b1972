import { fileURLToPath } from 'node:url';
import { homeId, type ServerKey, serverPassword } from './home.ts';
import { heartbeat, type Log, run } from './run.ts';

const COMPOSE_FILE = fileURLToPath(new URL('../../../docker-compose.yml', import.meta.url));
const ENGINE_TIMEOUT_MS = 5_000;

/** Whether a Docker engine answers within a few seconds and has Compose. */
export async function dockerIsThere(): Promise<boolean> {
  const [engine, compose] = await Promise.all([
    run('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: ENGINE_TIMEOUT_MS }),
    run('docker', ['compose', 'version'], { timeout: ENGINE_TIMEOUT_MS }),
  ]);
  return engine.ok && engine.stdout.trim() !== '' && compose.ok;
}

/**
 * Starts the named services and waits until they are healthy. Each home is its own Compose project with its own
 * volumes. Throws with Compose's last lines of output.
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
  });
}

/** Stops and removes the containers; with `volumes`, their data, too. Does nothing when there are none. */
export async function dockerDown(home: string, volumes: boolean, log: Log): Promise<void> {
  await compose(home, ['down', ...(volumes ? ['--volumes'] : [])], log);
}

async function compose(home: string, args: string[], log: Log, settings?: NodeJS.ProcessEnv): Promise<void> {
  const password = await serverPassword(home);
  // Compose fills in the whole file for any command, so each call needs the variables of every service.
  const env = {
    ...process.env,
    ELASTIC_PASSWORD: password,
    MYSQL_ROOT_PASSWORD: password,
    MYSQL_PASSWORD: password,
    // Only services that are not started here need it; they would refuse this value.
    WEBHOOK_SECRET_KEY: 'not-for-use',
    ...settings,
  };
  const work = run('docker', ['compose', '-p', `terrier-${homeId(home)}`, '-f', COMPOSE_FILE, ...args], {
    env,
  });
  const { ok, stderr } = await heartbeat(log, `Docker: compose ${args[0]}`, work);
  if (ok) return;
  const last = stderr.trim().split('\n').slice(-3);
  throw new Error(`docker compose ${args[0]} failed: ${last.map((line) => line.trim()).join(' / ')}`);
}
