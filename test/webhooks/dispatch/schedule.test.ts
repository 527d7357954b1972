import t from 'tap';
import { call, makeHarness } from '../../helper.ts';
import {
  createEndpoint,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
  verified,
} from '../support.ts';
import { parcels } from '../watching.ts';
import { allHave, deliveriesOf, lookedThrough, makeClock, watched } from './schedule-support.ts';

const harness = await makeHarness(t);
const clock = makeClock();
const app = await harness.app({}, clock.now);
const key = await harness.key();

const MINUTE = 60_000;
const MINUTES = [1, 5, 15, 30, 60, 120, 360];

t.test('a delivery goes through all attempts to its dead letter, and can be queued again', async (t) => {
  const sentinel = await watched(t, app, key);
  const receiver = await makeReceiver(t);
  receiver.answer = (_request, response) => response.writeHead(500).end();
  const endpoint = await createEndpoint(app, key, { url: receiver.url, ...parcels('31:109:R-1') });
  await loadNews(harness, 'permits', [permit('W-1')]);
  // What was loaded is due by the machine's clock.
  clock.time = Math.max(clock.time, Date.now()) + 1_000;
  const dispatcher = await makeDispatcher(t, harness, { now: clock.now });
  const shown = async () => (await deliveriesOf(app, key, endpoint.id))[0]!;
  const ended = (attempts: number) =>
    eventually(`attempt ${attempts} has ended`, async () => (await shown()).attempts.length === attempts);

  await receiver.until(1);
  for (const [index, minutes] of MINUTES.entries()) {
    const made = index + 1;
    await ended(made);
    const { status, attempt, next_attempt_at, last_response_status, last_attempt_at } = await shown();
    t.match(
      { status, attempt, last_response_status },
      { status: 'pending', attempt: made, last_response_status: 500 },
    );
    t.equal(last_attempt_at, new Date(clock.time).toISOString());
    const due = Date.parse(next_attempt_at!);
    const wait = due - clock.time;
    const least = minutes * MINUTE;
    t.ok(
      wait >= least && wait <= least * 1.1,
      `after attempt ${made}: ${wait / MINUTE} of ${minutes} minutes`,
    );
    clock.time = due - 1;
    await lookedThrough(dispatcher, app, key, sentinel);
    t.equal(receiver.got.length, made, `nothing is sent before the ${minutes} minutes are over`);
    clock.time = due;
    await dispatcher.tick();
    await receiver.until(made + 1);
  }
  await ended(8);
  t.match(await shown(), {
    status: 'dead_lettered',
    attempt: 8,
    next_attempt_at: null,
    delivered_at: null,
    last_response_status: 500,
    last_error: 'The endpoint answered 500',
  });
  clock.advance(24 * 60 * MINUTE);
  await lookedThrough(dispatcher, app, key, sentinel);
  t.equal(receiver.got.length, 8, 'a dead letter is left alone');

  const { id } = await shown();
  const route = `/api/v1/webhooks/${endpoint.id}/deliveries/${id}/retry`;
  const retried = await call(app, 'POST', route, { key });
  t.equal(retried.status, 202);
  t.match(retried.json(), {
    id,
    status: 'pending',
    attempt: 8,
    next_attempt_at: new Date(clock.time).toISOString(),
  });
  await dispatcher.tick();
  await receiver.until(9);
  await ended(9);
  const again = await shown();
  t.match(again, { id, status: 'pending', attempt: 9 }, 'its schedule is a fresh one');
  const wait = Date.parse(again.next_attempt_at!) - clock.time;
  t.ok(wait >= MINUTE && wait <= 1.1 * MINUTE, 'from its beginning');
  t.equal((await call(app, 'POST', route, { key })).status, 409, 'it waits already');

  receiver.answer = (_request, response) => response.writeHead(200).end();
  clock.time = Date.parse(again.next_attempt_at!);
  await dispatcher.tick();
  await receiver.until(10);
  await allHave(app, key, endpoint.id, 'delivered');
  const last = await shown();
  t.match(last, { attempt: 10, last_error: null, delivered_at: new Date(clock.time).toISOString() });
  t.same(
    last.attempts.map(({ attempt, response_status }) => [attempt, response_status]),
    Array.from({ length: 10 }, (_, n) => [n + 1, n < 9 ? 500 : 200]),
  );
  t.equal((await call(app, 'POST', route, { key })).status, 409, 'what is delivered is not sent again');

  t.same(
    receiver.got.map(({ body, headers }) => [body.delivery_attempt, headers['x-terrier-attempt']]),
    Array.from({ length: 10 }, (_, n) => [n + 1, String(n + 1)]),
  );
  for (const name of ['x-terrier-event-id', 'x-terrier-delivery-id']) {
    t.equal(new Set(receiver.got.map(({ headers }) => headers[name])).size, 1, `one ${name}`);
  }
  t.equal(receiver.got[0]!.headers['x-terrier-delivery-id'], id);
  t.equal(receiver.got[0]!.headers['x-terrier-event-id'], again.event_id);
  t.ok(receiver.got.every(({ body }) => body.event_id === again.event_id));
  t.ok(receiver.got.every((one) => verified(one, endpoint.secret)));
});

t.test('a delivery that is queued again has eight more attempts', async (t) => {
  const { receiver, endpoint } = await watched(t, app, key);
  receiver.answer = (_request, response) => response.writeHead(404).end();
  const dispatcher = await makeDispatcher(t, harness, { now: clock.now });
  const queued = await call(app, 'POST', `/api/v1/webhooks/${endpoint.id}/test`, { key });
  const route = `/api/v1/webhooks/${endpoint.id}/deliveries/${queued.json().id}/retry`;
  for (let round = 1; round <= 2; round++) {
    for (let attempt = 8 * round - 7; attempt <= 8 * round; attempt++) {
      await dispatcher.tick();
      await receiver.until(attempt);
      await eventually('its outcome', async () => {
        const [shown] = await deliveriesOf(app, key, endpoint.id);
        return shown!.attempts.length === attempt;
      });
      const [{ status } = { status: '' }] = await deliveriesOf(app, key, endpoint.id);
      t.equal(status, attempt === 8 * round ? 'dead_lettered' : 'pending', `attempt ${attempt}`);
      clock.advance(400 * MINUTE);
    }
    t.equal((await call(app, 'POST', route, { key })).status, 202);
  }
});

t.test('when a clock is set back, nothing is sent twice and nothing is lost', async (t) => {
  const { receiver, endpoint } = await watched(t, app, key);
  const dispatcher = await makeDispatcher(t, harness, { now: clock.now });
  await call(app, 'POST', `/api/v1/webhooks/${endpoint.id}/test`, { key });
  await dispatcher.tick();
  await receiver.until(1);
  await allHave(app, key, endpoint.id, 'delivered');
  clock.advance(-10 * MINUTE);
  await call(app, 'POST', `/api/v1/webhooks/${endpoint.id}/test`, { key });
  await dispatcher.tick();
  await receiver.until(2);
  await allHave(app, key, endpoint.id, 'delivered', 2);
  clock.advance(10 * MINUTE);
  await dispatcher.tick();
  t.equal(receiver.got.length, 2);
});
