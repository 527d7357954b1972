import t from 'tap';
import { lateness } from '../../src/api/gate/queue.ts';

/** An event loop whose time and turns the test controls. */
function makeLoop() {
  let time = 1_000;
  let end = () => {};
  const isLate = lateness({
    now: () => time,
    onTurnEnd: (ending) => {
      end = ending;
    },
  });
  return {
    idle(milliseconds: number) {
      time += milliseconds;
    },
    /** Reads requests in one turn, each this long after the one before. Returns whether each was late. */
    read(...after: number[]): boolean[] {
      const said = after.map((milliseconds) => {
        time += milliseconds;
        return isLate();
      });
      end();
      return said;
    },
  };
}

t.test('requests that are read at once are not late', async (t) => {
  const loop = makeLoop();
  for (let at = 0; at < 100; at++) t.strictSame(loop.read(0, 8, 8, 8), [false, false, false, false]);
});

t.test('one slow request does not make others late', async (t) => {
  const loop = makeLoop();
  loop.read(0);
  t.strictSame(loop.read(0, 500, 1), [false, false, false]);
  t.strictSame(loop.read(0, 1), [false, false]);
  loop.idle(1_000);
  t.strictSame(loop.read(0, 500, 1), [false, false, false]);
  t.strictSame(loop.read(0, 20, 20, 20), [false, false, false, false], 'nor what arrived meanwhile');
});

t.test('once long turns have lasted for a while, requests that wait in them are late', async (t) => {
  const loop = makeLoop();
  for (let at = 0; at < 5; at++) t.strictSame(loop.read(0, 25, 25), [false, false, false]);
  t.strictSame(loop.read(0, 25, 25), [false, false, true], 'after 250 ms');
  t.strictSame(loop.read(0, 24, 1, 25), [false, false, true, true], 'not what is read at once');
  loop.read(0, 24);
  t.strictSame(loop.read(0, 25, 25), [false, false, false], 'a short turn ends it');
});

t.test('long turns with a pause between them are not one overload', async (t) => {
  const loop = makeLoop();
  for (let at = 0; at < 20; at++) {
    t.strictSame(loop.read(0, 50), [false, false]);
    loop.idle(25);
  }
});
