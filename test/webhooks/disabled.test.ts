import t from 'tap';
import { STATE } from '../../src/domain/delivery-states.ts';
import { DISABLED_DAYS, deleteOldEndpoints, MOST_DISABLED } from '../../src/webhooks/endpoint-retention.ts';
import { call, makeHarness } from '../helper.ts';
import { createEndpoint } from './support.ts';

const harness = await makeHarness(t, { indices: false });
const DAY = 86_400_000;
const NOON = Date.parse('2026-03-10T12:00:00.000Z');
const clock = { now: NOON };
const app = await harness.app({}, () => clock.now);
const HOOKS = '/api/v1/webhooks';
const NEW = {
  url: 'http://127.0.0.1:9/hook',
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: ['31:109:R-1'] },
};
const query = async (sql: string, values: unknown[] = []) =>
  (await harness.database.$client.query(sql, values))[0] as Record<string, unknown>[];
const idsOf = async (key: string): Promise<string[]> =>
  (await call(app, 'GET', HOOKS, { key })).json().data.map(({ id }: { id: string }) => id);

/** An endpoint with a test delivery in a state, disabled at a time; null is not at all. */
async function made(key: string, state: number, disabled: number | null): Promise<string> {
  clock.now = NOON;
  const { id } = await createEndpoint(app, key, NEW);
  const delivery = (await call(app, 'POST', `${HOOKS}/${id}/test`, { key })).json();
  await query('UPDATE webhook_deliveries SET state = ? WHERE id = ?', [state, delivery.id.slice(4)]);
  await query('INSERT INTO webhook_attempts (delivery_id, attempt, started_at) VALUES (?, 1, ?)', [
    delivery.id.slice(4),
    new Date(NOON),
  ]);
  if (disabled !== null) {
    clock.now = disabled;
    await call(app, 'DELETE', `${HOOKS}/${id}`, { key });
  }
  return id;
}

t.test('a disabled endpoint is kept for its days, and then goes with its deliveries', async (t) => {
  const key = await harness.key();
  const later = NOON + DISABLED_DAYS * DAY;
  const gone = await made(key, STATE.dead_lettered, NOON);
  const unknown = await made(key, STATE.unknown, NOON);
  const busy = await made(key, STATE.sending, NOON);
  const fresh = await made(key, STATE.delivered, NOON + 2);
  const active = await made(key, STATE.delivered, null);
  t.equal(await deleteOldEndpoints(harness.database, new Date(later)), 0, 'to the millisecond');
  t.equal((await idsOf(key)).length, 5);
  t.equal(await deleteOldEndpoints(harness.database, new Date(later + 1)), 2);
  t.same(await idsOf(key), [active, fresh, busy]);
  for (const id of [gone, unknown]) t.equal((await call(app, 'GET', `${HOOKS}/${id}`, { key })).status, 404);
  const [left] = await query(
    `SELECT (SELECT COUNT(*) FROM webhook_deliveries) AS deliveries, (SELECT COUNT(*) FROM webhook_attempts) AS attempts,
       (SELECT COUNT(DISTINCT endpoint_id) FROM webhook_watches) AS watched`,
  );
  t.same(left, { deliveries: '3', attempts: '3', watched: '3' }, 'what is gone watches nothing');
  t.equal((await call(app, 'GET', `${HOOKS}/${active}/deliveries`, { key })).json().data.length, 1);
  await query('UPDATE webhook_deliveries SET state = ? WHERE state = ?', [STATE.unknown, STATE.sending]);
  t.equal(
    await deleteOldEndpoints(harness.database, new Date(later + DAY)),
    2,
    'what was under way goes later',
  );
  t.same(await idsOf(key), [active]);
});

t.test('of the disabled ones of an account the last stay', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const [first, active] = [await made(key, STATE.delivered, NOON), await made(key, STATE.delivered, null)];
  const others = await made(other, STATE.delivered, NOON);
  const [row] = await query('SELECT account_id, secret FROM webhook_endpoints WHERE public_id = ?', [first]);
  // Disabled in the order opposite to that of their creation.
  const rows = Array.from({ length: MOST_DISABLED + 1_500 }, (_, at) => [
    `whe_${String(at).padStart(19, '0')}`,
    row!.account_id,
    ...[NEW.url, 'parcel.sold', NEW.filter_kind, '{"parcel_ids":["31:109:R-1"]}', row!.secret, false],
    ...['user', new Date(NOON + DAY - at), new Date(NOON)],
  ]);
  await query(
    `INSERT INTO webhook_endpoints (public_id, account_id, url, event_types, filter_kind, filter_value, secret, is_active,
       disabled_reason, disabled_at, created_at) VALUES ?`,
    [rows],
  );
  t.equal(
    await deleteOldEndpoints(harness.database, new Date(NOON + DAY)),
    1,
    'those of the last hour are kept',
  );
  t.equal(await deleteOldEndpoints(harness.database, new Date(NOON + 2 * DAY)), 1_500);
  const kept = await idsOf(key);
  t.same(
    kept.sort(),
    [active, ...rows.slice(0, MOST_DISABLED).map(([id]) => id as string)].sort(),
    'the 1,000 that were disabled last, and the active one',
  );
  t.same(await idsOf(other), [others]);
});
