import { AsyncLocalStorage } from 'node:async_hooks';
import type { Test } from 'tap';
import { runTerrier } from '../../src/cli/program.ts';

export interface Ended {
  status: number;
  out: string;
  err: string;
}

const printing = new AsyncLocalStorage<Ended>();
for (const [stream, name] of [
  [process.stdout, 'out'],
  [process.stderr, 'err'],
] as const) {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) => {
    const ended = printing.getStore();
    if (!ended) return write(chunk, ...rest);
    ended[name] += String(chunk);
    return true;
  };
}

/** The commands run one after another, since they share the environment and the exit code of the process. */
let last: Promise<unknown> = Promise.resolve();

async function run(args: string[], settings: Record<string, string>): Promise<Ended> {
  const [env, exitCode] = [{ ...process.env }, process.exitCode];
  Object.assign(process.env, settings);
  process.exitCode = 0;
  const ended = { status: 0, out: '', err: '' };
  await printing.run(ended, () => runTerrier(args));
  ended.status = Number(process.exitCode);
  process.exitCode = exitCode;
  for (const name of Object.keys(settings)) {
    if (env[name] === undefined) delete process.env[name];
    else process.env[name] = env[name];
  }
  return ended;
}

/**
 * Runs `terrier ARGUMENT…` with these settings, without a process of its own, whose start takes most of a second: for
 * commands that end by themselves and do not read standard input.
 */
export function terrierHere(args: string[], settings: Record<string, string>): Promise<Ended> {
  const ended = last.then(() => run(args, settings));
  last = ended.catch(() => {});
  return ended;
}

/** Runs `terrier` with each list of arguments, and checks that it ends with status 1 and says what is wrong. */
export async function refuses(
  t: Test,
  settings: Record<string, string>,
  rows: readonly (readonly [args: string[], complaint: RegExp | string])[],
): Promise<void> {
  for (const [args, complaint] of rows) {
    const { status, err } = await terrierHere(args, settings);
    t.equal(status, 1, args.join(' '));
    t.match(err, complaint, args.join(' '));
    t.notMatch(err, /\n\s+at /, 'no stack trace');
  }
}
