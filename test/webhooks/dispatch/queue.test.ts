import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import t from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { countDispatchers } from '../../../src/webhooks/wake-up.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';
import { eventually, makeDispatcher } from '../support.ts';
import { checkOnce, idsOf, makeQueue } from './queue-support.ts';
import { deliveriesOf, queue } from './schedule-support.ts';

const { harness, app, key, watchCounty, fill, rowsOf, waiting, allIn, disable } = await makeQueue(t);

/** Attempts to a new endpoint that are under way at once. */
const AT_FIRST = 8;

t.test('two dispatchers share a queue of 200 and send nothing twice', async (t) => {
  const { receiver, endpoint } = await waiting(t, 200);
  await Promise.all([makeDispatcher(t, harness), makeDispatcher(t, harness)]);
  await allIn(endpoint, STATE.delivered, 200);
  checkOnce(t, receiver, 200);
  t.ok((await rowsOf(endpoint)).every(({ attempt }) => attempt === 1));
});

t.test('two dispatchers that are stopped and started again and again', async (t) => {
  const { receiver, endpoint } = await waiting(t, 240);
  for (let round = 1; round <= 3; round++) {
    const both = await Promise.all([makeDispatcher(t, harness), makeDispatcher(t, harness)]);
    await receiver.until(round * 50);
    await Promise.all(both.map(({ stop }) => stop()));
    const left = (await rowsOf(endpoint)).filter(({ state }) => state !== STATE.delivered);
    t.ok(
      left.every((row) => row.state === STATE.pending && row.lease_token === null),
      'the rest is unclaimed',
    );
  }
  await makeDispatcher(t, harness);
  await allIn(endpoint, STATE.delivered, 240);
  checkOnce(t, receiver, 240);
});

t.test('a stop gives back what has not begun and finishes what has', async (t) => {
  const { receiver, endpoint } = await waiting(t, 60);
  const open: ServerResponse[] = [];
  receiver.answer = (_request, response) => open.push(response);
  const first = await makeDispatcher(t, harness);
  await receiver.until(AT_FIRST);
  let stopped = false;
  const stopping = first.stop().then(() => {
    stopped = true;
  });
  let begun = 0;
  await eventually('what has begun has come, and the rest is given back', async () => {
    const rows = await rowsOf(endpoint);
    begun = rows.filter(({ state }) => state === STATE.sending).length;
    return (
      begun === receiver.got.length &&
      rows.every(({ state }) => state === STATE.pending || state === STATE.sending)
    );
  });
  t.notOk(stopped, 'it waits for the answers');
  receiver.answer = (_request, response) => response.writeHead(204).end();
  for (const response of open) response.writeHead(204).end();
  await stopping;
  t.equal(receiver.got.length, begun, 'nothing more was sent');
  const rows = await rowsOf(endpoint);
  t.equal(rows.filter(({ state }) => state === STATE.delivered).length, begun);
  t.ok(rows.filter(({ state }) => state === STATE.pending).every(({ attempt }) => attempt === 0));
  await makeDispatcher(t, harness);
  await allIn(endpoint, STATE.delivered, 60);
  checkOnce(t, receiver, 60);
});

t.test('a thread that dies leaves unknown only what may have left, and another one goes on', async (t) => {
  const { receiver, endpoint } = await waiting(t, 100);
  receiver.answer = () => {};
  const { workerPool } = await makeDispatcher(t, harness);
  await receiver.until(AT_FIRST);
  receiver.answer = (_request, response) => response.writeHead(204).end();
  await workerPool.pool.threads[0]!.terminate();
  await eventually('everything has an outcome', async () =>
    (await rowsOf(endpoint)).every(({ state }) => state === STATE.delivered || state === STATE.unknown),
  );
  const shown = await deliveriesOf(app, key, endpoint.id);
  const held = shown.filter(({ status }) => status === 'in_flight');
  t.ok(held.length >= 8, `${held.length} of unknown outcome: at least what had come and was not answered`);
  t.ok(held.length <= 64, 'at most what was under way');
  for (const { last_error, attempt } of held) {
    t.match(
      { last_error, attempt },
      { last_error: 'response: the sending thread reported no outcome', attempt: 1 },
    );
  }
  t.equal(new Set(idsOf(receiver)).size, receiver.got.length, 'nothing came twice');
  const came = new Set(idsOf(receiver));
  t.ok(
    shown.every(({ id, status }) => status !== 'delivered' || came.has(id)),
    'what is delivered has come',
  );
});

t.test('threads that die idle, or as soon as they are made, end neither process nor pool', async (t) => {
  const { receiver, endpoint, county } = await waiting(t, 1);
  const { workerPool } = await makeDispatcher(t, harness);
  await receiver.until(1);
  await allIn(endpoint, STATE.delivered, 1);
  for (let round = 0; round < 3; round++) {
    await Promise.all(workerPool.pool.threads.map((thread) => thread.terminate()));
  }
  await fill(county, 20);
  await receiver.until(21);
  await allIn(endpoint, STATE.delivered, 21);
  checkOnce(t, receiver, 21);
});

t.test('MySQL away for a while: nothing is lost, and nothing is sent twice', async (t) => {
  const { receiver, endpoint } = await waiting(t, 300);
  const proxy = new FaultyProxy(harness.env.DATABASE_URL!);
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
  // Answers wait until MySQL is away, so that only what is under way then can come.
  const open: ServerResponse[] = [];
  receiver.answer = (_request, response) => open.push(response);
  let failures = 0;
  const log = pino({ level: 'error' }, { write: () => void failures++ });
  const behind = { ...harness, env: { ...harness.env, DATABASE_URL: proxy.url } };
  const { stop } = await makeDispatcher(t, behind, { log });
  let come = 0;
  for (const mode of ['refuse', 'reset', 'half'] as const) {
    await receiver.until(come + AT_FIRST);
    await proxy.set(mode);
    const before = failures;
    for (const response of open.splice(0)) response.writeHead(204).end();
    await eventually('the dispatcher notices', () => failures > before);
    come = receiver.got.length;
    t.ok(come < 300, `${come} of 300 when MySQL was away`);
    await proxy.set('pass');
  }
  receiver.answer = (_request, response) => response.writeHead(204).end();
  for (const response of open.splice(0)) response.writeHead(204).end();
  await allIn(endpoint, STATE.delivered, 300);
  checkOnce(t, receiver, 300);
  t.ok((await rowsOf(endpoint)).every(({ attempt }) => attempt === 1));
  await stop();
});

t.test('one endpoint of twenty that hangs does not delay the others', async (t) => {
  const { county, ...hung } = await waiting(t, 0);
  hung.receiver.answer = () => {};
  const others: Awaited<ReturnType<typeof watchCounty>>[] = [];
  for (let n = 0; n < 19; n++) others.push(await watchCounty(t, county));
  await fill(county, 30);
  await makeDispatcher(t, harness);
  for (const { receiver } of others) await receiver.until(30);
  await eventually('delivered', async () => {
    const rows = await Promise.all(others.map(({ endpoint }) => rowsOf(endpoint)));
    return rows.flat().every(({ state }) => state === STATE.delivered);
  });
  for (const { receiver } of others) checkOnce(t, receiver, 30);
  t.ok(hung.receiver.got.length <= 30 && hung.receiver.got.length > 0);
  await hung.receiver.close();
});

t.test('a secret that cannot be decrypted does not delay other endpoints', async (t) => {
  const { county, ...lost } = await waiting(t, 0);
  const { receiver, endpoint } = await watchCounty(t, county);
  const elsewhere = openDatabase(harness.env.DATABASE_URL!, 1);
  t.teardown(() => elsewhere.$client.end());
  await elsewhere.$client.query('UPDATE webhook_endpoints SET secret = REVERSE(secret) WHERE public_id = ?', [
    lost.endpoint.id,
  ]);
  await fill(county, 5);
  await makeDispatcher(t, harness);
  await receiver.until(5);
  await allIn(endpoint, STATE.delivered, 5);
  t.equal(lost.receiver.got.length, 0, 'nothing is sent unsigned');
  for (const shown of await deliveriesOf(app, key, lost.endpoint.id)) t.equal(shown.status, 'pending');
  await disable(lost.endpoint);
});

t.test('a test delivery wakes the dispatcher', async (t) => {
  const { receiver, endpoint } = await waiting(t, 0);
  const asleep = (count: number) =>
    eventually(`${count} wait`, async () => (await countDispatchers(harness.database)) === count);
  await asleep(0);
  await makeDispatcher(t, harness, { tickEvery: 3_600_000 });
  await asleep(1);
  // One that comes right before it sleeps waits for the next tick, and only ten may be sent in a minute.
  await eventually('one is sent', async () => {
    await queue(app, key, endpoint.id);
    return receiver.got.length > 0;
  });
});
