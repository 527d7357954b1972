import { readdir, readFile } from 'node:fs/promises';
import { portIsFree } from './health.ts';
import type { ServerKey, ServerPlace } from './home.ts';
import { type Command, heartbeat, type Log, poll, run, startDetached, tail } from './run.ts';

const RELEASE_PATIENCE_MS = 15_000;
const START_PATIENCE_MS = 5 * 60_000;
const TERM_PATIENCE_MS = 60_000;
const KILL_PATIENCE_MS = 10_000;

/** A running process. `args` is one joined string where the system does not separate them. */
type Process = { pid: number; args: string[] };

/** How a server of the stack is run. Its address may hold a password: not for logs. */
export type Server = {
  key: ServerKey;
  title: string;
  portSetting: string;
  urlSetting: string;
  /** An argument with which only the server of a folder is started. */
  mark: (folder: string) => string;
  isMain: (process: Process) => boolean;
  address: (home: string, port: number) => string;
  /** The addresses in a list of servers. */
  addresses: (list: string) => string[];
  /** What is wrong with the servers of a list; undefined when one is usable. */
  trouble: (list: string, timeout?: number) => Promise<string | undefined>;
  prepare: (
    place: ServerPlace,
    port: number,
    options: ServerOptions,
  ) => Promise<Command & { logFile: string }>;
};

export type ServerOptions = {
  /** Elasticsearch's heap in the JVM's form; default 1g. */
  heap?: string;
  /** The folder of Elasticsearch's indices; by default in the place. Whoever names it must delete it. */
  elasticsearchData?: string;
  /**
   * Whether the servers run only for minutes: then optimizing frequently run code would cost more time than it saves, and commits
   * need not wait for the disk.
   */
  brief?: boolean;
  /** Settings of Elasticsearch in addition to those of every node; by default those of a single node. */
  settings?: Record<string, unknown>;
  log: Log;
};

/**
 * The processes that have `mark` as one of their arguments. Each server is started with a mark that names its own folder, so
 * another process with a recycled pid is never mistaken for a server.
 */
export async function findProcesses(mark: string): Promise<Process[]> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const argsOf = async (pid: string) => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    const all = pids.map(async (pid) => ({
      pid: Number(pid),
      args: await argsOf(pid).catch((): string[] => []),
    }));
    return (await Promise.all(all)).filter(({ args }) => args.includes(mark));
  }
  const { ok, stdout, stderr } = await run('ps', ['-Aww', '-o', 'pid=', '-o', 'command=']);
  if (!ok) throw new Error(`The running processes cannot be listed: ${stderr.trim()}. Install ps (procps).`);
  const marked = stdout.split('\n').filter((line) => `${line} `.includes(` ${mark} `));
  return marked.map((line) => ({ pid: Number.parseInt(line, 10), args: [line] }));
}

/** Signals all processes with `mark`, and says whether they ended within `patience` milliseconds. */
async function signalAll(mark: string, signal: NodeJS.Signals, title: string, patience: number) {
  for (const { pid } of await findProcesses(mark)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ESRCH') continue;
      if (code !== 'EPERM') throw error;
      throw new Error(
        `${title} (process ${pid}) was started by another user. Run this command as that user or as root.`,
      );
    }
  }
  return poll(async () => (await findProcesses(mark)).length === 0 || undefined, patience);
}

/**
 * Ends the server of a folder and everything it started, if it runs: with SIGTERM, and after a minute with SIGKILL. Throws
 * when it belongs to a different user.
 */
export async function stopServer({ title, mark }: Server, folder: string, log: Log): Promise<void> {
  if ((await findProcesses(mark(folder))).length === 0) return;
  const ending = signalAll(mark(folder), 'SIGTERM', title, TERM_PATIENCE_MS);
  if (!(await heartbeat(log, `${title}: stopping`, ending))) {
    log(`${title}: it does not stop; killing it`);
    if (!(await signalAll(mark(folder), 'SIGKILL', title, KILL_PATIENCE_MS)))
      throw new Error(`${title} does not end, not even by SIGKILL.`);
  }
  log(`${title}: stopped`);
}

/**
 * Throws when the server of a folder cannot run on a port: another program has the port, or it already runs on a different
 * one.
 * @param known the port that it was last started on.
 */
export async function checkPort(
  { title, portSetting, urlSetting, mark }: Server,
  folder: string,
  port: number,
  known: number | undefined,
): Promise<void> {
  if ((await findProcesses(mark(folder))).length > 0) {
    if (known === undefined || known === port) return;
    throw new Error(
      `The ${title} of ${folder} runs on port ${known}, not on ${port}. Run "terrier stack down" first, or set ` +
        `${portSetting}=${known}.`,
    );
  }
  // A server that was killed gives its port back only when the system has freed its memory.
  const patience = known === port ? RELEASE_PATIENCE_MS : 0;
  if (await poll(async () => (await portIsFree(port)) || undefined, patience)) return;
  throw new Error(
    `Port ${port}, meant for ${title}, is taken by another program, which this stack did not start. End that program, ` +
      `or set ${portSetting} to a free port, or, if it is the server you want to use, set ${urlSetting} to its address.`,
  );
}

/**
 * Makes the server of a place run and answer. A running one is left alone; what a crash left of one is ended first.
 * Throws with the end of its log when it does not start.
 */
export async function startServer(
  server: Server,
  place: ServerPlace,
  port: number,
  options: ServerOptions,
): Promise<'started' | 'running'> {
  const { title, mark, isMain } = server;
  const { log } = options;
  const address = server.address(place.home, port);
  const answersWhile = (isThere: () => boolean | Promise<boolean>) => {
    const answers = async () => (await server.trouble(address, 2_000)) === undefined || undefined;
    const answer = poll(async () => ((await isThere()) ? answers() : false), START_PATIENCE_MS);
    return heartbeat(log, `${title}: waiting for it to answer`, answer);
  };
  const runs = async () => (await findProcesses(mark(place.folder))).some(isMain);
  if ((await runs()) && (await answersWhile(runs))) return 'running';
  await stopServer(server, place.folder, log);

  const command = await server.prepare(place, port, options);
  // Checked again, so that what answers later is our server.
  await checkPort(server, place.folder, port, port);
  const child = await startDetached(command, place.user, command.logFile);
  log(`${title}: starting on port ${port} (process ${child.pid})`);
  if (await answersWhile(() => !child.exited())) return 'started';
  const state = child.exited() ? 'ended while starting' : `does not answer`;
  throw new Error(`${title} ${state}. The end of ${command.logFile}:\n${await tail(command.logFile)}`);
}
