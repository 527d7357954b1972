import t from 'tap';
import { createEndpointQueue, INITIAL_CAPACITY } from '../../../src/webhooks/dispatch/endpoint-queue.ts';

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
  t.equal(queue.capacity(), INITIAL_CAPACITY, 'as many may be claimed as without a queue');
  for (let n = 0; n < INITIAL_CAPACITY; n++) queue.add(attempt);
  await settled();
  t.equal(ends.length, 8);
  t.equal(queue.size(), INITIAL_CAPACITY);
  t.equal(queue.capacity(), 0);
  await endAll();
  t.equal(ends.length, INITIAL_CAPACITY - 8, 'their slots are taken by those that waited');
  await endAll();
  t.equal(queue.size(), 0);
});

t.test('an endpoint that answers gets more capacity, up to a limit', async (t) => {
  const queue = createEndpointQueue();
  for (let n = 0; n < 1_000; n++) queue.answered();
  t.equal(queue.capacity(), 64 + 256);
  queue.resetAnswered();
  t.equal(queue.capacity(), 64 + 8, 'what is held ahead follows what was answered since');
});

t.test(
  'an endpoint that does not answer soon holds almost nothing, and always gets another chance',
  async (t) => {
    const queue = createEndpointQueue();
    const { ends, attempt, endAll } = attempts();
    for (let n = 0; n < 3; n++) queue.unanswered();
    t.equal(queue.capacity(), 1 + 1);
    for (let n = 0; n < 20; n++) queue.unanswered();
    t.equal(queue.capacity(), 1 + 1, 'never less than one at once');
    for (let n = 0; n < 5; n++) queue.add(attempt);
    await settled();
    t.equal(ends.length, 1);
    queue.answered();
    await endAll();
    t.equal(ends.length, 2, 'each answer allows one more');
    await endAll();
    await endAll();
  },
);

t.test('the responsiveness of an endpoint is the outcome of its last attempt', async (t) => {
  const queue = createEndpointQueue();
  t.equal(queue.responsiveness(), 'new');
  queue.unanswered();
  t.equal(queue.responsiveness(), 'silent');
  queue.answered();
  t.equal(queue.responsiveness(), 'answers');
  t.equal(queue.capacity(), 5 + 8, 'one answer, and as many are held ready for it as before');
});

t.test('attempts that have not begun can be dropped; those that have begun go on', async (t) => {
  const queue = createEndpointQueue();
  const { ends, attempt, endAll } = attempts();
  for (let n = 0; n < 12; n++) queue.add(attempt);
  await settled();
  queue.clear();
  t.equal(queue.size(), 8);
  await endAll();
  t.equal(ends.length, 0);
  t.equal(queue.size(), 0);
});
