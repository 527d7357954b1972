import { portIsFree } from './health.ts';
import { readPid, removePid, type ServerKey, type ServerPlace, writePid } from './home.ts';
import { findProcesses, type Process, terminate } from './processes.ts';
import { type Command, heartbeat, type Log, poll, startDetached, tail } from './run.ts';

const RELEASE_PATIENCE_MS = 15_000;
const START_PATIENCE_MS = 5 * 60_000;

export type LocalServer = {
  key: ServerKey;
  title: string;
  portSetting: string;
  urlSetting: string;
  port: number;
  /** An argument with which only this home's server is started. */
  mark: string;
  isMain: (process: Process) => boolean;
  prepare: () => Promise<Command & { logFile: string }>;
  answers: () => Promise<boolean>;
};

/** A server that was killed gives its port back only when the system has freed its memory. */
const freePort = async (port: number, wasOurs: boolean): Promise<boolean> =>
  (await poll(async () => (await portIsFree(port)) || undefined, wasOurs ? RELEASE_PATIENCE_MS : 0)) ?? false;

/**
 * Throws when a server cannot run on its port: another program has the port, or this home's server already runs on a
 * different one.
 */
export async function checkPort(place: ServerPlace, server: LocalServer): Promise<void> {
  const { title, port, portSetting, urlSetting, mark } = server;
  const known = await readPid(place.home, server.key);
  if ((await findProcesses(mark)).length > 0) {
    if (known && known.port !== port) {
      throw new Error(
        `The ${title} of ${place.home} runs on port ${known.port}, not on ${port}. Run "terrier stack down" first, or set ` +
          `${portSetting}=${known.port}.`,
      );
    }
  } else if (!(await freePort(port, known?.port === port))) {
    throw new Error(
      `Port ${port}, meant for ${title}, is taken by another program, which this stack did not start. End that program, ` +
        `or set ${portSetting} to a free port, or, if it is the server you want to use, set ${urlSetting} to its address.`,
    );
  }
}

/**
 * Makes a local server run and answer. A running one is left alone; what a crash left of one is ended first.
 * Throws with the end of its log when it does not start.
 */
export async function startServer(
  place: ServerPlace,
  server: LocalServer,
  log: Log,
): Promise<'started' | 'running'> {
  const { title, mark } = server;
  const ready = async () => ((await server.answers()) ? true : undefined);
  const main = (await findProcesses(mark)).find(server.isMain);
  if (main) {
    const answers = await heartbeat(
      log,
      () => `${title}: process ${main.pid} is there, waiting for it to answer`,
      poll(
        async () => ((await findProcesses(mark)).some(server.isMain) ? ready() : false),
        START_PATIENCE_MS,
      ),
    );
    if (answers) {
      await writePid(place.home, server.key, { pid: main.pid, port: server.port });
      return 'running';
    }
  }
  if ((await findProcesses(mark)).length > 0) await terminate(mark, title, log);

  const command = await server.prepare();
  // Checked again, so that what answers later is our server.
  await checkPort(place, server);
  const child = await startDetached(command, place.user, command.logFile);
  await writePid(place.home, server.key, { pid: child.pid, port: server.port });
  log(`${title}: starting on port ${server.port} (process ${child.pid})`);
  const up = await heartbeat(
    log,
    () => `${title}: waiting for it to answer`,
    poll(async () => (child.exited() ? false : ready()), START_PATIENCE_MS),
  );
  if (up) return 'started';
  const state = child.exited()
    ? 'ended while starting'
    : `did not answer within ${START_PATIENCE_MS / 1000} s`;
  if (child.exited()) await removePid(place.home, server.key);
  throw new Error(`${title} ${state}. The end of ${command.logFile}:\n${await tail(command.logFile)}`);
}

/** Ends a local server and everything it started. Returns whether it was running. */
export async function stopServer(
  home: string,
  server: Pick<LocalServer, 'key' | 'title' | 'mark'>,
  log: Log,
): Promise<boolean> {
  const ran = (await findProcesses(server.mark)).length > 0;
  if (ran) {
    await terminate(server.mark, server.title, log);
    log(`${server.title}: stopped`);
  }
  await removePid(home, server.key);
  return ran;
}
