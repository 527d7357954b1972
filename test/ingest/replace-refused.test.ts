import { gzipSync } from 'node:zlib';
import t from 'tap';
import { aliasOf } from '../../src/elastic/indices.ts';
import { exitStatus } from '../../src/ingest/report.ts';
import { makeHarness } from '../helper.ts';
import { clear, contents, counted, counts, inputFile, ndjson, rejects, stored } from './support.ts';

const harness = await makeHarness(t);

/** What a report says of parcels when all that was loaded was thrown away. */
const NONE = { created: 0, updated: 0, unchanged: 0, removed: 0, replaced: [], demo_counties: [] };
const COUNTY = '31109';
const NEIGHBOUR = '31055';
const at = (n: number | string) => ({ county_fips: COUNTY, parcel_id: `p${n}` });
const parcels = (from: number, to: number, city: string) =>
  Array.from({ length: to - from }, (_, n) => ({
    ...at(from + n),
    city,
    location: { lat: 40 + n / 10_000, lon: -96 },
  }));
const indices = async () => {
  const alias = aliasOf(harness.config.INDEX_PREFIX, 'parcels');
  return Object.keys(await harness.client.indices.get({ index: `${alias}-*` }));
};

/** Parcels of the neighbour, which no replacement of the county may touch. */
const neighbours = (count: number) =>
  parcels(0, count, 'NEXT').map((one) => ({ ...one, county_fips: NEIGHBOUR }));
const ids = async () => Object.keys(await contents(harness, 'parcels')).sort();

t.test('a replacement that fails leaves what was there', async (t) => {
  await clear(harness);
  await harness.load('parcels', [...parcels(0, 50, 'KEPT'), ...neighbours(3)]);
  const before = await stored(harness, 'parcels');
  const good = ndjson(parcels(0, 20_000, 'NEVER'));
  const nothing = 'no records were loaded; nothing was replaced';
  const cases: [string, string, string | Buffer, string | RegExp][] = [
    ['a file that breaks off', 'half.ndjson.gz', gzipSync(good).subarray(0, -9), /./],
    [
      'JSON that breaks off',
      'half.geojson',
      '{"features":[{"properties":{"county_fips":"31109","parcel_id":"x"}}',
      /./,
    ],
    ['an empty file', 'empty.ndjson', '', nothing],
    ['only rejected records', 'rejected.ndjson', ndjson([{ county_fips: '99999', parcel_id: 'x' }]), nothing],
    ['another layout', 'other.csv', 'PARCEL;OWNER\n1;2\n', /./],
  ];
  for (const [name, file, content, error] of cases) {
    const files = [await inputFile(t, file, content)];
    const report = await harness.load('parcels', { files }, { replace: true, allowShrink: true });
    t.match(report.error, error, `${name}: the report says why`);
    t.equal(exitStatus(report), 1, name);
    t.match(report, NONE, `${name}: nothing is told as loaded`);
    t.same(await stored(harness, 'parcels'), before, `${name}: the same documents`);
    t.equal((await indices()).length, 1, `${name}: nothing is left over`);
  }
  const missing = await harness.load('parcels', { files: ['/nowhere.ndjson'] }, { replace: true });
  t.match(missing.error, /nowhere/);
  t.same(await stored(harness, 'parcels'), before, 'a missing file: the same documents');
});

t.test('a county that would shrink by more than half is refused, and with it all of the file', async (t) => {
  await clear(harness);
  await harness.load('parcels', [...parcels(0, 10, 'OLD'), ...neighbours(10)]);
  const before = await stored(harness, 'parcels');
  const few = [...parcels(0, 4, 'FEW'), ...neighbours(9)];
  const refused = await harness.load('parcels', few, { replace: true });
  t.equal(
    refused.error,
    'nothing was replaced: parcels of these counties would shrink by more than half: 31109 from 10 to 4. ' +
      'Is a part of the file missing? If not, --allow-shrink replaces them',
  );
  t.equal(exitStatus(refused), 1);
  t.match(refused, { ...NONE, read: 13 });
  t.same(await stored(harness, 'parcels'), before, 'neither county is changed');
  t.equal((await indices()).length, 1, 'nothing is left over');

  const half = await harness.load('parcels', parcels(0, 5, 'HALF'), { replace: true });
  t.equal(half.error, null, 'half of it is not a loss of more than half');
  t.equal((await ids()).length, 15);
  const allowed = await harness.load('parcels', parcels(0, 1, 'ONE'), { replace: true, allowShrink: true });
  t.equal(allowed.error, null);
  t.same(allowed.replaced, [{ county_fips: COUNTY, before: 5, after: 1 }]);
  t.equal((await ids()).filter((id) => id.startsWith(NEIGHBOUR)).length, 10);
});

t.test('chosen counties: records of others are rejected, a county without records is emptied', async (t) => {
  await clear(harness);
  await harness.load('parcels', [...parcels(0, 3, 'OLD'), ...neighbours(3)]);
  const before = await stored(harness, 'parcels');
  const both = [...parcels(0, 3, 'NEW'), ...neighbours(2)];
  const report = await harness.load('parcels', both, { replace: true, counties: [COUNTY] });
  t.same(counts(report), counted({ read: 5, updated: 3, rejected: 2 }));
  t.match(
    (await rejects(report)).map(({ line, reason }) => ({ line, reason })),
    [
      { line: 4, reason: 'other_county' },
      { line: 5, reason: 'other_county' },
    ],
  );
  t.equal(exitStatus(report), 3);
  const neighbour = `${NEIGHBOUR}:p2`;
  t.same(
    (await stored(harness, 'parcels')).get(neighbour),
    before.get(neighbour),
    'the other county is as it was',
  );

  const chosen = { replace: true, counties: [COUNTY, NEIGHBOUR] };
  const lacking = await harness.load('parcels', parcels(0, 3, 'NEWER'), chosen);
  t.match(lacking.error, /31055 from 3 to 0/, 'a county that is chosen and has no record');
  const emptied = await harness.load('parcels', parcels(0, 3, 'NEWER'), { ...chosen, allowShrink: true });
  t.match(emptied, { error: null, removed: 3 });
  t.same(await ids(), ['31109:p0', '31109:p1', '31109:p2']);
  const none = await harness.load('parcels', neighbours(2), {
    replace: true,
    counties: [COUNTY],
    allowShrink: true,
  });
  t.equal(none.error, 'no records were loaded; nothing was replaced');
  t.equal((await ids()).length, 3);
});

t.test('rejected records do not stop a replacement', async (t) => {
  await clear(harness);
  const records = [...parcels(0, 3, 'NEW'), { county_fips: '99999', parcel_id: 'x' }];
  const report = await harness.load('parcels', records, { replace: true });
  t.same(counts(report), counted({ read: 4, created: 3, rejected: 1 }));
  t.same(await ids(), ['31109:p0', '31109:p1', '31109:p2']);
});
