import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import t from 'tap';
import { tileX, tileY } from '../../../src/geometry/cells.ts';
import { twiceArea } from '../../../src/geometry/rings.ts';
import { makeHarness } from '../../helper.ts';
import { square, squareRing } from '../../squares.ts';

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

const harness = await makeHarness(t);
await harness.load('parcels', [
  lot('HOLE', [[squareRing(LON, LAT, SIZE), hole]]),
  lot('PARTS', parts),
  lot('SLIVER', [[sliver]]),
  { county_fips: '31109', parcel_id: 'AWAY', location: away, outline: square(LON, LAT + 0.002, SIZE) },
]);
const app = await harness.app();
const key = await harness.key({ tier: 'license' });

async function lotsAt(z: number, lon = LON, lat = LAT) {
  const answer = await app.inject({
    url: `/api/v1/tiles/${z}/${Math.floor(tileX(lon, z))}/${Math.floor(tileY(lat, z))}.mvt`,
    headers: { authorization: `Bearer ${key}` },
  });
  if (answer.statusCode === 204) return new Map();
  const { parcels } = new VectorTile(new PbfReader(answer.rawPayload)).layers;
  return new Map(
    Array.from({ length: parcels!.length }, (_, at) => {
      const feature = parcels!.feature(at);
      const areas = feature.loadGeometry().map((ring) => twiceArea(ring.map(({ x, y }) => [x, y])));
      return [String(feature.properties.id).split(':')[1]!, { type: feature.type, areas }] as const;
    }),
  );
}

for (const z of [14, 16, 18]) {
  t.test(`zoom ${z}: rings are wound as the specification of vector tiles says`, async (t) => {
    const { type, areas } = (await lotsAt(z, LON + SIZE / 2, LAT + SIZE / 2)).get('HOLE')!;
    t.equal(type, POLYGON);
    t.equal(areas.length, 2);
    t.ok(areas[0]! > 0, 'the outer ring has a positive area');
    t.ok(areas[1]! < 0, 'a hole has a negative area');
  });
}

t.test('a lot of hundreds of parts has those in the tile', async (t) => {
  for (const n of [0, 1, 299]) {
    const seen = (await lotsAt(17, LON + 0.05 * n + SIZE / 2, LAT + 0.001 + SIZE / 2)).get('PARTS');
    t.match(seen, { type: POLYGON, areas: { length: 1 } }, `part ${n}`);
  }
});

t.test('an outline too small for an area is a point', async (t) => {
  t.match((await lotsAt(14)).get('SLIVER'), { type: POINT });
});

t.test('a lot is drawn where its outline is, even when its location lies elsewhere', async (t) => {
  t.match((await lotsAt(14)).get('AWAY'), { type: POLYGON });
  t.match((await lotsAt(18, LON + SIZE / 2, LAT + 0.002 + SIZE / 2)).get('AWAY'), { type: POLYGON });
  t.equal((await lotsAt(18, away.lon, away.lat)).get('AWAY'), undefined);
});
