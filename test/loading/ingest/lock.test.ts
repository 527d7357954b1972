import type { RowDataPacket } from 'mysql2/promise';
import t from 'tap';
import { tierLimits } from '../../../src/accounts/tiers.ts';
import { type IngestOptions, type IngestTarget, ingest } from '../../../src/loading/ingest/ingest.ts';
import { madeRecords } from '../../../src/loading/ingest/input.ts';
import { aliasOf } from '../../../src/stores/elastic/indices.ts';
import { cutHungStatements, databaseName, openDatabase } from '../../../src/stores/mysql/database.ts';
import { LockLost } from '../../../src/stores/mysql/lock.ts';
import { call, makeHarness } from '../../helper.ts';
import { start } from '../../start.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';
import { createEndpoint, eventually } from '../../webhooks/support.ts';
import { clear, contents, differences, ndjson, watched } from './support.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();
await createEndpoint(app, key, {
  url: 'http://127.0.0.1:9/',
  filter_kind: 'state_fips',
  filter_value: { state_fips: '31' },
});

const lock = `${await databaseName(harness.database)}-load`;
async function holder(): Promise<number | null> {
  const [rows] = await harness.database.$client.query<RowDataPacket[]>('SELECT IS_USED_LOCK(?) AS holder', [
    lock,
  ]);
  return rows[0]!.holder === null ? null : Number(rows[0]!.holder);
}
/** Ends the connection that holds the lock of loads, as a restart of MySQL or a time-out does. */
const killLock = async () => harness.database.$client.query(`KILL ${await holder()}`);

const COUNTY = '31109';
const deeds = Array.from({ length: 6_000 }, (_, n) => ({
  county_fips: COUNTY,
  parcel_id: `p${n % 900}`,
  record_id: `r${n}`,
  sale_date: `20${10 + (n % 12)}-0${1 + (n % 9)}-11`,
  grantee: `BUYER ${n} LLC`,
}));
const parcels = Array.from({ length: 3_000 }, (_, n) => ({ county_fips: COUNTY, parcel_id: `p${n}` }));

/** Every event that the account can read, in order. */
async function allEvents(): Promise<string[]> {
  const ids: string[] = [];
  for (let after = '0', more = true; more; ) {
    const { json } = await call(app, 'GET', `/api/v1/events?limit=500&after=${after}`, { key });
    const page = json();
    ids.push(...page.data.map(({ event_id }: { event_id: string }) => event_id));
    after = page.next;
    more = page.has_more;
  }
  return ids;
}

const news: IngestOptions = { news: tierLimits(harness.config) };
const load = (target: IngestTarget, options: IngestOptions = {}) =>
  ingest('deeds', madeRecords('deeds', deeds), target, options);

/** Requests during which the lock is lost. */
const MOMENTS: [string, (method: string, path: string) => boolean][] = [
  ['in the first batch', (_method, path) => path.endsWith('/_bulk')],
  ['in the derive step', (_method, path) => path === '/_msearch'],
];

t.test('a load that loses its lock writes nothing more; the next completes, each event once', async (t) => {
  for (const [name, when] of MOMENTS) {
    await clear(harness);
    const before = (await allEvents()).length;
    let lost = false;
    const later: string[] = [];
    const target = watched(t, harness, async (method, path) => {
      if (lost) later.push(`${method} ${path}`);
      else if (when(method, path)) {
        lost = true;
        await killLock();
      }
    });
    const error = await load(target, news).catch((error) => error);
    t.ok(error instanceof LockLost, `${name}: ${error.message}`);
    t.match(error.message, /lock in MySQL.*was lost.*Run the same command again/s);
    // Requests that were already on their way when the lock was lost.
    t.ok(later.length <= 2, `${name}: ${later.join(', ')}`);

    const second = await load(harness.target, news);
    t.equal(second.error, null, `${name}: the next load`);
    t.equal(second.created + second.unchanged, deeds.length);
    const events = await allEvents();
    t.equal(new Set(events).size, events.length, 'none twice');
    if (before === 0) t.equal(events.length, deeds.length, 'all of them');
  }
});

t.test(
  'terrier ingest ends with 1 and says why; a load that began in the meantime is complete',
  async (t) => {
    await clear(harness);
    const { child, ended } = start(t, harness, ['ingest', 'parcels', '--replace', '-']);
    child.stdin.write(ndjson(parcels.slice(0, 2_600)));
    const index = `${aliasOf(harness.config.INDEX_PREFIX, 'parcels')}-*`;
    await eventually(
      'its first batch is stored',
      async () => {
        await harness.client.indices.refresh({ index });
        return (await harness.client.count({ index })).count >= 2_500;
      },
      120_000,
    );
    await killLock();

    const resold = parcels.map((one) => ({ ...one, owner_name: 'MAPLE LAND LLC' }));
    const second = await harness.load('parcels', resold, { replace: true });
    t.match(second, { error: null, created: parcels.length - 2_500, updated: 2_500 });
    const whole = await contents(harness, 'parcels');
    child.stdin.end(ndjson(parcels.slice(2_600)));
    const { code, err } = await ended;
    t.equal(code, 1);
    t.match(err, /The lock in MySQL.*was lost.*Run the same command again/s);
    t.same(differences(await contents(harness, 'parcels'), whole), [], 'what the other wrote is untouched');
  },
);

t.test('a load whose connections to MySQL hang ends, and does not keep the lock', async (t) => {
  await clear(harness);
  const proxy = new FaultyProxy(harness.env.DATABASE_URL!);
  await proxy.start();
  const database = openDatabase(proxy.url);
  // As the command does, but with a shorter wait.
  cutHungStatements(database, 16_000);
  t.teardown(async () => {
    await proxy.stop();
    await database.$client.end().catch(() => {});
  });
  const target = watched(t, harness, async (_method, path) => {
    if (path.endsWith('/_bulk')) await proxy.set('hang');
  });
  await t.rejects(load({ ...target, database }), /The lock in MySQL .* was lost/);
  await eventually('nobody holds it', async () => (await holder()) === null);
  t.equal((await load(harness.target)).error, null, 'the next one goes on');
});
