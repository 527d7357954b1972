import { spawnSync } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { verify } from '../../../src/web/console/verifiers/verify.ts';
import file from '../../../src/webhooks/verify/vectors.json' with { type: 'json' };

const VERIFIERS = resolve(PROJECT_ROOT, 'src/web/console/verifiers');
const CHECKS = resolve(import.meta.dirname, 'checks');
/** A compiler that builds its own library for the first time takes long. */
const LONGEST_RUN = 240_000;
/** Builds use only what is on this machine. */
const GO = { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOWORK: 'off' };

/** A receiver that finds no signature header treats it as an empty one. */
const vectors = file.vectors.map((vector) => ({ ...vector, signature: vector.signature ?? '' }));
const base64 = (text: string) => Buffer.from(text).toString('base64');
const input = vectors
  .map(({ secret, signature, body, now }) => [...[secret, signature, body].map(base64), now].join('\t'))
  .join('\n');

/** Runs a command to its end; returns what it printed. Throws with its error output. */
function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): string {
  const options = { cwd, input: `${input}\n`, encoding: 'utf8', timeout: LONGEST_RUN } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    ...options,
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** For the `skip` option of a test that needs a runtime. */
function without(...commands: [command: string, flag: string, version?: RegExp][]): string | false {
  for (const [command, flag, version = /./] of commands) {
    const { status, stdout, stderr } = spawnSync(command, [flag], { encoding: 'utf8' });
    if (status !== 0) return `no ${command} on this machine`;
    if (!version.test(stdout + stderr)) return `${command} is too old`;
  }
  return false;
}

async function folder(t: Test): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'terrier-verify-'));
  t.teardown(() => rm(made, { recursive: true, force: true }));
  return made;
}

function check(t: Test, verdicts: string[]): void {
  t.equal(verdicts.length, vectors.length, 'a verdict for each vector');
  vectors.forEach(({ name, valid }, at) => {
    t.equal(verdicts[at], String(valid), name);
  });
}

t.test('the vectors contain valid and invalid deliveries', async (t) => {
  t.ok(vectors.some(({ valid }) => valid));
  t.ok(vectors.some(({ valid }) => !valid));
});

t.test('TypeScript verifies the vectors', async (t) => {
  check(
    t,
    vectors.map(({ secret, signature, body, now }) =>
      String(verify(secret, signature, Buffer.from(body), now)),
    ),
  );
});

t.test('Python verifies the vectors', { skip: without(['python3', '--version']) }, async (t) => {
  const args = ['-B', join(CHECKS, 'check.py'), join(VERIFIERS, 'verify.py')];
  check(
    t,
    run('python3', args, await folder(t), { PYTHONUTF8: '1' })
      .trim()
      .split('\n'),
  );
});

t.test('Go verifies the vectors', { skip: without(['go', 'version', /go1\.(19|[2-9]\d)/]) }, async (t) => {
  const cwd = await folder(t);
  await mkdir(join(cwd, 'terrier'));
  await copyFile(join(VERIFIERS, 'verify.go'), join(cwd, 'terrier/verify.go'));
  await copyFile(join(CHECKS, 'check.go'), join(cwd, 'main.go'));
  await writeFile(join(cwd, 'go.mod'), 'module check\n\ngo 1.19\n');
  check(t, run('go', ['run', '.'], cwd, GO).trim().split('\n'));
});

t.test(
  'Java verifies the vectors',
  { skip: without(['java', '-version', /version "(1[7-9]|[2-9]\d)/], ['javac', '-version']) },
  async (t) => {
    const cwd = await folder(t);
    await cp(join(VERIFIERS, 'TerrierSignature.java'), join(cwd, 'TerrierSignature.java'));
    await cp(join(CHECKS, 'Check.java'), join(cwd, 'Check.java'));
    run('javac', ['-encoding', 'UTF-8', 'TerrierSignature.java', 'Check.java'], cwd);
    check(t, run('java', ['-cp', cwd, 'Check'], cwd).trim().split('\n'));
  },
);
