/** Installs the packages of the lockfile. Plain JavaScript, since it runs before any are installed. */
import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attend } from './attend.mjs';

export const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const FOLDER = '.terrier-install-';
const LOCKFILE = 'package-lock.json';
const NPM = ['ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
const read = (...path) => (fs.existsSync(join(...path)) ? fs.readFileSync(join(...path), 'utf8') : null);
const remove = (folder) => fs.rmSync(folder, { recursive: true, force: true });
const { optionalDependencies, workspaces = [] } = JSON.parse(read(ROOT, 'package.json'));

const programs = Object.keys(optionalDependencies).map((name) => join('node_modules', name, 'bin/node'));
/** The Node among a folder's packages: npm installs the optional package for this platform. */
const nodeIn = (folder) => programs.map((path) => join(folder, path)).find((path) => fs.existsSync(path));
/** The project's own Node, if the packages of the current lockfile are installed. A copy of the lockfile is with them. */
const installed = () =>
  read(ROOT, 'node_modules', LOCKFILE) === read(ROOT, LOCKFILE) ? nodeIn(ROOT) : undefined;

/** Runs npm in a new folder, which replaces the old one only when complete, so that two starts at once do no harm. */
async function installIn(folder) {
  const places = ['.', ...workspaces];
  for (const file of [LOCKFILE, ...places.map((place) => join(place, 'package.json'))]) {
    fs.mkdirSync(dirname(join(folder, file)), { recursive: true });
    fs.cpSync(join(ROOT, file), join(folder, file));
  }
  const { code, signal } = await attend('npm', NPM, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (signal) throw new Error(`The packages are not installed: npm ci was ended by ${signal}.`);
  if (code !== 0)
    throw new Error('npm ci failed: see above. It needs npm 10 or later and access to a package registry.');
  // npm skips an optional package that it cannot fetch, or whose hash differs from the lockfile.
  if (!nodeIn(folder))
    throw new Error(
      `npm installed no Node for ${process.platform}-${process.arch}: the registry lacks it, or its content is not what ` +
        `${LOCKFILE} says. Run "npm ci --include=optional --loglevel=verbose" to see why.`,
    );
  if (installed()) return;
  fs.cpSync(join(folder, LOCKFILE), join(folder, 'node_modules', LOCKFILE));
  for (const place of places) {
    const [from, to] = [folder, ROOT].map((base) => join(base, place, 'node_modules'));
    if (fs.existsSync(to)) fs.renameSync(to, join(folder, place, 'replaced'));
    if (fs.existsSync(from)) fs.renameSync(from, to);
  }
}

/** The path of the project's own Node, once all packages are installed; undefined after saying why they cannot be. */
export async function install() {
  const node = installed();
  if (node) return node;
  console.error('Installing the packages (npm ci), which takes about half a minute the first time …');
  const beat = setInterval(() => console.error('  … still installing'), 10_000);
  // Removes the folders that killed installs left more than an hour ago.
  for (const left of fs.readdirSync(ROOT).filter((name) => name.startsWith(FOLDER)))
    if (Date.now() - fs.statSync(join(ROOT, left)).mtimeMs > 3_600_000) remove(join(ROOT, left));
  const folder = fs.mkdtempSync(join(ROOT, FOLDER));
  await installIn(folder).catch(({ message }) => console.error(message));
  clearInterval(beat);
  remove(folder);
  return installed();
}
