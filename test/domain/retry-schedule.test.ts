import fc from 'fast-check';
import t from 'tap';
import { ATTEMPTS, WAITS_IN_MINUTES, waitAfter } from '../../src/domain/retry-schedule.ts';
import { holds } from '../holds.ts';

const MINUTE = 60_000;

t.test('eight attempts, with waits of 1, 5, 15, 30, 60, 120 and 360 minutes between them', async (t) => {
  t.equal(ATTEMPTS, 8);
  t.same([...WAITS_IN_MINUTES], [1, 5, 15, 30, 60, 120, 360]);
  const waits = Array.from({ length: ATTEMPTS }, (_, index) => waitAfter(index + 1, 0));
  t.same(waits, [...[1, 5, 15, 30, 60, 120, 360].map((minutes) => minutes * MINUTE), null]);
});

t.test('jitter only adds whole milliseconds, at most a tenth', async (t) => {
  await holds(
    100,
    [fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true })],
    (made, jitter) => {
      const least = WAITS_IN_MINUTES[made - 1]! * MINUTE;
      const wait = waitAfter(made, jitter)!;
      return Number.isInteger(wait) && wait >= least && wait <= least * 1.1 + 1e-6;
    },
  );
  t.equal(waitAfter(1, 1), 66_000);
});

t.test('after the last attempt there is no other', async (t) => {
  for (const made of [8, 9, 100]) t.equal(waitAfter(made, 0.5), null);
});
