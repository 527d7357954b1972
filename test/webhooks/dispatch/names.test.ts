import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { createEndpoint, eventually, makeDispatcher, makeReceiver } from '../support.ts';
import { makeNameServer } from './name-server.ts';
import { allHave, deliveriesOf, queue } from './schedule-support.ts';

const harness = await makeHarness(t, { indices: false });
const watch = { filter_kind: 'state_fips', filter_value: { state_fips: '31' } };
const HEALTHY = 'healthy.example.com';
const SLOW = 10;
const DELIVERIES = 10;

/** Slow hosts have a public address until their name server stops answering. */
let isSilent = false;
const server = await makeNameServer(t, (host) => {
  if (host === HEALTHY) return { A: ['127.0.0.1'] };
  return isSilent ? 'silence' : { A: ['93.184.215.14'] };
});
const app = await harness.app({ WEBHOOK_DNS_SERVERS: server.address, WEBHOOK_DEV_HOSTS: HEALTHY });

t.test(
  'slow name servers of one account delay no other account and make none of its outcomes unknown',
  async (t) => {
    const [one, other] = [await harness.key({ account: 'slow' }), await harness.key({ account: 'healthy' })];
    const receiver = await makeReceiver(t);
    // Each delivery needs a connection, and a look-up, of its own.
    receiver.answer = (_request, response) => response.writeHead(204, { connection: 'close' }).end();
    const healthy = await createEndpoint(app, other, {
      url: `http://${HEALTHY}:${receiver.port}/`,
      ...watch,
    });
    const slow = [];
    for (let n = 0; n < SLOW; n++) {
      slow.push(await createEndpoint(app, one, { url: `https://slow${n}.example.com/`, ...watch }));
    }
    isSilent = true;
    for (const { id } of slow) await queue(app, one, id);
    await makeDispatcher(t, harness, { devHosts: [HEALTHY], dnsServers: [server.address] });
    await eventually('the slow look-ups are under way', () =>
      server.asked.some((host) => host.startsWith('slow')),
    );
    for (let n = 0; n < DELIVERIES; n++) {
      await queue(app, other, healthy.id);
      await receiver.until(n + 1);
    }
    await allHave(app, other, healthy.id, 'delivered', DELIVERIES);
    for (const { created_at, delivered_at } of (await deliveriesOf(
      app,
      other,
      healthy.id,
    )) as never as Record<string, string>[]) {
      const took = Date.parse(delivered_at!) - Date.parse(created_at!);
      t.ok(took < 8_000, `delivered within ${took} ms`);
    }
    for (const { id } of slow) {
      await eventually(
        'its look-up has failed',
        async () => (await deliveriesOf(app, one, id))[0]!.attempts.length > 0,
        20_000,
      );
      t.match(await deliveriesOf(app, one, id), [
        { status: 'in_flight', attempt: 1, last_error: 'dns: the name servers of the host did not answer' },
      ]);
    }
  },
);
