import { createHash } from 'node:crypto';
import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { inputFile, ndjson } from '../ingest/support.ts';
import { holdingProxy, start } from './processes.ts';
import { conformance, createEndpoint, loadNews, makeDispatcher, makeReceiver, verified } from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const document = await conformance(app);
const TYPE = 'parcel.assessed_value_changed';
const NONE = { events: 0, deliveries: 0, over_quota: 0, not_kept: 0 };
const ONE = { events: 1, deliveries: 1, over_quota: 0, not_kept: 0 };
/** More than one batch of a load. */
const FAR = 2_600;

// biome-ignore lint/suspicious/noExplicitAny: events are looked into at any depth
type Event = Record<string, any>;

let made = 0;
/** A parcel that nobody else uses, and an account of its own with an endpoint that watches it. */
async function watched(url = 'http://127.0.0.1:9/') {
  const parcel_id = `V-${++made}`;
  const key = await harness.key();
  const endpoint = await createEndpoint(app, key, {
    url,
    event_types: [TYPE],
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: [`31:109:${parcel_id}`] },
  });
  const worth = (total_assessed_value: number | null, more: Record<string, unknown> = {}) => ({
    county_fips: '31109',
    parcel_id,
    total_assessed_value,
    tax_year: 2024,
    source: 'assessor',
    ...more,
  });
  const events = async (): Promise<Event[]> =>
    (await call(app, 'GET', '/api/v1/events?limit=500', { key })).json().data;
  const values = async () =>
    (await events()).map(({ prior_assessed_value, new_assessed_value }) => [
      prior_assessed_value,
      new_assessed_value,
    ]);
  const stored = async () => (await call(app, 'GET', `/api/v1/parcels/31109:${parcel_id}`, { key })).json();
  return { key, endpoint, parcel_id, worth, events, values, stored };
}
const load = async (...records: Record<string, unknown>[]) =>
  (await loadNews(harness, 'parcels', records)).webhooks;
const noted = async () => {
  const [rows] = await harness.database.$client.query('SELECT COUNT(*) AS noted FROM webhook_changes');
  return Number((rows as Event[])[0]!.noted);
};
/** Other parcels, enough to put what stands before and after them into batches of their own. */
const filling = (name: string) =>
  Array.from({ length: FAR }, (_, n) => ({ county_fips: '37183', parcel_id: `${name}-${n}` }));

t.test('a changed value, key by key', async (t) => {
  const receiver = await makeReceiver(t);
  const { endpoint, parcel_id, worth, stored } = await watched(receiver.url);
  await load(worth(250_000));
  const { updated_at } = await stored();
  const before = new Date().toISOString();
  t.same(await load(worth(265_000, { tax_year: 2025 })), ONE);
  await makeDispatcher(t, harness);
  const [got] = await receiver.until(1);
  const text = ['assessor', `31109:${parcel_id}`, TYPE, updated_at, 265_000].join('\n');
  const expected = {
    event_id: createHash('sha256').update(text).digest('hex'),
    event_type: TYPE,
    occurred_at: got!.body.occurred_at,
    occurred_at_basis: 'ingested_at',
    delivery_attempt: 1,
    parcel_id,
    state_fips: '31',
    county_fips: '109',
    canonical_id: `31:109:${parcel_id}`,
    match_basis: 'state_county_parcel_id',
    source_run_id: null,
    prior_assessed_value: 250_000,
    new_assessed_value: 265_000,
    prior_tax_year: 2024,
    new_tax_year: 2025,
    change_percent: 6,
  };
  t.same(got!.body, expected);
  t.same(Object.keys(got!.body), Object.keys(expected), 'in this order');
  t.ok((got!.body.occurred_at as string) >= before, 'dated by the load');
  t.equal(document.payload(TYPE, got!.body), '', 'as documented');
  t.ok(verified(got!, endpoint.secret), 'signed');
});

t.test('what fires, load by load', async (t) => {
  const { worth, values } = await watched();
  const rows: [what: string, record: Record<string, unknown>, fires: boolean][] = [
    ['a parcel that was not stored before', worth(100), false],
    ['the same again', worth(100), false],
    ['another owner', worth(100, { owner_name: 'WREN, ODETTE' }), false],
    ['another tax year', worth(100, { tax_year: 2025 }), false],
    ['another value', worth(200), true],
    ['the same again', worth(200), false],
    ['back to the first value', worth(100), true],
    ['and forth once more, in the same year', worth(200), true],
    ['a value that disappears', worth(null), false],
    ['a value that appears', worth(300), false],
    ['another value after that', worth(400), true],
  ];
  for (const [what, record, fires] of rows) t.same(await load(record), fires ? ONE : NONE, what);
  t.same(await values(), [
    [100, 200],
    [200, 100],
    [100, 200],
    [300, 400],
  ]);
  t.equal(await noted(), 0, 'nothing is left behind');
});

t.test('a silent load fires nothing, then or later', async (t) => {
  const { worth, values } = await watched();
  await harness.load('parcels', [worth(100)]);
  await harness.load('parcels', [worth(200)]);
  t.same(await load(worth(200)), NONE);
  t.same(await load(worth(200, { owner_name: 'B' })), NONE);
  t.same(await load(worth(300)), ONE);
  t.same(await values(), [[200, 300]], 'only what changed since');
});

t.test('nobody who subscribes to it, nothing noted', async (t) => {
  const { key, endpoint, worth } = await watched();
  const changed = await call(app, 'PATCH', `/api/v1/webhooks/${endpoint.id}`, {
    key,
    body: { event_types: ['parcel.sold'] },
  });
  t.equal(changed.status, 200);
  await load(worth(100));
  t.same(await load(worth(200)), NONE);
  t.equal(await noted(), 0);
});

t.test('only a disabled endpoint subscribes to it: the event is kept and not sent', async (t) => {
  const { key, endpoint, worth, values } = await watched();
  await call(app, 'DELETE', `/api/v1/webhooks/${endpoint.id}`, { key });
  await load(worth(100));
  t.same(await load(worth(200)), { ...NONE, events: 1 });
  t.same(await values(), [[100, 200]]);
  t.equal(await noted(), 0);
});

t.test('a parcel that stands several times in a file is one change', async (t) => {
  const { worth, values } = await watched();
  const first = [worth(100), ...filling('first'), worth(150), worth(200)];
  t.same(await load(...first), NONE, 'none when it was not stored before');
  t.same(await load(...first), NONE, 'nor the second time');
  const second = [worth(300), ...filling('second'), worth(350), worth(400)];
  t.same(await load(...second), ONE, 'however far apart');
  t.same(await values(), [[200, 400]], 'from what was stored before to the last record');
  t.same(await load(...second), NONE, 'the same file again');
  t.same(await load(worth(500), ...filling('third'), worth(400)), NONE, 'a change that is taken back');
  t.same(await load(worth(400, { owner_name: 'B' }), ...filling('fourth'), worth(600)), ONE);
  t.same(await values(), [
    [200, 400],
    [400, 600],
  ]);
  t.equal(await noted(), 0);
});

t.test(
  '--replace: events of the parcels that stay, once they are visible; none when it is refused',
  async (t) => {
    const county_fips = '19153';
    const key = await harness.key();
    const { id } = await createEndpoint(app, key, {
      url: 'http://127.0.0.1:9/',
      event_types: [TYPE],
      filter_kind: 'county_fips',
      filter_value: { state_fips: '19', county_fips: '153' },
    });
    const county = (...values: number[]) =>
      values.map((total_assessed_value, n) => ({ county_fips, parcel_id: `R-${n}`, total_assessed_value }));
    const replace = (records: Record<string, unknown>[]) =>
      loadNews(harness, 'parcels', records, { replace: true });
    t.match(await replace(county(1, 2, 3)), { created: 3, webhooks: NONE }, 'a new county');
    const refused = await replace(county(10));
    t.match(refused, { error: /would shrink/, webhooks: NONE }, 'a refused replacement');
    t.equal(await noted(), 0);
    t.same(
      (await replace(county(10, 2))).webhooks,
      ONE,
      'the value of one has changed, another is gone, and nothing was told before',
    );
    t.same((await replace(county(10, 2))).webhooks, NONE, 'the same file again');
    t.match(await replace([...county(10, 20), { county_fips, parcel_id: 'new', total_assessed_value: 5 }]), {
      created: 1,
      updated: 1,
      webhooks: ONE,
    });
    const events: Event[] = (await call(app, 'GET', '/api/v1/events', { key })).json().data;
    t.same(
      events.map(({ parcel_id, prior_assessed_value, new_assessed_value }) => [
        parcel_id,
        prior_assessed_value,
        new_assessed_value,
      ]),
      [
        ['R-0', 1, 10],
        ['R-1', 2, 20],
      ],
    );
    await call(app, 'DELETE', `/api/v1/webhooks/${id}`, { key });
  },
);

t.test('kill -9 at any moment of a load, then the same command: no event lost, none doubled', async (t) => {
  const CHANGED = 40;
  /** What a load waits for when it is killed: the request to Elasticsearch that is held. */
  const moments: [what: string, path: string, replace: boolean, stored: boolean][] = [
    ['before the records are stored', '-parcels-[^/]*/_bulk', false, false],
    ['before the events are made', '-parcels/_mget', false, true],
    ['in a replacement, before the records are stored', '-parcels-[^/]*/_bulk', true, false],
    ['in a replacement, before the swap', '/_aliases', true, false],
    ['in a replacement, before the events are made', '-parcels/_mget', true, true],
  ];
  for (const [at, [what, path, replace, stored]] of moments.entries()) {
    const county_fips = String(37_001 + 2 * at);
    const key = await harness.key();
    const { id } = await createEndpoint(app, key, {
      url: 'http://127.0.0.1:9/',
      event_types: [TYPE],
      filter_kind: 'county_fips',
      filter_value: { state_fips: '37', county_fips: county_fips.slice(2) },
    });
    const county = (more: number) =>
      Array.from({ length: CHANGED }, (_, n) => ({
        county_fips,
        parcel_id: `K-${n}`,
        total_assessed_value: 100 + n + more,
      }));
    t.same(await load(...county(0)), NONE);
    const file = await inputFile(t, 'changed.ndjson', ndjson(county(1_000)));
    const proxy = await holdingProxy(t, harness, new RegExp(path));
    const args = ['ingest', 'parcels', file, ...(replace ? ['--replace'] : [])];
    const { child, ended } = start(t, harness, args, { ELASTICSEARCH_URL: proxy.url });
    t.equal(await Promise.race([proxy.reached, ended]), undefined, `it is held ${what}`);
    child.kill('SIGKILL');
    t.equal((await ended).signal, 'SIGKILL');
    t.equal(await noted(), CHANGED, 'what is owed is noted');
    const shown = (await call(app, 'GET', `/api/v1/parcels/${county_fips}:K-0`, { key })).json();
    if (!stored) t.equal(shown.total_assessed_value, 100, 'and readers see the old value');

    // Another load may come between, and changes when the records were last updated.
    await loadNews(harness, 'deeds', [
      {
        county_fips,
        parcel_id: 'K-0',
        record_id: `sold-${at}`,
        sale_date: '2024-01-02',
        sale_price_usd: 90_000,
      },
    ]);
    const report = await loadNews(harness, 'parcels', { files: [file] }, { replace });
    t.match(report, { error: null, webhooks: { events: CHANGED, deliveries: CHANGED } }, what);
    t.same(
      (await loadNews(harness, 'parcels', { files: [file] }, { replace })).webhooks,
      NONE,
      'a third time',
    );
    const events: Event[] = (await call(app, 'GET', '/api/v1/events?limit=500', { key })).json().data;
    t.same(
      events.map(({ prior_assessed_value, new_assessed_value }) => new_assessed_value - prior_assessed_value),
      Array(CHANGED).fill(1_000),
    );
    t.equal(new Set(events.map(({ parcel_id }) => parcel_id)).size, CHANGED, 'one for each parcel');
    t.equal(await noted(), 0);
    await call(app, 'DELETE', `/api/v1/webhooks/${id}`, { key });
  }
});

t.test('a load that fails after its events are stored does not store them again', async (t) => {
  const { worth, values } = await watched();
  await load(worth(100));
  const { $client } = harness.database;
  await $client.query(
    "CREATE TRIGGER killed BEFORE DELETE ON webhook_changes FOR EACH ROW SIGNAL SQLSTATE '45000'",
  );
  const failed = await loadNews(harness, 'parcels', [worth(200)]);
  await $client.query('DROP TRIGGER killed');
  t.match(failed, { webhooks: ONE });
  t.ok(failed.error, 'the load says that it failed');
  t.equal(await noted(), 1);
  t.same(await load(worth(200)), NONE);
  t.same(await values(), [[100, 200]]);
  t.equal(await noted(), 0);
});

t.test('MySQL away: the load fails, and the same command tells all', async (t) => {
  const { worth, values } = await watched();
  await load(worth(100));
  for (const table of ['webhook_changes', 'webhook_account_events']) {
    const from = (await values()).length;
    const next = 100 + 100 * (from + 1);
    await harness.database.$client.query(`RENAME TABLE ${table} TO away`);
    const failed = await loadNews(harness, 'parcels', [worth(next)]);
    await harness.database.$client.query(`RENAME TABLE away TO ${table}`);
    t.ok(failed.error, `the load says that it failed without ${table}`);
    t.equal((await values()).length, from);
    t.match(await loadNews(harness, 'parcels', [worth(next)]), { error: null, webhooks: ONE });
  }
  t.same(await values(), [
    [100, 200],
    [200, 300],
  ]);
  t.equal(await noted(), 0);
});
