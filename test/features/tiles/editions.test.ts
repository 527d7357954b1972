import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import t from 'tap';
import { tileX, tileY } from '../../../src/geometry/cells.ts';
import { deleteRecords } from '../../../src/ingest/delete.ts';
import { makeHarness } from '../../helper.ts';
import { square } from '../../squares.ts';

const [LON, LAT] = [-96.7, 40.8];
const lots = (value: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    county_fips: '31109',
    parcel_id: `P-${n}`,
    total_assessed_value: value,
    owner_name: 'REDWING ACRES LLC',
    outline: square(LON + n * 0.0003, LAT, 0.0003),
  }));

const harness = await makeHarness(t);
await harness.load('parcels', lots(1, 6));
const key = await harness.key({ tier: 'license' });
const apps = [await harness.app(), await harness.app({ TILE_CACHE_MB: '0' })];
const filtered = `?filters=${encodeURIComponent('{"ownerTypes":["llc"]}')}`;

/** The values of lots in the tile, by app and question. */
const seen = () =>
  Promise.all(
    apps.flatMap((app) =>
      [14, 15].flatMap((z) =>
        ['', filtered].map(async (query) => {
          const { statusCode, rawPayload } = await app.inject({
            url: `/api/v1/tiles/${z}/${Math.floor(tileX(LON, z))}/${Math.floor(tileY(LAT, z))}.mvt${query}`,
            headers: { authorization: `Bearer ${key}` },
          });
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

/** Nobody asks during the change: the server has not heard of it. */
t.test('what is kept is not shown once a load, a replacement or a deletion has ended', async (t) => {
  t.same(await seen(), alike('1,1,1,1,1,1'));
  await harness.load('parcels', lots(2, 6));
  t.same(await seen(), alike('2,2,2,2,2,2'), 'a load');
  await harness.load('parcels', lots(3, 4), { replace: true, allowShrink: true });
  t.same(await seen(), alike('3,3,3,3'), 'a replacement');
  await deleteRecords(harness.target, { counties: ['31109'], goes: ({ id }) => id.endsWith('0') });
  t.same(await seen(), alike('3,3,3'), 'a deletion');
  await deleteRecords(harness.target, { counties: ['31109'] });
  t.same(await seen(), alike(''), 'nothing is left');
});
