import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
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

/** A project of a made-up npm, whose program says that it ran. `npm` is the shell script that stands for npm. */
function project(t: Test, npm: string): string {
  const root = mkdtempSync(join(tmpdir(), 'terrier-runtime-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['src', 'bin', 'node_modules']) mkdirSync(join(root, folder));
  const needed = globSync('src/*.mjs', { cwd: PROJECT_ROOT });
  for (const name of [...needed, 'package-lock.json'])
    copyFileSync(resolve(PROJECT_ROOT, name), join(root, name));
  writeFileSync(join(root, 'src/program.ts'), 'console.log("it ran")');
  writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${npm}`, { mode: 0o755 });
  return root;
}

/** Starts the program of a project; `said` waits for words on its output, `ended` gives all of that with the status. */
function start(t: Test, root: string) {
  const child = spawn(process.execPath, [join(root, 'src/bootstrap.mjs'), 'src/program.ts'], {
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
  // npm installs the rest and ends well when an optional package does not fit its hash.
  const { status, stdout, stderr } = await start(t, project(t, 'echo "npm $*" >&2\n')).ended;
  t.equal(status, 1);
  t.equal(stdout, '');
  t.match(stderr, /npm ci --include=optional/);
  t.match(stderr, /npm did not install node-.*content is not what package-lock\.json says/);
});

const NODE = join('node_modules', RUNTIMES[`${process.platform}-${process.arch}`]!);
/** Installs a Node, once there is a file `go`; a list of what it did is in the file `done`. */
const patient = `
echo begun >>done; echo 'npm has begun' >&2
for try in $(seq 1200); do [ -e go ] && break; sleep 0.05; done
mkdir -p ${dirname(NODE)} && ln -sf ${process.execPath} ${NODE}
echo ended >>done
`;

t.test('one process at a time installs the packages', async (t) => {
  const done = (root: string) => readFileSync(join(root, 'done'), 'utf8').trim().split('\n');
  const go = (root: string) => writeFileSync(join(root, 'go'), '');

  t.test('of several starts at once, one installs and the others wait for it', async (t) => {
    const root = project(t, patient);
    const starts = Array.from({ length: 4 }, () => start(t, root));
    const waiting = starts.map(({ said }) => said(/Another terrier installs the packages \(process \d+\)/));
    const begun = starts.map(({ said }) => said(/npm has begun/));
    await Promise.all(starts.map((_, i) => Promise.race([waiting[i], begun[i]])));
    go(root);
    for (const { ended } of starts) t.match(await ended, { status: 0, stdout: 'it ran\n' });
    await Promise.allSettled([...waiting, ...begun]);
    t.same(done(root), ['begun', 'ended']);
    t.match(await start(t, root).ended, { status: 0, stdout: 'it ran\n', stderr: '' }, 'all is there now');
  });

  t.test('the lock of a dead process counts for nothing, even if its pid is in use again', async (t) => {
    const root = project(t, patient);
    const locks = join(root, '.terrier-install');
    mkdirSync(locks);
    const dead = spawnSync('true').pid;
    for (const pid of [dead, process.pid]) writeFileSync(join(locks, `${pid}-1`), '');
    go(root);
    const starts = [start(t, root), start(t, root)];
    for (const { ended } of starts) t.match(await ended, { status: 0, stdout: 'it ran\n' });
    t.same(done(root), ['begun', 'ended'], 'of two that found it, one installed');
    t.same(readdirSync(locks), [], 'no lock is left');
  });

  t.test('after a kill -9, the packages are installed again, once npm has ended', async (t) => {
    const root = project(t, patient);
    const killed = start(t, root);
    await killed.said(/npm has begun/);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const starts = [start(t, root), start(t, root)];
    for (const { said } of starts) await said(/Another terrier installs the packages/);
    go(root);
    for (const { ended } of starts) t.match(await ended, { status: 0, stdout: 'it ran\n' });
    t.same(
      done(root),
      ['begun', 'ended', 'begun', 'ended'],
      'the repeated one began when the first had ended',
    );
  });

  t.test('a signal during the installation ends npm, too', async (t) => {
    const root = project(t, patient.replace('\n', "\ntrap 'echo stopped >>done; exit 143' TERM\n"));
    const { child, said, ended } = start(t, root);
    await said(/npm has begun/);
    child.kill('SIGTERM');
    t.match(await ended, { status: 1, stdout: '' });
    t.same(done(root), ['begun', 'stopped']);
    t.same(readdirSync(join(root, '.terrier-install')), []);
  });
});

/** A project whose packages are there, and whose `npm start` runs until it is told to stop. */
async function runningProject(t: Test): Promise<string> {
  const root = project(t, patient);
  writeFileSync(join(root, 'go'), '');
  t.match(await start(t, root).ended, { status: 0 });
  const scripts = { start: 'node src/bootstrap.mjs src/program.ts' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'program', version: '1.0.0', scripts }));
  writeFileSync(
    join(root, 'src/program.ts'),
    `process.on('SIGTERM', () => { console.log('it stopped'); process.exit(0); });
     setInterval(() => {}, 1_000);
     console.log('it runs');`,
  );
  return root;
}

/** Starts `npm start`. `said` waits for a word of its output; `closed` for the last process that writes to it. */
function npmStart(root: string, env: NodeJS.ProcessEnv = process.env) {
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  npm.stdout.on('data', (chunk) => (printed += chunk));
  const closed = once(npm, 'close').then(() => printed);
  const said = async (word: string) => {
    while (!printed.includes(word)) await Promise.race([once(npm.stdout, 'data'), closed]);
  };
  return { npm, said, closed };
}

t.test('a kill of npm alone, as of a start in the background, ends the program', async (t) => {
  const root = await runningProject(t);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { npm, said, closed } = npmStart(root);
    await said('it runs');
    npm.kill(signal);
    t.match(await closed, /it stopped/, signal);
  }
});

t.test('npm is killed while the program starts: it ends as well', async (t) => {
  const root = await runningProject(t);
  const tools = join(root, 'tools');
  mkdirSync(tools);
  // A `ps` that answers once npm has been killed.
  const wait = 'while [ ! -e killed ]; do sleep 0.05; done';
  const { stdout: ps } = spawnSync('sh', ['-c', 'command -v ps'], { encoding: 'utf8' });
  writeFileSync(join(tools, 'ps'), `#!/bin/sh\ntouch asked\n${wait}\nexec ${ps.trim()} "$@"\n`, {
    mode: 0o755,
  });
  const { npm, closed } = npmStart(root, { ...process.env, PATH: `${tools}:${process.env.PATH}` });
  while (!existsSync(join(root, 'asked'))) await sleep(20);
  npm.kill('SIGKILL');
  await once(npm, 'exit');
  writeFileSync(join(root, 'killed'), '');
  t.notMatch(await closed, /it runs\n$/, 'whether it has begun or not, nothing of it runs on');
});
