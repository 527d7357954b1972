/**
 * Checks the files of docs/deploy with the programs that they are for. If a program is not on the PATH, its test is
 * skipped.
 */
import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { type Python, preparePython } from '../python.ts';
import { testHome } from '../servers.ts';

const FOLDER = join(PROJECT_ROOT, 'docs/deploy');
/** The version of Kubernetes whose types the manifests are checked against. */
const KUBERNETES = '1.32';

/** Runs a program to its end; returns its exit status (null when the program is missing) and everything that it printed. */
function run(command: string, args: string[], env: Record<string, string> = {}) {
  const options = {
    cwd: FOLDER,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, ...env },
  } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (error && 'code' in error && error.code === 'ENOENT') return { status: null, output: '' };
  return { status, output: `${error?.message ?? ''}${stdout}${stderr}` };
}

const missing = (command: string) =>
  run(command, ['--help']).status === null ? `${command} is not on the PATH` : false;

t.test('promtool loads the alert rules and the configuration', { skip: missing('promtool') }, async (t) => {
  for (const [what, file] of [
    ['rules', 'monitoring/alerts.yml'],
    ['config', 'monitoring/prometheus.yml'],
  ] as const) {
    const { status, output } = run('promtool', ['check', what, file]);
    t.equal(status, 0, output);
  }
});

t.test('Caddy accepts its files', { skip: missing('caddy') }, async (t) => {
  const home = t.testdir();
  for (const file of globSync('compose/*Caddyfile', { cwd: FOLDER })) {
    const { status, output } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], {
      DOMAIN: 'terrier.example.com',
      API_ADDRESSES: '10.0.0.1:8080 10.0.0.2:8080',
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
    });
    t.equal(status, 0, output);
  }
});

t.test('systemd accepts the units', { skip: missing('systemd-analyze') }, async (t) => {
  const units = globSync('systemd/terrier-*.{service,timer}', { cwd: FOLDER });
  t.ok(units.length > 4);
  const { output } = run('systemd-analyze', ['verify', ...units]);
  // The programs that the units start need not be on this machine.
  const wrong = output.split('\n').filter((line) => /terrier-/.test(line) && !/is not executable/.test(line));
  t.same(wrong, []);
});

let python: Python | null = null;
let skip: string | false = false;
try {
  const requirements = join(PROJECT_ROOT, 'test/docs/requirements.txt');
  python = preparePython(join(testHome(), 'python-deploy'), requirements, (line) => t.comment(line));
} catch (error) {
  skip = (error as Error).message;
}

t.test('Kubernetes accepts the manifests', { skip }, async (t) => {
  const { command, env } = python!;
  const check = (...files: string[]) =>
    run(command, ['-m', 'kubernetes_validate', '-k', KUBERNETES, '--strict', ...files], env);
  const files = globSync('kubernetes/*.yaml', { cwd: FOLDER }).filter((file) => !/kustomization/.test(file));
  t.ok(files.length > 4);
  const { status, output } = check(...files);
  t.equal(status, 0, output);
  t.not(check(join(t.testdir({ 'bad.yaml': BAD }), 'bad.yaml')).status, 0, 'an unknown field is refused');

  const built = run('kubectl', ['kustomize', 'kubernetes']);
  if (built.status === null)
    return t.comment('kubectl is not on the PATH: the files are checked as they lie there');
  t.equal(built.status, 0, built.output);
  const whole = join(t.testdir(), 'built.yaml');
  writeFileSync(whole, built.output);
  const { status: result, output: said } = check(whole);
  t.equal(result, 0, said);
});

const BAD = `apiVersion: v1
kind: Service
metadata: { name: api }
spec: { ports: [{ port: 80, targetport: 8080 }] }
`;
