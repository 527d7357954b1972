import t from 'tap';
import { call, EVERYWHERE } from '../../../helper.ts';
import {
  checkRefusal,
  clock,
  get,
  limits,
  MINUTE,
  MINUTE_END,
  MONTH_END,
  NOON,
  PARCEL,
  statuses,
  times,
  UNKNOWN,
  usage,
  withParcel,
} from './counting.ts';

const harness = await withParcel(t);
/** At noon, for tests that need no limits of their own and no other time. */
const noon = await harness.app({}, clock().now);

t.test('every data answer has the limits', async (t) => {
  const app = noon;
  const key = await harness.key({ tier: 'pro' });
  const routes = ['', '/owner', '/permits', '/deeds', '/risks'].map((route) => `${PARCEL}${route}`);
  const answers = [];
  for (const url of [...routes, '/api/v1/coverage', '/v1/coverage?state=NE'])
    answers.push(await get(app, key, url));
  answers.push(await call(app, 'POST', '/v1/search', { key, body: { bounds: EVERYWHERE } }));
  t.same(statuses(answers), Array(8).fill(200));
  t.same(
    answers.map(limits),
    answers.map((_, at) => ({ limit: 600, remaining: 599 - at, reset: MINUTE_END })),
    'of the minute, which has fewer left than the month; Reset is epoch seconds',
  );
  t.notOk('x-ratelimit-limit' in (await get(app, key, '/api/v1/usage')).headers, 'usage is not data');
  t.notOk('x-ratelimit-limit' in (await call(app, 'GET', '/livez')).headers);
});

t.test('the window with the fewest requests left is shown', async (t) => {
  const app = await harness.app({ LIMIT_PRO: '12', BURST_PRO: '10' }, clock().now);
  const key = await harness.key({ tier: 'pro' });
  t.same(limits(await get(app, key)), { limit: 10, remaining: 9, reset: MINUTE_END });
  const later = await harness.app({ LIMIT_PRO: '12', BURST_PRO: '10' }, clock(NOON + MINUTE).now);
  const answers = await times(3, () => get(later, key));
  t.match(limits(answers[0]!), { limit: 10, remaining: 9 }, '10 of the month are left, and 9 of the minute');
  await app.close();
  await later.close();
  const last = await harness.app({ LIMIT_PRO: '12', BURST_PRO: '10' }, clock(NOON + 2 * MINUTE).now);
  t.same(limits(await get(last, key)), { limit: 12, remaining: 7, reset: MONTH_END });
});

t.test('remaining counts down by one, whatever the block sizes', async (t) => {
  const app = noon;
  const key = await harness.key({ tier: 'scale' });
  const left = (await times(130, () => get(app, key))).map((answer) => limits(answer).remaining);
  t.same(
    left,
    left.map((_, at) => 5_999 - at),
  );
  t.match(await usage(app, key), { month: { used: 130, remaining: 999_870 }, minute: { used: 130 } });
});

t.test('only answers with data are lookups; every request counts in the minute', async (t) => {
  const app = noon;
  const key = await harness.key({ tier: 'pro' });
  await get(app, key);
  const failed = [
    await get(app, key, UNKNOWN),
    await get(app, key, `${UNKNOWN}/owner`),
    await get(app, key, '/api/v1/coverage?state=ZZ'),
    await get(app, key, `${PARCEL}?x=1`),
    await call(app, 'POST', '/api/v1/search', { key, body: {} }),
    await call(app, 'POST', '/api/v1/search', {
      key,
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
    await call(app, 'POST', '/api/v1/search', { key, body: 'x', headers: { 'content-type': 'text/plain' } }),
  ];
  t.same(statuses(failed), [404, 404, 400, 400, 400, 400, 415]);
  t.match(await usage(app, key), { month: { used: 1 }, minute: { used: 8 } });
  await get(app, key, '/api/v1/nowhere');
  t.match(await usage(app, key), { minute: { used: 8 } }, 'what is not a route costs nothing at all');
});

t.test('a missing parcel does not use up the last lookup', async (t) => {
  const app = await harness.app({ LIMIT_PRO: '1' }, clock().now);
  const key = await harness.key({ tier: 'pro' });
  const answers = [];
  for (const url of [UNKNOWN, UNKNOWN, PARCEL, UNKNOWN, PARCEL]) answers.push(await get(app, key, url));
  t.same(statuses(answers), [404, 404, 200, 429, 429]);
  t.same(
    answers.map((answer) => limits(answer).remaining),
    [1, 1, 0, 0, 0],
  );
});

t.test('the limit of the month', async (t) => {
  const time = clock();
  const app = await harness.app({ LIMIT_PRO: '3' }, time.now);
  const key = await harness.key({ tier: 'pro' });
  const answers = await times(5, () => get(app, key));
  t.same(statuses(answers), [200, 200, 200, 429, 429]);
  t.same(
    answers.map((answer) => limits(answer).remaining),
    [2, 1, 0, 0, 0],
  );
  checkRefusal(t, answers[4]!, 'monthly_limit', MONTH_END - NOON / 1000, MONTH_END);
  t.match(await usage(app, key), { month: { limit: 3, used: 3, remaining: 0 } });

  time.set(MONTH_END * 1000 - 1);
  checkRefusal(t, await get(app, key), 'monthly_limit', 1, MONTH_END);
  time.set(MONTH_END * 1000);
  t.same(statuses(await times(4, () => get(app, key))), [200, 200, 200, 429], 'a new month');
  t.match(await usage(app, key), { month: { resets_at: '2031-07-01T00:00:00.000Z' } });
});

t.test('a month ends with the year, and February with its days', async (t) => {
  const time = clock(Date.UTC(2031, 11, 31, 23, 59, 59));
  const app = await harness.app({ LIMIT_PRO: '1' }, time.now);
  const key = await harness.key({ tier: 'pro' });
  const ends = [];
  for (const now of [time.now(), Date.UTC(2032, 0, 1), Date.UTC(2032, 1, 29, 12), Date.UTC(2032, 2, 1)]) {
    time.set(now);
    t.equal((await get(app, key)).status, 200, new Date(now).toISOString());
    ends.push((await usage(app, key)).month.resets_at.slice(0, 10));
  }
  t.same(ends, ['2032-01-01', '2032-02-01', '2032-03-01', '2032-04-01']);
});

t.test('requests over the limit of the minute are refused until the minute ends', async (t) => {
  const time = clock();
  const app = await harness.app({ BURST_PRO: '4' }, time.now);
  const key = await harness.key({ tier: 'pro' });
  const answers = await times(6, () => get(app, key));
  t.same(statuses(answers), [200, 200, 200, 200, 429, 429]);
  checkRefusal(t, answers[5]!, 'burst_limit', 50, MINUTE_END);
  t.match(await usage(app, key), { month: { used: 4 }, minute: { limit: 4, used: 4, remaining: 0 } });
  time.set(MINUTE_END * 1000 - 1);
  checkRefusal(t, await get(app, key), 'burst_limit', 1, MINUTE_END);
  time.set(MINUTE_END * 1000);
  t.same(statuses(await times(5, () => get(app, key))), [200, 200, 200, 200, 429], 'a new minute');
});

t.test('of many requests at once, with and without data, exactly the limit is served', async (t) => {
  const app = await harness.app({ LIMIT_PRO: '57', BURST_PRO: '10000' }, clock().now);
  const key = await harness.key({ tier: 'pro' });
  const urls = Array.from({ length: 120 }, (_, at) => (at % 2 ? PARCEL : UNKNOWN));
  const first = await Promise.all(urls.slice(0, 40).map((url) => get(app, key, url)));
  t.same(new Set(statuses(first)), new Set([200, 404]));
  t.match(await usage(app, key), { month: { used: 20 } }, 'the 20 with data');
  const rest = await Promise.all(urls.map((url) => get(app, key, url)));
  const more = await times(20, () => get(app, key));
  t.equal([...rest, ...more].filter(({ status }) => status === 200).length, 37, 'the 37 that were left');
  t.match(await usage(app, key), { month: { used: 57, remaining: 0 } });
});

/** The three headers of the month as numbers; NaN if one is missing. */
function monthOf({ headers }: { headers: Record<string, unknown> }) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`x-ratelimit-${name}-month`] ?? Number.NaN),
  );
  return { limit, remaining, reset };
}
const NO_MONTH = { limit: Number.NaN, remaining: Number.NaN, reset: Number.NaN };

t.test('every counted answer shows the month, refusals included', async (t) => {
  const app = await harness.app({ LIMIT_PRO: '9', BURST_PRO: '10' }, clock().now);
  const key = await harness.key({ tier: 'pro' });
  const month = (remaining: number) => ({ limit: 9, remaining, reset: MONTH_END });
  const batch = (ids: string[]) => call(app, 'POST', '/v1/parcels/batch', { key, body: { ids } });
  const rows: [what: string, ask: () => ReturnType<typeof call>, status: number, remaining: number][] = [
    ['a parcel', () => get(app, key), 200, 8],
    ['one that is not there', () => get(app, key, UNKNOWN), 404, 8],
    ['a wrong question', () => get(app, key, `${PARCEL}?x=1`), 400, 8],
    ['a batch', () => batch(['31109:1', '31109:1', '31109:2']), 200, 7],
    ['a list of one’s own', () => get(app, key, '/v1/webhooks'), 200, 7],
    ['an endpoint that is not there', () => get(app, key, '/v1/webhooks/x'), 404, 7],
    ['a batch that is too large', () => batch(Array.from({ length: 8 }, (_, at) => `31109:${at}`)), 429, 7],
    ['events', () => get(app, key, '/v1/events'), 200, 7],
    ['a parcel again', () => get(app, key), 200, 6],
    ['the last of the minute', () => get(app, key), 200, 5],
    ['one too many', () => get(app, key), 429, 5],
    ['one too many without a lookup', () => get(app, key, '/v1/events'), 429, 5],
  ];
  for (const [what, ask, status, remaining] of rows) {
    const answer = await ask();
    t.equal(answer.status, status, what);
    t.same(monthOf(answer), month(remaining), what);
  }
  const unlimited = await harness.key({ tier: 'license' });
  t.same(monthOf(await get(app, unlimited)), NO_MONTH, 'there is none where lookups are unlimited');
  t.match(limits(await get(app, unlimited)), { remaining: 59_998 }, 'the minute is told all the same');
  t.match(monthOf(await call(app, 'GET', PARCEL)), { limit: 1_000, remaining: 999 }, 'without a key, too');
  t.same(monthOf(await get(app, key, '/api/v1/usage')), NO_MONTH, 'usage tells it in its body');
});

t.test('a tier without a monthly limit has only that of the minute', async (t) => {
  const app = await harness.app({ BURST_LICENSE: '3' }, clock().now);
  const key = await harness.key({ tier: 'license' });
  const answers = await times(4, () => get(app, key));
  t.same(statuses(answers), [200, 200, 200, 429]);
  t.same(limits(answers[0]!), { limit: 3, remaining: 2, reset: MINUTE_END });
  checkRefusal(t, answers[3]!, 'burst_limit', 50, MINUTE_END);
  t.same((await usage(app, key)).month, null);
});

t.test('two keys of one account share its counters, and two accounts do not', async (t) => {
  const app = await harness.app({ LIMIT_PRO: '3' }, clock().now);
  const [one, two] = [
    await harness.key({ tier: 'pro', account: 'acme' }),
    await harness.key({ tier: 'pro', account: 'acme' }),
  ];
  const answers = [await get(app, one), await get(app, two), await get(app, one), await get(app, two)];
  t.same(statuses(answers), [200, 200, 200, 429]);
  for (const account of ['ACME', 'acmé', 'acme ', 'acme2']) {
    const other = await harness.key({ tier: 'pro', account });
    t.equal((await get(app, other)).status, 200, `“${account}” is another account`);
  }
});

t.test('an account with two tiers has the larger limit', async (t) => {
  const app = await harness.app({ LIMIT_FREE: '5', LIMIT_PRO: '9' }, clock().now);
  const [free, pro] = [
    await harness.key({ tier: 'free', account: 'mixed' }),
    await harness.key({ tier: 'pro', account: 'mixed' }),
  ];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => get(app, at % 2 ? free : pro)));
  const rest = await times(9, () => get(app, pro));
  t.equal([...answers, ...rest].filter(({ status }) => status === 200).length, 9, 'the larger limit counts');
  t.equal((await get(app, free)).json().code, 'monthly_limit');
});

t.test('unused lookups of a block are given back', async (t) => {
  const key = await harness.key({ tier: 'scale' });
  const time = clock();
  const app = await harness.app({}, time.now);
  const other = await harness.app({}, time.now);
  await times(5, () => get(app, key));
  const held = (await usage(other, key)).month.used;
  t.ok(held > 5, `${held} are booked while the process holds its block`);

  time.pass(MINUTE);
  await app.gate.limits.meter.sweep();
  t.match(await usage(other, key), { month: { used: 5 } }, 'when the minute is over');

  await times(5, () => get(app, key));
  await app.close();
  t.match(await usage(other, key), { month: { used: 10 } }, 'when the process ends');
});

t.test('RateLimit has both windows, with the seconds until their ends', async (t) => {
  const app = await harness.app({ LIMIT_PRO: '12', BURST_PRO: '10' }, clock().now);
  const { headers } = await get(app, await harness.key({ tier: 'pro' }));
  t.equal(headers['ratelimit-policy'], '"minute";q=10;w=60, "month";q=12');
  const [minute, month] = [MINUTE_END, MONTH_END].map((end) => Math.ceil(end - NOON / 1000));
  t.equal(headers.ratelimit, `"minute";r=9;t=${minute}, "month";r=11;t=${month}`);
  const unlimited = await get(app, await harness.key({ tier: 'license' }));
  t.match(unlimited.headers, {
    'ratelimit-policy': /^"minute";q=\d+;w=60$/,
    ratelimit: /^"minute";r=\d+;t=\d+$/,
  });
});
