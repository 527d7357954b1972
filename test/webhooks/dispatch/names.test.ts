import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { createEndpoint, eventually, makeDispatcher, makeReceiver } from '../support.ts';
import { state } from '../watching.ts';
import { makeNameServer, type Says } from './name-server.ts';
import { allHave, deliveriesOf, queue } from './schedule-support.ts';

const harness = await makeHarness(t, { indices: false });
const watch = state('31');
const HEALTHY = 'healthy.example.com';
const SLOW = 10;
const DELIVERIES = 10;
/** In milliseconds: look-ups and attempts take as long as the name server does. */
const DAY = 86_400_000;
const now = Date.now();

/** Slow hosts have a public address until their name server waits for this. */
let late: Promise<Says> | null = null;
const server = await makeNameServer(t, (host) =>
  host === HEALTHY ? { A: ['127.0.0.1'] } : (late ?? { A: ['93.184.215.14'] }),
);
const app = await harness.app({ WEBHOOK_DNS_SERVERS: server.address, WEBHOOK_DEV_HOSTS: HEALTHY }, () => now);

t.test('slow name servers of one account delay no other, nor make its outcomes unknown', async (t) => {
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
  const { promise, resolve: fail } = Promise.withResolvers<Says>();
  late = promise;
  for (const { id } of slow) await queue(app, one, id);
  server.asked.length = 0;
  await makeDispatcher(t, harness, {
    devHosts: [HEALTHY],
    dnsServers: [server.address],
    // No single try is longer than 5 s.
    lookUp: { longest: DAY, timeout: 5_000, tries: 50 },
    deadline: DAY,
    now: () => now,
  });
  await eventually('the slow look-ups are under way', () => server.asked.length > 0);
  for (let n = 0; n < DELIVERIES; n++) {
    await queue(app, other, healthy.id);
    await receiver.until(n + 1);
  }
  await allHave(app, other, healthy.id, 'delivered', DELIVERIES);
  fail('SERVFAIL');
  for (const { id } of slow) {
    await eventually(
      'its look-up has failed',
      async () => (await deliveriesOf(app, one, id))[0]!.attempts.length > 0,
    );
    t.match(await deliveriesOf(app, one, id), [
      {
        status: 'in_flight',
        attempt: 1,
        last_error: 'dns: the name servers of the host answered with an error',
      },
    ]);
  }
});
