/** DATABASE_URL with several hosts: which of them connections go to, and when they move. */
import { connect, createServer } from 'node:net';
import t, { type Test } from 'tap';
import { createMissingDatabase } from '../../../src/stores/mysql/create.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { withLock } from '../../../src/stores/mysql/lock.ts';
import { isAway } from '../../../src/stores/mysql/retry.ts';
import { eventually } from '../../eventually.ts';
import { makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';

const harness = await makeHarness(t);
const own = new URL(harness.env.DATABASE_URL!);

const withHosts = (...hosts: string[]) =>
  `mysql://${own.username}:${own.password}@${hosts.join(',')}${own.pathname}`;

/** An address of the tests' MySQL that can fail. */
async function proxied(t: Test) {
  const proxy = new FaultyProxy(own.href);
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
  return { proxy, host: new URL(proxy.url).host };
}

const ASKED = '@@global.read_only';

/** An address of the tests' MySQL that says it is read-only, until `readOnly` is false. */
async function replica(t: Test) {
  const state = { readOnly: true, said: '', host: '' };
  const server = createServer((client) => {
    const real = connect(Number(own.port), own.hostname);
    for (const [one, other] of [
      [client, real],
      [real, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
    real.pipe(client);
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      state.said += text;
      const sent = state.readOnly ? text.replace(ASKED, '1'.padEnd(ASKED.length)) : text;
      real.write(Buffer.from(sent, 'latin1'));
    });
  });
  const port = await portOf(server);
  t.teardown(() => server.close());
  state.host = `127.0.0.1:${port}`;
  return state;
}

const open = (t: Test, address: string) => {
  const database = openDatabase(address, 2);
  t.teardown(() => database.$client.end());
  return database;
};
const answers = async (database: ReturnType<typeof openDatabase>) =>
  (await database.$client.query('SELECT 1 AS one'))[0];

/** A statement may be sent on a connection that was cut just now. The next one must be answered. */
async function afterCut(t: Test, database: ReturnType<typeof openDatabase>): Promise<void> {
  await answers(database).catch((error) => t.ok(isAway(error)));
  t.same(await answers(database), [{ one: 1 }]);
}

t.test('when a host is lost, statements go to the next one, and stay there', async (t) => {
  const [first, second] = [await proxied(t), await proxied(t)];
  const database = open(t, withHosts(first.host, second.host));
  t.same(await answers(database), [{ one: 1 }]);
  await first.proxy.set('refuse');
  await afterCut(t, database);
  await first.proxy.set('pass');
  await second.proxy.set('refuse');
  await afterCut(t, database);
});

t.test('a host that is read-only is passed over', async (t) => {
  const [reader, writer] = [await replica(t), await proxied(t)];
  const address = withHosts(reader.host, writer.host);
  const database = open(t, address);
  t.same(await answers(database), [{ one: 1 }]);
  t.equal(await createMissingDatabase(address), false);
  t.notMatch(reader.said, 'SELECT 1');
  await writer.proxy.set('refuse');
  await answers(database).catch(() => {});
  const error = await answers(database).catch((error) => error);
  t.equal(
    error.message,
    `no host takes writes (${writer.host}: ECONNREFUSED; ${reader.host}: it is read-only)`,
  );
  t.ok(isAway(error), 'a 503');
  t.notMatch(error.message, own.password || 'no password');
});

t.test('a silent host is left for one that takes writes, and its locks are lost', async (t) => {
  const [next, old] = [await replica(t), await proxied(t)];
  const database = open(t, withHosts(old.host, next.host));
  const held = withLock(database, `${own.pathname.slice(1)}-moves`, 0, async (stillHeld) => {
    next.readOnly = false;
    const other = await database.$client.getConnection();
    await old.proxy.set('hang');
    await t.rejects(other.query('SELECT 1'), { message: /another MySQL host takes writes now/ });
    other.destroy();
    return stillHeld().catch((error) => error);
  });
  t.match(await held, { message: /lost/ });
  await database.$client.query('SELECT 2');
  t.match(next.said, 'SELECT 2');
});

t.test('a lock is lost when its host becomes read-only', async (t) => {
  const [old, other] = [await replica(t), await replica(t)];
  old.readOnly = false;
  const database = open(t, withHosts(old.host, other.host));
  const held = withLock(database, `${own.pathname.slice(1)}-stays`, 0, async (stillHeld) => {
    await stillHeld();
    old.readOnly = true;
    return stillHeld().catch((error) => error);
  });
  t.match(await held, { message: /the server has become read-only/ });
});

t.test('the API answers while the first node of each store is away', async (t) => {
  const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
  await elasticsearch.start();
  t.teardown(() => elasticsearch.stop());
  const [first, second] = [await proxied(t), await proxied(t)];
  const app = await harness.app(
    {
      ELASTICSEARCH_URL: `${elasticsearch.url},${harness.env.ELASTICSEARCH_URL}`,
      DATABASE_URL: withHosts(first.host, second.host),
      MEMORY_MB: '0',
    },
    undefined,
    true,
  );
  const key = await harness.key({ tier: 'license' });
  const search = async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/search/count',
      headers: { authorization: `Bearer ${key}` },
      payload: { filters: { stateFips: '31' } },
    });
    return answer.statusCode;
  };
  t.equal(await search(), 200);
  await elasticsearch.set('refuse');
  await first.proxy.set('refuse');
  await eventually('no connection is left that was cut', async () => (await search()) === 200);
  for (let n = 0; n < 20; n++) t.equal(await search(), 200);
  await elasticsearch.set('pass');
});
