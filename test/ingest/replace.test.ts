import { gzipSync } from 'node:zlib';
import t from 'tap';
import { aliasOf, createIndex } from '../../src/elastic/indices.ts';
import { exitStatus } from '../../src/ingest/report.ts';
import { call, EVERYWHERE, makeBed } from '../helper.ts';
import { clear, contents, counted, counts, inputFile, ndjson, stored } from './support.ts';

const bed = await makeBed(t);
const app = await bed.app({ BURST_SCALE: '10000000', LIMIT_SCALE: '100000000' });
const key = await bed.key();

const COUNTY = '31109';
const at = (n: number | string) => ({ county_fips: COUNTY, parcel_id: `p${n}` });
const parcels = (from: number, to: number, city: string) =>
  Array.from({ length: to - from }, (_, n) => ({
    ...at(from + n),
    city,
    location: { lat: 40 + n / 10_000, lon: -96 },
  }));
const read = (id: string, what = '') => call(app, 'GET', `/api/v1/parcels/${COUNTY}:${id}${what}`, { key });
const search = (limit: number) =>
  call(app, 'POST', '/api/v1/search', { key, body: { bounds: EVERYWHERE, limit } });
const indices = async () => {
  const alias = aliasOf(bed.config.INDEX_PREFIX, 'parcels');
  return Object.keys(await bed.client.indices.get({ index: `${alias}-*` }));
};

t.test('readers see all of the old records or all of the new ones, and are never turned away', async (t) => {
  const sizes = { OLD: 3_000, NEW: 2_500 };
  const sets = { OLD: parcels(0, sizes.OLD, 'OLD'), NEW: parcels(1_000, 1_000 + sizes.NEW, 'NEW') };
  await bed.load('parcels', sets.OLD);
  const wrong = new Set<string>();
  const seen = new Set<string>();
  let reading = true;

  async function searchOnce() {
    const { status, json } = await search(50);
    if (status !== 200) return wrong.add(`a search answered ${status}`);
    const { total, data } = json();
    const cities = new Set<string>(data.map(({ city }: { city: string }) => city));
    const [city] = cities as Set<keyof typeof sizes>;
    if (cities.size !== 1 || total !== sizes[city!]) wrong.add(`${total} parcels of ${[...cities]}`);
    return seen.add(city!);
  }
  async function readOnce() {
    const [both, old, fresh, deeds] = await Promise.all([
      read('p1500'),
      read('p5'),
      read('p3400'),
      read('p1500', '/deeds'),
    ]);
    if (both.status !== 200) wrong.add(`a parcel of both answered ${both.status}`);
    if (deeds.status !== 200) wrong.add(`its deeds answered ${deeds.status}`);
    for (const { status } of [old, fresh])
      if (status !== 200 && status !== 404) wrong.add(`a parcel of one answered ${status}`);
  }
  const readers = [searchOnce, searchOnce, readOnce].map(async (once) => {
    while (reading) await once();
  });
  try {
    for (const name of ['NEW', 'OLD', 'NEW'] as const) {
      const report = await bed.load('parcels', sets[name], { replace: true });
      t.same(counts(report), counted({ read: sizes[name], created: sizes[name] }));
      t.equal((await search(1)).json().total, sizes[name], 'right after the load');
    }
  } finally {
    reading = false;
    await Promise.all(readers);
  }
  t.same([...wrong], []);
  t.same([...seen].sort(), ['NEW', 'OLD']);
  t.equal((await read('p5')).status, 404, 'what the new records do not hold is gone');
  t.equal((await read('p3400')).status, 200);
  t.equal((await indices()).length, 1, 'the old index is deleted');
});

t.test('a replacement that fails leaves what was there', async (t) => {
  await bed.load('parcels', parcels(0, 50, 'KEPT'), { replace: true });
  const before = await stored(bed, 'parcels');
  const good = ndjson(parcels(0, 20_000, 'NEVER'));
  const cases: [string, string, string | Buffer][] = [
    ['a file that breaks off', 'half.ndjson.gz', gzipSync(good).subarray(0, -9)],
    [
      'JSON that breaks off',
      'half.geojson',
      '{"features":[{"properties":{"county_fips":"31109","parcel_id":"x"}}',
    ],
    ['an empty file', 'empty.ndjson', ''],
    ['only rejected records', 'rejected.ndjson', ndjson([{ county_fips: '99999', parcel_id: 'x' }])],
    ['another layout', 'other.csv', 'PARCEL;OWNER\n1;2\n'],
  ];
  for (const [name, file, content] of cases) {
    const report = await bed.load(
      'parcels',
      { files: [await inputFile(t, file, content)] },
      { replace: true },
    );
    t.ok(report.error, `${name}: the report says why`);
    t.equal(exitStatus(report), 1, name);
    t.same(await stored(bed, 'parcels'), before, `${name}: the same documents`);
    t.equal((await indices()).length, 1, `${name}: nothing is left over`);
  }
  const missing = await bed.load('parcels', { files: ['/nowhere.ndjson'] }, { replace: true });
  t.match(missing.error, /nowhere/);
  t.same(await stored(bed, 'parcels'), before, 'a missing file: the same documents');
});

t.test('rejected records do not stop a replacement', async (t) => {
  const records = [...parcels(0, 3, 'NEW'), { county_fips: '99999', parcel_id: 'x' }];
  const report = await bed.load('parcels', records, { replace: true });
  t.same(counts(report), counted({ read: 4, created: 3, rejected: 1 }));
  t.same(Object.keys(await contents(bed, 'parcels')).sort(), ['31109:p0', '31109:p1', '31109:p2']);
});

t.test('what an interrupted replacement left is removed by the next load', async (t) => {
  const [used] = await indices();
  const orphan = await createIndex(bed.client, bed.config.INDEX_PREFIX, 'parcels');
  t.same((await indices()).sort(), [used, orphan].sort());
  await bed.load('parcels', parcels(0, 1, 'ONE'));
  t.same(await indices(), [used]);
});

t.test('what deeds and permits tell survives a replacement', async (t) => {
  await clear(bed);
  const records = [1, 2, 3].map((n) => ({
    ...at(n),
    total_assessed_value: 100_000 * n,
    land_value: 40_000,
    improvement_value: 60_000,
    year_built: 1950,
  }));
  const others = records.map((record) => ({ ...record, county_fips: '31055' }));
  await bed.load('parcels', [...records, ...others]);
  await bed.load(
    'deeds',
    records.map((record, n) => ({
      county_fips: record.county_fips,
      parcel_id: record.parcel_id,
      sale_date: `201${n}-01-02`,
      sale_price_usd: 150_000,
    })),
  );
  await bed.load('permits', [{ ...at(2), permit_number: '1', filed_date: '2020-01-02' }]);
  const before = (await contents(bed, 'parcels')) as Record<
    string,
    { sale_price: number; deal_score: number }
  >;
  t.equal(before['31109:p2']!.sale_price, 150_000);
  await bed.load('parcels', [...records, ...others], { replace: true });
  t.same(await contents(bed, 'parcels'), before, 'the same records');

  await bed.load('parcels', records, { replace: true });
  const { '31109:p1': one, '31109:p2': two, '31109:p3': three } = before;
  t.same(
    await contents(bed, 'parcels'),
    { '31109:p1': one, '31109:p2': two, '31109:p3': three },
    'without a county',
  );
  await bed.load('parcels', [...others, ...records], { replace: true });
  t.same(await contents(bed, 'parcels'), before, 'and with it again');
});

t.test('a load after a replacement goes on from there', async (t) => {
  const before = await contents(bed, 'parcels');
  const report = await bed.load('parcels', [
    { ...at(1), city: 'LINCOLN' },
    { ...at(9), city: 'LINCOLN' },
  ]);
  t.match(report, { created: 1, updated: 1 });
  t.equal((await read('p1')).json().city, 'LINCOLN');
  t.equal(Object.keys(await contents(bed, 'parcels')).length, Object.keys(before).length + 1);
});
