import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { nodeFlags } from '../../../src/launch/flags.mjs';
import type { Orders, Setup } from './receiver.ts';

const TERRIER = resolve(PROJECT_ROOT, 'src/main.ts');
const RECEIVER = resolve(PROJECT_ROOT, 'test/webhooks/ledger/receiver.ts');
const PATIENCE = 60_000;
const LINES_KEPT = 200;

/** Waits until a condition holds. Throws an error that names it when that takes too long. */
export async function until(what: string, isSo: () => unknown, milliseconds = PATIENCE): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It did not come to this in ${milliseconds / 1000} s: ${what}`);
    await sleep(20);
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Ends a process as a crash would. */
export async function kill9(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A command of the real command line, with what it printed. */
export function command(env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [TERRIER, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', error: '' };
  child.stdout.on('data', (bytes) => {
    printed.out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    printed.error += bytes;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...printed }));
  return { child, ended };
}

/** Ends a thread of the process with this inspector, by an expression that the thread evaluates. */
async function endThread(inspector: string, how: string): Promise<boolean> {
  const socket = new WebSocket(inspector);
  const send = (id: number, method: string, params: object) =>
    socket.send(JSON.stringify({ id, method, params }));
  const ended = new Promise<boolean>((tell) => {
    let timer = setTimeout(() => tell(false), 3_000);
    const done = (killed: boolean) => {
      clearTimeout(timer);
      tell(killed);
    };
    socket.onerror = () => done(false);
    socket.onclose = () => done(false);
    socket.onopen = () => send(1, 'NodeWorker.enable', { waitForDebuggerOnStart: false });
    socket.onmessage = ({ data }) => {
      const { method, params } = JSON.parse(String(data));
      if (method === 'NodeWorker.attachedToWorker') {
        // Once told to, it ends, however late on a busy machine.
        clearTimeout(timer);
        timer = setTimeout(() => tell(true), 30_000);
        const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: how } });
        send(2, 'NodeWorker.sendMessageToWorker', { sessionId: params.sessionId, message });
      }
      if (method === 'NodeWorker.detachedFromWorker') done(true);
    };
  });
  const killed = await ended;
  socket.close();
  return killed;
}

/** What a command prints when it is ready. */
const READY = { serve: 'Terrier is ready:', dispatch: 'The dispatcher is running.' };

/**
 * `terrier serve` or `terrier dispatch` in a process of its own, with Node's inspector, through which a test looks into
 * it and ends its threads.
 */
export class ServiceProcess {
  child: ChildProcess | null = null;
  isReady = false;
  /** The last lines printed, across restarts. */
  readonly lines: string[] = [];
  inspector = '';
  readonly #command: keyof typeof READY;
  readonly #env: NodeJS.ProcessEnv;
  readonly #ended: (code: number | null, wasReady: boolean, lines: string[]) => void;

  /** `ended` is called when it ends without having been asked to. */
  constructor(
    command: keyof typeof READY,
    env: NodeJS.ProcessEnv,
    ended: (code: number | null, wasReady: boolean, lines: string[]) => void,
  ) {
    this.#command = command;
    this.#env = env;
    this.#ended = ended;
  }

  /** `more` is added to its environment until it ends. */
  start(more: NodeJS.ProcessEnv = {}): void {
    const args = [...nodeFlags(this.#command), '--inspect=127.0.0.1:0', TERRIER, this.#command];
    const env = { ...this.#env, ...more };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.isReady = false;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.#hear(child, line));
    }
    child.on('exit', (code) => {
      if (this.child !== child) return;
      this.child = null;
      const wasReady = this.isReady;
      this.isReady = false;
      setImmediate(() => this.#ended(code, wasReady, this.lines.slice(-20)));
    });
  }

  #hear(child: ChildProcess, line: string): void {
    this.lines.push(line);
    if (this.lines.length > LINES_KEPT) this.lines.shift();
    if (this.child !== child) return;
    if (line.startsWith(READY[this.#command])) this.isReady = true;
    this.inspector = /^Debugger listening on (ws:\S+)/.exec(line)?.[1] ?? this.inspector;
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    this.isReady = false;
    if (child) await kill9(child);
  }

  /** Suspends it meanwhile, like a process that the system does not schedule. */
  async stall(meanwhile: () => Promise<void>): Promise<void> {
    const { child } = this;
    child?.kill('SIGSTOP');
    await meanwhile().finally(() => child?.kill('SIGCONT'));
  }

  /** Ends its sending threads, with or without an error. Returns whether there was one. */
  async killThread(withError: boolean): Promise<boolean> {
    if (!this.isReady) return false;
    return endThread(
      this.inspector,
      withError ? 'setTimeout(() => { throw new Error("The thread broke") })' : 'process.exit(9)',
    );
  }

  /** Stops it as an operator would. Returns its exit status. */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child) return 0;
    this.child = null;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE / 2);
    const [code] = await exit;
    clearTimeout(timer);
    return code;
  }
}

/** A receiver in a process of its own. */
export class ReceiverProcess {
  port = 0;
  child: ChildProcess | null = null;
  readonly log: string;
  #lives = 0;
  #orders: Orders = {};
  readonly #seed: number;

  constructor(log: string, seed: number) {
    this.log = log;
    this.#seed = seed;
  }

  /** `more` is added to its environment until it ends. */
  async start(more: NodeJS.ProcessEnv = {}): Promise<void> {
    const setup: Setup = { log: this.log, port: this.port, seed: this.#seed + 1_000 * this.#lives++ };
    const child = fork(RECEIVER, [JSON.stringify(setup)], {
      env: { ...process.env, ...more },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = await once(child, 'message', { signal: AbortSignal.timeout(PATIENCE) });
    this.port = port;
    this.child = child;
    await this.order({});
  }

  /** Tells the process, and the one that replaces it after a kill, what to do. */
  async order(orders: Orders): Promise<void> {
    this.#orders = { ...this.#orders, ...orders };
    if (!this.child || hasEnded(this.child)) return;
    const heard = once(this.child, 'message', { signal: AbortSignal.timeout(PATIENCE) });
    this.child.send(this.#orders);
    await heard;
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child) await kill9(child);
  }
}
