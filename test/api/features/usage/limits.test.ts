import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { deactivateKey, findKey, hashKey } from '../../../../src/accounts/keys.ts';
import { call, EVERYWHERE, makeHarness } from '../../../helper.ts';
import { FaultyProxy } from '../../../tcp-proxy.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1', owner_name: 'Ida Quill' }]);

const PARCEL = '/api/v1/parcels/31109:1';
const UNKNOWN = '/api/v1/parcels/31109:2';
const NOON = Date.UTC(2031, 4, 15, 12, 0, 10);
const MONTH_END = Date.UTC(2031, 5, 1) / 1000;
const MINUTE_END = Date.UTC(2031, 4, 15, 12, 1) / 1000;
const MINUTE = 60_000;

/** A clock that stands still until it is set. */
function clock(start = NOON) {
  let time = start;
  return {
    now: () => time,
    set(value: number) {
      time = value;
    },
    pass(milliseconds: number) {
      time += milliseconds;
    },
  };
}

/** The three headers as numbers. */
function limits({ headers }: { headers: Record<string, unknown> }) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`x-ratelimit-${name}`] ?? Number.NaN),
  );
  return { limit, remaining, reset };
}

/** At noon, for tests that need no limits of their own and no other time. */
const noon = await harness.app({}, clock().now);
const one = await harness.app({ LIMIT_PRO: '1', BURST_STARTER: '1' }, clock().now);
const three = await harness.app({ LIMIT_FREE: '3', LIMIT_PRO: '3', BURST_PRO: '3' }, clock().now);

const get = (app: FastifyInstance, key: string, url = PARCEL) => call(app, 'GET', url, { key });
const usage = async (app: FastifyInstance, key: string) => (await get(app, key, '/api/v1/usage')).json();

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < count; at++) results.push(await work());
  return results;
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

function checkRefusal(
  t: Test,
  answer: Awaited<ReturnType<typeof call>>,
  code: string,
  retryAfter: number,
  reset: number,
): void {
  t.equal(answer.status, 429);
  t.match(answer.json(), { code, error: /\d/, request_id: /^[0-9a-f-]{36}$/ });
  t.equal(answer.headers['retry-after'], String(retryAfter), 'Retry-After is seconds');
  t.match(limits(answer), { remaining: 0, reset });
}

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
  const app = one;
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

t.test('unknown keys are counted by address, and cost MySQL no more than the limit', async (t) => {
  const proxy = new FaultyProxy(harness.env.DATABASE_URL!);
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
  const time = clock();
  const app = await harness.app({ BURST_FREE: '5', DATABASE_URL: proxy.url }, time.now);
  const unknown = () => `terrier_${randomBytes(24).toString('base64url')}`;
  const asked = (key: string, remoteAddress = '198.51.100.70', url = PARCEL) =>
    app.inject({ url, remoteAddress, headers: { authorization: `Bearer ${key}` } });
  const code = async (...given: Parameters<typeof asked>) => (await asked(...given)).json().code;
  const [known, fresh] = [await harness.key(), await harness.key()];

  for (let at = 0; at < 20; at++)
    t.equal(await code(await harness.key()), undefined, 'keys that there are do not count');
  t.equal(await code(known), undefined);
  const codes = await Promise.all(Array.from({ length: 12 }, () => code(unknown())));
  t.same(codes.sort(), [...Array(7).fill('burst_limit'), ...Array(5).fill('invalid_key')]);

  await proxy.set('hang');
  const refused = await asked(unknown(), '198.51.100.70', '/api/v1/webhooks');
  t.equal(refused.json().code, 'burst_limit', 'answered without MySQL');
  t.equal(refused.headers['retry-after'], '50');
  await proxy.set('pass');

  t.equal(await code(unknown(), '198.51.100.71'), 'invalid_key', 'another address');
  time.pass(3_000);
  t.equal(await code(known), undefined, 'a key that was used before goes on');
  t.equal(await code(fresh), 'burst_limit', 'a new one waits');
  time.set(MINUTE_END * 1000);
  t.equal(await code(fresh), undefined, 'for the next minute');
  t.equal(await code(unknown()), 'invalid_key');
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

/** A request without a key from an address; returns the remaining requests, or the code of the refusal. */
async function from(app: FastifyInstance, remoteAddress: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url: PARCEL, remoteAddress, headers });
  return answer.statusCode === 200 ? Number(answer.headers['x-ratelimit-remaining']) : answer.json().code;
}

t.test('without a key, an IPv4 address or an IPv6 /64 is counted', async (t) => {
  const app = three;
  const rows: [string, number | string][] = [
    ['198.51.100.1', 2],
    ['198.51.100.1', 1],
    ['198.51.100.2', 2],
    ['::ffff:198.51.100.2', 1],
    ['0:0:0:0:0:FFFF:C633:6402', 0],
    ['::ffff:c633:6401', 0],
    ['198.51.100.1', 'monthly_limit'],
    ['2001:db8:1:2::1', 2],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', 1],
    ['2001:0DB8:0001:0002::9', 0],
    ['2001:db8:1:2::1', 'monthly_limit'],
    ['2001:db8:1:3::1', 2],
    ['2001:db8::1', 2],
    ['2001:db8:0:0:1::', 1],
    ['::1', 2],
    ['fe80::1%eth0', 2],
    ['fe80::2%eth1', 1],
  ];
  for (const [address, expected] of rows) t.equal(await from(app, address), expected, address);
});

t.test('a key is counted by itself, not by its address', async (t) => {
  const app = three;
  const address = '198.51.100.40';
  t.equal(await from(app, address), 2);
  const key = await harness.key({ tier: 'free' });
  const authorization = `Bearer ${key}`;
  t.equal(await from(app, address, { authorization }), 2, 'a free key has the free tier’s limit');
  t.equal(await from(app, '198.51.100.41', { authorization }), 1);
});

t.test('forwarded addresses count only when a trusted proxy names them', async (t) => {
  const settings = { LIMIT_FREE: '2' };
  const spoofed = {
    'x-forwarded-for': '203.0.113.1',
    'x-real-ip': '203.0.113.2',
    forwarded: 'for=203.0.113.3',
  };

  const open = await harness.app(settings, clock().now);
  t.equal(await from(open, '198.51.100.50', spoofed), 1);
  t.equal(await from(open, '198.51.100.50', { 'x-forwarded-for': '203.0.113.9' }), 0);
  t.equal(
    await from(open, '198.51.100.50', { 'x-forwarded-for': '203.0.113.10' }),
    'monthly_limit',
    'not believed',
  );

  const behind = await harness.app({ ...settings, TRUST_PROXY: '10.0.0.0/8, 192.0.2.7' }, clock().now);
  t.equal(await from(behind, '198.51.100.51', spoofed), 1, 'not a proxy');
  t.equal(await from(behind, '198.51.100.51', { 'x-forwarded-for': '203.0.113.9' }), 0, 'not a proxy');
  t.equal(await from(behind, '10.1.2.3', { 'x-forwarded-for': '203.0.113.20' }), 1);
  t.equal(
    await from(behind, '192.0.2.7', { 'x-forwarded-for': '203.0.113.20' }),
    0,
    'another proxy, the same client',
  );
  const chain = { 'x-forwarded-for': '203.0.113.99, 203.0.113.21, 10.9.9.9' };
  t.equal(await from(behind, '10.1.2.3', chain), 1, 'the last address that is not a proxy');
  t.equal(await from(behind, '10.1.2.3', { 'x-forwarded-for': '203.0.113.21' }), 0, 'is the one counted');
  t.equal(
    await from(behind, '10.1.2.3', { 'x-real-ip': '203.0.113.22' }),
    1,
    'without the header: the proxy',
  );
});

t.test('forwarded text that is not an address is counted as the proxy', async (t) => {
  const app = await harness.app({ LIMIT_FREE: '6', TRUST_PROXY: '10.0.0.0/8' }, clock().now);
  const texts = ['unknown', "' OR 1=1 --", 'x'.repeat(5_000), '1.2.3.4.5', ',,,'];
  const left = [];
  for (const text of texts) left.push(await from(app, '10.7.7.7', { 'x-forwarded-for': text }));
  t.same(left, [5, 4, 3, 2, 1]);
});

t.test('unknown, expired and deactivated keys are refused, each with its own code', async (t) => {
  const time = clock();
  const app = await harness.app({}, time.now);
  const unknown = `terrier_${'Z'.repeat(32)}`;
  const expired = await harness.key({ expiresAt: new Date(NOON) });
  const expiring = await harness.key({ expiresAt: new Date(NOON + 1_000) });
  const inactive = await harness.key();
  await deactivateKey(harness.database, (await findKey(harness.database, hashKey(inactive)))!.id);
  for (const url of [PARCEL, '/api/v1/coverage', '/api/v1/usage']) {
    for (const [key, status, code] of [
      [unknown, 401, 'invalid_key'],
      [inactive, 403, 'inactive_key'],
      [expired, 403, 'expired_key'],
    ] as const) {
      const answer = await get(app, key, url);
      t.equal(answer.status, status, `${code} ${url}`);
      t.match(answer.json(), { code, request_id: String });
      t.notMatch(answer.text, key.slice(8), 'the key is not repeated');
      t.notOk('x-ratelimit-limit' in answer.headers);
    }
    t.equal((await get(app, expiring, url)).status, 200, 'a second before its end');
  }
  time.pass(1_000);
  t.equal((await get(app, expiring)).json().code, 'expired_key', 'at its end, although it was just used');
});

t.test('a deactivated key stops within seconds, even if the clock is set back', async (t) => {
  const time = clock();
  const app = await harness.app({}, time.now);
  for (const step of [3_000, -3_600_000]) {
    const key = await harness.key();
    t.equal((await get(app, key)).status, 200);
    await deactivateKey(harness.database, (await findKey(harness.database, hashKey(key)))!.id);
    time.pass(step);
    t.equal((await get(app, key)).json().code, 'inactive_key', `${step} ms later`);
  }
});

t.test('two keys of one account share its counters, and two accounts do not', async (t) => {
  const app = three;
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
  t.equal(
    [...answers, ...rest].filter(({ status }) => status === 200).length,
    9,
    'the larger limit is the account’s',
  );
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
  await app.meter.sweep();
  t.match(await usage(other, key), { month: { used: 5 } }, 'when the minute is over');

  await times(5, () => get(app, key));
  await app.close();
  t.match(await usage(other, key), { month: { used: 10 } }, 'when the process ends');
});

t.test(
  'a process that has just started knows a key at its first lookup, however many requests arrive',
  async (t) => {
    const key = await harness.key();
    const app = await harness.app({ BURST_FREE: '5' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(app, key)));
    t.same(statuses(answers), Array(50).fill(200));
    let made = 0;
    const refused = await times(8, () => get(app, key.replace(/.{6}$/, String(100_000 + made++))));
    t.ok(statuses(refused).includes(429), 'unknown keys are still limited');
  },
);
