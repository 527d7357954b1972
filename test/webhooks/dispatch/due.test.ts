/** What waits: a short queue is read whole, a longer one endpoint by endpoint. */
import t, { type Test } from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { claim, release } from '../../../src/webhooks/dispatch/claim.ts';
import { readQueue } from '../../../src/webhooks/dispatch/due.ts';
import { valuesOf } from '../../listed.ts';
import { makeQueue } from './queue-support.ts';

const { harness, rowsOf, ...queue } = await makeQueue(t);
const { database } = harness;
const SHORT = 64;
const LATER = 60_000;

/** Some waiting deliveries of an endpoint, each due a millisecond after the one before. */
async function waiting(t: Test, count: number) {
  const { endpoint, number } = await queue.waiting(t, count);
  const ids = (await rowsOf(endpoint)).map(({ id }) => id);
  const due = Date.now();
  for (const [n, id] of ids.entries())
    await database.$client.query('UPDATE webhook_deliveries SET due_at = ? WHERE id = ?', [
      new Date(due + n),
      id,
    ]);
  t.teardown(() =>
    database.$client.query('UPDATE webhook_deliveries SET state = ? WHERE id IN (?)', [STATE.failed, ids]),
  );
  return { endpoint: number, ids, due };
}

t.test('what is due in a short queue is claimed without another look, the first due first', async (t) => {
  const { endpoint, ids, due } = await waiting(t, 5);
  const { firstDue, whole } = await readQueue(database, STATE.pending, due + 3);
  t.same([...firstDue], [[endpoint, due]]);
  t.same(valuesOf(whole!.deliveries, 'id'), ids.slice(0, 4));
  t.equal(whole!.events.size, 4, 'with its events');
  const some = new Map([[endpoint, 3]]);
  // Long after the look, more is due; it waits for the next one.
  const first = await claim(database, STATE.pending, some, due + LATER, undefined, whole);
  t.same(first.claimed.map(({ id }) => id).sort(), ids.slice(0, 3).sort());
  t.same(first.drained, []);
  t.ok(first.claimed.every(({ event }) => first.events.has(event)));
  const again = await claim(database, STATE.pending, some, due + LATER, undefined, whole);
  t.same(valuesOf(again.claimed, 'id'), [], 'what was claimed since the look is left alone');
  const { whole: rest } = await readQueue(database, STATE.pending, due + LATER);
  const last = await claim(database, STATE.pending, some, due + LATER, undefined, rest);
  t.same(last.claimed.map(({ id }) => id).sort(), ids.slice(3).sort());
  t.same(last.drained, [endpoint]);
  await release(database, [...first.claimed, ...last.claimed], due);
});

t.test('of a longer queue, only who has due deliveries is read', async (t) => {
  const { endpoint, due } = await waiting(t, SHORT);
  const other = await waiting(t, 1);
  const { firstDue, whole } = await readQueue(database, STATE.pending, due + LATER);
  t.equal(whole, undefined);
  t.same(
    [...firstDue].sort(),
    [
      [endpoint, due],
      [other.endpoint, other.due],
    ].sort(),
  );
  t.same((await readQueue(database, STATE.retrying, due + LATER)).whole, {
    deliveries: [],
    events: new Map(),
  });
});
