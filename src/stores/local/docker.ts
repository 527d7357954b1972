import { fileURLToPath } from 'node:url';
import { homeId, serverPassword } from './home.ts';
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
 * Runs a command of Compose. Each home is its own project with its own volumes.
 * @param settings variables of the Compose file besides the passwords.
 * @throws Error with Compose's last lines of output.
 */
export async function compose(
  home: string,
  args: string[],
  log: Log,
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  const password = serverPassword(home);
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
