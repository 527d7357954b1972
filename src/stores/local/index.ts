import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hostsIn, nodesIn, shownHosts } from '../../domain/server-addresses.ts';
import { dockerDown, dockerIsThere, dockerUp } from './docker.ts';
import { elasticsearchMark, elasticsearchServer, localElasticsearchUrl } from './elasticsearch.ts';
import {
  elasticsearchTrouble,
  hostsTrouble,
  isLasting,
  mysqlTrouble,
  nodesTrouble,
  untilUsable,
} from './health.ts';
import {
  folderElsewhere,
  openHome,
  openPlace,
  readMemory,
  readPid,
  removePid,
  type ServerKey,
  type ServerKind,
  serverPassword,
  writeMemory,
  writePid,
} from './home.ts';
import { withLock } from './lock.ts';
import { mysqlMark, mysqlServer } from './mysql.ts';
import { findProcesses } from './processes.ts';
import type { Log } from './run.ts';
import { checkPort, startServer, stopServer } from './server.ts';

export type { Log } from './run.ts';

export type Origin = 'given' | 'docker' | 'started' | 'running';

export type StackOptions = {
  home: string;
  ports: { elasticsearch: number; mysql: number };
  /** Running servers to use instead; it is only checked that they answer. */
  elasticsearchUrl?: string;
  databaseUrl?: string;
  /** How long to wait for these servers, in milliseconds; by default they must answer at once. */
  wait?: number;
  /** Elasticsearch's heap in the JVM's form; default 1g. */
  heap?: string;
  /** Elasticsearch's data folder, if it should not be in the home; whoever names it must delete it. */
  elasticsearchData?: string;
  /** Whether the servers run only for minutes, as in tests. */
  brief?: boolean;
  log: Log;
};

export type Stack = {
  /** This and the next one may hold a password: not for logs. */
  elasticsearchUrl: string;
  databaseUrl: string;
  started: Record<ServerKey, Origin>;
};

export type ServerStatus = {
  /** `starting`: its process runs, but does not answer yet. */
  state: 'running' | 'starting' | 'stopped';
  pid: number | null;
  port: number | null;
};

export type StackStatus = {
  /** null when none was ever started. */
  kind: ServerKind | null;
  place: string;
  servers: Record<ServerKey, ServerStatus>;
};

const KEYS: ServerKey[] = ['elasticsearch', 'mysql'];
const TITLES: Record<ServerKey, string> = { elasticsearch: 'Elasticsearch', mysql: 'MySQL' };
const DATABASE = 'terrier';
const FREE_PORTS = 'If a port is taken, set ELASTICSEARCH_PORT or MYSQL_PORT to a free one.';

const localDatabaseUrl = async (home: string, port: number) =>
  `mysql://root:${await serverPassword(home)}@127.0.0.1:${port}/${DATABASE}`;

/**
 * Makes an Elasticsearch and a MySQL available: those named by URLs; else in a running Docker engine; else as local
 * processes from Maven packages, which outlive this process. A home keeps the kind it began with, since its data is
 * there. It is safe to call twice, concurrently, and after any of its processes was killed.
 * Throws an Error that says what to do when a server cannot be started.
 */
export async function stackUp(stackOptions: StackOptions): Promise<Stack> {
  const options = { ...stackOptions, home: resolve(stackOptions.home) };
  const { home, ports, log } = options;
  await checkUrls(options);
  const needed = KEYS.filter((key) =>
    key === 'elasticsearch' ? !options.elasticsearchUrl : !options.databaseUrl,
  );
  const started: Record<ServerKey, Origin> = { elasticsearch: 'given', mysql: 'given' };
  if (needed.length > 0) {
    await openHome(home);
    await withLock(lockFile(home), log, async () => {
      const up = (await chooseKind(home)) === 'docker' ? upInDocker : upHere;
      Object.assign(started, await up(options, needed));
    });
  }
  return {
    elasticsearchUrl: options.elasticsearchUrl || (await localElasticsearchUrl(home, ports.elasticsearch)),
    databaseUrl: options.databaseUrl || (await localDatabaseUrl(home, ports.mysql)),
    started,
  };
}

/**
 * The URLs of the servers that would be used, without starting or making anything; null where none was named or ever
 * started. They may hold passwords.
 */
export async function stackUrls({
  home,
  elasticsearchUrl,
  databaseUrl,
}: Pick<StackOptions, 'home' | 'elasticsearchUrl' | 'databaseUrl'>) {
  const local = async (key: ServerKey, urlOf: (home: string, port: number) => Promise<string>) => {
    const known = await readPid(resolve(home), key);
    return known ? urlOf(resolve(home), known.port) : null;
  };
  return {
    elasticsearchUrl: elasticsearchUrl || (await local('elasticsearch', localElasticsearchUrl)),
    databaseUrl: databaseUrl || (await local('mysql', localDatabaseUrl)),
  };
}

type HomeOptions = Pick<StackOptions, 'home' | 'log'>;

/** Does `work` while no other process works in the home, if there is one. */
async function inHome(options: HomeOptions, work: (home: string) => Promise<void>): Promise<void> {
  const home = resolve(options.home);
  if (!(await isFolder(home))) return;
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
    for (const folder of [join(home, 'elasticsearch'), join(home, 'mysql'), folderElsewhere(home)]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    for (const file of left ? ['stack.json'] : ['secrets.json', 'stack.json'])
      await rm(join(home, file), { force: true });
    log('Deleted the local data');
  });

/** Reports what is running, without changing or waiting for anything. */
export async function stackStatus(options: { home: string }): Promise<StackStatus> {
  const home = resolve(options.home);
  const memory = await readMemory(home);
  const place = memory.place ?? home;
  const [elasticsearch, mysql] = await Promise.all(
    KEYS.map((key) => serverStatus(home, place, memory.kind, key)),
  );
  return {
    kind: memory.kind ?? null,
    place,
    servers: { elasticsearch: elasticsearch as ServerStatus, mysql: mysql as ServerStatus },
  };
}

async function serverStatus(
  home: string,
  place: string,
  kind: ServerKind | undefined,
  key: ServerKey,
): Promise<ServerStatus> {
  const known = await readPid(home, key);
  const running = kind === 'local' ? await findProcesses(markOf(key, place)) : [];
  const pid = (running.find((server) => server.pid === known?.pid) ?? running[0])?.pid ?? null;
  if (!known || (kind === 'local' && pid === null)) {
    return { state: pid === null ? 'stopped' : 'starting', pid, port: null };
  }
  const trouble =
    key === 'mysql'
      ? await mysqlTrouble('127.0.0.1', known.port, 2_000)
      : await elasticsearchTrouble(await localElasticsearchUrl(home, known.port), 2_000);
  const state = trouble === undefined ? 'running' : kind === 'local' ? 'starting' : 'stopped';
  return { state, pid, port: state === 'stopped' ? null : known.port };
}

async function checkUrls({ elasticsearchUrl, databaseUrl, wait = 0, log }: StackOptions): Promise<void> {
  const checks = [
    elasticsearchUrl && (() => nodesTrouble(elasticsearchUrl)),
    databaseUrl && (() => hostsTrouble(databaseUrl)),
  ];
  await Promise.all(
    checks.map(async (check, at) => {
      const setting = at === 0 ? 'ELASTICSEARCH_URL' : 'DATABASE_URL';
      const url = at === 0 ? elasticsearchUrl : databaseUrl;
      if (!check || !url) return;
      const addresses = at === 0 ? nodesIn(url) : hostsIn(url);
      const where = addresses.every((address) => URL.canParse(address)) && shownHosts(addresses);
      if (!where) throw new Error(`${setting} is not a URL.`);
      const name = `${TITLES[at === 0 ? 'elasticsearch' : 'mysql']} (${where})`;
      const trouble = await untilUsable(check, isLasting, { name, wait, log });
      if (trouble !== undefined) {
        throw new Error(
          `The server that ${setting} names (${where}) is not usable: ${trouble}. Start it, or correct or unset ${setting}.`,
        );
      }
    }),
  );
}

async function chooseKind(home: string): Promise<ServerKind> {
  const memory = await readMemory(home);
  const place = memory.place ?? home;
  const data = [join(place, 'elasticsearch', 'data'), join(place, 'mysql', 'data')];
  if (memory.kind === 'local' && (await Promise.all(data.map(isFolder))).includes(true)) return 'local';
  const docker = await dockerIsThere();
  if (memory.kind === 'docker' && !docker) {
    throw new Error(
      `The data of ${home} is in Docker, which does not answer. Start Docker, or run "terrier stack reset" to start over without it.`,
    );
  }
  return docker ? 'docker' : 'local';
}

/** Starts the servers in Docker. What a failed start had begun is ended, unless it has data. */
async function upInDocker(
  options: StackOptions,
  needed: ServerKey[],
): Promise<Partial<Record<ServerKey, Origin>>> {
  const { home, ports, heap = '1g', log } = options;
  const memory = await readMemory(home);
  const failed = await dockerUp(home, needed, { ports, heap }, log).then(
    () => undefined,
    (error: Error) => error,
  );
  if (failed && memory.kind === 'docker') {
    throw new Error(
      `${failed.message}\nThe data of ${home} is in Docker, so it has to start there. ${FREE_PORTS} To start over without ` +
        'this data: terrier stack reset --yes',
    );
  }
  if (failed) {
    // Containers that did start would keep the ports.
    await dockerDown(home, false, log).catch(() => {});
    throw new Error(
      `${failed.message}\n${FREE_PORTS} To start the servers from Maven packages instead, stop the Docker engine, or take ` +
        'docker off the PATH.',
    );
  }
  // Noted only now: from here on, the home stays with Docker.
  await writeMemory(home, { ...memory, kind: 'docker' });
  for (const key of needed) await writePid(home, key, { pid: null, port: ports[key] });
  return Object.fromEntries(needed.map((key) => [key, 'docker']));
}

async function upHere(
  options: StackOptions,
  needed: ServerKey[],
): Promise<Partial<Record<ServerKey, Origin>>> {
  const { home, ports, heap = '1g', elasticsearchData: data, brief, log } = options;
  const place = await openPlace(home, log);
  await writeMemory(home, { ...(await readMemory(home)), kind: 'local' });
  const servers = needed.map((key) =>
    key === 'mysql'
      ? mysqlServer(place, ports.mysql, log)
      : elasticsearchServer(place, ports.elasticsearch, { heap, data, brief }, log),
  );
  // Ports are checked before anything is fetched. Every server is awaited, so that the lock covers all of the work.
  throwFailures(await Promise.allSettled(servers.map((server) => checkPort(place, server))));
  const origins = await Promise.allSettled(
    servers.map(async (server) => [server.key, await startServer(place, server, log)] as const),
  );
  throwFailures(origins);
  return Object.fromEntries(
    origins.map((result) => (result as PromiseFulfilledResult<[ServerKey, Origin]>).value),
  );
}

function throwFailures(results: PromiseSettledResult<unknown>[]): void {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (reasons.length === 1) throw reasons[0];
  if (reasons.length > 1)
    throw new Error([...new Set(reasons.map(({ message }) => message))].join('\n'), { cause: reasons[0] });
}

/** Stops this home's servers of any kind. Returns the error if Docker could not stop its containers. */
async function down(home: string, forGood: boolean, log: Log): Promise<Error | undefined> {
  const memory = await readMemory(home);
  // An interrupted start may have created containers before that was noted.
  const left = memory.kind === 'local' ? undefined : await downInDocker(home, memory.kind, forGood, log);
  const place = memory.place ?? home;
  await Promise.all(
    KEYS.map((key) => stopServer(home, { key, title: TITLES[key], mark: markOf(key, place) }, log)),
  );
  for (const key of KEYS) await removePid(home, key);
  return left;
}

async function downInDocker(
  home: string,
  kind: ServerKind | undefined,
  forGood: boolean,
  log: Log,
): Promise<Error | undefined> {
  if (!(await dockerIsThere()))
    return kind && new Error('Docker does not answer: its containers, if any, are left as they are.');
  return dockerDown(home, forGood, log).then(
    () => {
      if (kind) log('Docker: stopped');
      return undefined;
    },
    (error: Error) => kind && error,
  );
}

function markOf(key: ServerKey, place: string): string {
  return key === 'mysql' ? mysqlMark(place) : elasticsearchMark(place);
}

function lockFile(home: string): string {
  return join(home, 'run', 'stack.lock');
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
