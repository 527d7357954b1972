import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { aliasOf } from '../../src/elastic/indices.ts';
import { writesEnd } from '../../src/elastic/writes.ts';
import { makeHarness } from '../helper.ts';

const harness = await makeHarness(t);

t.test('a write that is under way is awaited, others are not', async (t) => {
  const { client, config } = harness;
  // Waits for a copy that no node has room for, then fails: a write that takes its time.
  const slow = (index: string) =>
    client.transport
      .request(
        {
          method: 'POST',
          path: `/${index}/_bulk`,
          querystring: { wait_for_active_shards: '2', timeout: '1500ms' },
          bulkBody: '{"index":{"_id":"x"}}\n{}\n',
        },
        { maxRetries: 0 },
      )
      .catch(() => {});
  let ended = false;
  const mine = slow(aliasOf(config.INDEX_PREFIX, 'permits')).then(() => {
    ended = true;
  });
  await sleep(300);
  await writesEnd(client, 'another-prefix');
  t.equal(ended, false, 'the write of another installation holds nobody up');
  await writesEnd(client, config.INDEX_PREFIX);
  t.equal(ended, true, 'it has ended');
  await mine;
});
