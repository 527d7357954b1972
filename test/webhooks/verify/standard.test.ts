import { Webhook } from 'svix';
import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { sentOnce } from './sent-once.ts';

const harness = await makeHarness(t);

t.test('the library svix verifies a delivery unchanged, and nothing else', async (t) => {
  const { secret, received } = await sentOnce(t, harness);
  const headers = received.headers as Record<string, string>;
  const library = new Webhook(secret);
  library.verify(received.raw, headers);
  t.equal(headers['webhook-id'], JSON.parse(received.raw).event_id);
  t.throws(() => library.verify(`${received.raw} `, headers), /No matching signature/);
  t.throws(
    () => new Webhook(`whsec_${'A'.repeat(32)}`).verify(received.raw, headers),
    /No matching signature/,
  );
  t.throws(() => library.verify(received.raw, { ...headers, 'webhook-timestamp': '1' }), /too old/);
});
