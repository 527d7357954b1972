/**
 * Runs a TypeScript file of this project with the Node that the project brings along, after installing what is
 * missing: `node src/bootstrap.mjs FILE [ARGUMENT…]`. Plain JavaScript, since it runs on whatever Node is there.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
/** What Node has compiled before, so that commands start sooner. */
const COMPILED = join(MODULES, '.cache', 'compiled');
/** Tells for which lockfile the packages were installed; written last, so that a broken install is repeated. */
const MARK = join(MODULES, '.installed-for');

/**
 * For the programs that serve: a page of rows is a big buffer that lives for a moment. In a small young generation they
 * are freed by its quick collections; in a large one they pile up until the whole heap is collected.
 */
export const SERVING_FLAGS = ['--max-semi-space-size=4'];
const SERVING = ['serve', 'start'];

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  return existsSync(NODE) && existsSync(MARK) && readFileSync(MARK, 'utf8') === lockfileHash();
}

function install() {
  console.error('Installing the packages (npm ci), which takes about half a minute the first time …');
  const heartbeat = `setInterval(() => console.error('  … still installing'), 10000)`;
  const beat = spawn(process.execPath, ['-e', heartbeat], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  beat.kill();
  if (status !== 0 || !existsSync(NODE)) {
    console.error('npm ci failed: see above. It needs npm 10 or later and access to a package registry.');
    process.exit(1);
  }
  writeFileSync(MARK, lockfileHash());
}

/** The processes whose end should end this one: its parent and, behind the shell of an npm script, npm. */
function starters() {
  const found = [process.ppid];
  if (process.env.npm_lifecycle_event !== undefined) {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], { encoding: 'utf8' });
    const npm = Number(stdout?.trim());
    if (npm > 1) found.push(npm);
  }
  return found;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `file` and ends as it ends; signals reach it, and it ends when whoever started this is gone. */
export function run(file, args) {
  if (!isInstalled()) install();
  const flags = SERVING.includes(args[0]) ? SERVING_FLAGS : [];
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  const child = spawn(NODE, [...flags, join(ROOT, file), ...args], { stdio: 'inherit', env });
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
