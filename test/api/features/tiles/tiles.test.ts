import { VectorTile } from '@mapbox/vector-tile';
import type { Polygon } from 'geojson';
import { PbfReader } from 'pbf';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { portOf } from '../../../port-of.ts';
import { sendRaw } from '../../../raw-http.ts';
import { square } from '../../../squares.ts';

const [LON, LAT] = [-96.7, 40.8];
const LOT = 0.0003;
const ACROSS = 40;

/** A grid of lots, some without an outline, with a stack of condominiums on the first. */
const parcels = Array.from({ length: ACROSS * ACROSS }, (_, n) => {
  const west = LON + (n % ACROSS) * LOT;
  const south = LAT + Math.floor(n / ACROSS) * LOT;
  const place =
    n % 10 === 3
      ? { location: { lon: west + LOT / 2, lat: south + LOT / 2 } }
      : { outline: square(west, south, LOT) };
  return {
    county_fips: '31109',
    parcel_id: `T-${n}`,
    street: `${100 + n} Sorrel Ln`,
    total_assessed_value: 100_000 + n,
    owner_name: n % 2 === 0 ? 'REDWING ACRES LLC' : 'TALLOW ANSEL',
    ...place,
  };
});
const units = [1, 2, 3].map((n) => ({
  county_fips: '31109',
  parcel_id: `T-0-${n}`,
  total_assessed_value: 50_000,
  outline: square(LON, LAT, LOT),
}));
const nowhere = { county_fips: '31109', parcel_id: 'NOWHERE' };

const harness = await makeHarness(t);
await harness.load('parcels', [...parcels, ...units, nowhere]);
const { app, key } = await harness.api({ tier: 'license' });

const tileX = (lon: number, z: number) => Math.floor(((lon + 180) / 360) * 2 ** z);
function tileY(lat: number, z: number): number {
  const radians = (lat * Math.PI) / 180;
  return Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * 2 ** z);
}

const get = (path: string, headers = {}) => call(app, 'GET', path, { key, headers });

async function tile(z: number, x: number, y: number, query = '') {
  const answer = await app.inject({
    url: `/api/v1/tiles/${z}/${x}/${y}.mvt${query}`,
    headers: { authorization: `Bearer ${key}` },
  });
  if (answer.statusCode === 204) return {};
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return new VectorTile(new PbfReader(answer.rawPayload)).layers;
}

type Layers = Awaited<ReturnType<typeof tile>>;
const featuresOf = (layers: Layers, name: string) => {
  const layer = layers[name];
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => layer!.feature(at));
};

/** The tiles that the grid touches. */
function tilesAt(z: number): [x: number, y: number][] {
  const edge = ACROSS * LOT;
  const all: [number, number][] = [];
  for (let x = tileX(LON, z); x <= tileX(LON + edge, z); x++)
    for (let y = tileY(LAT + edge, z); y <= tileY(LAT, z); y++) all.push([x, y]);
  return all;
}

for (const z of [14, 15, 16, 17, 18]) {
  t.test(`every parcel in the box of a tile of zoom ${z} is in it`, async (t) => {
    const [x, y] = tilesAt(z)[Math.floor(tilesAt(z).length / 2)]!;
    const found = featuresOf(await tile(z, x, y), 'parcels');
    const counted = found.reduce((sum, { properties }) => sum + Number(properties.stack ?? 1), 0);
    const ids = new Set(found.map(({ properties }) => properties.id));
    const north = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
    const [west, east] = [(x / 2 ** z) * 360 - 180, ((x + 1) / 2 ** z) * 360 - 180];
    const [top, bottom] = [north(y), north(y + 1)];
    const wanted = parcels.filter((_, n) => {
      const [left, low] = [LON + (n % ACROSS) * LOT, LAT + Math.floor(n / ACROSS) * LOT];
      if (n % 10 !== 3) return left < east && left + LOT > west && low < top && low + LOT > bottom;
      const [lon, lat] = [left + LOT / 2, low + LOT / 2];
      return lon >= west && lon <= east && lat >= bottom && lat <= top;
    });
    t.same(
      wanted.map(({ parcel_id }) => `31109:${parcel_id}`).filter((id) => !ids.has(id)),
      [],
      'none is missing',
    );
    t.ok(counted >= wanted.length && wanted.length > 0, `${counted} drawn, ${wanted.length} in the box`);
    t.ok(
      found.every(({ properties }) => Number.isFinite(properties.total_assessed_value)),
      'with values',
    );
  });
}

t.test('lots are drawn at the place and size of their outlines', async (t) => {
  const z = 16;
  const [x, y] = [tileX(LON + 0.002, z), tileY(LAT + 0.002, z)];
  const layers = await tile(z, x, y);
  const whole = featuresOf(layers, 'parcels').find(({ properties }) => properties.id === '31109:T-205')!;
  const drawn = whole.toGeoJSON(x, y, z);
  const [[corners]] = [(drawn.geometry as Polygon).coordinates];
  const n = 205;
  const [west, south] = [LON + (n % ACROSS) * LOT, LAT + Math.floor(n / ACROSS) * LOT];
  const close = 360 / 2 ** z / 4096;
  const lons = corners!.map(([lon]) => lon!);
  const lats = corners!.map(([, lat]) => lat!);
  t.ok(Math.abs(Math.min(...lons) - west) < close && Math.abs(Math.max(...lons) - west - LOT) < close);
  t.ok(Math.abs(Math.min(...lats) - south) < close && Math.abs(Math.max(...lats) - south - LOT) < close);
});

t.test('parcels that share an outline are drawn once, with their count', async (t) => {
  const [x, y] = [tileX(LON + LOT / 2, 18), tileY(LAT + LOT / 2, 18)];
  const layers = await tile(18, x, y);
  const stack = featuresOf(layers, 'parcels').find(({ properties }) => properties.stack === 4);
  t.match(stack?.properties, { id: '31109:T-0', stack: 4 });
  const numbers = featuresOf(layers, 'labels').map(({ properties }) => properties.number);
  t.ok(numbers.includes('100'), numbers.join());
  t.equal((await tile(16, tileX(LON, 16), tileY(LAT, 16))).labels, undefined, 'numbers begin at zoom 17');
});

t.test('filters choose the lots of a tile, and fields their values', async (t) => {
  const [x, y] = [tileX(LON + 0.002, 15), tileY(LAT + 0.002, 15)];
  const filters = encodeURIComponent('{"ownerTypes":["llc"]}');
  const layers = await tile(15, x, y, `?filters=${filters}&fields=entity_type,year_built`);
  const found = featuresOf(layers, 'parcels').map(({ properties }) => properties);
  t.ok(found.length > 100);
  t.ok(
    found.every((properties) => properties.entity_type === 'llc' && !('total_assessed_value' in properties)),
  );
});

t.test('at lower zooms than the lots, tiles have counts', async (t) => {
  for (const z of [0, 5, 12, 13]) {
    let count = 0;
    for (const [x, y] of tilesAt(z)) {
      const layers = await tile(z, x, y);
      for (const { properties } of featuresOf(layers, 'clusters')) count += Number(properties.count);
    }
    t.equal(count, parcels.length + units.length, `zoom ${z}`);
  }
});

t.test('an empty tile costs nothing, another one a lookup; a known one is 304', async (t) => {
  const empty = await get('/api/v1/tiles/16/0/0.mvt');
  t.equal(empty.status, 204);
  const own = await harness.key({ tier: 'free' });
  const used = async () => {
    const { headers } = await call(app, 'GET', '/api/v1/usage', { key: own });
    return headers;
  };
  await used();
  const left = async (path: string) =>
    Number((await call(app, 'GET', path, { key: own })).headers['x-ratelimit-remaining-month']);
  const path = `/api/v1/tiles/16/${tileX(LON, 16)}/${tileY(LAT, 16)}.mvt`;
  const first = await left(path);
  t.equal(await left('/api/v1/tiles/16/0/0.mvt'), first, 'empty');
  t.equal(await left(path), first - 1);
  const { headers } = await get(path);
  t.match(headers, {
    'content-type': 'application/vnd.mapbox-vector-tile',
    'cache-control': 'private, no-cache',
  });
  const again = await get(path, { 'if-none-match': headers.etag });
  t.equal(again.status, 304);
});

t.test('bad requests are refused', async (t) => {
  const cases: [string, RegExp][] = [
    ['16/70000/1.mvt', /x must be at most 65535 at zoom 16/],
    ['23/1/1.mvt', /z must be at most 22/],
    ['a/1/1.mvt', /z must be a whole number/],
    ['16/1/1.mvt?filters=no', /filters must be JSON/],
    ['16/1/1.mvt?filters=%7B%22valuRange%22%3A1%7D', /valuRange/],
    [
      '16/1/1.mvt?filters=%7B%22valueRange%22%3A%7B%22min%22%3A3%2C%22max%22%3A1%7D%7D',
      /filters\.valueRange\.min/,
    ],
    ['16/1/1.mvt?fields=year_bilt', /year_bilt, which is not an attribute .*; did you mean year_built\?/],
    ['16/1/1.mvt?field=year_built', /field/],
  ];
  for (const [path, message] of cases) {
    const answer = await get(`/api/v1/tiles/${path}`);
    t.equal(answer.status, 400, path);
    t.match(answer.text, message, path);
  }
  t.equal((await get('/api/v1/tiles/16/1/1.png')).status, 404);
});

t.test('TileJSON has the address of the tiles', async (t) => {
  const { status, json } = await get('/v1/tiles.json');
  t.equal(status, 200);
  t.match(json(), {
    tilejson: '3.0.0',
    tiles: [/\/v1\/tiles\/\{z\}\/\{x\}\/\{y\}\.mvt$/],
    vector_layers: [{ id: 'parcels' }, { id: 'labels' }, { id: 'left_out' }, { id: 'clusters' }],
  });
});

t.test('TileJSON has the path of the tiles even if a request gives a whole address', async (t) => {
  const own = await harness.app();
  const port = await portOf(own);
  for (const path of [
    '/v1/tiles.json',
    'http://localhost/v1/tiles.json',
    'http://localhost/api/v1/tiles.json/',
  ]) {
    const { text } = await sendRaw(port, { path });
    t.same(JSON.parse(text).tiles, ['http://localhost/api/v1/tiles/{z}/{x}/{y}.mvt'], path);
  }
});
