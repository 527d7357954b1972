import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Test } from 'tap';
import { sendRaw } from './raw-http.ts';

const CHILD = resolve(import.meta.dirname, 'serve-child.ts');

/** The API in its own process, with what it has logged. */
export interface Logged {
  port: number;
  url: string;
  text(): string;
  /** The lines with this message, each parsed as JSON. */
  lines(message: string): Record<string, unknown>[];
  /** Ends it, and waits until everything that it logged has arrived. */
  end(): Promise<void>;
  /** Ends it with kill -9. */
  kill(): Promise<void>;
}

/** Starts the API with some settings, until the test ends. */
export async function startLogged(t: Test, env: Record<string, string>): Promise<Logged> {
  const child: ChildProcess = spawn(process.execPath, [CHILD], { env: { ...process.env, ...env } });
  const ended = once(child, 'close');
  const end = async () => {
    child.stdin!.end();
    await ended;
  };
  t.teardown(end);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  while (!/^\d+\n/m.test(text)) {
    if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
    await Promise.race([once(child.stdout!, 'data'), ended]);
  }
  const port = Number(/^(\d+)\n/m.exec(text)![1]);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    end,
    kill,
    text: () => text,
    lines(message) {
      const all = text.split('\n').filter((line) => line.startsWith('{'));
      return all.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
    },
  };
}

/** Sends a GET on a connection of its own. */
export const get = (port: number, path: string, headers: Record<string, string> = {}) =>
  sendRaw(port, { path, headers });
