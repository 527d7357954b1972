import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerPlace } from '../../src/stores/local/home.ts';
import { findProcesses } from '../../src/stores/local/processes.ts';
import { poll, startDetached, tail } from '../../src/stores/local/run.ts';
import type { LocalServer } from '../../src/stores/local/server.ts';

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
export function serverProcess(title: string, { user }: ServerPlace, server: LocalServer): ServerProcess {
  let pids: number[] = [];
  const signal = async (name: NodeJS.Signals) =>
    signalAll(
      (await findProcesses(server.mark)).map(({ pid }) => pid),
      name,
    );
  return {
    title,
    prepare: server.prepare,
    async start() {
      const command = await server.prepare();
      const child = await startDetached(command, user, command.logFile);
      pids = [child.pid];
      const up = await poll(
        async () => (child.exited() ? false : (await server.answers()) || undefined),
        START_PATIENCE,
      );
      if (!up) throw new Error(`${title} does not start:\n${await tail(command.logFile)}`);
      pids = (await findProcesses(server.mark)).map(({ pid }) => pid);
    },
    runs: async () => (await findProcesses(server.mark)).length > 0,
    async kill() {
      await signal('SIGKILL');
      while ((await findProcesses(server.mark)).length > 0) await sleep(20);
      pids = [];
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    end: () => signalAll(pids, 'SIGKILL'),
  };
}
