import t, { type Test } from 'tap';
import { cellsMeeting } from '../../../../src/domain/geometry/cells.ts';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { deriveAgain } from '../../../../src/loading/ingest/ingest.ts';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../../helper.ts';
import { deleteDocuments } from '../../../indices.ts';
import { square } from '../../../squares.ts';

const COUNTY = '31109';
const [LON, LAT] = [-96.7, 40.8];
const STEP = 0.0012;
const ACROSS = 12;
const FIELDS = 'sale_price,deal_score,total_assessed_value,absentee_owner,acreage,sale_date,entity_type';

const lot = (n: number) => ({
  county_fips: COUNTY,
  parcel_id: `P-${n}`,
  street: `${100 + 2 * (n % ACROSS)} ${['Sorrel Ln', 'Yarrow St'][Math.floor(n / ACROSS) % 2]}`,
  owner_name: n % 3 === 0 ? 'REDWING ACRES LLC' : 'TALLOW ANSEL',
  total_assessed_value: 100_000 + n,
  ...(n % 7 === 0
    ? { location: { lon: LON + (n % ACROSS) * STEP, lat: LAT + Math.floor(n / ACROSS) * STEP } }
    : { outline: square(LON + (n % ACROSS) * STEP, LAT + Math.floor(n / ACROSS) * STEP, STEP * 0.9) }),
});
/** From a lot to a ranch that covers hundreds of tiles. */
const large = [0.004, 0.03, 0.2].map((size, n) => ({
  county_fips: COUNTY,
  parcel_id: `LARGE-${n}`,
  outline: square(LON - size, LAT - size, size + 0.002),
}));

const harness = await makeHarness(t);
const { client, config, target } = harness;
const key = await harness.key({ tier: 'license' });
const noCache = { TILE_CACHE_MB: '0' };
const app = await harness.app(noCache);
const packs = aliasOf(config.INDEX_PREFIX, 'packs');

const packedTiles = cellsMeeting({
  west: LON - 0.006,
  east: LON + ACROSS * STEP,
  south: LAT - 0.006,
  north: LAT + ACROSS * STEP,
})!.filter((cell) => cell.startsWith('15/'));

async function tile(path: string) {
  const { statusCode, body, rawPayload } = await app.inject({
    url: `/api/v1/tiles/${path}.mvt?fields=${FIELDS}`,
    headers: { authorization: `Bearer ${key}` },
  });
  if (statusCode === 204) return '';
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  return rawPayload.toString('base64');
}
const tiles = () => Promise.all(packedTiles.map(tile));
/** Checks that tiles from stored packs show what the records say. */
async function agree(t: Test, what: string): Promise<string[]> {
  const { count } = await client.count({ index: packs });
  t.ok(count > 0, `${what}: ${count} packs are stored`);
  const { hits } = await client.search({ index: packs, size: 10_000 });
  const fromPacks = await tiles();
  await deleteDocuments(client, [packs], { match_all: {} });
  const fromRecords = await tiles();
  const differing = packedTiles.filter((_, at) => fromPacks[at] !== fromRecords[at]);
  t.ok(fromPacks.filter((bytes) => bytes !== '').length > 1, `${what}: tiles have lots`);
  t.same(differing, [], `${what}: all ${packedTiles.length} tiles are the same without packs`);
  await client.bulk({
    index: packs,
    refresh: true,
    operations: hits.hits.flatMap(({ _id, _source }) => [{ index: { _id: _id! } }, _source as object]),
  });
  return fromPacks;
}

t.test('packs of lots follow each kind of load', async (t) => {
  const all = Array.from({ length: ACROSS * ACROSS }, (_, n) => lot(n));
  await harness.load('parcels', all);
  await agree(t, 'first load');
  await harness.load('parcels', large);
  await agree(t, 'lots larger than tiles come');

  await harness.load('parcels', [
    { ...lot(1), outline: square(LON + 0.012, LAT + 0.01, 0.001) },
    { ...lot(2), total_assessed_value: 5 },
    { ...lot(3), outline: null },
    { ...large[2]!, outline: square(LON - 0.1, LAT - 0.1, 0.05) },
  ]);
  await agree(t, 'lots move, change, lose their outline and shrink');

  await harness.load('deeds', [
    {
      county_fips: COUNTY,
      parcel_id: 'P-5',
      record_id: 'sale',
      sale_date: '2024-05-06',
      sale_price_usd: 123_456,
      grantor: 'TALLOW ANSEL',
      grantee: 'FERN ABE',
    },
  ]);
  const sold = await agree(t, 'a lot is sold');
  t.ok(
    sold.some((bytes) => Buffer.from(bytes, 'base64').includes('2024-05-06')),
    'a tile has the sale’s date',
  );

  await harness.load('parcels', all.slice(20), { replace: true, allowShrink: true });
  await agree(t, 'a county is replaced');

  await deriveAgain(target, { all: true });
  await agree(t, 'everything is derived again');

  await deleteRecords(target, {
    counties: [COUNTY],
    goes: ({ id }) => id.endsWith('0'),
  });
  await agree(t, 'some are deleted');

  await deleteRecords(target, { counties: [COUNTY] });
  t.equal((await client.count({ index: packs })).count, 0, 'no pack is left without lots');
});
