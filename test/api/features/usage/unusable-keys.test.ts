import { randomBytes } from 'node:crypto';
import t from 'tap';
import { deactivateKey, findKey, hashKey } from '../../../../src/accounts/keys.ts';
import { FaultyProxy } from '../../../tcp-proxy.ts';
import { clock, get, MINUTE_END, NOON, PARCEL, statuses, times, withParcel } from './counting.ts';

const harness = await withParcel(t);

t.test('unknown keys are counted by address, and cost MySQL no more than the limit', async (t) => {
  const proxy = new FaultyProxy(harness.env.DATABASE_URL!);
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
  const time = clock();
  const app = await harness.app({ BURST_FREE: '5', DATABASE_URL: proxy.url }, time.now, true);
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

t.test('a process that has just started looks a key up once, however many requests arrive', async (t) => {
  const { app, key } = await harness.api({}, { BURST_FREE: '5' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => get(app, key)));
  t.same(statuses(answers), Array(50).fill(200));
  let made = 0;
  const refused = await times(8, () => get(app, key.replace(/.{6}$/, String(100_000 + made++))));
  t.ok(statuses(refused).includes(429), 'unknown keys are still limited');
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
