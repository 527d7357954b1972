import { deflateRawSync, inflateSync } from 'node:zlib';
import t from 'tap';
import { aliasOf } from '../../../src/elastic/indices.ts';
import { tileX, tileY } from '../../../src/geometry/cells.ts';
import { makeHarness } from '../../helper.ts';
import { square } from '../../squares.ts';

const [LON, LAT] = [-96.7, 40.8];

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: 'A', outline: square(LON, LAT) },
  { county_fips: '31109', parcel_id: 'B', outline: square(LON + 0.001, LAT) },
]);
const { client, config } = harness;
const app = await harness.app({ TILE_CACHE_MB: '0', LOT_CACHE_MB: '0' });
const key = await harness.key({ tier: 'license' });
const index = aliasOf(config.INDEX_PREFIX, 'packs');

async function tile() {
  const { statusCode, rawPayload } = await app.inject({
    url: `/api/v1/tiles/16/${Math.floor(tileX(LON, 16))}/${Math.floor(tileY(LAT, 16))}.mvt`,
    headers: { authorization: `Bearer ${key}` },
  });
  return { statusCode, body: rawPayload.toString('base64') };
}

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

t.test('where a pack cannot be read, the tile is made from the records', async (t) => {
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
