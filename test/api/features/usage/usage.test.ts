import t from 'tap';
import { call } from '../../../helper.ts';
import {
  checkRefusal,
  clock,
  get,
  limits,
  MINUTE,
  MINUTE_END,
  PARCEL,
  statuses,
  times,
  usage,
  withParcel,
} from './counting.ts';

const harness = await withParcel(t);

t.test('account routes count in the minute and cost no lookup', async (t) => {
  const app = await harness.app({ BURST_PRO: '4', LIMIT_PRO: '1' }, clock().now);
  const other = await harness.app({ BURST_PRO: '4', LIMIT_PRO: '1' }, clock().now);
  const key = await harness.key({ tier: 'pro' });
  t.equal((await get(app, key)).status, 200);
  const answers = [
    await get(app, key, '/v1/webhooks'),
    await get(other, key, '/v1/events'),
    await get(other, key, '/v1/webhooks/x'),
  ];
  t.same(statuses(answers), [200, 200, 404], 'without lookups left');
  t.same(
    answers.map(limits),
    [2, 1, 0].map((remaining) => ({ limit: 4, remaining, reset: MINUTE_END })),
    'the minute is told, which is what counts',
  );
  for (const api of [app, other]) {
    checkRefusal(t, await get(api, key, '/v1/webhooks'), 'burst_limit', 50, MINUTE_END);
    checkRefusal(
      t,
      await call(api, 'POST', '/v1/webhooks', { key, body: {} }),
      'burst_limit',
      50,
      MINUTE_END,
    );
  }
  t.match(await usage(app, key), { month: { used: 1 }, minute: { used: 4, remaining: 0 } });
});

t.test('of many account requests at once, as many are served as the minute has', async (t) => {
  const app = await harness.app({ BURST_PRO: '30' }, clock().now);
  const key = await harness.key({ tier: 'pro' });
  const urls = Array.from({ length: 60 }, (_, at) => (at % 2 ? PARCEL : '/v1/events'));
  const answers = await Promise.all(urls.map((url) => get(app, key, url)));
  t.equal(statuses(answers).filter((status) => status === 200).length, 30);
});

t.test('requests for usage are limited, too', async (t) => {
  const app = await harness.app({ BURST_PRO: '5' }, clock().now);
  const key = await harness.key({ tier: 'pro' });
  const answers = await times(7, () => get(app, key, '/api/v1/usage'));
  t.same(statuses(answers), [200, 200, 200, 200, 200, 429, 429]);
  t.match(answers[6]!.json(), { code: 'burst_limit' });
  t.equal(answers[6]!.headers['retry-after'], '50');
  t.equal((await get(app, key)).status, 200, 'which uses up nothing else');
});

t.test('usage shows the limits and what is used, and costs nothing', async (t) => {
  const time = clock();
  const app = await harness.app({}, time.now);
  const rows = [
    ['free', 1_000, 60, { endpoints: 0, events_per_day: 0, deliveries_not_kept: [] }],
    ['starter', 10_000, 60, { endpoints: 0, events_per_day: 0, deliveries_not_kept: [] }],
    ['api_100k', 100_000, 600, { endpoints: 0, events_per_day: 0, deliveries_not_kept: [] }],
    ['pro', 100_000, 600, { endpoints: 50, events_per_day: 100_000, deliveries_not_kept: [] }],
    ['scale', 1_000_000, 6_000, { endpoints: null, events_per_day: 1_000_000, deliveries_not_kept: [] }],
  ] as const;
  for (const [tier, lookups, burst, webhooks] of rows) {
    const key = await harness.key({ tier });
    await times(3, () => get(app, key));
    await times(5, () => usage(app, key));
    t.same(
      await usage(app, key),
      {
        tier,
        month: { limit: lookups, used: 3, remaining: lookups - 3, resets_at: '2031-06-01T00:00:00.000Z' },
        minute: { limit: burst, used: 3, remaining: burst - 3, resets_at: '2031-05-15T12:01:00.000Z' },
        webhooks,
      },
      tier,
    );
  }
  const key = await harness.key({ tier: 'pro' });
  t.match(await usage(app, key), { month: { used: 0 }, minute: { used: 0 } }, 'a key that was never used');
  await get(app, key);
  time.pass(MINUTE);
  t.match(await usage(app, key), { month: { used: 1 }, minute: { used: 0 } }, 'a minute later');
});
