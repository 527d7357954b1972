import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The oldest Python that the pinned packages work with. */
const OLDEST: [major: number, minor: number] = [3, 10];
const INSTALL_TIME = 300_000;

/** A Python that has the packages: its program, and the environment that it needs. */
export interface Python {
  command: string;
  env: Record<string, string>;
}

const HOW =
  'Install Python 3.10 or later with its venv module or pip (on Debian and Ubuntu: ' +
  'apt-get install python3 python3-venv) and try again.';

/** Runs a program to its end; returns its output, or null when it fails or is missing. */
function attempt(command: string, args: string[]): string | null {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: INSTALL_TIME,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : null;
}

function checkPython(): void {
  const found = attempt('python3', ['-c', 'import sys; print(*sys.version_info[:2])']);
  if (found === null) throw new Error(`There is no python3. ${HOW}`);
  const [major = 0, minor = 0] = found.trim().split(' ').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new Error(`Python ${OLDEST.join('.')} or later is needed; python3 is ${major}.${minor}. ${HOW}`);
}

/** Installs the requirements; `pip` is the command of the pip to use. */
function install([command, ...args]: [string, ...string[]], options: string[], requirements: string): void {
  const pip = [...args, 'install', '--quiet', '--disable-pip-version-check', ...options, '-r', requirements];
  const { status, stderr } = spawnSync(command, pip, {
    encoding: 'utf8',
    timeout: INSTALL_TIME,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) {
    throw new Error(
      `The Python packages could not be installed; that needs access to a package index.\n${stderr ?? ''}`,
    );
  }
}

/** A virtual environment, or null when Python has no module that makes one. */
function inEnvironment(folder: string, requirements: string): Python | null {
  const python = join(folder, 'bin', 'python');
  if (attempt('python3', ['-m', 'venv', folder]) === null || !existsSync(python)) return null;
  install([python, '-m', 'pip'], [], requirements);
  return startedIn(folder);
}

/** A plain folder of packages, installed by the system's pip. */
function inFolder(folder: string, requirements: string): Python {
  rmSync(folder, { recursive: true, force: true });
  if (attempt('python3', ['-m', 'pip', '--version']) === null)
    throw new Error(`python3 has neither a working venv module nor pip. ${HOW}`);
  mkdirSync(folder, { recursive: true });
  install(['python3', '-m', 'pip'], ['--target', folder], requirements);
  return startedIn(folder);
}

/** How to start what is installed in a folder. */
function startedIn(folder: string): Python {
  const python = join(folder, 'bin', 'python');
  return existsSync(python)
    ? { command: python, env: {} }
    : { command: 'python3', env: { PYTHONPATH: folder } };
}

/**
 * Prepares a Python with the packages of a requirements file: in a virtual environment in `folder` or, without the module
 * for it, with the packages in that folder. They are installed again when the requirements change.
 * @throws Error that says what is missing and what to do.
 */
export function preparePython(folder: string, requirements: string, log: (line: string) => void): Python {
  checkPython();
  const mark = join(folder, '.installed-for');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return startedIn(folder);
  log(`Installing Python packages for ${basename(folder)} …`);
  rmSync(folder, { recursive: true, force: true });
  const ready = inEnvironment(folder, requirements) ?? inFolder(folder, requirements);
  writeFileSync(mark, wanted);
  return ready;
}
