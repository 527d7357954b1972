import { readdir, readFile } from 'node:fs/promises';
import { heartbeat, type Log, poll, run } from './run.ts';

/** A running process. `args` is one joined string where the system does not separate them. */
export type Process = { pid: number; args: string[] };

const TERM_PATIENCE_MS = 60_000;
const KILL_PATIENCE_MS = 10_000;

/**
 * The processes that have `mark` as one of their arguments. Each server is started with a mark that names its own folder, so
 * a recycled pid is never mistaken for a server, and a server whose pid was never stored is found.
 */
export async function findProcesses(mark: string): Promise<Process[]> {
  const fromProc = await procProcesses(mark);
  if (fromProc) return fromProc;
  const { ok, stdout, stderr } = await run('ps', ['-Aww', '-o', 'pid=', '-o', 'command='], {
    timeout: 10_000,
  });
  if (!ok) throw new Error(`The running processes cannot be listed: ${stderr.trim()}. Install ps (procps).`);
  const found: Process[] = [];
  for (const line of stdout.split('\n')) {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid && command && `${command} `.includes(` ${mark} `))
      found.push({ pid: Number(pid), args: [command] });
  }
  return found;
}

async function procProcesses(mark: string): Promise<Process[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) return undefined;
  const all = await Promise.all(
    pids.map(async (pid) => ({
      pid: Number(pid),
      args: (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0'),
    })),
  );
  return all.filter(({ args }) => args.includes(mark));
}

/**
 * Ends all processes with `mark`, if any: with SIGTERM, and after a minute with SIGKILL. Throws when they belong to a
 * different user.
 */
export async function terminate(mark: string, name: string, log: Log): Promise<void> {
  const gone = async () => ((await findProcesses(mark)).length === 0 ? true : undefined);
  await signalAll(mark, 'SIGTERM', name);
  if (await heartbeat(log, () => `${name}: stopping`, poll(gone, TERM_PATIENCE_MS))) return;
  log(`${name}: it does not stop; killing it`);
  await signalAll(mark, 'SIGKILL', name);
  if (!(await poll(gone, KILL_PATIENCE_MS))) throw new Error(`${name} does not end, not even by SIGKILL.`);
}

async function signalAll(mark: string, signal: NodeJS.Signals, name: string): Promise<void> {
  for (const { pid } of await findProcesses(mark)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPERM') {
        throw new Error(
          `${name} (process ${pid}) was started by another user. Run this command as that user or as root.`,
        );
      }
      if (code !== 'ESRCH') throw error;
    }
  }
}
