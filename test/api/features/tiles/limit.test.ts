import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import t from 'tap';
import { tileX, tileY } from '../../../../src/domain/geometry/cells.ts';
import { boxOfTile } from '../../../../src/records/tiles/grid.ts';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';
import { polygon, squareRing } from '../../../squares.ts';

/** More than a tile shows; the first ones are the largest. */
const LOTS = 10_050;
const LARGE = 100;
const ACROSS = 101;
const STEP = 0.00007;
/** All are in the tile 15/7580/12311, and therefore in 14/3790/6155. */
const [WEST, SOUTH] = [-96.7205, 40.7812];

const lots = Array.from({ length: LOTS }, (_, n) => {
  const west = WEST + (n % ACROSS) * STEP;
  const south = SOUTH + Math.floor(n / ACROSS) * STEP;
  const size = STEP * 0.9;
  return {
    county_fips: '31109',
    parcel_id: `L-${n}`,
    acreage: n < LARGE ? 9 : 0.01,
    owner_name: n % 100 === 0 ? 'REDWING ACRES LLC' : 'TALLOW ANSEL',
    location: { lat: south + size / 2, lon: west + size / 2 },
    outline: polygon(squareRing(west, south, size).toSpliced(3, 1)),
  };
});

const harness = await makeHarness(t);
await harness.load('parcels', lots);
const { client, config } = harness;
const { app, key } = await harness.api({ tier: 'license' });

async function tile(query = '', address = '14/3790/6155') {
  const { statusCode, body, rawPayload } = await app.inject({
    url: `/api/v1/tiles/${address}.mvt${query}`,
    headers: { authorization: `Bearer ${key}` },
  });
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  const { layers } = new VectorTile(new PbfReader(rawPayload));
  const features = (name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, at) => layers[name]!.feature(at));
  return { parcels: features('parcels'), leftOut: features('left_out') };
}

const POLYGON = 3;

t.test('if a tile has more parcels than it shows, it has the largest and counts the others', async (t) => {
  const { parcels, leftOut } = await tile('?fields=acreage');
  t.equal(parcels.length, 10_000);
  t.equal(parcels.filter(({ properties }) => properties.acreage === 9).length, LARGE);
  t.ok(
    parcels.every(({ type }) => type === POLYGON),
    'all have their outlines',
  );
  t.same(valuesOf(leftOut, 'properties'), [{ count: LOTS - 10_000 }]);
});

t.test('the few that pass a filter have their outlines, however many lots are around them', async (t) => {
  const { parcels, leftOut } = await tile(`?filters=${encodeURIComponent('{"ownerTypes":["llc"]}')}`);
  t.equal(parcels.length, Math.ceil(LOTS / 100));
  t.ok(parcels.every(({ type }) => type === POLYGON));
  t.same(leftOut, []);
});

t.test('tiles at a closer zoom show the small lots, too', async (t) => {
  const z = 18;
  const address = { x: Math.floor(tileX(WEST + 30 * STEP, z)), y: Math.floor(tileY(SOUTH + 50 * STEP, z)) };
  const { west, east, south, north } = boxOfTile({ z, ...address });
  const inside = lots.filter(
    ({ location: { lat, lon } }) => lon > west && lon < east && lat > south && lat < north,
  );
  for (const query of ['', `?filters=${encodeURIComponent('{"ownerTypes":["individual","llc"]}')}`]) {
    const { parcels, leftOut } = await tile(query, `${z}/${address.x}/${address.y}`);
    const seen = new Set(parcels.map(({ properties }) => properties.id));
    t.ok(inside.length > 100, `${inside.length} lots`);
    t.same(
      inside.filter(({ parcel_id }) => !seen.has(`31109:${parcel_id}`)),
      [],
    );
    t.same(leftOut, []);
  }
});

t.test('lots too many to be packed by the load are kept in memory once they are read', async (t) => {
  const index = aliasOf(config.INDEX_PREFIX, 'parcels');
  const searches = async () =>
    (await client.indices.stats({ index, metric: 'search' }))._all!.total!.search!.query_total!;
  await tile('?fields=bedrooms', '15/7580/12311');
  const before = await searches();
  t.ok(before > 0);
  const { parcels } = await tile('?fields=bathrooms', '15/7580/12311');
  t.equal(parcels.length, 10_000);
  t.equal(await searches(), before);
});
