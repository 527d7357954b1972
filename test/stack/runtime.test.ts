import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';
import { RUNTIMES } from '../../src/bootstrap.mjs';
import { PROJECT_ROOT } from '../../src/config.ts';

interface Locked {
  version?: string;
  integrity?: string;
  os?: string | string[];
  cpu?: string | string[];
  optional?: boolean;
  hasInstallScript?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(resolve(PROJECT_ROOT, file), 'utf8'));
const manifest = read('package.json');
const locked: Record<string, Locked> = read('package-lock.json').packages;

t.test('the Node of every platform is pinned by the hash of its content', async (t) => {
  const names = Object.values(RUNTIMES).map((path) => path.split('/')[0]!);
  t.same(Object.keys(manifest.optionalDependencies).sort(), names.toSorted());
  for (const [platform, path] of Object.entries(RUNTIMES)) {
    const name = path.split('/')[0]!;
    const entry = locked[`node_modules/${name}`]!;
    t.equal(entry.version, manifest.optionalDependencies[name], name);
    t.match(entry.version, /^24\.\d+\.\d+$/);
    t.match(entry.integrity, /^sha512-[A-Za-z0-9+/]{86}==$/);
    t.equal(`${entry.os}-${entry.cpu}`, platform, 'npm installs the one that fits');
    t.equal(entry.optional, true);
  }
  t.match(
    process.execPath,
    resolve(PROJECT_ROOT, 'node_modules', RUNTIMES[`${process.platform}-${process.arch}`]!),
  );
});

t.test('no package’s install script fetches anything', async (t) => {
  t.same(
    Object.entries(manifest.allowScripts).filter(([, allowed]) => allowed),
    [],
  );
  const scripted = Object.entries(locked).filter(([, entry]) => entry.hasInstallScript);
  for (const [path] of scripted)
    t.equal(manifest.allowScripts[path.slice(path.lastIndexOf('node_modules/') + 13)], false, path);
});

t.test('if npm skipped a Node with another hash, nothing runs', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'terrier-runtime-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['src', 'bin', 'node_modules']) mkdirSync(join(root, folder));
  for (const name of ['src/bootstrap.mjs', 'src/node-flags.mjs', 'package-lock.json'])
    copyFileSync(resolve(PROJECT_ROOT, name), join(root, name));
  writeFileSync(join(root, 'src/program.ts'), 'console.log("it ran")');
  // npm installs the rest and ends well when an optional package does not fit its hash.
  writeFileSync(join(root, 'bin/npm'), '#!/bin/sh\necho "npm $*" >&2\n', { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/bootstrap.mjs'), 'src/program.ts'],
    { env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }, encoding: 'utf8' },
  );
  t.equal(status, 1);
  t.equal(stdout, '');
  t.match(stderr, /npm ci --include=optional/);
  t.match(stderr, /npm did not install node-.*content is not what package-lock\.json says/);
});
