import t from 'tap';
import { createLane, ROOM_AT_FIRST } from '../../../src/webhooks/dispatch/lane.ts';

/** Attempts that a test ends when it likes. */
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

t.test('eight at once at first, the others held ready', async (t) => {
  const lane = createLane();
  const { ends, attempt, endAll } = attempts();
  t.equal(lane.room(), ROOM_AT_FIRST, 'as many may be claimed as without a lane');
  for (let n = 0; n < ROOM_AT_FIRST; n++) lane.add(attempt);
  await settled();
  t.equal(ends.length, 8);
  t.equal(lane.held(), ROOM_AT_FIRST);
  t.equal(lane.room(), 0);
  await endAll();
  t.equal(ends.length, ROOM_AT_FIRST - 8, 'their places are taken by those that waited');
  await endAll();
  t.equal(lane.held(), 0);
});

t.test('an endpoint that answers gets more room, to a limit', async (t) => {
  const lane = createLane();
  for (let n = 0; n < 1_000; n++) lane.answered();
  t.equal(lane.room(), 64 + 256);
  lane.counted();
  t.equal(lane.room(), 64 + 8, 'what is held ahead follows what was answered since');
});

t.test(
  'an endpoint that does not answer soon holds almost nothing, and always gets another chance',
  async (t) => {
    const lane = createLane();
    const { ends, attempt, endAll } = attempts();
    for (let n = 0; n < 3; n++) lane.unanswered();
    t.equal(lane.room(), 1 + 1);
    for (let n = 0; n < 20; n++) lane.unanswered();
    t.equal(lane.room(), 1 + 1, 'never less than one at once');
    for (let n = 0; n < 5; n++) lane.add(attempt);
    await settled();
    t.equal(ends.length, 1);
    lane.answered();
    await endAll();
    t.equal(ends.length, 2, 'each answer makes room for one more');
    await endAll();
    await endAll();
  },
);

t.test('how an endpoint does is what came of its last attempt', async (t) => {
  const lane = createLane();
  t.equal(lane.standing(), 'new');
  lane.unanswered();
  t.equal(lane.standing(), 'silent');
  lane.answered();
  t.equal(lane.standing(), 'answers');
  t.equal(lane.room(), 5 + 8, 'one answer, and as many are held ready for it as before');
});

t.test('what has not begun can be forgotten; what has goes on', async (t) => {
  const lane = createLane();
  const { ends, attempt, endAll } = attempts();
  for (let n = 0; n < 12; n++) lane.add(attempt);
  await settled();
  lane.clear();
  t.equal(lane.held(), 8);
  await endAll();
  t.equal(ends.length, 0);
  t.equal(lane.held(), 0);
});
