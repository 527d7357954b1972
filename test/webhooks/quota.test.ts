import t from 'tap';
import { createKey, deactivateKey } from '../../src/accounts/keys.ts';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { openDatabase } from '../../src/stores/mysql/database.ts';
import { fanOut, placeOf } from '../../src/webhooks/fan-out.ts';
import { deleteOldUnsent } from '../../src/webhooks/unsent.ts';
import { findWatchers } from '../../src/webhooks/watchers.ts';
import { call, makeHarness } from '../helper.ts';
import { conformance, createEndpoint, newEvent } from './support.ts';

const harness = await makeHarness(t, { indices: false });
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
