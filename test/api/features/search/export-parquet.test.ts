/** Exports as GeoParquet, read back by another library than the one that wrote them. */
import { isDeepStrictEqual } from 'node:util';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { checkError } from '../../../refusals.ts';
import { square } from '../../../squares.ts';
import { ALL, exporting, type Json, located, pathOf } from './exporting.ts';

const harness = await makeHarness(t);
const lots = located(300).map((parcel, at) => {
  const { lat, lon } = parcel.location as { lat: number; lon: number };
  return { ...parcel, outline: at % 3 === 0 ? square(lon, lat, 0.0008) : null };
});
/** So many that they take two groups of rows. */
const bare = Array.from({ length: 5_000 }, (_, at) => ({
  county_fips: '31109',
  parcel_id: `bare ${at}`,
  lat: 40.8,
  lon: -96.7,
}));
await harness.load('parcels', [
  ...lots,
  ...bare,
  { county_fips: '31055', parcel_id: 'nowhere', owner_name: 'Peña 🏠' },
]);
const { app, key } = await harness.api({ tier: 'license' });
const { searched } = exporting(app, key);
const EVERY = { filters: { stateFips: '31' } };

/** The bytes of an export. */
async function bytesOf(search: object, more: Record<string, string> = {}): Promise<ArrayBuffer> {
  const { rawPayload, headers, statusCode } = await app.inject({
    url: pathOf(search, { format: 'parquet', ...more }),
    headers: { authorization: `Bearer ${key}` },
  });
  t.equal(statusCode, 200);
  t.equal(headers['content-type'], 'application/vnd.apache.parquet');
  return new Uint8Array(rawPayload).buffer;
}

/** A row as JSON would have it. */
const plain = ({ geometry: _geometry, bbox: _box, lat, lon, ...row }: Json) =>
  JSON.parse(
    JSON.stringify({ ...row, location: lat === null ? null : { lat, lon } }, (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    ),
  );
const dayOf = (date: string | null) => date && new Date(date).toJSON();

t.test('every row is the record that the search returns', async (t) => {
  const file = await bytesOf(ALL, { outline: 'true' });
  const expected = await searched(ALL);
  const rows: Json[] = await parquetReadObjects({ file });
  t.equal(rows.length, expected.size);
  t.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'each once');
  const different = rows.find((row) => {
    const { sale_date, latest_deed_date, source_date, ...parcel } = expected.get(row.id);
    const days = { sale_date, latest_deed_date, source_date };
    const stored = Object.fromEntries(Object.entries(days).map(([name, day]) => [name, dayOf(day)]));
    return !isDeepStrictEqual(plain(row), { ...parcel, ...stored });
  });
  t.equal(different, undefined);
  const { row_groups } = parquetMetadata(file);
  t.ok(row_groups.length > 1, `${row_groups.length} row groups`);
});

t.test('it is GeoParquet 1.1: WKB, with a box for each row', async (t) => {
  const file = await bytesOf(EVERY, { outline: 'true' });
  const { key_value_metadata } = parquetMetadata(file);
  const geo = JSON.parse(key_value_metadata!.find(({ key }) => key === 'geo')!.value!);
  t.match(geo, { version: '1.1.0', primary_column: 'geometry', columns: { geometry: { encoding: 'WKB' } } });
  t.same(geo.columns.geometry.covering.bbox.xmin, ['bbox', 'xmin']);
  const rows: Json[] = await parquetReadObjects({ file });
  const kinds: Record<string, number> = {};
  const isRight = ({ geometry, bbox, lat, lon, has_outline, parcel_id }: Json) => {
    const kind = geometry?.type ?? 'none';
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    if (kind !== (parcel_id === 'nowhere' ? 'none' : has_outline ? 'MultiPolygon' : 'Point')) return false;
    if (kind === 'none') return bbox == null;
    if (kind === 'Point')
      return isDeepStrictEqual({ ...bbox }, { xmin: lon, ymin: lat, xmax: lon, ymax: lat });
    return bbox.xmin < bbox.xmax && bbox.ymin < bbox.ymax;
  };
  t.equal(
    rows.find((row) => !isRight(row)),
    undefined,
  );
  t.ok(kinds.Point! > 100 && kinds.MultiPolygon! >= 100 && kinds.none === 1, JSON.stringify(kinds));
});

t.test('with fields, the columns are those', async (t) => {
  const file = await bytesOf({ ...EVERY, fields: ['owner_name', 'id'] });
  const rows: Json[] = await parquetReadObjects({ file });
  t.same(Object.keys(rows[0]), ['id', 'owner_name', 'geometry', 'bbox']);
  t.equal(rows.find(({ id }) => id === '31055:nowhere').owner_name, 'Peña 🏠');
});

t.test('an export without rows is a file without rows', async (t) => {
  const file = await bytesOf({ filters: { countyFips: '02016' } });
  t.same(await parquetReadObjects({ file }), []);
});

t.test('a file cannot go on after a cursor', async (t) => {
  const answer = await call(app, 'GET', pathOf(ALL, { format: 'parquet', cursor: 'v2.x' }), { key });
  checkError(t, answer, 400, 'invalid_parameter', /cursor needs another format than parquet/);
});
