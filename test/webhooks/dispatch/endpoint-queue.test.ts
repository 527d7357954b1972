import t from 'tap';
import { createEndpointQueue, ROOM_AT_FIRST } from '../../../src/webhooks/dispatch/endpoint-queue.ts';

/** Attempts that the test ends. */
function attempts() {
  const ends: (() => void)[] = [];
  return {
    ends,
    attempt: () => new Promise<void>((end) => ends.push(end)),
    async endAll() {
      for (const end of ends.splice(0)) end();
      await settled();
    },
  };
}
const settled = () => new Promise((done) => setImmediate(done));

t.test('an endpoint starts with eight attempts at once and holds the others ready', async (t) => {
  const queue = createEndpointQueue();
  const { ends, attempt, endAll } = attempts();
  t.equal(queue.room(), ROOM_AT_FIRST, 'as many may be claimed as without a queue');
  for (let n = 0; n < ROOM_AT_FIRST; n++) queue.add(attempt);
  await settled();
  t.equal(ends.length, 8);
  t.equal(queue.held(), ROOM_AT_FIRST);
  t.equal(queue.room(), 0);
  await endAll();
  t.equal(ends.length, ROOM_AT_FIRST - 8, 'their places are taken by those that waited');
  await endAll();
  t.equal(queue.held(), 0);
});

t.test('an endpoint that answers gets more room, up to a limit', async (t) => {
  const queue = createEndpointQueue();
  for (let n = 0; n < 1_000; n++) queue.answered();
  t.equal(queue.room(), 64 + 256);
  queue.counted();
  t.equal(queue.room(), 64 + 8, 'what is held ahead follows what was answered since');
});

t.test(
  'an endpoint that does not answer soon holds almost nothing, and always gets another chance',
  async (t) => {
    const queue = createEndpointQueue();
    const { ends, attempt, endAll } = attempts();
    for (let n = 0; n < 3; n++) queue.unanswered();
    t.equal(queue.room(), 1 + 1);
    for (let n = 0; n < 20; n++) queue.unanswered();
    t.equal(queue.room(), 1 + 1, 'never less than one at once');
    for (let n = 0; n < 5; n++) queue.add(attempt);
    await settled();
    t.equal(ends.length, 1);
    queue.answered();
    await endAll();
    t.equal(ends.length, 2, 'each answer makes room for one more');
    await endAll();
    await endAll();
  },
);

t.test('the standing of an endpoint is the outcome of its last attempt', async (t) => {
  const queue = createEndpointQueue();
  t.equal(queue.standing(), 'new');
  queue.unanswered();
  t.equal(queue.standing(), 'silent');
  queue.answered();
  t.equal(queue.standing(), 'answers');
  t.equal(queue.room(), 5 + 8, 'one answer, and as many are held ready for it as before');
});

t.test('attempts that have not begun can be dropped; those that have begun go on', async (t) => {
  const queue = createEndpointQueue();
  const { ends, attempt, endAll } = attempts();
  for (let n = 0; n < 12; n++) queue.add(attempt);
  await settled();
  queue.clear();
  t.equal(queue.held(), 8);
  await endAll();
  t.equal(ends.length, 0);
  t.equal(queue.held(), 0);
});
