import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';

interface Locked {
  version?: string;
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(resolve(PROJECT_ROOT, file), 'utf8'));
const manifest = read('package.json');
const locked: Record<string, Locked> = read('package-lock.json').packages;

t.test('the Node of every platform is pinned by the hash of its content', async (t) => {
  for (const [name, version] of Object.entries(manifest.optionalDependencies)) {
    const entry = locked[`node_modules/${name}`]!;
    t.match(entry, { version, integrity: /^sha512-[A-Za-z0-9+/]{86}==$/, optional: true }, name);
    t.match(version, /^24\.\d+\.\d+$/);
  }
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

/** A project with a made-up npm, whose program says that it ran. `npm` is the shell script used as npm. */
function project(t: Test, npm: string): string {
  const root = mkdtempSync(join(tmpdir(), 'terrier-runtime-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['src', 'bin', 'made/up']) mkdirSync(join(root, folder), { recursive: true });
  cpSync(resolve(PROJECT_ROOT, 'src/launch'), join(root, 'src/launch'), { recursive: true });
  copyFileSync(resolve(PROJECT_ROOT, 'package-lock.json'), join(root, 'package-lock.json'));
  const { optionalDependencies } = manifest;
  const scripts = { start: manifest.scripts.test.replace('test/run.ts', 'src/program.ts') };
  const about = { name: 'made-up', version: '1.0.0', optionalDependencies, workspaces: ['made/up'], scripts };
  writeFileSync(join(root, 'package.json'), JSON.stringify(about));
  writeFileSync(join(root, 'made/up/package.json'), '{}');
  writeFileSync(join(root, 'src/program.ts'), 'console.log("it ran")');
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${npm}`, { mode: 0o755 });
  return root;
}

/** Starts the program of a project; `said` waits for words in its output, `ended` has all of the output and the status. */
function start(t: Test, root: string) {
  const child = spawn(process.execPath, [join(root, 'src/launch/run.mjs'), 'src/program.ts'], {
    env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = once(child, 'close').then(([status]) => ({ status, stdout, stderr }));
  const said = async (words: RegExp) => {
    while (!words.test(stderr)) {
      const more = await Promise.race([once(child.stderr, 'data'), ended]);
      if ('status' in more && !words.test(stderr)) throw new Error(`It ended: ${stderr}`);
    }
  };
  return { child, said, ended };
}

t.test('if npm skipped a Node with another hash, nothing runs', async (t) => {
  // npm installs the rest and succeeds when an optional package does not match its hash.
  const root = project(t, 'mkdir node_modules\n');
  const { status, stdout, stderr } = await start(t, root).ended;
  t.equal(status, 1);
  t.equal(stdout, '');
  t.match(stderr, /npm installed no Node for .*content is not what package-lock\.json says/);
});

t.test('if npm fails, nothing runs', async (t) => {
  const { status, stdout, stderr } = await start(t, project(t, 'echo "no network" >&2\nexit 1\n')).ended;
  t.match({ status, stdout }, { status: 1, stdout: '' });
  t.match(stderr, /no network\nnpm ci failed: see above/);
});

/** Installs a Node, once there is a file `go` in the project. */
const patient = `
echo 'npm has begun' >&2
for try in $(seq 1200); do [ -e ../go ] && break; sleep 0.05; done
mkdir -p node_modules/${dirname(relative(resolve(PROJECT_ROOT, 'node_modules'), process.execPath))} made/up/node_modules
ln -s ${process.execPath} node_modules/${relative(resolve(PROJECT_ROOT, 'node_modules'), process.execPath)}
echo $PWD >node_modules/from
`;
const go = (root: string) => writeFileSync(join(root, 'go'), '');
const leftovers = (root: string) => readdirSync(root).filter((name) => name.startsWith('.terrier-install'));

t.test('several starts at once install the packages once, and all run', async (t) => {
  const root = project(t, patient);
  const starts = Array.from({ length: 3 }, () => start(t, root));
  for (const { said } of starts) await said(/npm has begun/);
  go(root);
  for (const { ended } of starts) t.match(await ended, { status: 0, stdout: 'it ran\n' });
  t.ok(readdirSync(join(root, 'made/up')).includes('node_modules'), 'those of a workspace, too');
  t.same(leftovers(root), []);
  t.match(await start(t, root).ended, { status: 0, stdout: 'it ran\n', stderr: '' }, 'all is there now');
});

t.test('if the lockfile changes, the packages are replaced', async (t) => {
  const root = project(t, patient);
  go(root);
  await start(t, root).ended;
  const from = () => readFileSync(join(root, 'node_modules/from'), 'utf8');
  const before = from();
  writeFileSync(join(root, 'package-lock.json'), '{}');
  t.match(await start(t, root).ended, { status: 0, stdout: 'it ran\n', stderr: /npm has begun/ });
  t.not(from(), before);
});

t.test('what a killed installation left is not used', async (t) => {
  const root = project(t, patient);
  const killed = start(t, root);
  await killed.said(/npm has begun/);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const [left] = leftovers(root);
  go(root);
  t.match(await start(t, root).ended, { status: 0, stdout: 'it ran\n', stderr: /npm has begun/ });
  t.same(leftovers(root), [left], 'npm may still run in it');
  utimesSync(join(root, left!), new Date(0), new Date(0));
  rmSync(join(root, 'node_modules'), { recursive: true });
  await start(t, root).ended;
  t.same(leftovers(root), [], 'an hour later it is removed');
});

t.test('a signal during the installation ends npm, too', async (t) => {
  const root = project(t, `trap 'echo stopped >../done; exit 143' TERM\n${patient}`);
  const { child, said, ended } = start(t, root);
  await said(/npm has begun/);
  child.kill('SIGTERM');
  t.match(await ended, { status: 1, stdout: '' });
  t.equal(readFileSync(join(root, 'done'), 'utf8'), 'stopped\n');
  t.same(leftovers(root), []);
});

t.test('killing only npm, as when started in the background, ends the program', async (t) => {
  const root = project(t, patient);
  go(root);
  t.match(await start(t, root).ended, { status: 0 });
  writeFileSync(
    join(root, 'src/program.ts'),
    `process.on('SIGTERM', () => { console.log('it stopped'); process.exit(0); });
     setInterval(() => {}, 1_000);
     console.log('it runs');`,
  );
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const npm = spawn('npm', ['start'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    npm.stdout.on('data', (chunk) => (printed += chunk));
    while (!printed.includes('it runs')) await once(npm.stdout, 'data');
    npm.kill(signal);
    await once(npm, 'close');
    t.match(printed, /it stopped/, signal);
  }
});
