import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { elasticsearchServer } from '../../src/stack/elasticsearch.ts';
import type { ServerPlace } from '../../src/stack/home.ts';
import { findProcesses, terminate } from '../../src/stack/processes.ts';
import { type LocalServer, startServer } from '../../src/stack/server.ts';

const home = await mkdtemp(join(tmpdir(), 'terrier-server-'));
await mkdir(join(home, 'run'));
t.teardown(() => rm(home, { recursive: true, force: true }));
const place: ServerPlace = { home, folder: home, user: {} };
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

t.test('a server that an earlier version left running is restarted once', async (t) => {
  const mark = `--mark=${randomBytes(8).toString('hex')}`;
  t.teardown(() => terminate(mark, 'Server', () => {}));
  let outdated: string | undefined;
  const server: LocalServer = {
    key: 'elasticsearch',
    title: 'Server',
    portSetting: 'PORT',
    urlSetting: 'URL',
    port: 1,
    mark,
    isMain: () => true,
    prepare: async () => ({
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000)', '--', mark],
      cwd: home,
      env: {},
      logFile: join(home, 'log'),
    }),
    answers: async () => (await findProcesses(mark)).length > 0,
    outdated: async () => outdated,
  };
  const pid = async () => (await findProcesses(mark))[0]?.pid;

  t.equal(await startServer(place, server, log), 'started');
  const first = await pid();
  t.equal(await startServer(place, server, log), 'running');
  t.equal(await pid(), first, 'it is left as it is');
  outdated = 'it does not require a password';
  t.equal(await startServer(place, server, log), 'started');
  t.not(await pid(), first);
  t.ok(lines.includes('Server: restarting it with its data, since it does not require a password'));
});

t.test('an Elasticsearch without a password is outdated, one with a password is not', async (t) => {
  let status = 200;
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"status":"green"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const elasticsearch = elasticsearchServer(place, port, { heap: '512m' }, log);
  t.equal(await elasticsearch.outdated?.(), 'it does not require a password');
  status = 401;
  t.equal(await elasticsearch.outdated?.(), undefined);
});
