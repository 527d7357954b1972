import type { RowDataPacket } from 'mysql2/promise';
import { pino } from 'pino';
import t from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { begin, claim, recoverLeases, release } from '../../../src/webhooks/dispatch/claim.ts';
import { endOf } from '../../../src/webhooks/dispatch/ended.ts';
import { finish } from '../../../src/webhooks/dispatch/finish.ts';
import { openSendWindow, SEND_WINDOW } from '../../../src/webhooks/dispatch/send-window.ts';
import { valuesOf } from '../../listed.ts';
import { lockWaits } from '../../lock-waits.ts';
import { eventually, makeDispatcher } from '../support.ts';
import { begunAt, checkOnce, makeQueue } from './queue-support.ts';
import { deliveriesOf, makeClock, queue } from './schedule-support.ts';

const { harness, app, key, rowsOf, waiting, allIn } = await makeQueue(t);

const CLAIM_LEASE = 8_000;
const SEND_LEASE = 30_000;

t.test('a claim of a dispatcher that died before it began goes back, and another one sends it', async (t) => {
  const { receiver, endpoint, wanted } = await waiting(t, 3);
  const clock = makeClock(Date.now() + 1_000);
  const { claimed } = await claim(harness.database, STATE.pending, wanted, clock.time);
  t.equal(claimed.length, 3);
  for (const shown of await deliveriesOf(app, key, endpoint.id)) {
    t.match(shown, { status: 'pending', attempt: 0 }, 'it has provably not been sent');
  }
  const again = await claim(harness.database, STATE.pending, wanted, clock.time);
  t.same(again.claimed, [], 'nobody else gets it in between');
  const { tick } = await makeDispatcher(t, harness, { now: clock.now });
  clock.advance(CLAIM_LEASE - 1);
  await tick();
  t.ok(
    (await rowsOf(endpoint)).every(({ state }) => state === STATE.claimed),
    'its lease holds',
  );
  clock.advance(1);
  await tick();
  await receiver.until(3);
  await allIn(endpoint, STATE.delivered, 3);
  checkOnce(t, receiver, 3);
  t.ok(receiver.got.every(({ body }) => body.delivery_attempt === 1));
  t.same(await begin(harness.database, claimed, clock.time), { started: [], disabled: [] }, 'it is too late');
});

t.test('if ending leases deadlocks with other changes of the rows, it is tried again silently', async (t) => {
  const { endpoint, wanted } = await waiting(t, 2);
  const clock = makeClock(Date.now() + 1_000);
  await claim(harness.database, STATE.pending, wanted, clock.time);
  const [first, last] = await rowsOf(endpoint);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { tick } = await makeDispatcher(t, harness, {
    now: clock.now,
    log,
    // A tick that meets another is logged.
    tickEvery: 3_600_000,
  });
  clock.advance(CLAIM_LEASE);
  const other = await harness.database.$client.getConnection();
  t.teardown(() => other.release());
  await other.query('CREATE TABLE many (n INT)');
  await other.beginTransaction();
  // MySQL ends the transaction that has changed fewer rows.
  await other.query('INSERT INTO many VALUES (1), (2), (3), (4), (5), (6), (7), (8)');
  await other.query('UPDATE webhook_deliveries SET last_error = NULL WHERE id = ?', [last!.id]);
  const ticked = tick();
  await eventually('it waits', async () => (await lockWaits(harness.database)).length > 0);
  await other.query('SELECT id FROM webhook_deliveries WHERE id = ? FOR UPDATE', [first!.id]);
  await other.commit();
  await ticked;
  t.ok((await rowsOf(endpoint)).every(({ state }) => state !== STATE.claimed));
  t.same(lines, []);
});

t.test('what a dispatcher had begun when it died has an unknown outcome and is not sent again', async (t) => {
  const { receiver, endpoint, wanted } = await waiting(t, 2);
  const clock = makeClock(Date.now() + 1_000);
  const { claimed } = await claim(harness.database, STATE.pending, wanted, clock.time);
  const { started } = await begin(harness.database, claimed, clock.time);
  t.equal(started.length, 2);
  const { tick } = await makeDispatcher(t, harness, { now: clock.now });
  clock.advance(SEND_LEASE - 1);
  await tick();
  for (const shown of await deliveriesOf(app, key, endpoint.id)) {
    t.match(shown, { status: 'in_flight', attempt: 1, last_error: null });
  }
  clock.advance(1);
  await tick();
  for (const shown of await deliveriesOf(app, key, endpoint.id)) {
    t.match(shown, { status: 'in_flight', attempt: 1, next_attempt_at: null, attempts: [] });
    t.match(shown.last_error, /^response: the dispatcher stopped/);
  }
  clock.advance(48 * 3_600_000);
  for (let round = 0; round < 3; round++) await tick();
  t.equal(receiver.got.length, 0);

  const [first, second] = started.map((claim) => begunAt(claim, clock.time - 100));
  const ends = { byHand: false, endedAt: clock.time };
  await finish(harness.database, [
    endOf({ claim: first!, outcome: { kind: 'answered', status: 204 }, ...ends }, 0),
    endOf({ claim: second!, outcome: { kind: 'answered', status: 500 }, ...ends }, 0),
  ]);
  const [late, delivered] = await deliveriesOf(app, key, endpoint.id);
  t.match(delivered, { status: 'delivered', last_error: null, last_response_status: 204 }, 'it counts');
  t.match(late, { status: 'pending', last_response_status: 500, attempt: 1 }, 'leads to a further attempt');
});

t.test('an outcome that arrives after an operator has decided changes nothing', async (t) => {
  const { endpoint, wanted } = await waiting(t, 1);
  const now = Date.now() + 1_000;
  const { claimed } = await claim(harness.database, STATE.pending, wanted, now);
  await begin(harness.database, claimed, now);
  await recoverLeases(harness.database, now + SEND_LEASE);
  await harness.database.$client.query(
    `UPDATE webhook_deliveries SET state = ${STATE.dead_lettered}, lease_token = NULL WHERE id = ?`,
    [claimed[0]!.id],
  );
  const outcome = { kind: 'answered', status: 500 } as const;
  const ended = { claim: begunAt(claimed[0]!, now), byHand: false, outcome, endedAt: now };
  await finish(harness.database, [endOf(ended, 0)]);
  t.match(await rowsOf(endpoint), [{ state: STATE.dead_lettered, attempt: 1 }]);
});

t.test('what was provably not sent is given back even if it counts as begun, or as unknown', async (t) => {
  const { endpoint, wanted } = await waiting(t, 3);
  const now = Date.now() + 1_000;
  const { claimed } = await claim(harness.database, STATE.pending, wanted, now);
  await begin(harness.database, claimed.slice(0, 1), now);
  await begin(harness.database, claimed.slice(1, 2), now + SEND_LEASE);
  await recoverLeases(harness.database, now + SEND_LEASE);
  t.same(valuesOf(await rowsOf(endpoint), 'state'), [STATE.unknown, STATE.sending, STATE.pending]);
  await release(harness.database, claimed, now + SEND_LEASE);
  t.match(await rowsOf(endpoint), Array(3).fill({ state: STATE.pending, attempt: 0, lease_token: null }));
  const { claimed: others } = await claim(harness.database, STATE.pending, wanted, now + SEND_LEASE);
  await release(harness.database, claimed, now + SEND_LEASE);
  t.same(await begin(harness.database, claimed, now + SEND_LEASE), { started: [], disabled: [] });
  t.ok(
    (await rowsOf(endpoint)).every(({ state }) => state === STATE.claimed),
    'what another one has claimed is neither given back nor begun',
  );
  t.equal(others.length, 3);
});

t.test('what is sent has most of its lease left, however long storing its start took', async (t) => {
  const { receiver, endpoint, number } = await waiting(t, 0);
  const found: Promise<{ state: number; left: number }>[] = [];
  receiver.answer = async (_request, response) => {
    const now = Date.now();
    const read = harness.database.$client.query<RowDataPacket[]>(
      'SELECT state, due_at FROM webhook_deliveries WHERE endpoint_id = ?',
      [number],
    );
    found.push(read.then(([[row]]) => ({ state: row!.state, left: row!.due_at.getTime() - now })));
    await read;
    response.writeHead(204).end();
  };
  await queue(app, key, endpoint.id);
  const holder = await harness.database.$client.getConnection();
  await holder.beginTransaction();
  await holder.query('SELECT id FROM webhook_endpoints WHERE id = ? FOR UPDATE', [number]);
  let windows = 0;
  await makeDispatcher(t, harness, {
    // The first has ended when the start is stored.
    openWindow: () => (windows++ === 0 ? { steady: 0, wall: 0 } : openSendWindow()),
  });
  await eventually(
    'its start waits to be stored',
    async () => (await lockWaits(harness.database)).length > 0,
  );
  t.equal(windows, 1, 'its window has begun before');
  await holder.rollback();
  holder.release();
  await allIn(endpoint, STATE.delivered, 1);
  checkOnce(t, receiver, 1);
  t.equal(windows, 2, 'what began too late is given back, and begins again');
  const { state, left } = await found[0]!;
  t.equal(state, STATE.sending, 'nothing is sent before its start is stored');
  t.ok(left >= SEND_LEASE - SEND_WINDOW, `${left} ms of the lease are left`);
  t.match(await deliveriesOf(app, key, endpoint.id), [{ attempt: 1, attempts: [{ attempt: 1 }] }]);
});
