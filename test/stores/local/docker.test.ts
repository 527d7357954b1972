import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';
import { ConfigSchema, PROJECT_ROOT } from '../../../src/config.ts';
import { nodeFlags } from '../../../src/launch/flags.mjs';
import { readMemory } from '../../../src/stores/local/home.ts';
import { stackDown, stackReset, stackUp } from '../../../src/stores/local/index.ts';
import { jsonLines, valuesOf } from '../../listed.ts';
import { portOf } from '../../port-of.ts';
import { composed } from './standin/compose-file.ts';

const FILE = resolve(PROJECT_ROOT, 'docker-compose.yml');
const STANDIN = resolve(PROJECT_ROOT, 'test/stores/local/standin/docker.ts');
const REQUIRED = {
  ELASTIC_PASSWORD: 'a',
  MYSQL_ROOT_PASSWORD: 'b',
  MYSQL_PASSWORD: 'c',
  WEBHOOK_SECRET_KEY: 'd',
};
const PORTS = { elasticsearch: 9, mysql: 13 };

const root = await mkdtemp(join(tmpdir(), 'terrier-docker-'));
await chmod(root, 0o755);
t.teardown(() => rm(root, { recursive: true, force: true }));
const bin = join(root, 'bin');
await mkdir(bin);
await program('docker', `exec '${process.execPath}' '${STANDIN}' "$@"`);
process.env.PATH = `${bin}:${process.env.PATH}`;
process.env.STANDIN_CALLS = join(root, 'calls');
for (const name of [...Object.keys(REQUIRED), 'STANDIN_FAILS']) delete process.env[name];

t.beforeEach(async () => {
  delete process.env.STANDIN_FAILS;
  await writeFile(process.env.STANDIN_CALLS!, '');
});

t.test('the stand-in refuses the file without a required variable, as Compose does', async (t) => {
  for (const missing of Object.keys(REQUIRED)) {
    const env = { ...process.env, ...REQUIRED, [missing]: '' };
    const args = ['compose', '-p', 'x', '-f', FILE, 'up', '-d', 'mysql'];
    const { status, stderr } = spawnSync('docker', args, { env, encoding: 'utf8' });
    t.equal(status, 1);
    t.match(
      stderr,
      new RegExp(
        `^error while interpolating .*: required variable ${missing} is missing a value: set it in .env$`,
        'm',
      ),
    );
  }
});

t.test('up, down and reset give Compose every variable that the file requires', async (t) => {
  const { home, log } = place('docker');
  const stack = await stackUp({ home, ports: PORTS, log });
  t.same(stack.started, { elasticsearch: 'docker', mysql: 'docker' });
  t.equal((await readMemory(home)).kind, 'docker', 'the home keeps to Docker');
  const password = JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8')).mysql_password;
  t.equal(stack.elasticsearchUrl, `http://elastic:${password}@127.0.0.1:9`);
  await stackDown({ home, log });
  await stackReset({ home, log });
  const made = await calls();
  t.same(
    made.map(({ command, rest }) => [command, ...rest].join(' ')),
    ['up -d --wait elasticsearch mysql', 'down', 'down --volumes'],
  );
  t.equal(new Set(made.map(({ project }) => project)).size, 1, 'one project');
  t.same(await readMemory(home), {});
  await t.rejects(stat(join(home, 'secrets.json')), { code: 'ENOENT' });
});

t.test('when Compose fails, what it began is ended, and the error says how to go on', async (t) => {
  const { home, log } = place('failed');
  process.env.STANDIN_FAILS = 'up';
  await t.rejects(stackUp({ home, ports: PORTS, log }), {
    message:
      /^docker compose up failed: .*the stand-in fails\nIf a port is taken, set .*from Maven packages instead, stop/,
  });
  t.same(await readMemory(home), {}, 'the home keeps to nothing');
  t.same(valuesOf(await calls(), 'command'), ['up', 'down']);
});

t.test('a home with its data in Docker keeps using Docker, and its error says so', async (t) => {
  const { home, log, lines } = place('kept');
  await stackUp({ home, ports: PORTS, log });
  process.env.STANDIN_FAILS = 'up,down';
  await t.rejects(stackUp({ home, ports: PORTS, log }), {
    message: /the stand-in fails\nThe data of .*kept is in Docker.*ELASTICSEARCH_PORT.*stack reset --yes/,
  });
  t.equal((await readMemory(home)).kind, 'docker');
  await t.rejects(stackDown({ home, log }), { message: /docker compose down failed: .*the stand-in fails/ });
  await stackReset({ home, log });
  t.match(lines.at(-2), /down failed[\s\S]*are left: see "docker volume ls"/);
  t.same(await readMemory(home), {}, 'reset starts over all the same');
  t.ok(await stat(join(home, 'secrets.json')), 'and keeps the password of the volumes that are left');
});

t.test('containers of an interrupted start are stopped too', async (t) => {
  const { home, log } = place('broken off');
  await mkdir(home);
  await stackDown({ home, log });
  t.same(valuesOf(await calls(), 'command'), ['down']);
});

/** Settings that are not passed to the containers, with the reason. */
const NOT_PASSED: Partial<Record<keyof typeof ConfigSchema.properties, string>> = {
  TERRIER_DEMO: 'of `terrier start`, which does not run there',
  ELASTICSEARCH_PORT: 'where Compose publishes the port of Elasticsearch',
  MYSQL_PORT: 'where Compose publishes the port of MySQL',
  ELASTICSEARCH_HEAP: 'goes to the service of Elasticsearch',
  TERRIER_API_KEY: 'of `terrier mcp`, which runs beside a client',
};
/** Settings that the file itself sets. */
const FIXED = ['PORT', 'HOST', 'TERRIER_HOME', 'ELASTICSEARCH_URL', 'DATABASE_URL', 'METRICS_PORT'];

t.test('the services of the image get every setting that they read', async (t) => {
  const names = Object.keys(ConfigSchema.properties);
  const probe = Object.fromEntries(names.map((name) => [name, `of-${name}`]));
  const { services } = composed(FILE, { ...REQUIRED, ...probe });
  for (const service of ['api', 'dispatcher', 'sync']) {
    const environment = services[service]!.environment!;
    for (const name of names) {
      if (name in NOT_PASSED) t.notOk(name in environment, `${service}: ${name} is not passed`);
      else if (!FIXED.includes(name)) t.equal(environment[name], `of-${name}`, `${service}: ${name}`);
    }
    for (const name of Object.keys(environment)) t.ok(names.includes(name), `${name} is a setting`);
  }
  t.equal(services.api!.environment!.PORT, 8080);
  t.equal(services.dispatcher!.environment!.METRICS_PORT, 9464);
  t.same(
    Object.keys(NOT_PASSED).filter((name) => !names.includes(name)),
    [],
    'the list names settings',
  );
});

t.test('sources are checked on a schedule, by a service that starts only if it is asked for', async (t) => {
  const { sync, ...others } = composed(FILE, REQUIRED).services;
  t.match(sync, { profiles: ['sync'], command: ['sync', '--schedule', '17 3 * * *'] });
  for (const [name, { profiles }] of Object.entries(others)) t.equal(profiles, undefined, name);
  const own = composed(FILE, { ...REQUIRED, SYNC_SCHEDULE: '0 * * * *' }).services.sync;
  t.match(own, { command: ['sync', '--schedule', '0 * * * *'] });
});

t.test('images can be pinned by digest, and .env.example lists what is required', async (t) => {
  const pins = { ELASTICSEARCH_IMAGE: 'e@sha256:1', MYSQL_IMAGE: 'm@sha256:2', NODE_IMAGE: 'n@sha256:3' };
  const { services } = composed(FILE, { ...REQUIRED, ...pins });
  t.equal(services.elasticsearch!.image, pins.ELASTICSEARCH_IMAGE);
  t.equal(services.mysql!.image, pins.MYSQL_IMAGE);
  for (const service of ['api', 'dispatcher'])
    t.equal(services[service]!.build!.args.NODE_IMAGE, pins.NODE_IMAGE);
  const bare = composed(FILE, REQUIRED).services;
  for (const image of [bare.elasticsearch!.image, bare.mysql!.image, bare.api!.build!.args.NODE_IMAGE])
    t.match(image, /:\d+\.\d+\.\d+(-|$)/, 'without a pin, a whole version');
  const dockerfile = readFileSync(resolve(PROJECT_ROOT, 'Dockerfile'), 'utf8');
  t.match(
    dockerfile,
    `ARG NODE_IMAGE=${bare.api!.build!.args.NODE_IMAGE}\n`,
    'the Dockerfile has the same one',
  );
  const example = readFileSync(resolve(PROJECT_ROOT, '.env.example'), 'utf8');
  for (const name of [...Object.keys(REQUIRED), ...Object.keys(pins)])
    t.match(example, new RegExp(`^(# )?${name}=`, 'm'));
});

t.test('the health checks recognize a working API and dispatcher', async (t) => {
  const { services } = composed(FILE, REQUIRED);
  let status = 200;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(status).end();
  });
  const port = await portOf(server);
  t.teardown(() => server.close());
  const check = async (service: string) => {
    const [, node, ...args] = services[service]!.healthcheck!.test;
    t.equal(node, 'node');
    const here = args.map((arg) => arg.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
    const child = spawn(process.execPath, here, { stdio: 'ignore' });
    return (await once(child, 'exit'))[0];
  };
  for (const service of ['api', 'dispatcher']) {
    status = 200;
    t.equal(await check(service), 0, `${service} answers`);
    status = 503;
    t.equal(await check(service), 1, `${service} answers 503`);
  }
  t.same(asked, ['/readyz', '/readyz', '/metrics', '/metrics']);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  t.equal(await check('dispatcher'), 1, 'nothing answers');
});

t.test('the image runs its own Node, with the flags of `npm start`', async (t) => {
  const tools = join(root, 'tools');
  await mkdir(tools);
  // Prints how main.ts would be run; runs everything else.
  await program(
    'node',
    `case "$*" in *main.ts*) echo "$MALLOC_ARENA_MAX" "$@";; *) exec '${process.execPath}' "$@";; esac`,
    tools,
  );
  const { MALLOC_ARENA_MAX: _, ...own } = process.env;
  const env = { ...own, PATH: `${tools}:${process.env.PATH}` };
  const run = (...args: string[]) =>
    spawnSync(resolve(PROJECT_ROOT, 'src/image.sh'), args, { env, encoding: 'utf8' }).stdout.trim();
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  t.equal(run('serve'), `${nodeFlags('serve').join(' ')} ${main} serve`);
  t.equal(run('dispatch'), `${main} dispatch`);
  t.equal(
    run('ingest', 'parcels', 'a b.csv'),
    `1 ${nodeFlags('ingest').join(' ')} ${main} ingest parcels a b.csv`,
  );
  const dockerfile = readFileSync(resolve(PROJECT_ROOT, 'Dockerfile'), 'utf8');
  t.match(dockerfile, /npm ci .*--omit=optional/, 'and brings no second one');
});

function place(name: string) {
  const lines: string[] = [];
  return { home: join(root, name), lines, log: (line: string) => void lines.push(line) };
}

async function program(name: string, script: string, folder = bin): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

async function calls(): Promise<{ project: string; command: string; rest: string[] }[]> {
  return jsonLines(await readFile(process.env.STANDIN_CALLS!, 'utf8'));
}
