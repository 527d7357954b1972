import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { exitStatus } from '../../../src/loading/ingest/report.ts';
import { aliasOf, createIndex } from '../../../src/stores/elastic/indices.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { clear, contents, counted, counts, inputFile, ndjson, rejects, stored } from './support.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({}, { BURST_SCALE: '10000000', LIMIT_SCALE: '100000000' });

/** Milliseconds between a reader's requests. */
const PAUSE = 20;
const COUNTY = '31109';
const NEIGHBOR = '31055';
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
  const alias = aliasOf(harness.config.INDEX_PREFIX, 'parcels');
  return Object.keys(await harness.client.indices.get({ index: `${alias}-*` }));
};

/** Parcels of the neighboring county, which no replacement may touch. */
const neighbors = (count: number) =>
  parcels(0, count, 'NEXT').map((one) => ({ ...one, county_fips: NEIGHBOR }));
const ids = async () => Object.keys(await contents(harness, 'parcels')).sort();

t.test('readers find new records early and lose old ones late, and always get an answer', async (t) => {
  const sizes = { OLD: 600, NEW: 500 };
  const sets = { OLD: parcels(0, sizes.OLD, 'OLD'), NEW: parcels(200, 200 + sizes.NEW, 'NEW') };
  const [shared, all] = [400, 700];
  await harness.load('parcels', [...sets.OLD, ...neighbors(40)]);
  const wrong = new Set<string>();
  let reading = true;

  async function searchOnce() {
    const { status, json } = await search(50);
    if (status !== 200) return wrong.add(`a search answered ${status}`);
    const { total } = json();
    return total < sizes.NEW + 40 || total > all + 40 ? wrong.add(`${total} parcels`) : null;
  }
  async function coverageOnce() {
    const { status, json } = await call(app, 'GET', '/api/v1/coverage?state=NE', { key });
    if (status !== 200) return wrong.add(`the coverage answered ${status}`);
    const counts = json().data.map(({ parcel_count }: { parcel_count: number }) => parcel_count);
    const known = Object.values(sizes).some((size) => counts.includes(size)) && counts.includes(40);
    return known ? null : wrong.add(`a coverage of ${counts}`);
  }
  async function readOnce() {
    const [both, deeds, ...either] = (
      await Promise.all([read('p300'), read('p300', '/deeds'), read('p5'), read('p650')])
    ).map(({ status }) => status);
    if (both !== 200) wrong.add(`a parcel of both answered ${both}`);
    if (deeds !== 200) wrong.add(`its deeds answered ${deeds}`);
    for (const status of either)
      if (status !== 200 && status !== 404) wrong.add(`a parcel of one answered ${status}`);
  }
  const readers = [searchOnce, coverageOnce, readOnce].map(async (once) => {
    while (reading) {
      await once();
      await sleep(PAUSE);
    }
  });
  try {
    for (const name of ['NEW', 'OLD'] as const) {
      const other = name === 'NEW' ? 'OLD' : 'NEW';
      const report = await harness.load('parcels', sets[name], { replace: true });
      const created = sizes[name] - shared;
      t.same(counts(report), counted({ read: sizes[name], created, updated: shared }));
      t.equal(report.removed, sizes[other] - shared);
      t.same(report.replaced, [{ county_fips: COUNTY, before: sizes[other], after: sizes[name] }]);
      t.equal((await search(1)).json().total, sizes[name] + 40, 'right after the load');
    }
  } finally {
    reading = false;
    await Promise.all(readers);
  }
  t.same([...wrong], []);
  t.equal((await read('p650')).status, 404, 'what the new records do not hold is gone');
  t.equal((await read('p5')).status, 200);
});

t.test('unchanged records are not written, and keep their date', async (t) => {
  await clear(harness);
  await harness.load('parcels', parcels(0, 5, 'SAME'));
  const before = await stored(harness, 'parcels');
  const report = await harness.load('parcels', parcels(0, 4, 'SAME'), { replace: true });
  t.same(counts(report), counted({ read: 4, unchanged: 4 }));
  t.equal(report.removed, 1);
  const after = await stored(harness, 'parcels');
  t.equal(after.size, 4);
  for (const [id, { updated_at }] of after) t.equal(updated_at, before.get(id)!.updated_at);
});

t.test('what an interrupted change of indices left is repaired by the next load', async (t) => {
  const [used] = await indices();
  const orphan = await createIndex(harness.client, harness.config.INDEX_PREFIX, 'parcels');
  await harness.client.indices.addBlock({ index: used!, block: 'write' });
  t.same((await indices()).sort(), [used, orphan].sort());
  const report = await harness.load('parcels', parcels(0, 1, 'ONE'));
  t.equal(report.error, null, 'an index that was being copied can be written again');
  t.same(await indices(), [used], 'an index out of use is deleted');
});

t.test('a walk goes on through what was there when it began', async (t) => {
  const [index] = await indices();
  const { id } = await harness.client.openPointInTime({ index: index!, keep_alive: '5m' });
  const { count } = await harness.client.count({ index: index! });
  t.ok(count > 2);
  await harness.load('parcels', parcels(0, 2, 'TWO'), { replace: true, allowShrink: true });
  t.same(await indices(), [index], 'a replacement stays in its index');
  const { hits } = await harness.client.search({ pit: { id }, size: 0 });
  t.match(hits.total, { value: count });
  await harness.client.closePointInTime({ id });
});

t.test('what deeds and permits say survives a replacement', async (t) => {
  await clear(harness);
  const records = [1, 2, 3].map((n) => ({
    ...at(n),
    total_assessed_value: 100_000 * n,
    land_value: 40_000,
    improvement_value: 60_000,
    year_built: 1950,
  }));
  const others = records.map((record) => ({ ...record, county_fips: '31055' }));
  await harness.load('parcels', [...records, ...others]);
  await harness.load(
    'deeds',
    records.map((record, n) => ({
      county_fips: record.county_fips,
      parcel_id: record.parcel_id,
      sale_date: `201${n}-01-02`,
      sale_price_usd: 150_000,
    })),
  );
  await harness.load('permits', [{ ...at(2), permit_number: '1', filed_date: '2020-01-02' }]);
  const before = (await contents(harness, 'parcels')) as Record<
    string,
    { sale_price: number; deal_score: number }
  >;
  t.equal(before['31109:p2']!.sale_price, 150_000);

  const { '31109:p1': one } = before;
  await harness.load('parcels', [records[0]!, records[2]!], { replace: true });
  const neighbor = Object.fromEntries(Object.entries(before).filter(([id]) => id.startsWith('31055')));
  t.match(await contents(harness, 'parcels'), { ...neighbor, '31109:p1': { sale_price: one!.sale_price } });
  t.equal((await ids()).length, 5, 'without a parcel; another county is as it was');
  t.equal((await read('p2', '/deeds')).status, 404);
  t.equal(Object.keys(await contents(harness, 'deeds')).length, 3, 'its deed stays');
  await harness.load('parcels', [...others, ...records], { replace: true });
  t.same(await contents(harness, 'parcels'), before, 'and with it again');
});

t.test('a load after a replacement continues from there', async (t) => {
  const before = await contents(harness, 'parcels');
  const report = await harness.load('parcels', [
    { ...at(1), city: 'LINCOLN' },
    { ...at(9), city: 'LINCOLN' },
  ]);
  t.match(report, { created: 1, updated: 1 });
  t.equal((await read('p1')).json().city, 'LINCOLN');
  t.equal(Object.keys(await contents(harness, 'parcels')).length, Object.keys(before).length + 1);
});

t.test('a file that is not read to its end deletes nothing', async (t) => {
  await clear(harness);
  await harness.load('parcels', [...parcels(0, 50, 'KEPT'), ...neighbors(3)]);
  const before = await stored(harness, 'parcels');
  const good = ndjson(parcels(0, 6_000, 'LATER'));
  const nothing = 'no records were loaded; nothing was replaced';
  const cases: [string, string, string | Buffer, string | RegExp][] = [
    ['an empty file', 'empty.ndjson', '', nothing],
    ['only rejected records', 'rejected.ndjson', ndjson([{ county_fips: '99999', parcel_id: 'x' }]), nothing],
    ['another layout', 'other.csv', 'PARCEL;OWNER\n1;2\n', /./],
    ['cut off', 'half.geojson', '{"features":[{"properties":{"county_fips":"31109","parcel_id":"x"}}', /./],
    ['a file that breaks off', 'half.ndjson.gz', gzipSync(good).subarray(0, -9), /./],
  ];
  for (const [name, file, content, error] of cases) {
    const files = [await inputFile(t, file, content)];
    const report = await harness.load('parcels', { files }, { replace: true, allowShrink: true });
    t.match(report.error, error, `${name}: the report says why`);
    t.equal(exitStatus(report), 1, name);
    t.match(report, { removed: 0, replaced: [] }, name);
    const found = await stored(harness, 'parcels');
    t.same(
      [...before.keys()].filter((id) => !found.has(id)),
      [],
      `${name}: nothing is deleted`,
    );
    if (report.created + report.updated === 0) t.same(found, before, `${name}: the same documents`);
  }
  const missing = await harness.load('parcels', { files: ['/nowhere.ndjson'] }, { replace: true });
  t.match(missing, { error: /nowhere/, removed: 0 });
});

t.test('if a county would shrink by more than half, records are loaded and none is deleted', async (t) => {
  await clear(harness);
  await harness.load('parcels', [...parcels(0, 10, 'OLD'), ...neighbors(10)]);
  const before = await ids();
  const few = [...parcels(0, 4, 'FEW'), ...neighbors(9)];
  const refused = await harness.load('parcels', few, { replace: true });
  t.equal(
    refused.error,
    'the records are loaded, but nothing was deleted: parcels of these counties would shrink by more than half: ' +
      '31109 from 10 to 4. Is a part of the file missing? If not, --allow-shrink replaces them',
  );
  t.equal(exitStatus(refused), 1);
  t.match(refused, { read: 13, updated: 4, unchanged: 9, removed: 0, replaced: [] });
  t.same(await ids(), before, 'neither county loses a parcel');
  t.equal((await read('p3')).json().city, 'FEW');
  t.equal((await read('p4')).json().city, 'OLD');

  const half = await harness.load('parcels', parcels(0, 5, 'HALF'), { replace: true });
  t.equal(half.error, null, 'half of it is not a loss of more than half');
  t.equal((await ids()).length, 15);
  const allowed = await harness.load('parcels', parcels(0, 1, 'ONE'), { replace: true, allowShrink: true });
  t.equal(allowed.error, null);
  t.same(allowed.replaced, [{ county_fips: COUNTY, before: 5, after: 1 }]);
  t.equal((await ids()).filter((id) => id.startsWith(NEIGHBOR)).length, 10);
});

t.test('chosen counties: other records are rejected, and a county without records is emptied', async (t) => {
  await clear(harness);
  await harness.load('parcels', [...parcels(0, 3, 'OLD'), ...neighbors(3)]);
  const before = await stored(harness, 'parcels');
  const both = [...parcels(0, 3, 'NEW'), ...neighbors(2)];
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
  const neighbor = `${NEIGHBOR}:p2`;
  t.same((await stored(harness, 'parcels')).get(neighbor), before.get(neighbor), 'the other is as it was');

  const chosen = { replace: true, counties: [COUNTY, NEIGHBOR] };
  const lacking = await harness.load('parcels', parcels(0, 3, 'NEWER'), chosen);
  t.match(lacking.error, /31055 from 3 to 0/, 'a county that is chosen and has no record');
  const emptied = await harness.load('parcels', parcels(0, 3, 'NEWER'), { ...chosen, allowShrink: true });
  t.match(emptied, { error: null, removed: 3 });
  t.same(await ids(), ['31109:p0', '31109:p1', '31109:p2']);
  const none = await harness.load('parcels', neighbors(2), {
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
