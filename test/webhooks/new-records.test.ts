import t from 'tap';
import { terrierHere } from '../cli/in-process.ts';
import { makeHarness } from '../helper.ts';
import { inputFile, ndjson } from '../loading/ingest/support.ts';
import { deed, loadNews, permit } from './support.ts';
import { parcels, QUIET, typesOf, watching } from './watching.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const { watch, eventsOf, deliveriesOf } = watching(t, harness, app);

// This must be the first load of deeds: only then is no deed stored when it begins.
t.test('a record that appears twice in one file is one event, however far apart', async (t) => {
  const { key } = await watch(parcels('31:109:G-1'));
  const filling = Array.from({ length: 2_600 }, (_, n) => n);
  const deeds = [
    deed('again', { parcel_id: 'G-1', sale_price_usd: null }),
    ...filling.map((n) => deed(`fill-${n}`, { county_fips: '37183', parcel_id: `F-${n}` })),
    deed('again', { parcel_id: 'G-1', sale_price_usd: 300_000, source: 'another' }),
  ];
  const report = await loadNews(harness, 'deeds', deeds);
  t.match(report, {
    created: 2_601,
    duplicates: 1,
    webhooks: { events: 1, deliveries: 1, over_quota: 0, not_kept: 0 },
  });
  t.same(typesOf(await eventsOf(key)), ['parcel.owner_changed'], 'a corrected price is not a new sale');
  const near = [
    permit('near', { parcel_id: 'G-1' }),
    permit('near', { parcel_id: 'G-1', permit_status: 'Final' }),
  ];
  t.match((await loadNews(harness, 'permits', near)).webhooks, { events: 1, deliveries: 1 });
  const told = await eventsOf(key);
  t.equal(told.length, 2);
  t.equal(told[1]!.permit_status, 'final', 'the last record of an id is the one that is told');
});

t.test('what is already known sends no event', async (t) => {
  const { key, endpoint } = await watch(parcels('31:109:A-1', '31:109:A-2'));
  const known = (...numbers: string[]) =>
    numbers.map((number) => deed(number, { parcel_id: 'A-1', sale_price_usd: null }));
  const posted = (...numbers: string[]) =>
    numbers.map((number) => permit(number, { parcel_id: 'A-1', permit_status: 'Filed' }));
  const [same, corrected, elsewhere] = known('known-1', 'known-2', 'known-3');
  const [filed, issued, another] = posted('known-1', 'known-2', 'known-3');
  t.match((await loadNews(harness, 'deeds', [same!, corrected!, elsewhere!])).webhooks, { events: 3 });
  t.match((await loadNews(harness, 'permits', [filed!, issued!, another!])).webhooks, { events: 3 });
  await harness.load('deeds', [deed('history', { parcel_id: 'A-2' })]);
  await harness.load('permits', [permit('history', { parcel_id: 'A-2' })]);
  const before = await eventsOf(key);
  t.equal(before.length, 6, 'history is loaded silently');

  const deeds = [
    same!,
    { ...corrected!, sale_price_usd: 200_000, grantee: 'SOMEBODY ELSE' },
    { ...elsewhere!, source: 'another' },
    deed('history', { parcel_id: 'A-2' }),
  ];
  t.same(
    (await loadNews(harness, 'deeds', deeds)).webhooks,
    QUIET,
    'the same, a correction that makes it a sale, one from another source, history',
  );
  const permits = [
    filed!,
    { ...issued!, permit_status: 'Issued', issued_date: '2024-04-01' },
    { ...another!, source: 'another' },
    permit('history', { parcel_id: 'A-2', permit_status: 'Final' }),
  ];
  t.same((await loadNews(harness, 'permits', permits)).webhooks, QUIET);
  t.same(await eventsOf(key), before);
  t.equal((await deliveriesOf(key, endpoint.id)).length, 6);
  t.match(
    (await loadNews(harness, 'permits', [permit('known-1', { parcel_id: 'A-2' })])).webhooks,
    { events: 1 },
    'the permit on another parcel is news',
  );
});

t.test('terrier ingest sends and counts events of new records; with --no-events it sends none', async (t) => {
  const { key } = await watch(parcels('31:109:C-1'));
  const silent = await inputFile(t, 'silent.ndjson', ndjson([deed('cli-1', { parcel_id: 'C-1' })]));
  const loud = await inputFile(
    t,
    'loud.ndjson',
    ndjson([deed('cli-1', { parcel_id: 'C-1' }), deed('cli-2', { parcel_id: 'C-1' })]),
  );
  const quiet = await terrierHere(['ingest', 'deeds', silent, '--no-events'], harness.env);
  t.equal(quiet.status, 0, quiet.err);
  t.notMatch(quiet.out, /Webhooks/);
  t.same(await eventsOf(key), []);
  const told = await terrierHere(['ingest', 'deeds', loud], harness.env);
  t.equal(told.status, 0, told.err);
  t.match(
    told.out,
    /1 created, 0 updated, 1 unchanged, 0 rejected\nWebhooks: 2 events, 2 deliveries queued\n/,
  );
  t.same(typesOf(await eventsOf(key)), ['parcel.owner_changed', 'parcel.sold']);
  const again = await terrierHere(['ingest', 'deeds', loud, '--json'], harness.env);
  t.match(JSON.parse(again.out), {
    unchanged: 2,
    webhooks: QUIET,
  });
});
