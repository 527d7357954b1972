import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import t from 'tap';
import { startDuties } from '../../src/cli/dispatch.ts';
import { PROJECT_ROOT } from '../../src/config.ts';
import { STATE } from '../../src/domain/delivery-states.ts';
import { migrateDatabase } from '../../src/stores/mysql/migrate.ts';
import { newSecret, seal, secretKey } from '../../src/webhooks/secrets.ts';
import { call, makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { conformance, eventually, loadNews, makeReceiver, permit, verified } from '../webhooks/support.ts';

/** The last migration of the version that still had other event types, PATCH and rotation of secrets. */
const BEFORE = '0011_places_of_sources';
const GONE = ['parcel.assessed_value_changed', 'endpoint.disabled'];
const DAY = 86_400_000;
const NOW = new Date(Math.floor(Date.now() / 1_000) * 1_000);

const harness = await makeHarness(t);
const { database } = harness;
const receiver = await makeReceiver(t);
const sealing = await secretKey(harness.config);
const query = async (sql: string, values: unknown[] = []) =>
  (await database.$client.query(sql, values))[0] as Record<string, unknown>[];
const insert = (table: string, row: Record<string, unknown>) =>
  query('INSERT INTO ?? (??) VALUES (?)', [table, Object.keys(row), Object.values(row)]);

const tables = (await query('SHOW TABLES')).flatMap((row) => Object.values(row));
await query(`DROP TABLE ${tables.join(', ')}`);
const journal = JSON.parse(await readFile(resolve(PROJECT_ROOT, 'sql/meta/_journal.json'), 'utf8'));
const before = journal.entries.find(({ tag }: { tag: string }) => tag === BEFORE);
await migrateDatabase(database, before.when);

const key = await harness.key({ account: 'acc_before' });
await insert('webhook_accounts', { id: 1, account: 'acc_before', quota_day: '2026-01-01' });
const secrets = { newest: newSecret(), oldest: newSecret() };

const publicId = (id: number) => `whe_${String(id).padStart(19, '0')}`;
async function endpoint(id: number, event_types: string[], more: Record<string, unknown> = {}) {
  await insert('webhook_endpoints', {
    id,
    public_id: publicId(id),
    account_id: 1,
    url: `${receiver.url}${id}`,
    event_types: event_types.join(','),
    filter_kind: 'county_fips',
    filter_value: '{"state_fips":"31","county_fips":"109"}',
    secret: seal(secrets.newest, sealing),
    created_at: NOW,
    ...more,
  });
  await insert('webhook_watches', { state_fips: '31', county_fips: '109', parcel_id: '', endpoint_id: id });
}
const rotating = {
  previous_secret: seal(secrets.oldest, sealing),
  previous_until: new Date(NOW.getTime() + DAY),
};
await endpoint(1, ['parcel.sold', ...GONE, 'parcel.permit_filed'], rotating);
await endpoint(2, [...GONE].reverse());
const ended = { is_active: false, disabled_at: new Date(NOW.getTime() - 100 * DAY) };
await endpoint(3, ['parcel.sold'], { ...ended, disabled_reason: 'user' });
await endpoint(4, ['parcel.sold'], { ...ended, disabled_reason: 'failing' });
// Its deletion was interrupted.
await endpoint(5, ['parcel.sold'], { ...ended, disabled_reason: 'user', account_id: 0 });

/** An event with a delivery to each of some endpoints, in a state. */
async function event(id: number, event_type: string, endpoints: number[], state: number) {
  const body = { event_type, parcel_id: 'R-1', state_fips: '31', county_fips: '109', source_run_id: null };
  const envelope = {
    event_id: String(id).padStart(64, '0'),
    occurred_at: NOW,
    occurred_at_basis: 'ingested_at',
  };
  await insert('webhook_events', {
    id,
    event_id: envelope.event_id,
    event_type,
    body: JSON.stringify({ ...envelope, ...body }),
    created_at: NOW,
  });
  await insert('webhook_account_events', { account_id: 1, event_id: id });
  for (const endpoint_id of endpoints) {
    const number = 100 * id + endpoint_id;
    const due_at = state === STATE.delivered ? null : NOW;
    await insert('webhook_deliveries', {
      parcel_scoped: false,
      id: number,
      event_id: id,
      endpoint_id,
      state,
      due_at,
      created_at: NOW,
    });
    await insert('webhook_attempts', { delivery_id: number, attempt: 1, started_at: NOW });
  }
}
await event(1, 'parcel.sold', [1], STATE.pending);
await event(2, GONE[0]!, [1, 2], STATE.pending);
await event(3, GONE[1]!, [1, 2], STATE.retrying);
await event(4, GONE[0]!, [2], STATE.delivered);
await event(6, 'parcel.sold', [3, 5], STATE.delivered);
await event(5, 'parcel.permit_filed', [1], STATE.delivered);
await insert('webhook_changes', { kind: 'parcels', record_id: '31109:R-1', was: '{}' });

await migrateDatabase(database);
// An interrupted migration is run again.
await query('DELETE FROM __drizzle_migrations ORDER BY id DESC LIMIT 1');
await migrateDatabase(database);

const app = await harness.app();
const document = await conformance(app);
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth
const get = async (path: string): Promise<any> => (await call(app, 'GET', `/api/v1${path}`, { key })).json();

t.test('endpoints keep the event types that still exist', async (t) => {
  const list = await get('/webhooks');
  t.equal(document.answer('get /api/v1/webhooks', 200, list), '');
  t.match(list.data, [
    { id: publicId(4), is_active: false, disabled_reason: 'failing' },
    {
      id: publicId(3),
      is_active: false,
      disabled_reason: 'user',
      disabled_at: ended.disabled_at.toISOString(),
    },
    { id: publicId(2), event_types: [], is_active: true },
    { id: publicId(1), event_types: ['parcel.sold', 'parcel.permit_filed'], is_active: true },
  ]);
  const asked = await call(app, 'POST', `/api/v1/webhooks/${publicId(2)}/test`, { key });
  t.match(asked, { status: 400, text: /it subscribes to none, so create a new one/ });
});

t.test('events of other types are deleted with their deliveries; the rest stays', async (t) => {
  const types = (rows: { event_type: string }[]) => rows.map(({ event_type }) => event_type);
  t.same(types((await get('/events')).data), ['parcel.sold', 'parcel.permit_filed', 'parcel.sold']);
  const deliveries = await get(`/webhooks/${publicId(1)}/deliveries`);
  t.same(types(deliveries.data), ['parcel.permit_filed', 'parcel.sold']);
  t.same((await get(`/webhooks/${publicId(2)}/deliveries`)).data, []);
  const left = await query('SELECT delivery_id FROM webhook_attempts ORDER BY delivery_id');
  t.same(
    left.map(({ delivery_id }) => Number(delivery_id)),
    [101, 501, 603],
  );
});

t.test('a disabled endpoint keeps its deliveries, and gets no new ones', async (t) => {
  t.match((await get(`/webhooks/${publicId(3)}/deliveries`)).data, [{ status: 'delivered' }]);
  const { webhooks } = await loadNews(harness, 'permits', [permit('new')]);
  t.same(webhooks, { events: 1, deliveries: 1, over_quota: 0, not_kept: 0 });
});

t.test('what was queued is sent once', async (t) => {
  const asked = Buffer.alloc(32);
  const old = { account: 'acc_before', idempotency_key: 'old', asked, created_at: ended.disabled_at };
  await insert('idempotency_keys', old);
  t.teardown(await startDuties(harness.config, harness.env.DATABASE_URL!));
  const got = await receiver.until(2);
  const types = got.map(({ body }) => body.event_type).sort();
  t.same(types, ['parcel.permit_filed', 'parcel.sold']);
  for (const one of got) {
    t.equal(one.path, '/1');
    t.ok(verified(one, secrets.newest), 'the newest secret signs');
    t.notOk(verified(one, secrets.oldest), 'alone');
  }
  const kept = async () => (await query('SELECT 1 FROM idempotency_keys')).length;
  await eventually('what has expired is deleted', async () => (await kept()) === 0);
  t.same(valuesOf((await get('/webhooks')).data, 'id'), [4, 3, 2, 1].map(publicId), 'and no endpoint');
});
