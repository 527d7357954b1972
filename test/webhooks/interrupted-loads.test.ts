import t from 'tap';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { startsAt } from '../clocks.ts';
import { makeHarness } from '../helper.ts';
import { inputFile, ndjson } from '../loading/ingest/support.ts';
import { holdingProxy, start } from './processes.ts';
import { deed, loadNews, permit } from './support.ts';
import { county, type Event, parcels, QUIET, watching } from './watching.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const { get, createEndpoint, watch, eventsOf } = watching(t, harness, app);
const DAY = 86_400_000;
/** Quotas are of a UTC day: it is noon. */
const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
const now = () => NOON;
const count = async (sql: string, values: unknown[] = []) => {
  const [rows] = await harness.database.$client.query(sql, values);
  return Number(Object.values((rows as Event[])[0]!)[0]);
};

t.test('kill -9 between the commit of events and the storing of records, then the same load', async (t) => {
  const few = { WEBHOOK_ENDPOINTS_STARTER: 1, WEBHOOK_EVENTS_STARTER: 10 };
  const settings = { WEBHOOK_ENDPOINTS_STARTER: '1', WEBHOOK_EVENTS_STARTER: '10' };
  const fewer = await harness.app(settings, now);
  const news = tierLimits({ ...harness.config, ...few });
  const rows: [kind: 'deeds' | 'permits', records: number, nth: number, parcel: string][] = [
    ['deeds', 40, 1, 'X-1'],
    ['permits', 5_200, 2, 'X-2'],
  ];
  for (const [kind, records, nth, parcel_id] of rows) {
    const { key, endpoint } = await watch(parcels(`31:109:${parcel_id}`));
    const area = await createEndpoint(key, county('31', '109'));
    const poor = await harness.key({ tier: 'starter' });
    const limited = await createEndpoint(poor, county('31', '109'), fewer);
    const make = kind === 'deeds' ? deed : permit;
    const all = Array.from({ length: records }, (_, n) =>
      make(`crash-${n}`, { parcel_id: n % 100 < 40 ? parcel_id : `${parcel_id}-${n}` }),
    );
    const file = await inputFile(t, `${kind}.ndjson`, ndjson(all));
    const types = kind === 'deeds' ? 2 : 1;
    const proxy = await holdingProxy(t, harness, new RegExp(`-${kind}.*_bulk`), nth);
    const { child, ended } = start(t, harness, ['ingest', kind, file], {
      ...settings,
      ...startsAt(NOON),
      ELASTICSEARCH_URL: proxy.url,
    });
    const result = await Promise.race([proxy.reached, ended]);
    t.equal(result, undefined, `it is about to store ${kind}`);
    child.kill('SIGKILL');
    t.equal((await ended).signal, 'SIGKILL');
    const queued =
      'SELECT COUNT(*) FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.public_id = ?';
    const early = await count(queued, [area.id]);
    t.ok(
      early > 0 && early <= records * types,
      `${early} deliveries were committed, and their records not stored`,
    );

    const report = await loadNews(harness, kind, all, { news, now });
    t.equal(report.error, null);
    t.equal(report.created + report.unchanged, records, 'all records are in');
    t.equal(await count(queued, [limited.id]), 20, 'a quota is sent, and as many are kept');
    t.match((await get(poor, '/usage', fewer)).webhooks.deliveries_not_kept, [
      { deliveries: records * types - 20 },
    ]);
    if (nth === 1) {
      t.equal(early, records * types);
      t.same(report.webhooks, QUIET, 'all had been told');
    } else t.equal(report.webhooks.events, records * types - early, 'what had not been told is');
    const watched = all.filter((record) => record.parcel_id === parcel_id).length;
    t.equal(await count(queued, [endpoint.id]), watched * types, 'the parcel’s: none lost, none doubled');
    t.equal(await count(queued, [area.id]), records * types, 'the county’s endpoint too');
    t.equal(
      await count(
        `SELECT COUNT(DISTINCT v.event_id) FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
         JOIN webhook_events v ON v.id = d.event_id WHERE e.public_id = ?`,
        [area.id],
      ),
      records * types,
      'each is another event',
    );
    t.same((await loadNews(harness, kind, all, { now })).webhooks, QUIET, 'a third time');
  }
});

t.test('events of MySQL’s absence: the load fails, and the same command sends them all', async (t) => {
  const { key } = await watch(parcels('31:109:Y-1'));
  await harness.database.$client.query('RENAME TABLE webhook_account_events TO away');
  const records = [deed('away-1', { parcel_id: 'Y-1' })];
  const failed = await loadNews(harness, 'deeds', records);
  await harness.database.$client.query('RENAME TABLE away TO webhook_account_events');
  t.ok(failed.error, 'the load says that it failed');
  t.equal(failed.created, 0, 'and stored nothing that was not told');
  t.same(await eventsOf(key), []);
  t.equal(await count("SELECT COUNT(*) FROM webhook_events WHERE canonical_id = '31:109:Y-1'"), 0, 'none');
  t.match(await loadNews(harness, 'deeds', records), {
    created: 1,
    error: null,
    webhooks: { events: 2, deliveries: 2 },
  });
  t.equal((await eventsOf(key)).length, 2);
});
