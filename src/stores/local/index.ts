import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { shownHosts } from '../../domain/server-addresses.ts';
import { compose, dockerIsThere } from './docker.ts';
import { elasticsearch } from './elasticsearch.ts';
import { untilUsable } from './health.ts';
import {
  folderElsewhere,
  type Memory,
  openHome,
  openPlace,
  readMemory,
  type ServerKey,
  withLock,
  writeMemory,
} from './home.ts';
import { mysql } from './mysql.ts';
import type { Log } from './run.ts';
import {
  checkPort,
  findProcesses,
  type Server,
  type ServerOptions,
  startServer,
  stopServer,
} from './server.ts';

export type { Log } from './run.ts';

export type Origin = 'given' | 'docker' | 'started' | 'running';

export type StackOptions = Omit<ServerOptions, 'settings'> & {
  home: string;
  ports: Record<ServerKey, number>;
  /** Running servers to use instead; it is only checked that they answer. */
  elasticsearchUrl?: string;
  databaseUrl?: string;
  /** How long to wait for these servers, in milliseconds; by default they must answer at once. */
  wait?: number;
};

export type Stack = {
  /** This and the next one may hold a password: not for logs. */
  elasticsearchUrl: string;
  databaseUrl: string;
  started: Record<ServerKey, Origin>;
};

type HomeOptions = Pick<StackOptions, 'home' | 'log'>;
type Origins = Partial<Record<ServerKey, Origin>>;

const SERVERS = [elasticsearch, mysql];

/**
 * Makes an Elasticsearch and a MySQL available: those named by URLs; else in a running Docker engine; else as local
 * processes from Maven packages, which outlive this process. A home keeps the kind it began with, since its data is
 * there. It is safe to call twice, concurrently, and after any of its processes was killed.
 * Throws an Error that says what to do when a server cannot be started.
 */
export async function stackUp(given: StackOptions): Promise<Stack> {
  const options = { ...given, home: resolve(given.home) };
  const { home, ports, log } = options;
  const urls = { elasticsearch: given.elasticsearchUrl, mysql: given.databaseUrl };
  await Promise.all(SERVERS.map((server) => checkUrl(server, urls[server.key], options)));
  const needed = SERVERS.filter(({ key }) => !urls[key]);
  const started: Record<ServerKey, Origin> = { elasticsearch: 'given', mysql: 'given' };
  if (needed.length > 0) {
    await openHome(home);
    await withLock(lockFile(home), log, async () => {
      const up = (await usesDocker(home)) ? upInDocker : upHere;
      Object.assign(started, await up(options, needed));
    });
  }
  return {
    elasticsearchUrl: urls.elasticsearch || elasticsearch.address(home, ports.elasticsearch),
    databaseUrl: urls.mysql || mysql.address(home, ports.mysql),
    started,
  };
}

/**
 * The URLs of the servers that would be used, without starting or making anything; null where none was named or ever
 * started. They may hold passwords.
 */
export async function stackUrls(
  options: Pick<StackOptions, 'home' | 'elasticsearchUrl' | 'databaseUrl'>,
): Promise<{ elasticsearchUrl: string | null; databaseUrl: string | null }> {
  const home = resolve(options.home);
  const { ports = {} } = await readMemory(home);
  const urlOf = ({ key, address }: Server) => (ports[key] ? address(home, ports[key]) : null);
  return {
    elasticsearchUrl: options.elasticsearchUrl || urlOf(elasticsearch),
    databaseUrl: options.databaseUrl || urlOf(mysql),
  };
}

/** Does `work` while no other process works in the home, if there is one. */
async function inHome(options: HomeOptions, work: (home: string) => Promise<void>): Promise<void> {
  const home = resolve(options.home);
  if (!existsSync(home)) return;
  await openHome(home);
  await withLock(lockFile(home), options.log, () => work(home));
}

/** Stops this home's servers and keeps their data. Servers named by URLs are left alone. */
export const stackDown = (options: HomeOptions): Promise<void> =>
  inHome(options, async (home) => {
    const left = await down(home, false, options.log);
    if (left) throw left;
  });

/** Stops this home's servers and deletes their data and secrets; the unpacked programs in it stay. */
export const stackReset = ({ home: given, log }: HomeOptions): Promise<void> =>
  inHome({ home: given, log }, async (home) => {
    const left = await down(home, true, log);
    if (left)
      log(
        `${left.message}\nThe containers and volumes that Docker has for this home are left: see "docker volume ls". ` +
          'Their password stays in secrets.json',
      );
    const deleted = ['elasticsearch', 'mysql', 'stack.json', ...(left ? [] : ['secrets.json'])];
    for (const path of [...deleted.map((name) => join(home, name)), folderElsewhere(home)])
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    log('Deleted the local data');
  });

/**
 * Reports what is running, without changing or waiting for anything. Its kind is null when none was ever started. A server
 * that is `starting` has a process that does not answer yet.
 */
export async function stackStatus(options: { home: string }) {
  const home = resolve(options.home);
  const { kind = null, place = home, ports = {} } = await readMemory(home);
  const statusOf = async ({ key, mark, isMain, address, trouble }: Server) => {
    const port = ports[key] ?? null;
    const processes = kind === 'local' ? await findProcesses(mark(place)) : [];
    const pid = (processes.find(isMain) ?? processes[0])?.pid ?? null;
    const mayAnswer = port !== null && (pid !== null || kind === 'docker');
    if (mayAnswer && (await trouble(address(home, port), 2_000)) === undefined)
      return { state: 'running', pid, port };
    return pid === null ? { state: 'stopped', pid, port: null } : { state: 'starting', pid, port };
  };
  const servers = { elasticsearch: await statusOf(elasticsearch), mysql: await statusOf(mysql) };
  return { kind, place, servers };
}

async function checkUrl(
  { title, urlSetting, addresses, trouble }: Server,
  url: string | undefined,
  { wait = 0, log }: StackOptions,
): Promise<void> {
  if (!url) return;
  const listed = addresses(url);
  const hosts = listed.every((address) => URL.canParse(address)) && shownHosts(listed);
  if (!hosts) throw new Error(`${urlSetting} is not a URL.`);
  const left = await untilUsable(() => trouble(url), { name: `${title} (${hosts})`, wait, log });
  if (left === undefined) return;
  throw new Error(
    `The server that ${urlSetting} names (${hosts}) is not usable: ${left}. Start it, or correct or unset ${urlSetting}.`,
  );
}

async function usesDocker(home: string): Promise<boolean> {
  const { kind, place = home } = await readMemory(home);
  // A start that failed before it made any data decides nothing.
  if (kind === 'local' && SERVERS.some(({ key }) => existsSync(join(place, key, 'data')))) return false;
  const docker = await dockerIsThere();
  if (docker || kind !== 'docker') return docker;
  throw new Error(
    `The data of ${home} is in Docker, which does not answer. Start Docker, or run "terrier stack reset" to start over without it.`,
  );
}

/** Remembers the kind of servers, and on which ports those needed are started. */
async function remember(
  { home, ports }: StackOptions,
  kind: Memory['kind'],
  needed: Server[],
): Promise<void> {
  const memory = await readMemory(home);
  const started = Object.fromEntries(needed.map(({ key }) => [key, ports[key]]));
  await writeMemory(home, { ...memory, kind, ports: { ...memory.ports, ...started } });
}

/** Starts the servers in Docker. What a failed start had begun is ended, unless it has data. */
async function upInDocker(options: StackOptions, needed: Server[]): Promise<Origins> {
  const { home, ports, heap = '1g', log } = options;
  const services = needed.map(({ key }) => key);
  log(`Docker: starting ${services.join(' and ')}`);
  try {
    await compose(home, ['up', '-d', '--wait', ...services], log, {
      ELASTICSEARCH_PORT: String(ports.elasticsearch),
      MYSQL_PORT: String(ports.mysql),
      ELASTICSEARCH_HEAP: heap,
    });
  } catch (error) {
    const hasData = (await readMemory(home)).kind === 'docker';
    // Containers that did start would keep the ports.
    if (!hasData) await compose(home, ['down'], log).catch(() => {});
    const why = hasData ? `The data of ${home} is in Docker, so it has to start there. ` : '';
    const instead = hasData
      ? 'To start over without this data: terrier stack reset --yes'
      : 'To start the servers from Maven packages instead, stop the Docker engine, or take docker off the PATH.';
    throw new Error(
      `${(error as Error).message}\n${why}If a port is taken, set ELASTICSEARCH_PORT or MYSQL_PORT to a free one. ${instead}`,
    );
  }
  // Noted only now: from here on, the home stays with Docker.
  await remember(options, 'docker', needed);
  return Object.fromEntries(services.map((key) => [key, 'docker']));
}

async function upHere(options: StackOptions, needed: Server[]): Promise<Origins> {
  const { home, ports, log } = options;
  const place = await openPlace(home, log);
  const { ports: known = {} } = await readMemory(home);
  // Ports are checked before anything is fetched. Every server is awaited, so that the lock covers all of the work.
  await allOf(needed.map((server) => checkPort(server, place.folder, ports[server.key], known[server.key])));
  await remember(options, 'local', needed);
  const starts = needed.map(async (server) => {
    return [server.key, await startServer(server, place, ports[server.key], options)] as const;
  });
  return Object.fromEntries(await allOf(starts));
}

/** Waits for all, and then throws what failed of them. */
async function allOf<T>(work: Promise<T>[]): Promise<T[]> {
  const reasons = (await Promise.allSettled(work)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Error] : [],
  );
  if (reasons.length > 1)
    throw new Error([...new Set(reasons.map(({ message }) => message))].join('\n'), { cause: reasons[0] });
  return Promise.all(work);
}

/** Stops this home's servers of any kind. Returns the error if Docker could not stop its containers. */
async function down(home: string, forGood: boolean, log: Log): Promise<Error | undefined> {
  const { kind, place, ports, ...memory } = await readMemory(home);
  let left: Error | undefined;
  // An interrupted start may have created containers before that was noted.
  if (kind !== 'local') {
    if (await dockerIsThere())
      await compose(home, ['down', ...(forGood ? ['--volumes'] : [])], log).catch((error) => (left = error));
    else left = new Error('Docker does not answer: its containers, if any, are left as they are.');
  }
  await allOf(SERVERS.map((server) => stopServer(server, place ?? home, log)));
  if (ports) await writeMemory(home, { ...memory, kind, place });
  return kind === 'docker' ? left : undefined;
}

const lockFile = (home: string) => join(home, 'run', 'stack.lock');
