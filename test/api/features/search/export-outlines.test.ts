/** Exports with outlines, as NDJSON and GeoJSON. */
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { jsonLines, valuesOf } from '../../../listed.ts';
import { checkError } from '../../../refusals.ts';
import { square } from '../../../squares.ts';
import { ALL, exporting, type Json } from './exporting.ts';

const LOTS = 620;
const harness = await makeHarness(t);
await harness.load('parcels', [
  ...Array.from({ length: LOTS }, (_, at) => {
    const [lon, lat] = [-96.7 + (at % 50) * 0.001, 40.8 + Math.floor(at / 50) * 0.001] as const;
    return { county_fips: '31109', parcel_id: `R-${at}`, lon, lat, outline: square(lon, lat, 0.0008) };
  }),
  { county_fips: '31109', parcel_id: 'point', lat: 40.9, lon: -96.5 },
]);
const { app, key } = await harness.api({ tier: 'license' });
const { exported } = exporting(app, key);

/** Outlines by parcel, as a search returns them. */
async function searched(): Promise<Map<string, Json>> {
  const features: Json[] = [];
  for (const offset of [0, 500]) {
    const body = { ...ALL, outline: true, limit: 500, offset };
    const headers = { accept: 'application/geo+json' };
    features.push(...(await call(app, 'POST', '/api/v1/search', { key, body, headers })).json().features);
  }
  return new Map(features.map((one) => [one.id, one]));
}
const expected = await searched();
const withoutCursor = ({ cursor: _cursor, ...feature }: Json) => feature;

t.test('GeoJSON has every parcel as the search returns it', async (t) => {
  const answer = await exported(ALL, { format: 'geojson', outline: 'true' });
  t.match(answer.headers['content-type'], /^application\/geo\+json/);
  t.equal(answer.headers['content-disposition'], 'attachment; filename="parcels.geojson"');
  const { type, features } = answer.json();
  t.equal(type, 'FeatureCollection');
  t.equal(features.length, LOTS + 1);
  const byId = (a: Json, b: Json) => (a.id < b.id ? -1 : 1);
  t.same(features.map(withoutCursor).sort(byId), [...expected.values()].sort(byId));

  const rest = (await exported(ALL, { format: 'geojson', cursor: features[599].cursor })).json().features;
  t.same(
    valuesOf(rest, 'id'),
    features.slice(600).map(({ id }: Json) => id),
    'what goes on after a cursor is whole too',
  );
  t.ok(
    rest.every(({ geometry }: Json) => geometry.type === 'Point'),
    'points without outline',
  );
});

t.test('NDJSON has the outline before the cursor', async (t) => {
  const rows = jsonLines((await exported({ ...ALL, fields: ['id'] }, { outline: 'true' })).text);
  t.equal(rows.length, LOTS + 1);
  for (const { id, outline, ...others } of rows) {
    const { geometry } = expected.get(id);
    t.same(outline, geometry.type === 'Point' ? null : geometry);
    t.same(Object.keys(others), ['cursor']);
  }
});

t.test('an export without rows is an empty collection', async (t) => {
  const answer = await exported({ filters: { countyFips: '31055' } }, { format: 'geojson', outline: 'true' });
  t.same(answer.json(), { type: 'FeatureCollection', features: [] });
});

t.test('CSV has no outlines', async (t) => {
  const answer = await exported(ALL, { format: 'csv', outline: 'true' });
  checkError(t, answer, 400, 'invalid_parameter', /outline needs another format than csv/);
});
