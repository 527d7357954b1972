import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';

/** Takes one line of progress, without a line end. */
export type Log = (line: string) => void;

export type RunAs = { uid?: number; gid?: number };

export type Command = { command: string; args: string[]; cwd: string; env: NodeJS.ProcessEnv };

type CommandResult = { ok: boolean; stdout: string; stderr: string; missing: boolean };

const HEARTBEAT_MS = 5_000;

/**
 * Runs a command to its end and collects what it prints, colors removed. Never rejects: a command that cannot be
 * started, fails or outlasts `timeout` (milliseconds, 0 = none) has `ok: false`; `missing` when there is no such command.
 */
export async function run(
  command: string,
  args: string[],
  options: { timeout?: number; cwd?: string; env?: NodeJS.ProcessEnv } & RunAs = {},
): Promise<CommandResult> {
  const plain = stripVTControlCharacters;
  try {
    const ending = promisify(execFile)(command, args, {
      maxBuffer: 16 << 20,
      killSignal: 'SIGKILL',
      ...options,
    });
    ending.child.stdin?.end();
    const { stdout, stderr } = await ending;
    return { ok: true, stdout: plain(stdout), stderr: plain(stderr), missing: false };
  } catch (error) {
    const { code, message, stdout = '', stderr } = error as Error & Record<string, string | undefined>;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    return { ok: false, stdout: plain(stdout), stderr: plain(stderr || message), missing };
  }
}

/** Waits for `work` and logs `text` with the elapsed seconds every 5 s, so that long steps are not silent. */
export async function heartbeat<T>(log: Log, text: string, work: Promise<T>): Promise<T> {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const timer = setInterval(() => log(`${text} (${seconds()} s)`), HEARTBEAT_MS);
  return await work.finally(() => clearInterval(timer));
}

/** Calls `check` every `every` milliseconds until it returns a value other than undefined, or until `patience` has passed. */
export async function poll<T>(
  check: () => Promise<T | undefined>,
  patience: number,
  every = 200,
): Promise<T | undefined> {
  const end = Date.now() + patience;
  for (;;) {
    const value = await check();
    if (value !== undefined || Date.now() >= end) return value;
    await sleep(every);
  }
}

/**
 * Starts a process in its own session, so that it outlives this one and its terminal. Its output goes to `logFile`.
 * `exited()` says whether it has ended.
 */
export async function startDetached(
  { command, args, cwd, env }: Command,
  user: RunAs,
  logFile: string,
): Promise<{ pid: number; exited: () => boolean }> {
  rmSync(logFile, { force: true });
  // Never through a link that is there: the folder may belong to the servers' user, and this process to root.
  const out = openSync(logFile, 'wx', 0o644);
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', out, out], detached: true, ...user });
  closeSync(out);
  child.unref();
  await once(child, 'spawn');
  return { pid: child.pid!, exited: () => child.exitCode !== null || child.signalCode !== null };
}

/** The last lines of a log file without stack traces; empty when it cannot be read. */
export async function tail(file: string, lines = 8): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const messages = text.split('\n').filter((line) => line.trim() !== '' && !/^\s+(at |\.\.\. )/.test(line));
  return messages.slice(-lines).join('\n');
}

/** The environment of a server: PATH, and nothing that would change its behavior. */
export function plainEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
}

/** An error and its cause in one line: by itself, a failed fetch says only "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return [error.message, cause?.code ?? cause?.message].filter(Boolean).join(': ');
}
