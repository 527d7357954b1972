import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { PROJECT_ROOT } from '../src/config.ts';
import type { Harness } from './helper.ts';

const MAIN = resolve(PROJECT_ROOT, 'src/main.ts');
const PATIENCE = 60_000;

/** Starts `terrier …` on an installation, in its own process, until the test ends. `by` is a command that runs it. */
export function start(
  t: Pick<Test, 'teardown'>,
  { env }: Pick<Harness, 'env'>,
  args: string[],
  settings: NodeJS.ProcessEnv = {},
  { by = [], ...options }: { by?: string[] } & Pick<SpawnOptions, 'uid' | 'gid'> = {},
) {
  const [program, ...rest] = [...by, process.execPath, MAIN, ...args];
  const child = spawn(program!, rest, {
    ...options,
    env: { ...process.env, PORT: '0', ...env, ...settings },
  });
  t.teardown(() => child.kill('SIGKILL'));
  const printed = { out: '', err: '' };
  for (const [stream, name] of [
    [child.stdout, 'out'],
    [child.stderr, 'err'],
  ] as const)
    stream.on('data', (chunk) => {
      printed[name] += chunk;
    });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...printed }));
  const text = () => printed.out + printed.err;
  /** Waits for words in what it prints. */
  async function said(words: RegExp): Promise<string> {
    for (const end = Date.now() + PATIENCE; !words.test(text()); await sleep(20))
      if (Date.now() > end) throw new Error(`it did not say ${words}: ${text()}`);
    return text();
  }
  return { child, printed, ended, text, said };
}
