import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import mysql from 'mysql2/promise';
import { pino } from 'pino';
import t from 'tap';
import { withoutLogin } from '../../../src/domain/server-addresses.ts';
import { loaderClient, readerClient } from '../../../src/stores/elastic/client.ts';
import { rawRequest } from '../../../src/stores/elastic/raw.ts';
import { withLock } from '../../../src/stores/local/home.ts';
import { type Stack, stackDown, stackReset, stackStatus, stackUp } from '../../../src/stores/local/index.ts';
import { freePort } from '../../free-port.ts';

const root = await mkdtemp(join(tmpdir(), 'terrier-stack-'));
// As root, the servers run as another user, who needs access.
await chmod(root, 0o755);
// With a space, since start scripts often split paths at it.
const home = join(root, 'the home');
const ports = { elasticsearch: await freePort(), mysql: await freePort() };
const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const up = () => stackUp({ home, ports, heap: '512m', log });

t.setTimeout(300_000);
t.teardown(async () => {
  await stackReset({ home, log });
  await rm(root, { recursive: true, force: true });
});

let stack: Stack;

t.test('up starts both servers, and two concurrent calls start them once', async (t) => {
  t.same((await stackStatus({ home })).kind, null, 'nothing is known of a home that does not exist');
  const [one, two] = await Promise.all([up(), up()]);
  stack = one;
  const origins = [one, two].map((each) => Object.values(each.started).join(' '));
  t.same(
    origins.sort(),
    ['running running', 'started started'],
    `one starts, one finds them: ${lines.join('\n')}`,
  );
  t.same(one.databaseUrl, two.databaseUrl);
  t.same((await stat(join(home, 'secrets.json'))).mode & 0o777, 0o600, 'the password is for its owner alone');
  await writeMarkers();
});

t.test('the servers are set up as documented', async (t) => {
  const info = (await (await ask('')).json()) as { version: { number: string } };
  t.match(info.version.number, /^9\.4\./);
  const write = await ask('mistyped/_doc', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  t.same(write.status, 404, 'a write does not make an index');

  const db = await mysql.createConnection(stack.databaseUrl);
  const [rows] = await db.query(
    'SELECT @@character_set_server AS cs, @@innodb_flush_log_at_trx_commit AS f, DATABASE() AS d',
  );
  t.same(rows, [{ cs: 'utf8mb4', f: 1, d: 'terrier' }]);
  await db.end();
  const bare = new URL(stack.databaseUrl);
  bare.password = '';
  await t.rejects(mysql.createConnection(bare.href), /Access denied/, 'no login without the password');
});

t.test('Elasticsearch requires its password for any Host header', async (t) => {
  const { url } = withoutLogin(stack.elasticsearchUrl);
  for (const path of ['', '_cluster/health', 'marker/_search', '_search']) {
    t.equal((await fetch(new URL(path, url))).status, 401, `/${path}`);
  }
  // Like a page in a browser whose host name resolves to this machine.
  const socket = connect(Number(url.port), url.hostname);
  socket.end('GET /_search HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n');
  t.match(String((await socket.toArray())[0]), /^HTTP\/1\.1 401 /);
  const wrong = new URL(stack.elasticsearchUrl);
  wrong.password = 'wrong';
  const status = await readerClient(wrong.href)
    .info()
    .catch((error) => error.statusCode);
  t.equal(status, 401);
});

t.test('no error, log line or status contains the password', async (t) => {
  const { password } = new URL(stack.elasticsearchUrl);
  const { headers } = withoutLogin(stack.elasticsearchUrl);
  const secrets = [password, String(headers.authorization).slice('Basic '.length)];
  const away = new URL(stack.elasticsearchUrl);
  away.port = String(await freePort());
  const said = [lines.join('\n'), JSON.stringify(await stackStatus({ home }))];
  for (const client of [stack.elasticsearchUrl, away.href].flatMap((url) => [
    readerClient(url),
    loaderClient(url),
  ])) {
    for (const ask of [
      () => client.search({ index: 'nowhere' }),
      () => client.bulk({ operations: [{ index: { _index: 'nowhere' } }, {}] }),
      () => rawRequest(client, 'GET', '/nowhere/_doc/1'),
    ]) {
      const result = await ask().catch((error: Error) => error);
      said.push(inspect(result, { depth: 30, showHidden: true }), JSON.stringify(result));
      pino({}, { write: (line) => void said.push(line) }).error({ err: result });
    }
    await client.close();
  }
  for (const text of said) for (const secret of secrets) t.notMatch(text, secret);
});

t.test(
  'as root, the servers run as their own user, and no other user reads their secrets',
  { skip: process.getuid?.() === 0 ? false : 'this is not root' },
  async (t) => {
    const { servers } = await stackStatus({ home });
    for (const [name, { pid }] of Object.entries(servers))
      t.equal((await stat(`/proc/${pid}`)).uid, 60_999, name);
    const secrets = ['secrets.json', 'mysql/init.sql', 'elasticsearch/config/users'];
    for (const name of secrets) {
      const file = join(home, name);
      t.ok((await stat(file)).size > 0);
      t.equal((await stat(file)).mode & 0o077, 0, `${name} is for its owner`);
      const { status } = spawnSync('cat', [file], { uid: 65_534, gid: 65_534, cwd: '/' });
      t.not(status, 0, `nobody reads ${name}`);
    }
    const accounts = await readFile('/etc/passwd', 'utf8');
    t.notMatch(accounts, /^[^:]*:[^:]*:60999:/m, 'the user has no account');
  },
);

t.test('status shows what is running', async (t) => {
  const status = await stackStatus({ home });
  t.same(status.kind, 'local');
  for (const key of ['elasticsearch', 'mysql'] as const) {
    t.match(status.servers[key], { state: 'running', pid: Number, port: ports[key] }, key);
  }
});

t.test('a port other than the one they run on is refused', async (t) => {
  const other = { ...ports, mysql: await freePort() };
  await t.rejects(stackUp({ home, ports: other, log }), {
    message: new RegExp(`runs on port ${ports.mysql}.*stack down.*MYSQL_PORT=${ports.mysql}`),
  });
});

t.test('up recovers from kill -9 of the servers, and of a command that held the lock', async (t) => {
  const before = await stackStatus({ home });
  for (const { pid } of Object.values(before.servers)) process.kill(-(pid as number), 'SIGKILL');
  // Files that belong to root are taken over, as after a copy by hand.
  if (process.getuid?.() === 0)
    for (const name of ['elasticsearch', 'mysql']) spawnSync('chown', ['-R', '0', join(home, name)]);
  await holdAndKill(join(home, 'run', 'stack.lock'));
  const again = await up();
  t.same(again.started, { elasticsearch: 'started', mysql: 'started' }, lines.join('\n'));
  t.same(again.databaseUrl, stack.databaseUrl, 'the password is kept');
  await checkMarkers(t);
});

t.test('a pid file that names another process does no harm to it', async (t) => {
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  t.teardown(() => bystander.kill('SIGKILL'));
  await once(bystander, 'spawn');
  await writeFile(join(home, 'run', 'mysql.json'), JSON.stringify({ pid: bystander.pid, port: ports.mysql }));
  t.not((await stackStatus({ home })).servers.mysql.pid, bystander.pid, 'status sees through it');
  t.same((await up()).started.mysql, 'running', 'up finds the real one');
  await writeFile(join(home, 'run', 'mysql.json'), JSON.stringify({ pid: bystander.pid, port: ports.mysql }));
  await stackDown({ home, log });
  t.same((await stackStatus({ home })).servers, stopped(), 'down ends the real ones');
  t.ok(bystander.exitCode === null && bystander.signalCode === null, 'the bystander lives');
  await stackDown({ home, log });
  t.pass('down again is harmless');
});

t.test('a busy port is named, with the setting to change', async (t) => {
  const listener = createServer().listen({ host: '127.0.0.1', port: ports.mysql });
  await once(listener, 'listening');
  t.teardown(() => listener.close());
  await t.rejects(up(), {
    message: new RegExp(`Port ${ports.mysql}.*MySQL.*another program.*MYSQL_PORT.*DATABASE_URL`),
  });
  t.same((await stackStatus({ home })).servers, stopped(), 'nothing was started');
});

t.test('servers named by URLs are only checked', async (t) => {
  const dead = await freePort();
  const options = { home: join(root, 'unused'), ports, log };
  const urls = {
    elasticsearchUrl: `http://127.0.0.1:${dead}`,
    databaseUrl: `mysql://root:secret@127.0.0.1:${dead}/x`,
  };
  await t.rejects(stackUp({ ...options, ...urls }), {
    message: /(ELASTICSEARCH|DATABASE)_URL.*ECONNREFUSED/,
  });
  await t.rejects(stackUp({ ...options, databaseUrl: urls.databaseUrl }), { message: /^(?!.*secret)/ });
  await t.rejects(stackUp({ ...options, databaseUrl: 'nonsense' }), { message: /DATABASE_URL is not a URL/ });
  await t.rejects(stat(options.home), { code: 'ENOENT' }, 'no home is made for them');
});

t.test('only one process at a time gets the lock', async (t) => {
  const file = join(root, 'lock');
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(20);
    inside--;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(file, log, work)));
  t.same(most, 1);
});

t.test('reset deletes the data and keeps the programs', async (t) => {
  await stackReset({ home, log });
  for (const name of ['elasticsearch', 'mysql', 'secrets.json'])
    await t.rejects(stat(join(home, name)), { code: 'ENOENT' }, name);
  t.ok(await stat(join(home, 'servers')));
  t.same((await stackStatus({ home })).kind, null);
  await stackReset({ home, log });
  t.pass('reset again is harmless');
});

/** Takes a lock in another process, and kills that. */
async function holdAndKill(file: string): Promise<void> {
  const lock = new URL('../../../src/stores/local/home.ts', import.meta.url).href;
  const script = `
    const { withLock } = await import(${JSON.stringify(lock)});
    await withLock(${JSON.stringify(file)}, console.log, () => {
      console.log('held');
      return new Promise(() => setInterval(() => {}, 1_000));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Sends a request to Elasticsearch with the login in its address, which fetch would not use. */
function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const { url, headers } = withoutLogin(stack.elasticsearchUrl);
  return fetch(new URL(path, url), { ...options, headers: { ...headers, ...options.headers } });
}

async function writeMarkers(): Promise<void> {
  await ask('marker', { method: 'PUT' });
  const db = await mysql.createConnection(stack.databaseUrl);
  await db.query('CREATE TABLE marker (id INT PRIMARY KEY)');
  await db.query('INSERT INTO marker VALUES (7)');
  await db.end();
}

async function checkMarkers(t: Tap): Promise<void> {
  t.same((await ask('marker')).status, 200, 'the index is still there');
  const db = await mysql.createConnection(stack.databaseUrl);
  const [rows] = await db.query('SELECT id FROM marker');
  t.same(rows, [{ id: 7 }], 'the row is still there');
  await db.end();
}

type Tap = Pick<typeof t, 'same'>;

function stopped() {
  const server = { state: 'stopped', pid: null, port: null };
  return { elasticsearch: server, mysql: server };
}
