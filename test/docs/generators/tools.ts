/** The generators of `docs/client.md` and others that people use, in the versions that are tested. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Python, preparePython } from '../../python.ts';
import { testHome } from '../../servers.ts';

const NPM = { 'openapi-typescript': '7.13.0', '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' };
const OAPI_CODEGEN = '2.8.2';
export const GO_RUNTIME = '1.9.0';
const INSTALL_TIME = 600_000;
const RUN_TIME = 300_000;

const HOME = join(testHome(), 'generators');
const log = (line: string) => console.error(line);

interface Options {
  cwd?: string;
  env?: Record<string, string>;
  timeout?: number;
}

/** Runs a program to its end, and returns what it prints. Throws with all of its output when it fails. */
export async function run(command: string, args: string[], options: Options = {}): Promise<string> {
  const { cwd, env, timeout = RUN_TIME } = options;
  const settings = { cwd, timeout, maxBuffer: 1 << 26, env: { ...process.env, ...env } };
  try {
    return (await promisify(execFile)(command, args, settings)).stdout;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

/** The folder of the npm packages, installed once for these versions. */
async function npmPackages(): Promise<string> {
  const folder = join(HOME, Object.entries(NPM).flat().join('-').replaceAll(/[@/]/g, ''));
  const mark = join(folder, 'node_modules', '.installed');
  if (existsSync(mark)) return join(folder, 'node_modules');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: NPM }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    timeout: INSTALL_TIME,
  });
  writeFileSync(mark, '');
  return join(folder, 'node_modules');
}

async function oapiCodegen(): Promise<string> {
  const GOBIN = join(HOME, `oapi-codegen-${OAPI_CODEGEN}`);
  const program = join(GOBIN, 'oapi-codegen');
  const source = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`;
  if (!existsSync(program)) await run('go', ['install', source], { env: { GOBIN }, timeout: INSTALL_TIME });
  return program;
}

const python = async (): Promise<Python> =>
  preparePython(join(HOME, 'python'), resolve(import.meta.dirname, 'requirements.txt'), log);

export type Installed<T> = { tool: T; skip: false } | { tool: null; skip: string };

/** What was installed, or why it cannot be installed: a test without it is skipped. */
async function installed<T>(name: string, install: () => Promise<T>): Promise<Installed<T>> {
  try {
    return { tool: await install(), skip: false };
  } catch (error) {
    return {
      tool: null,
      skip: `${name} cannot be installed: ${String((error as Error).message).slice(0, 500)}`,
    };
  }
}

export const tools = {
  npm: await installed('npm packages', npmPackages),
  python: await installed('Python packages', python),
  oapiCodegen: await installed('oapi-codegen', oapiCodegen),
};
