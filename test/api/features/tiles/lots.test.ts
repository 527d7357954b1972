import { deflateRawSync, inflateSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import type { FastifyInstance } from 'fastify';
import { PbfReader } from 'pbf';
import t from 'tap';
import { tileX, tileY } from '../../../../src/domain/geometry/cells.ts';
import { twiceArea } from '../../../../src/domain/geometry/rings.ts';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { PACK_ZOOM } from '../../../../src/records/tiles/pack.ts';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../../helper.ts';
import { square, squareRing } from '../../../squares.ts';

/** In the middle of a tile of zoom 14. */
const [LON, LAT] = [-96.712, 40.787];
const SIZE = 0.0003;
const [POINT, POLYGON] = [1, 3];

const lot = (parcel_id: string, coordinates: number[][][][], more = {}) => ({
  county_fips: '31109',
  parcel_id,
  outline: { type: 'MultiPolygon', coordinates },
  ...more,
});
const hole = squareRing(LON + 0.0001, LAT + 0.0001, SIZE / 3).reverse();
const parts = Array.from({ length: 300 }, (_, n) => [squareRing(LON + 0.05 * n, LAT + 0.001, SIZE)]);
/** A centimeter wide. */
const sliver = [
  [LON + 0.001, LAT],
  [LON + 0.0013, LAT + 1e-7],
  [LON + 0.00115, LAT + 2e-7],
  [LON + 0.001, LAT],
];
const away = { lat: LAT - 0.003, lon: LON + 0.005 };

/** Lots of a county of their own, which other tests do not change, in one tile of zoom 15. */
const COUNTY = '31055';
const [KEPT_LON, KEPT_LAT] = [-96.1, 41.3];
const kept = (value: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    county_fips: COUNTY,
    parcel_id: `P-${n}`,
    total_assessed_value: value,
    owner_name: 'REDWING ACRES LLC',
    outline: square(KEPT_LON + n * 0.0003, KEPT_LAT, 0.0003),
  }));

const harness = await makeHarness(t);
await harness.load('parcels', [
  lot('HOLE', [[squareRing(LON, LAT, SIZE), hole]]),
  lot('PARTS', parts),
  lot('SLIVER', [[sliver]]),
  lot('WIDE', [[squareRing(LON - 0.002, LAT - 0.002, 0.004)]]),
  { county_fips: '31109', parcel_id: 'AWAY', location: away, outline: square(LON, LAT + 0.002, SIZE) },
  ...kept(1, 6),
]);
const app = await harness.app();
const withoutMemory = await harness.app({ TILE_CACHE_MB: '0' });
const key = await harness.key({ tier: 'license' });

const ask = (from: FastifyInstance, z: number, lon: number, lat: number, query = '') =>
  from.inject({
    url: `/api/v1/tiles/${z}/${Math.floor(tileX(lon, z))}/${Math.floor(tileY(lat, z))}.mvt${query}`,
    headers: { authorization: `Bearer ${key}` },
  });

async function drawnAt(z: number, lon: number, lat: number) {
  const answer = await ask(app, z, lon, lat);
  if (answer.statusCode === 204) return [];
  const { parcels } = new VectorTile(new PbfReader(answer.rawPayload)).layers;
  return Array.from({ length: parcels!.length }, (_, at) => {
    const feature = parcels!.feature(at);
    const areas = feature.loadGeometry().map((ring) => twiceArea(ring.map(({ x, y }) => [x, y])));
    const { id, stack = 1 } = feature.properties;
    return [String(id).split(':')[1]!, { type: feature.type, areas, stack }] as const;
  });
}
const lotsAt = async (z: number, lon = LON, lat = LAT) => new Map(await drawnAt(z, lon, lat));

for (const z of [14, 16, 18]) {
  t.test(`zoom ${z}: rings are wound as the specification of vector tiles requires`, async (t) => {
    const { type, areas } = (await lotsAt(z, LON + SIZE / 2, LAT + SIZE / 2)).get('HOLE')!;
    t.equal(type, POLYGON);
    t.equal(areas.length, 2);
    t.ok(areas[0]! > 0, 'the outer ring has a positive area');
    t.ok(areas[1]! < 0, 'a hole has a negative area');
  });
}

t.test('a lot of hundreds of parts is drawn with the parts in the tile', async (t) => {
  for (const n of [0, 1, 299]) {
    const seen = (await lotsAt(17, LON + 0.05 * n + SIZE / 2, LAT + 0.001 + SIZE / 2)).get('PARTS');
    t.match(seen, { type: POLYGON, areas: { length: 1 } }, `part ${n}`);
  }
});

t.test('a lot on the border of packs is drawn once in a tile of all of them', async (t) => {
  const [west, east] = [LON - 0.002, LON + 0.002].map((lon) => Math.floor(tileX(lon, PACK_ZOOM)));
  t.not(west, east, 'it lies in two packs');
  const drawn = (await drawnAt(14, LON, LAT)).filter(([id]) => id === 'WIDE');
  t.match(drawn, [['WIDE', { type: POLYGON, stack: 1 }]]);
});

t.test('an outline too small for an area is drawn as a point', async (t) => {
  t.match((await lotsAt(14)).get('SLIVER'), { type: POINT });
});

t.test('a lot is drawn where its outline is, even if its location is elsewhere', async (t) => {
  t.match((await lotsAt(14)).get('AWAY'), { type: POLYGON });
  t.match((await lotsAt(18, LON + SIZE / 2, LAT + 0.002 + SIZE / 2)).get('AWAY'), { type: POLYGON });
  t.equal((await lotsAt(18, away.lon, away.lat)).get('AWAY'), undefined);
});

const filtered = `?filters=${encodeURIComponent('{"ownerTypes":["llc"]}')}`;

/** The values of the lots in the tile, for each app, zoom and filter. */
const seen = () =>
  Promise.all(
    [app, withoutMemory].flatMap((from) =>
      [14, 15].flatMap((z) =>
        ['', filtered].map(async (query) => {
          const { statusCode, rawPayload } = await ask(from, z, KEPT_LON, KEPT_LAT, query);
          if (statusCode === 204) return '';
          const { parcels } = new VectorTile(new PbfReader(rawPayload)).layers;
          return Array.from(
            { length: parcels!.length },
            (_, at) => parcels!.feature(at).properties.total_assessed_value,
          ).join();
        }),
      ),
    ),
  );
const alike = (values: string) => Array(8).fill(values);

/** Nobody sends a request during the change, so the server has not noticed it. */
t.test('kept tiles are not shown once a load, a replacement or a deletion has ended', async (t) => {
  t.same(await seen(), alike('1,1,1,1,1,1'));
  await harness.load('parcels', kept(2, 6));
  t.same(await seen(), alike('2,2,2,2,2,2'), 'a load');
  await harness.load('parcels', kept(3, 4), { replace: true, allowShrink: true });
  t.same(await seen(), alike('3,3,3,3'), 'a replacement');
  await deleteRecords(harness.target, { counties: [COUNTY], goes: ({ id }) => id.endsWith('0') });
  t.same(await seen(), alike('3,3,3'), 'a deletion');
  await deleteRecords(harness.target, { counties: [COUNTY] });
  t.same(await seen(), alike(''), 'nothing is left');
});

function flipped(lots: string): string {
  const bytes = Buffer.from(lots, 'base64');
  const middle = bytes.length >> 1;
  bytes[middle] = bytes[middle]! ^ 1;
  return bytes.toString('base64');
}

const DAMAGES: Record<string, (pack: { lots: string }) => object> = {
  'one bit is another': ({ lots }) => ({ lots: flipped(lots) }),
  'the end is missing': ({ lots }) => ({ lots: lots.slice(0, lots.length / 2) }),
  'it is empty': () => ({ lots: '' }),
  'it has no lots': () => ({ lots: undefined }),
  'it is of an earlier version': ({ lots }) => ({
    format: 1,
    lots: deflateRawSync(inflateSync(Buffer.from(lots, 'base64'))).toString('base64'),
  }),
  'it is of a later version': () => ({ format: 1_000 }),
};

t.test('if a pack cannot be read, the tile is made from the records', async (t) => {
  const { client, config } = harness;
  const index = aliasOf(config.INDEX_PREFIX, 'packs');
  const tile = async () => {
    const { statusCode, rawPayload } = await ask(withoutMemory, 16, LON, LAT);
    return { statusCode, body: rawPayload.toString('base64') };
  };
  const { hits } = await client.search<{ lots: string }>({ index, size: 100 });
  t.ok(hits.hits.length > 0, 'packs are stored');
  const whole = await tile();
  t.equal(whole.statusCode, 200);
  for (const [what, damage] of Object.entries(DAMAGES)) {
    const operations = hits.hits.flatMap(({ _id, _source }) => [
      { index: { _id: _id! } },
      { ..._source, ...damage(_source!) },
    ]);
    const { errors } = await client.bulk({ index, refresh: true, operations });
    t.notOk(errors, what);
    t.same(await tile(), whole, what);
  }
});
