/** Each filter means the same wherever filters are accepted. */
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import t from 'tap';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../../helper.ts';
import { deleteDocuments } from '../../../indices.ts';
import { jsonLines } from '../../../listed.ts';
import { square } from '../../../squares.ts';

const [LON, LAT] = [-96.7, 40.8];
const SIZE = 60;
const TILE = { z: 15, x: 7582, y: 12309 };
const BOX = { north: 41, south: 40, east: -96, west: -97 };

/** All in one tile, except those without a location. */
const parcels = Array.from({ length: SIZE }, (_, n) => {
  const [lon, lat] = [LON + (n % 8) * 0.0005, LAT + Math.floor(n / 8) * 0.0005];
  const place = n % 3 === 0 ? { location: { lon, lat } } : { outline: square(lon, lat, 0.0004) };
  return {
    county_fips: n % 2 ? '31109' : '31055',
    parcel_id: `E-${n}`,
    street: `${100 + n} ${n % 2 ? 'N Oak St' : 'Elder Lane'}`,
    city: n % 4 ? 'Lincoln' : 'WAVERLY',
    zip: n % 5 ? '68508' : '68462-0012',
    owner_name: n % 3 ? 'Quill, Ida' : 'ALDER HOMES LLC',
    mailing_address: n % 7 ? `${100 + n} N Oak St` : '9 Pier Rd, Reno, NV 89501',
    land_use: n % 2 ? 'Single-Family Residential' : 'Vacant land',
    lot_sqft: 1_000 * n,
    units: n % 6,
    tax_year: 2020 + (n % 4),
    ...(n % 10 === 9 ? {} : place),
  };
});

const harness = await makeHarness(t);
const { client, config } = harness;
await harness.load('parcels', parcels.slice(0, SIZE / 2));
await harness.load('parcels', parcels);
await harness.load(
  'permits',
  parcels
    .filter((_, n) => n % 9 === 0)
    .map(({ county_fips, parcel_id }, n) => ({
      county_fips,
      parcel_id,
      permit_number: `N-${n}`,
      issued_date: '2021-05-06',
    })),
);
const { app, key } = await harness.api({ tier: 'license' }, { TILE_CACHE_MB: '0' });

type Filters = Record<string, unknown>;
const post = async (path: string, body: object, headers = {}) => {
  const answer = await call(app, 'POST', `/api/v1/search${path}`, { key, body, headers });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} to ${JSON.stringify(body)}`);
  return answer;
};
const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
const numbers = (keep: (n: number) => boolean) =>
  parcels
    .filter((_, n) => keep(n))
    .map(({ county_fips, parcel_id }) => `${county_fips}:${parcel_id}`)
    .sort();

async function tileIds(filters: Filters): Promise<string[]> {
  const { z, x, y } = TILE;
  const url = `/api/v1/tiles/${z}/${x}/${y}.mvt?${new URLSearchParams({ filters: JSON.stringify(filters) })}`;
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${key}` } });
  if (answer.statusCode === 204) return [];
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  const layer = new VectorTile(new PbfReader(answer.rawPayload)).layers.parcels;
  return Array.from({ length: layer?.length ?? 0 }, (_, at) =>
    String(layer!.feature(at).properties.id),
  ).sort();
}

const ownerId = (await post('', { filters: { ids: ['31:109:E-1'] } })).json().data[0].owner_id;
const hasPlace = (n: number) => n % 10 !== 9;

/** Each with a test for the parcels that it chooses. */
const FILTERS: [Filters, (n: number) => boolean][] = [
  [{ countyFips: '31109' }, (n) => n % 2 === 1],
  [{ stateFips: '31' }, () => true],
  [{ stateFips: '06' }, () => false],
  [{ zip: '68462' }, (n) => n % 5 === 0],
  [{ city: 'waverly' }, (n) => n % 4 === 0],
  [{ address: 'north oak street lin' }, (n) => n % 2 === 1 && n % 4 !== 0],
  [{ address: '107 N. Oak' }, (n) => n === 7],
  [{ ownerId }, (n) => n % 3 !== 0],
  [{ ownerName: 'ida' }, (n) => n % 3 !== 0],
  [{ ownerName: 'homes, alder l.l.c.' }, (n) => n % 3 === 0],
  [{ ids: ['31109:E-1', '31:055:E-2', '31109:none'] }, (n) => n === 1 || n === 2],
  [{ landUse: 'residential family' }, (n) => n % 2 === 1],
  [{ permitSince: '2021-05-06' }, (n) => n % 9 === 0],
  [{ permitSince: '2021-05-07' }, () => false],
  [{ outOfStateOnly: true }, (n) => n % 7 === 0],
  [{ lotSqftRange: { min: 5_000, max: 9_000 } }, (n) => n >= 5 && n <= 9],
  [{ unitsRange: { min: 5 } }, (n) => n % 6 === 5],
  [{ taxYearRange: { max: 2020 } }, (n) => n % 4 === 0],
  [{ located: true }, hasPlace],
  [{ located: false }, (n) => !hasPlace(n)],
  [{ updatedSince: '2020-01-01T00:00:00Z' }, () => true],
  [{ updatedSince: '2900-01-01T00:00:00Z' }, () => false],
];

for (const [filters, chooses] of FILTERS) {
  t.test(`${JSON.stringify(filters).slice(0, 80)} chooses the same parcels everywhere`, async (t) => {
    // With a state, any filter is enough without a region.
    const anywhere = { filters: { stateFips: '31', ...filters } };
    const chosen = numbers(chooses);
    const located = numbers((n) => chooses(n) && hasPlace(n));
    t.same(idsIn((await post('', { ...anywhere, limit: 500 })).json().data), chosen, 'search');
    t.same(idsIn((await post('', { bounds: BOX, filters, limit: 500 })).json().data), located, 'in a region');
    t.same(
      idsIn((await post('', { bounds: BOX, touches: true, filters, limit: 500 })).json().data),
      located,
      'touching a region',
    );
    const features = await post('', { ...anywhere, limit: 500 }, { accept: 'application/geo+json' });
    t.same(idsIn(features.json().features), chosen, 'GeoJSON');
    t.same(idsIn(jsonLines((await post('/export', anywhere)).text)), chosen, 'export');
    t.same((await post('/count', anywhere)).json(), { total: chosen.length }, 'count');
    const facets = (await post('/facets', { ...anywhere, by: ['state_fips'] })).json();
    t.same(
      facets.facets[0].values,
      chosen.length > 0 ? [{ value: filters.stateFips ?? '31', count: chosen.length }] : [],
    );
    t.equal(
      (await post('/clusters', { bounds: BOX, zoom: 8, filters })).json().total,
      located.length,
      'clusters',
    );
    t.same(await tileIds(filters), located, 'a tile');
  });
}

t.test('tiles from stored packs and from records show the same', async (t) => {
  const packs = aliasOf(config.INDEX_PREFIX, 'packs');
  t.ok((await client.count({ index: packs })).count > 0, 'packs are stored');
  const packed = await Promise.all(FILTERS.map(([filters]) => tileIds(filters)));
  await deleteDocuments(client, [packs], { match_all: {} });
  t.same(await Promise.all(FILTERS.map(([filters]) => tileIds(filters))), packed);
});
