/** What loads ask of Elasticsearch while others use the cluster and connections break. */
import t from 'tap';
import { writesEnd } from '../../../src/loading/ingest/alone.ts';
import { guardedClient, loaderClient } from '../../../src/stores/elastic/client.ts';
import { aliasOf, concreteIndex } from '../../../src/stores/elastic/indices.ts';
import { eventually } from '../../eventually.ts';
import { makeHarness } from '../../helper.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';

const { client, config, env } = await makeHarness(t);
const proxy = new FaultyProxy(env.ELASTICSEARCH_URL!);
await proxy.start();
const far = loaderClient(proxy.url);
t.teardown(async () => {
  await far.close();
  await proxy.stop();
});

t.test('a write in progress is waited for, but not the writes of others', async (t) => {
  // Waits for a copy that no node has room for, then fails: a write that takes some time.
  const slow = (index: string) =>
    client.transport
      .request(
        {
          method: 'POST',
          path: `/${index}/_bulk`,
          querystring: { wait_for_active_shards: '2', timeout: '4s' },
          bulkBody: '{"index":{"_id":"x"}}\n{}\n',
        },
        { maxRetries: 0 },
      )
      .catch(() => {});
  let ended = false;
  const mine = slow(aliasOf(config.INDEX_PREFIX, 'permits')).then(() => {
    ended = true;
  });
  await eventually('it is under way', async () => {
    const tasks = await client.tasks.list({ actions: 'indices:data/write/bulk*', detailed: true });
    return JSON.stringify(tasks).includes(config.INDEX_PREFIX);
  });
  await writesEnd(client, 'another-prefix');
  t.equal(ended, false, 'the write of another installation holds nobody up');
  await writesEnd(client, config.INDEX_PREFIX);
  t.equal(ended, true, 'it has ended');
  await mine;
});

const COMINGS = 40;
const ASKERS = 8;

t.test('the index behind an alias is found while other indices are created and deleted', async (t) => {
  const alias = `${config.INDEX_PREFIX}-coming`;
  const [own, other] = [`${alias}-1`, `${alias}-other`];
  await client.indices.create({ index: own, aliases: { [alias]: {} } });
  let isBusy = true;
  const others = async () => {
    for (let coming = 0; coming < COMINGS; coming++) {
      await client.indices.create({ index: other });
      await client.indices.delete({ index: other });
    }
  };
  const found = new Set<string>();
  const ask = async () => {
    while (isBusy) found.add(await concreteIndex(client, alias).catch(({ message }: Error) => message));
  };
  const askers = Array.from({ length: ASKERS }, ask);
  await others().finally(() => {
    isBusy = false;
  });
  await Promise.all(askers);
  t.same([...found], [own]);
});

t.test('a request whose connection breaks is sent again, after another check', async (t) => {
  await proxy.set('reset');
  let checks = 0;
  const guarded = guardedClient(far, async () => {
    if (++checks === 2) await proxy.set('pass');
  });
  t.match(await guarded.info(), { version: { number: String } });
  t.equal(checks, 2);
});

t.test('a request is not sent again if the check fails by then', async (t) => {
  await proxy.set('reset');
  let checks = 0;
  const guarded = guardedClient(far, async () => {
    if (++checks === 1) return;
    await proxy.set('pass');
    throw new Error('lost');
  });
  await t.rejects(guarded.info(), { message: 'lost' });
  t.equal(checks, 2);
});

t.test('an answer that refuses a request is not retried', async (t) => {
  await proxy.set('pass');
  let checks = 0;
  const guarded = guardedClient(far, async () => {
    checks++;
  });
  await t.rejects(guarded.get({ index: 'no-such-index', id: '1' }), { name: 'ResponseError' });
  t.equal(checks, 1);
});
