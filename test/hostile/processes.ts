import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../src/config.ts';
import { nodeFlags } from '../../src/launch/flags.mjs';

const TERRIER = resolve(PROJECT_ROOT, 'src/main.ts');
const PATIENCE = 90_000;

/** A Terrier in its own process, as an operator starts it, with an inspector. */
export interface Running {
  pid: number;
  /** Everything that it has printed and logged. */
  text(): string;
  /** The first group of the first match in that text. Throws when there is none in time. */
  find(pattern: RegExp): Promise<string>;
  inspector: string;
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Starts `terrier COMMAND` and waits until it says that it is ready. */
export async function startTerrier(
  command: 'serve' | 'dispatch',
  env: Record<string, string>,
  ready: RegExp,
): Promise<Running> {
  const args = [...nodeFlags(command), '--inspect=127.0.0.1:0', TERRIER, command];
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => chunks.push(chunk));
  // However this process ends, the other one ends with it.
  process.once('exit', () => child.kill('SIGKILL'));
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const text = () => Buffer.concat(chunks).toString();
  async function find(pattern: RegExp): Promise<string> {
    for (const end = Date.now() + PATIENCE; Date.now() < end && isAlive(); await sleep(50)) {
      const [, found] = pattern.exec(text()) ?? [];
      if (found !== undefined) return found;
    }
    throw new Error(`terrier ${command} did not say ${pattern}:\n${text().slice(-2_000)}`);
  }
  async function stop(): Promise<void> {
    if (!isAlive()) return;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timer);
  }
  try {
    await find(ready);
    const inspector = await find(/Debugger listening on (ws:\S+)/);
    return { pid: child.pid!, text, find, inspector, isAlive, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
