import { createServer } from 'node:net';
import t from 'tap';
import { stackUp } from '../../src/stores/local/index.ts';
import { makeHarness } from '../helper.ts';
import { portOf } from '../port-of.ts';
import { start } from '../start.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import { terrierHere } from './in-process.ts';

const harness = await makeHarness(t);

t.test('a service waits for servers that start after it, says so, and then serves', async (t) => {
  for (const [command, ready] of [
    ['serve', /Terrier is ready/],
    ['dispatch', /The dispatcher is running/],
  ] as const) {
    const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
    const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
    for (const proxy of [elasticsearch, mysql]) {
      await proxy.start();
      await proxy.set('refuse');
    }
    const { child, said, ended, text } = start(t, harness, [command], {
      ELASTICSEARCH_URL: elasticsearch.url,
      DATABASE_URL: mysql.url,
    });
    await said(/Waiting for Elasticsearch \(127\.0\.0\.1:\d+\), for at most 60 seconds: .*ECONNREFUSED/);
    await said(/Waiting for MySQL \(127\.0\.0\.1:\d+\)/);
    await elasticsearch.set('pass');
    await said(/Elasticsearch \(127\.0\.0\.1:\d+\) is usable/);
    t.notMatch(text(), ready, `${command} waits for both`);
    await mysql.set('pass');
    await said(ready);
    child.kill('SIGTERM');
    t.equal((await ended).code, 0, command);
    const password = new URL(harness.env.DATABASE_URL!).password;
    if (password !== '') t.notOk(text().includes(password), 'no password is printed');
    for (const proxy of [elasticsearch, mysql]) await proxy.stop();
  }
});

t.test('a waiting service stops when it is told to', async (t) => {
  const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
  await mysql.start();
  await mysql.set('refuse');
  const { child, said, ended } = start(t, harness, ['serve'], { DATABASE_URL: mysql.url });
  await said(/Waiting for MySQL/);
  child.kill('SIGTERM');
  t.match(await ended, { code: null, signal: 'SIGTERM' }, 'else it would give up with an error');
});

t.test('a service gives up at once if waiting does not help', async (t) => {
  for (const [setting, reason] of [
    ['ELASTICSEARCH_URL', /refuses the credentials \(401\)/],
    ['DATABASE_URL', /Access denied/],
  ] as const) {
    const url = new URL(harness.env[setting]!);
    const skip = url.password === '' && 'it has no password here';
    url.password = 'wrong';
    await t.test(setting, { skip }, async (t) => {
      const { ended, text } = start(t, harness, ['serve'], { [setting]: url.href });
      t.equal((await ended).code, 1, setting);
      t.match(text(), new RegExp(`${setting} names .* is not usable: .*${reason.source}`));
      t.notMatch(text(), /Waiting/);
    });
  }
});

t.test('of several servers, one is enough, and passwords are not shown', async (t) => {
  const lines: string[] = [];
  const real = new URL(harness.env.DATABASE_URL!);
  const nowhere = new URL(harness.env.ELASTICSEARCH_URL!);
  nowhere.host = '127.0.0.1:1';
  const options = {
    home: '/nowhere',
    ports: { elasticsearch: 1, mysql: 1 },
    log: (line: string) => lines.push(line),
  };
  const databaseUrl = real.href.replace(real.host, `127.0.0.1:1,${real.host}`);
  const elasticsearchUrl = `${nowhere.href},${harness.env.ELASTICSEARCH_URL}`;
  t.match(await stackUp({ ...options, elasticsearchUrl, databaseUrl }), { elasticsearchUrl, databaseUrl });
  for (const urls of [
    { elasticsearchUrl: `${nowhere.href},http://127.0.0.1:2`, databaseUrl },
    { elasticsearchUrl, databaseUrl: real.href.replace(real.host, '127.0.0.1:1,127.0.0.1:2') },
  ])
    await t.rejects(stackUp({ ...options, ...urls }), {
      message: /_URL names \(127\.0\.0\.1:1, 127\.0\.0\.1:2\) is not usable: (?!.*secret)/,
    });
  const { out } = await terrierHere(['stack', 'up'], {
    ...harness.env,
    DATABASE_URL: databaseUrl,
    ELASTICSEARCH_URL: elasticsearchUrl,
  });
  t.match(out, /Elasticsearch: http.*,http.*\nMySQL: mysql.*,mysql/);
  for (const { password } of [real, nowhere]) if (password !== '') t.notMatch(out, password);
});

t.test('the wait is limited, and ends with a reason', async (t) => {
  const server = createServer((socket) => socket.end('no database'));
  const port = await portOf(server);
  t.teardown(() => server.close());
  const lines: string[] = [];
  const options = {
    home: '/nowhere',
    ports: { elasticsearch: 1, mysql: 1 },
    log: (line: string) => lines.push(line),
  };
  await t.rejects(
    stackUp({
      ...options,
      elasticsearchUrl: harness.env.ELASTICSEARCH_URL,
      databaseUrl: `mysql://root@127.0.0.1:${port}/x`,
      wait: 2_000,
    }),
    { message: /DATABASE_URL names \(127\.0\.0\.1:\d+\) is not usable: .*closed/ },
  );
  t.equal(lines.filter((line) => /^Waiting for MySQL/.test(line)).length, 1, 'said once');
});
