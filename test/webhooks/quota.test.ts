import t from 'tap';
import { dayOf } from '../../src/accounts/history.ts';
import { createKey, deactivateKey } from '../../src/accounts/keys.ts';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { openDatabase } from '../../src/stores/mysql/database.ts';
import { fanOut, placeOf } from '../../src/webhooks/fan-out.ts';
import { deleteOldUnsent } from '../../src/webhooks/quota.ts';
import { findWatchers } from '../../src/webhooks/watchers.ts';
import { call, makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { conformance, createEndpoint, deed, idsOf, loadNews, newEvent, permit } from './support.ts';
import { parcels } from './watching.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
const { database } = harness;
const DAY = 86_400_000;
const QUOTA = 7;
const PLAN = { WEBHOOK_ENDPOINTS_STARTER: 20, WEBHOOK_EVENTS_STARTER: QUOTA };
const tiers = tierLimits({ ...harness.config, ...PLAN });
/** The clock of the API and of the loads. */
const clock = { now: Date.parse('2026-03-10T15:30:00.000Z') };
const app = await harness.app(
  Object.fromEntries(Object.entries(PLAN).map(([name, value]) => [name, String(value)])),
  () => clock.now,
);
const document = await conformance(app);
type Event = ReturnType<typeof newEvent>;

let counties = 0;
/** An account whose plan has few events a day, with endpoints that watch a county of its own. */
async function account(endpoints: number) {
  const county_fips = String(2 * ++counties - 1).padStart(3, '0');
  const { key, id, account } = await createKey(database, { tier: 'starter', name: 'few' });
  const watching: string[] = [];
  for (let n = 0; n < endpoints; n++) {
    const filter_value = { state_fips: '31', county_fips };
    const wanted = { url: 'http://127.0.0.1:9/', filter_kind: 'county_fips', filter_value };
    watching.push((await createEndpoint(app, key, wanted)).id);
  }
  const events = (many: number) => Array.from({ length: many }, () => newEvent(county_fips));
  return { key, keyId: id, account, watching, events };
}

/** Stores events as a load does. */
async function queue(events: Event[], mayCommit = async () => {}, of = database) {
  const watchersAt = await findWatchers(of, events.map(placeOf));
  return fanOut(of, { tiers, events, watchersAt, now: () => clock.now, mayCommit });
}

async function notKept(key: string) {
  const { status, json } = await call(app, 'GET', '/api/v1/usage', { key });
  t.equal(document.answer('get /api/v1/usage', status, json()), '', 'as documented');
  return json().webhooks.deliveries_not_kept;
}

/** How many deliveries are stored for an account, by status. */
async function stored(key: string, watching: string[]) {
  const counts = { pending: 0, dead_lettered: 0 };
  for (const id of watching) {
    const { json } = await call(app, 'GET', `/api/v1/webhooks/${id}/deliveries?limit=500`, { key });
    for (const { status } of json().data) counts[status as keyof typeof counts]++;
  }
  return counts;
}

t.test('as many deliveries again are kept over the quota, and the rest are counted', async (t) => {
  const { key, watching, events } = await account(3);
  const first = events(10);
  t.same(await notKept(key), []);
  t.same(await queue(first), { events: 10, deliveries: QUOTA, over_quota: QUOTA, not_kept: 30 - 2 * QUOTA });
  t.same(await stored(key, watching), { pending: QUOTA, dead_lettered: QUOTA });
  t.same(await notKept(key), [{ day: '2026-03-10', deliveries: 16 }]);
  const listed = await call(app, 'GET', '/api/v1/events?limit=500', { key });
  t.equal(listed.json().data.length, 10, 'the events are all listed');
  t.same(await queue(first), { events: 0, deliveries: 0, over_quota: 0, not_kept: 0 }, 'again: nothing');
  t.match(await queue([...first, ...events(1)]), { not_kept: 3 });
  t.same(await notKept(key), [{ day: '2026-03-10', deliveries: 19 }], 'each once');

  clock.now += DAY;
  t.match(await queue(events(6)), { deliveries: QUOTA, over_quota: QUOTA, not_kept: 4 }, 'a new day');
  const days = [
    { day: '2026-03-11', deliveries: 4 },
    { day: '2026-03-10', deliveries: 19 },
  ];
  t.same(await notKept(key), days, 'the last first');
  clock.now += 29 * DAY;
  await deleteOldUnsent(database, new Date(clock.now));
  t.same(await notKept(key), days, 'as long as events are kept');
  clock.now += DAY;
  t.same(await notKept(key), days.slice(0, 1));
  await deleteOldUnsent(database, new Date(clock.now));
  const [rows] = await database.$client.query('SELECT not_kept FROM webhook_unsent');
  t.same(rows, [{ not_kept: '4' }], 'older counts are deleted');
});

t.test('what is rolled back is not counted', async (t) => {
  const { key, watching, events } = await account(3);
  const some = events(10);
  const lost = async () => {
    throw new Error('the lock is lost');
  };
  await t.rejects(queue(some, lost), /the lock is lost/);
  t.same(await stored(key, watching), { pending: 0, dead_lettered: 0 });
  t.same(await notKept(key), []);
  t.match(await queue(some), { events: 10 }, 'the events go out later');
  t.match(await notKept(key), [{ deliveries: 30 - 2 * QUOTA }]);
});

t.test('processes that store the same events at once send, keep and count each once', async (t) => {
  const { key, watching, events } = await account(3);
  const all = events(24);
  const others = Array.from({ length: 3 }, () => openDatabase(harness.env.DATABASE_URL!, 2));
  t.teardown(() => Promise.all(others.map((other) => other.$client.end())));
  const stored1 = await Promise.all(
    others.flatMap((other, at) =>
      // Each process begins with a different part, so that each stores some events first.
      [0, 1, 2, 3, 4, 5].map((n) => queue(all.slice(4 * ((n + 2 * at) % 6)).slice(0, 4), undefined, other)),
    ),
  );
  const sum = (name: 'events' | 'deliveries' | 'over_quota' | 'not_kept') =>
    stored1.reduce((total, one) => total + one[name], 0);
  t.same(
    [sum('events'), sum('deliveries'), sum('over_quota'), sum('not_kept')],
    [24, QUOTA, QUOTA, 72 - 2 * QUOTA],
  );
  t.same(await stored(key, watching), { pending: QUOTA, dead_lettered: QUOTA });
  t.match(await notKept(key), [{ deliveries: 72 - 2 * QUOTA }]);
});

t.test('without a usable key, as many deliveries are kept as the best ended key had', async (t) => {
  const { keyId, account: name, watching, events } = await account(2);
  const free = await createKey(database, { tier: 'free', name: 'free', account: name });
  await deactivateKey(database, keyId);
  t.same(await queue(events(5)), { events: 5, deliveries: 0, over_quota: QUOTA, not_kept: 10 - QUOTA });
  t.same(await stored(free.key, watching), { pending: 0, dead_lettered: QUOTA });
  t.match(await notKept(free.key), [{ deliveries: 10 - QUOTA }]);
});

const now = () => clock.now;
const parcel = (id: string) => ({
  url: 'http://127.0.0.1:9/',
  ...parcels(`31:109:${id}`),
});
interface Listed {
  id: string;
  endpoint_id: string;
  status: string;
  event_id: string;
  last_error: string;
}
const get = async (key: string, path: string) => (await call(app, 'GET', `/api/v1${path}`, { key })).json();
const deliveriesOf = async (key: string, endpoint: string): Promise<Listed[]> =>
  (await get(key, `/webhooks/${endpoint}/deliveries`)).data;
const quotaOf = async (key: string) => (await get(key, '/webhooks')).quota.events_per_day;
const retry = (key: string, { endpoint_id, id }: Listed) =>
  call(app, 'POST', `/api/v1/webhooks/${endpoint_id}/deliveries/${id}/retry`, { key });
/** Sets how many of the day's events an account has used. */
const use = (account: string, used: number) =>
  database.$client.query('UPDATE webhook_accounts SET quota_used = ?, quota_day = ? WHERE account = ?', [
    used,
    dayOf(clock.now),
    account,
  ]);

t.test('deliveries over the day’s quota are dead letters, and retried when quota is left', async (t) => {
  const { key, account } = await createKey(database, { tier: 'pro', name: 'pro' });
  const rich = await harness.key();
  const endpoint = await createEndpoint(app, key, parcel('Q-1'));
  const second = await createEndpoint(app, key, { ...parcel('Q-1'), event_types: ['parcel.sold'] });
  const other = await createEndpoint(app, rich, parcel('Q-1'));
  await use(account, 99_999);
  const report = await loadNews(harness, 'deeds', [deed('quota-1', { parcel_id: 'Q-1' })], { now });
  t.same(report.webhooks, { events: 2, deliveries: 3, over_quota: 2, not_kept: 0 });
  t.same(valuesOf(await deliveriesOf(rich, other.id), 'status'), ['pending', 'pending'], 'others do');
  const mine = [...(await deliveriesOf(key, endpoint.id)), ...(await deliveriesOf(key, second.id))];
  t.same(mine.map(({ status }) => status).sort(), ['dead_lettered', 'dead_lettered', 'pending']);
  const dead = mine.filter(({ status }) => status === 'dead_lettered');
  for (const one of dead) {
    t.match(one, {
      attempt: 0,
      attempts: [],
      next_attempt_at: null,
      last_error: /day’s event quota was used up/,
      last_response_status: null,
    });
  }
  t.equal((await get(key, '/events')).data.length, 2, 'the events are listed all the same');
  const quota = await quotaOf(key);
  t.match(quota, { limit: 100_000, used: 100_000 });
  const midnight = Date.parse(quota.resets_at);
  t.equal(midnight % DAY, 0);

  const [first] = dead as [Listed];
  const refused = await retry(key, first);
  checkError(t, refused, 429, 'event_quota', /day/);
  t.equal(Number(refused.headers['retry-after']), (midnight - clock.now) / 1_000, 'until the day ends');
  t.same(
    (await deliveriesOf(key, first.endpoint_id)).find(({ id }) => id === first.id),
    first,
  );
  const tested = await call(app, 'POST', `/api/v1/webhooks/${endpoint.id}/test`, { key });
  t.equal(tested.status, 202, 'a test needs no quota');

  clock.now = midnight - 1;
  t.equal((await retry(key, first)).headers['retry-after'], '1', 'in the last millisecond of the day');
  clock.now = midnight;
  t.match(await quotaOf(key), { used: 0, resets_at: new Date(midnight + DAY).toISOString() });
  const accepted = await retry(key, first);
  t.equal(accepted.status, 202, 'the next UTC day');
  t.match(accepted.json(), { id: first.id, event_id: first.event_id, status: 'pending', attempt: 0 });
  t.equal((await quotaOf(key)).used, 1, 'it is counted then');
  t.equal((await retry(key, first)).status, 409, 'and only once');
});

t.test('retrying a dead letter that was counted already costs no quota', async (t) => {
  const { key, account } = await createKey(database, { tier: 'pro', name: 'pro' });
  const { id } = await createEndpoint(app, key, parcel('Q-2'));
  await loadNews(harness, 'permits', [permit('quota-2', { parcel_id: 'Q-2' })], { now });
  const [sent] = await deliveriesOf(key, id);
  await database.$client.query('UPDATE webhook_deliveries SET state = 6, due_at = NULL WHERE id = ?', [
    deliveryNumber(sent!.id),
  ]);
  await use(account, 100_000);
  t.equal((await retry(key, sent!)).status, 202);
  t.equal((await quotaOf(key)).used, 100_000);
});

t.test('the quota is that of the best usable key; with no usable key, nothing is sent', async (t) => {
  const { key, id: keyId, account } = await createKey(database, { tier: 'pro', name: 'pro' });
  const better = await createKey(database, { tier: 'scale', name: 'better', account });
  await harness.key({ tier: 'license', account, expiresAt: new Date(clock.now - 1) });
  const { id } = await createEndpoint(app, key, parcel('Q-3'));
  const load = async (number: string) =>
    (await loadNews(harness, 'permits', [permit(number, { parcel_id: 'Q-3' })], { now })).webhooks;
  const kept = { events: 1, deliveries: 0, over_quota: 1, not_kept: 0 };
  await use(account, 100_000);
  t.same(await load('best-1'), { events: 1, deliveries: 1, over_quota: 0, not_kept: 0 });
  await deactivateKey(database, better.id);
  t.same(await load('best-2'), kept, 'Developer: 100,000');
  await use(account, 0);
  await deactivateKey(database, keyId);
  t.same(await load('best-3'), kept, 'no key, no quota: it is kept');
  const free = await harness.key({ tier: 'free', account });
  t.same(await load('best-4'), kept, 'nor with a plan without webhooks');
  const deliveries = await deliveriesOf(free, id);
  t.equal(deliveries.length, 4);
  const [noPlan, noKey, usedUp] = deliveries;
  t.match(noPlan!.last_error, /plan of the account has no webhook events/);
  t.match(noKey!.last_error, /no active API key/);
  t.match(usedUp!.last_error, /day’s event quota was used up/);
  checkError(t, await retry(free, noKey!), 403, 'webhooks_not_included');
});
