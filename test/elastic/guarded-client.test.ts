import t from 'tap';
import { guardedClient, loaderClient } from '../../src/elastic/client.ts';
import { FaultyProxy } from '../tcp-proxy.ts';

const proxy = new FaultyProxy(process.env.ELASTICSEARCH_URL!);
await proxy.start();
const client = loaderClient(proxy.url);
t.teardown(async () => {
  await client.close();
  await proxy.stop();
});

t.test('a request whose connection breaks is sent again, after another check', async (t) => {
  await proxy.set('reset');
  let checks = 0;
  const guarded = guardedClient(client, async () => {
    if (++checks === 2) await proxy.set('pass');
  });
  t.match(await guarded.info(), { version: { number: String } });
  t.equal(checks, 2);
});

t.test('it is not sent again when the check fails by then', async (t) => {
  await proxy.set('reset');
  let checks = 0;
  const guarded = guardedClient(client, async () => {
    if (++checks === 1) return;
    await proxy.set('pass');
    throw new Error('lost');
  });
  await t.rejects(guarded.info(), { message: 'lost' });
  t.equal(checks, 2);
});

t.test('an answer that says no is none to ask again', async (t) => {
  await proxy.set('pass');
  let checks = 0;
  const guarded = guardedClient(client, async () => {
    checks++;
  });
  await t.rejects(guarded.get({ index: 'no-such-index', id: '1' }), { name: 'ResponseError' });
  t.equal(checks, 1);
});
