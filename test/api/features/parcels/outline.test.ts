import t from 'tap';
import { call, EVERYWHERE, makeHarness } from '../../../helper.ts';
import { square, squareRing } from '../../../squares.ts';

const [LON, LAT] = [-96.7, 40.8];
const GEOJSON = { accept: 'application/geo+json' };

const lot = { county_fips: '31109', parcel_id: 'LOT', owner_name: 'WREN', outline: square(LON, LAT, 0.001) };
const unit = (n: number) => ({
  county_fips: '31109',
  parcel_id: `UNIT-${n}`,
  outline: square(LON + 0.01, LAT, 0.001),
});
const point = { county_fips: '31109', parcel_id: 'POINT', location: { lat: LAT + 0.1, lon: LON } };
const broken = {
  county_fips: '31109',
  parcel_id: 'BROKEN',
  outline: { type: 'Polygon', coordinates: [[['x', 'y']]] },
};

const harness = await makeHarness(t);
const report = await harness.load('parcels', [lot, unit(1), unit(2), point, broken]);
const { app, key } = await harness.api({ tier: 'license' });
const get = (path: string, headers = {}) => call(app, 'GET', `/api/v1${path}`, { key, headers });
const post = (path: string, body: unknown, headers = {}) =>
  call(app, 'POST', `/api/v1${path}`, { key, body, headers });

t.test('a broken outline becomes null and is counted; the parcel is loaded', async (t) => {
  t.match(report, { created: 5, rejected: 0 });
  t.match(JSON.stringify(report), /outline:bad_geometry/);
  t.match((await get('/parcels/31109:BROKEN')).json(), { has_outline: false, location: null });
});

t.test('an outline gives the parcel a point inside it', async (t) => {
  const { has_outline, location } = (await get('/parcels/31109:LOT')).json();
  t.equal(has_outline, true);
  t.ok(location.lon > LON && location.lon < LON + 0.001 && location.lat > LAT && location.lat < LAT + 0.001);
  t.match((await get('/parcels/31109:POINT')).json(), { has_outline: false, location: point.location });
});

t.test('GET /parcels/{id}/outline', async (t) => {
  const answer = await get('/parcels/31109:LOT/outline');
  t.match(answer.headers['content-type'], 'application/geo+json');
  t.same(answer.json().geometry, {
    type: 'MultiPolygon',
    coordinates: [[squareRing(LON, LAT, 0.001).map(rounded)]],
  });
  t.match(answer.json(), { type: 'Feature', id: '31109:LOT', properties: { parcel_id: 'LOT' } });
  t.match(await get('/parcels/31109:POINT/outline'), {
    status: 404,
    text: /outline of parcel 31109:POINT is not known/,
  });
  t.match(await get('/parcels/31109:NONE/outline'), { status: 404, text: /There is no parcel 31109:NONE/ });
});

const rounded = (position: number[]) => position.map((degrees) => Number(degrees.toFixed(7)));

t.test('outline=true gives outlines in GeoJSON answers', async (t) => {
  const types = (answer: { json(): { features: { geometry: { type: string } | null }[] } }) =>
    answer.json().features.map(({ geometry }) => geometry?.type ?? null);
  const ids = ['31109:LOT', '31109:POINT', '31109:BROKEN'];
  const found = await post('/search', { bounds: EVERYWHERE, outline: true }, GEOJSON);
  t.same(types(found).sort(), ['MultiPolygon', 'MultiPolygon', 'MultiPolygon', 'Point']);
  t.same(types(await post('/parcels/batch', { ids, outline: true }, GEOJSON)), [
    'MultiPolygon',
    'Point',
    null,
  ]);
  t.same(types(await post('/parcels/batch', { ids }, GEOJSON)), ['Point', 'Point', null], 'without: points');
  t.same(types(await get('/owners/Wren/properties?outline=true', GEOJSON)), ['MultiPolygon']);
  t.equal((await get('/parcels/31109:LOT?outline=true', GEOJSON)).json().geometry.type, 'MultiPolygon');
  const plain = await post('/search', { bounds: EVERYWHERE, outline: true });
  t.match(plain, { status: 400, text: /outline needs GeoJSON: send Accept/ });
});

t.test('GET /parcels/at costs a lookup only where a parcel is near', async (t) => {
  const own = await harness.key({ tier: 'pro' });
  const left = async (lat: number) => {
    const { headers } = await call(app, 'GET', `/api/v1/parcels/at?lat=${lat}&lon=${LON + 0.0005}`, {
      key: own,
    });
    return Number(headers['x-ratelimit-remaining-month']);
  };
  const before = await left(LAT + 0.0005);
  t.equal(await left(LAT - 0.001), before, 'too far');
  t.equal(await left(LAT + 0.0005), before - 1, 'inside');
});

t.test('GET /parcels/at', async (t) => {
  const at = async (lon: number, lat: number, query = '') => {
    const { status, text, json } = await get(`/parcels/at?lat=${lat}&lon=${lon}${query}`);
    if (status !== 200) return { status, text };
    const { data, meters } = json() as { data: { parcel_id: string }[]; meters: number | null };
    return { ids: data.map(({ parcel_id }) => parcel_id), meters };
  };
  t.same(await at(LON + 0.0005, LAT + 0.0005), { ids: ['LOT'], meters: 0 }, 'inside');
  t.same(await at(LON + 0.0105, LAT + 0.0005), { ids: ['UNIT-1', 'UNIT-2'], meters: 0 }, 'condominiums');
  t.same(await at(LON + 0.0005, LAT - 0.0001), { ids: ['LOT'], meters: 11.12 }, 'the nearest');
  t.same(await at(LON + 0.0005, LAT - 0.001), { ids: [], meters: null }, 'too far');
  t.same(await at(LON + 0.0005, LAT - 0.001, '&meters=200'), { ids: ['LOT'], meters: 111.2 });
  t.same(await at(LON, LAT + 0.1001), { ids: ['POINT'], meters: 11.12 }, 'a parcel without an outline');
  for (const turn of [360, 720, -360])
    t.same(await at(LON + 0.0005 + turn, LAT - 0.0001), { ids: ['LOT'], meters: 11.12 }, 'around the world');
  t.match(await at(721, LAT), { status: 400, text: /lon must be at most 720/ });
  t.match(await at(LON, 91), { status: 400, text: /lat must be/ });
  t.match(await at(LON, LAT, '&meters=1001'), { status: 400, text: /meters must be/ });
});

t.test('an outline is removed with its parcel, or by a load without it', async (t) => {
  const { outline: _, ...bare } = lot;
  await harness.load('parcels', [{ ...bare, location: { lat: LAT, lon: LON } }]);
  t.equal((await get('/parcels/31109:LOT/outline')).status, 404, 'a roll without outlines takes it away');
  await harness.load('parcels', [lot]);
  t.equal((await get('/parcels/31109:LOT/outline')).status, 200);
  await harness.load('parcels', [lot, point, broken], { replace: true });
  t.equal((await get('/parcels/31109:UNIT-1/outline')).status, 404, 'replaced');
  const { count } = await harness.client.count({ index: `${harness.config.INDEX_PREFIX}-outlines` });
  t.equal(count, 1, 'nothing is left behind');
});

t.test('close to a pole, a few meters cover too much of the map and are refused', async (t) => {
  for (const lat of [89.9999, -90])
    t.match(await get(`/parcels/at?lat=${lat}&lon=0`), {
      status: 400,
      text: /lat must be farther from the pole/,
    });
});
