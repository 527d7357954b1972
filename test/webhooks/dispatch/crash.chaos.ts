import type { RowDataPacket } from 'mysql2/promise';
import t from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { makeHarness } from '../../helper.ts';
import { ServiceProcess } from '../ledger/processes.ts';
import { createEndpoint, eventually, makeDispatcher, makeReceiver } from '../support.ts';
import { state } from '../watching.ts';
import { makeNameServer } from './name-server.ts';
import { deliveriesOf, queue } from './schedule-support.ts';

const harness = await makeHarness(t, { indices: false });
const HOST = 'hooks.example.com';
const COUNT = 4;

/** Attempts to the host wait in their look-up until the name server answers. */
let isSilent = true;
const server = await makeNameServer(t, () => (isSilent ? 'silence' : { A: ['127.0.0.1'] }));
const settings = { WEBHOOK_DEV_HOSTS: `${HOST},127.0.0.1`, WEBHOOK_DNS_SERVERS: server.address };
const { app, key } = await harness.api({}, settings);
const devHosts = [HOST, '127.0.0.1'];

async function sending(endpoint: string): Promise<number> {
  const [[row]] = await harness.database.$client.query<RowDataPacket[]>(
    `SELECT COUNT(*) AS count FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
     WHERE e.public_id = ? AND d.state = ?`,
    [endpoint, STATE.sending],
  );
  return Number(row!.count);
}

const watch = (url: string) => createEndpoint(app, key, { url, ...state('31') });

t.test('after kill -9, another dispatcher sends what had not left, but not what may have left', async (t) => {
  const receiver = await makeReceiver(t);
  receiver.answer = () => {};
  const left = await watch(receiver.url);
  const notLeft = await watch(`http://${HOST}:${receiver.port}/waiting`);
  for (const { id } of [left, notLeft]) for (let n = 0; n < COUNT; n++) await queue(app, key, id);
  const killed = new ServiceProcess('dispatch', { ...process.env, ...harness.env, ...settings }, () => {});
  t.teardown(() => killed.kill());
  killed.start();
  await receiver.until(COUNT);
  await eventually('all have begun', async () => (await sending(notLeft.id)) === COUNT);
  await killed.kill();
  t.equal(receiver.got.length, COUNT);

  isSilent = false;
  receiver.answer = (_request, response) => response.writeHead(204).end();
  await makeDispatcher(t, harness, { devHosts, dnsServers: [server.address] });
  await receiver.until(2 * COUNT);
  await eventually('delivered', async () =>
    (await deliveriesOf(app, key, notLeft.id)).every(({ status }) => status === 'delivered'),
  );
  for (const one of await deliveriesOf(app, key, notLeft.id)) {
    t.match(one, { attempt: 1, last_error: null, attempts: [{ attempt: 1, response_status: 204 }] });
  }
  t.ok(receiver.got.slice(COUNT).every(({ path }) => path === '/waiting'));
  t.equal(await sending(left.id), COUNT, 'the others keep their lease');
  t.equal(receiver.got.length, 2 * COUNT, 'and are not sent again');
});

t.test('when a thread dies, what had not left is sent later, and its outcome is not unknown', async (t) => {
  isSilent = true;
  const receiver = await makeReceiver(t);
  const endpoint = await watch(`http://${HOST}:${receiver.port}/`);
  const { workerPool } = await makeDispatcher(t, harness, { devHosts, dnsServers: [server.address] });
  server.asked.length = 0;
  await queue(app, key, endpoint.id);
  await eventually('its look-up is under way', () => server.asked.includes(HOST));
  await workerPool.pool.threads[0]!.terminate();
  isSilent = false;
  await receiver.until(1);
  await eventually(
    'delivered',
    async () => (await deliveriesOf(app, key, endpoint.id))[0]!.status === 'delivered',
  );
  t.match(await deliveriesOf(app, key, endpoint.id), [{ attempt: 1, last_error: null }]);
  t.equal(receiver.got.length, 1);
});
