/** Other people's programs that check Terrier, in fixed versions, installed once in the tests' home. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Python, preparePython } from '../python.ts';
import { testHome } from '../servers.ts';

const INSTALL_TIME = 600_000;
const RUN_TIME = 300_000;
const HOME = join(testHome(), 'referees');
const log = (line: string) => console.error(line);

interface Options {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  timeout?: number;
}

/** Runs a program to its end, and returns what it prints. Throws with all of its output when it fails. */
export async function run(command: string, args: string[], options: Options = {}): Promise<string> {
  const { cwd, env, input, timeout = RUN_TIME } = options;
  const settings = { cwd, timeout, maxBuffer: 1 << 28, env: { ...process.env, ...env } };
  try {
    const running = promisify(execFile)(command, args, settings);
    running.child.stdin?.end(input);
    return (await running).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

/** The folder of npm packages in these versions. Their install scripts do not run. */
export async function npmPackages(dependencies: Record<string, string>): Promise<string> {
  const folder = join(HOME, Object.entries(dependencies).flat().join('-').replaceAll(/[@/]/g, ''));
  const mark = join(folder, 'node_modules', '.installed');
  if (existsSync(mark)) return join(folder, 'node_modules');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    timeout: INSTALL_TIME,
  });
  writeFileSync(mark, '');
  return join(folder, 'node_modules');
}

/** A Go program in a version. */
export async function goProgram(name: string, source: string, version: string): Promise<string> {
  const GOBIN = join(HOME, `${name}-${version}`);
  const program = join(GOBIN, name);
  if (!existsSync(program))
    await run('go', ['install', `${source}@v${version}`], { env: { GOBIN }, timeout: INSTALL_TIME });
  return program;
}

/** A Python with the packages of a requirements file. */
export const pythonWith = async (name: string, requirements: string): Promise<Python> =>
  preparePython(join(HOME, name), requirements, log);

export type Installed<T> = { tool: T; skip: false } | { tool: null; skip: string };

/** What was installed, or why it cannot be installed: a test without it is skipped. */
export async function installed<T>(name: string, install: () => Promise<T>): Promise<Installed<T>> {
  try {
    return { tool: await install(), skip: false };
  } catch (error) {
    return {
      tool: null,
      skip: `${name} cannot be installed: ${String((error as Error).message).slice(0, 500)}`,
    };
  }
}
