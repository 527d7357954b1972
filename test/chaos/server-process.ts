import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerPlace } from '../../src/stores/local/home.ts';
import { poll, startDetached, tail } from '../../src/stores/local/run.ts';
import { findProcesses, type Server, type ServerOptions } from '../../src/stores/local/server.ts';
import { valuesOf } from '../listed.ts';

const START_PATIENCE = 180_000;

/** A store that can be killed, stopped and continued. */
export interface ServerProcess {
  title: string;
  /** Fetches and extracts the program if it is not there. */
  prepare(): Promise<unknown>;
  start(): Promise<void>;
  /** Whether it has not ended. */
  runs(): Promise<boolean>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Suspends it; `thaw` resumes it. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends it in any state, at once and without waiting. */
  end(): void;
}

function signalAll(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

/** A server of the local stack as such a process. */
export function serverProcess(
  title: string,
  place: ServerPlace,
  server: Server,
  port: number,
  options: ServerOptions,
): ServerProcess {
  const processes = () => findProcesses(server.mark(place.folder));
  const prepare = () => server.prepare(place, port, options);

  let pids: number[] = [];
  const signal = async (name: NodeJS.Signals) => signalAll(valuesOf(await processes(), 'pid'), name);
  return {
    title,
    prepare,
    async start() {
      const command = await prepare();
      const address = await server.address(place.home, port);
      const child = await startDetached(command, place.user, command.logFile);
      pids = [child.pid];
      const up = await poll(
        async () =>
          child.exited() ? false : (await server.trouble(address, 2_000)) === undefined || undefined,
        START_PATIENCE,
      );
      if (!up) throw new Error(`${title} does not start:\n${await tail(command.logFile)}`);
      pids = (await processes()).map(({ pid }) => pid);
    },
    runs: async () => (await processes()).length > 0,
    async kill() {
      await signal('SIGKILL');
      while ((await processes()).length > 0) await sleep(20);
      pids = [];
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    end: () => signalAll(pids, 'SIGKILL'),
  };
}
