import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { createHistory } from '../../../../src/accounts/history.ts';
import { createKey } from '../../../../src/accounts/keys.ts';
import { deleteOldDays } from '../../../../src/accounts/retention.ts';
import { call, EVERYWHERE, makeHarness } from '../../../helper.ts';

const harness = await makeHarness(t);
const { database } = harness;
await harness.load(
  'parcels',
  ['1', '2', '3'].map((parcel_id) => ({ county_fips: '31109', parcel_id })),
);

const PARCEL = '/api/v1/parcels/31109:1';
const DAY = 86_400_000;
const START = Date.UTC(2031, 4, 15, 23, 59, 50);

interface Day {
  day: string;
  requests: number;
  lookups: number;
}
const history = async (app: FastifyInstance, key: string, query = ''): Promise<Day[]> =>
  (await call(app, 'GET', `/v1/usage/history${query}`, { key })).ok().data;
const used = (days: Day[]) => days.filter(({ requests, lookups }) => requests !== 0 || lookups !== 0);
async function rows(): Promise<number> {
  const [[row]] = (await database.$client.query('SELECT COUNT(*) AS n FROM usage_days')) as unknown as [
    [{ n: string }],
  ];
  return Number(row.n);
}

t.test('use is listed by day and key, without a write for each request', async (t) => {
  let now = START;
  const app = await harness.app({}, () => now);
  const first = await createKey(database, { tier: 'scale', name: 'first', isAdmin: true });
  const second = await createKey(database, { tier: 'scale', name: 'second', account: first.account });
  const before = await rows();

  await call(app, 'GET', PARCEL, { key: first.key });
  await call(app, 'GET', '/v1/parcels/31109:none', { key: first.key });
  await call(app, 'POST', '/v1/search', { key: first.key, body: { bounds: {} } });
  const ids = ['31109:1', '31109:2', '31109:3', '31109:none'];
  await call(app, 'POST', '/v1/parcels/batch', { key: second.key, body: { ids } });
  await call(app, 'GET', '/v1/webhooks', { key: second.key });
  await call(app, 'GET', '/v1/usage', { key: second.key });
  now += 20_000;
  await call(app, 'POST', '/v1/search', { key: second.key, body: { bounds: EVERYWHERE } });
  await call(app, 'GET', PARCEL);

  t.equal(await rows(), before, 'nothing is written yet');
  t.same(used(await history(app, second.key, `?key_id=${second.id}`)), [
    { day: '2031-05-15', requests: 2, lookups: 3 },
    { day: '2031-05-16', requests: 2, lookups: 1 },
  ]);
  t.same(
    used(await history(app, first.key, `?key_id=${first.id}`)),
    [
      { day: '2031-05-15', requests: 3, lookups: 1 },
      { day: '2031-05-16', requests: 1, lookups: 0 },
    ],
    'what was not answered with data cost no lookup; the question itself counts as a request',
  );
  const all = await history(app, first.key);
  t.equal(all.length, 90);
  t.same([all[0]!.day, all.at(-1)!.day], ['2031-02-16', '2031-05-16'], 'oldest first, to today');
  t.same(used(all), [
    { day: '2031-05-15', requests: 5, lookups: 4 },
    { day: '2031-05-16', requests: 4, lookups: 1 },
  ]);
  const month = (await call(app, 'GET', '/v1/usage', { key: first.key })).json().month;
  t.equal(month.used, 5, 'as many lookups as the month has');
});

t.test('the counts of processes add up, and a stopped process has written all of its own', async (t) => {
  const key = await createKey(database, { tier: 'scale', name: 'both' });
  const now = () => START;
  const [one, other] = await Promise.all([harness.app({}, now), harness.app({}, now)]);
  const ask = async (app: FastifyInstance, times: number) => {
    for (let at = 0; at < times; at++) await call(app, 'GET', PARCEL, { key: key.key });
  };
  await Promise.all([ask(one, 7), ask(other, 5)]);
  await one.close();
  const [today] = used(await history(other, key.key));
  t.match(today, { lookups: 12 });
  await other.close();
  const third = await harness.app({}, now);
  t.match(used(await history(third, key.key))[0], { lookups: 12 });
});

t.test('what is being written is counted once, however reading and writing overlap', async (t) => {
  const counted = createHistory(database, () => START);
  const key = { account: 'meeting', id: 'meeting' };
  for (let round = 1; round <= 20; round++) {
    counted.add(key, counted.today(), 1, 1);
    const [before, , during] = await Promise.all([
      counted.read(key.account),
      counted.flush(),
      counted.read(key.account),
    ]);
    t.same([before.at(-1)!.requests, during.at(-1)!.requests], [round, round]);
  }
});

t.test('a key that does not manage keys sees the use of itself and of the account', async (t) => {
  const app = await harness.app();
  const first = await createKey(database, { tier: 'scale', name: 'first', isAdmin: true });
  const plain = await createKey(database, { tier: 'scale', name: 'plain', account: first.account });
  const status = async (key: string, query: string) =>
    (await call(app, 'GET', `/v1/usage/history${query}`, { key })).status;
  t.equal(await status(plain.key, ''), 200);
  t.equal(await status(plain.key, `?key_id=${plain.id}`), 200);
  t.equal(await status(plain.key, `?key_id=${first.id}`), 404);
  t.equal(await status(first.key, `?key_id=${plain.id}`), 200);
  t.equal(await status(first.key, '?key_id='), 400);
  t.equal(await status(first.key, '?days=3'), 400);
});

t.test('days are kept for 90 days', async (t) => {
  const start = Date.UTC(2032, 0, 1, 12);
  let now = start;
  const key = await createKey(database, { tier: 'scale', name: 'old' });
  const app = await harness.app({}, () => now);
  await call(app, 'GET', PARCEL, { key: key.key });
  await app.close();
  now = start + 89 * DAY;
  const later = await harness.app({}, () => now);
  await deleteOldDays(database, new Date(now));
  t.match(used(await history(later, key.key))[0], { day: '2032-01-01', lookups: 1 });
  now += DAY;
  t.ok((await deleteOldDays(database, new Date(now))) > 0);
  t.notOk(used(await history(later, key.key)).some(({ day }) => day === '2032-01-01'));
});
