import { mock } from 'node:test';
import t from 'tap';
import { retrying } from '../../clients/typescript/retry.mjs';

/** The longest time of a timer, in milliseconds: a longer one ends at once. */
const LONGEST = 2 ** 31 - 1;

t.test('a wait that is longer than a timer can be is waited for in parts', async (t) => {
  const seconds = 2_678_400; // The lookups of a plan come again with the next month: up to 31 days.
  const answers = [
    new Response('', { status: 429, headers: { 'retry-after': String(seconds) } }),
    new Response(''),
  ];
  const fetch = async () => answers.shift()!;
  const waits: number[] = [];
  const timer = mock.method(
    globalThis,
    'setTimeout',
    (over: (left?: number) => void, ms: number, left?: number) => {
      waits.push(ms);
      queueMicrotask(() => over(left));
    },
  );
  t.teardown(() => timer.mock.restore());
  const get = retrying(fetch, { tries: 2, maxWait: Number.MAX_SAFE_INTEGER });
  t.equal((await get(new Request('https://api.example.com/'))).status, 200);
  t.ok(waits.every((ms) => ms <= LONGEST));
  t.equal(
    waits.reduce((sum, ms) => sum + ms, 0),
    seconds * 1000,
  );
});
