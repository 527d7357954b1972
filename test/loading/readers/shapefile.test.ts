import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from 'geojson';
import t from 'tap';
import { openShapefile } from '../../../src/loading/readers/shapefile/shapefile.ts';
import { SHARED_DATA, withoutSharedData } from '../../helper.ts';
import { CALIFORNIA_3, POINT, POLYGON, shpFile } from './shapefile-files.ts';
import { box, good, pins, point, points, readAll, readFiles, shape } from './shapefile-reading.ts';

t.test('each row has its number, its cells and its geometry in degrees', async (t) => {
  const feet = box(6_050_000, 2_120_000, 100);
  const { table, rows, error } = await readFiles(t, {
    'a.shp': shpFile(POLYGON, [shape(feet), null], [6e6, 2e6, 6.1e6, 2.2e6]),
    'a.dbf': pins('one', 'two'),
    'a.prj': CALIFORNIA_3,
  });
  t.equal(error, null);
  t.match(table, {
    format: 'shapefile',
    geometry: 'Polygon',
    projection: 'NAD 1983 StatePlane California III FIPS 0403 Feet',
    count: 2,
    remarks: [],
    columns: [{ name: 'PIN', type: 'text', length: 10 }],
  });
  t.match(rows[1], { line: 2, cells: { PIN: 'two' }, geometry: null }, 'a null shape: no geometry');
  const [first] = good(rows);
  t.equal(first!.line, 1);
  t.equal(first!.geometry!.type, 'Polygon');
  const [lon, lat] = (first!.geometry as { coordinates: Position[][] }).coordinates[0]![0]!;
  t.ok(Math.abs(lon! + 122.271135) < 1e-6 && Math.abs(lat! - 37.80384) < 1e-6, `${lon}, ${lat}`);
  t.equal(table.share(), 1);
  const again = await readFiles(t, { 'a.shp': points(3), 'a.dbf': pins('1', '2', '3') });
  const { rows: twice } = await readAll(again.table);
  t.same(twice, again.rows, 'reading again begins again');
});

t.test('a missing .prj or .dbf is mentioned, and degrees under a projected .prj are refused', async (t) => {
  const alone = await readFiles(t, { 'a.shp': points(2) });
  t.match(alone.rows, [{ line: 1, cells: {}, geometry: { type: 'Point' } }, { line: 2 }]);
  t.match(alone.table.remarks.join(' '), /no \.dbf .* no \.prj|no \.prj .* no \.dbf/);
  t.match(alone.table, { count: null, encoding: null });
  await t.rejects(
    readFiles(t, { 'a.shp': points(1), 'a.dbf': pins('1'), 'a.prj': CALIFORNIA_3 }),
    /California.* is in feet or meters, but its coordinates are within ±180 and ±90.*--srs EPSG:4326/,
  );
  const given = await readFiles(t, { 'a.shp': points(1), 'a.prj': CALIFORNIA_3 }, { srs: 'EPSG:4269' });
  t.match(good(given.rows)[0]!.geometry, { coordinates: [-96.7, 41] }, 'srs goes before the .prj');
  const mixed = await readFiles(t, {
    'a.shp': shpFile(POINT, [point(6_100_000, 2_000_000)], [6e6, 2e6, 6.2e6, 2.1e6]),
    'A.DBF': pins('1'),
    'a.Prj': CALIFORNIA_3,
  });
  t.match(mixed.table, { projection: /California/, count: 1 }, 'endings and names in another case');
});

t.test('the published outlines are read', { skip: withoutSharedData }, async (t) => {
  const cases: [file: string, polygons: number, several: number, near: [lat: number, lon: number]][] = [
    ['lebanon_nh/LebParcels_shp.zip', 4_364, 0, [43.64, -72.25]],
    ['somerville_ma/M274TaxPar.zip', 13_541, 49, [42.39, -71.1]],
    ['oakland_ca/OakParcels2013.zip', 2_241, 1, [37.8, -122.27]],
    ['berkeley_ca/Parcels.zip', 746, 0, [37.87, -122.26]],
    ['odd_zips/tests/data/us-ca-alameda_county-excerpt-mixedcase.zip', 2_849, 0, [37.8, -122.26]],
    ['odd_zips/tests/data/us-ca-oakland-excerpt.zip', 2_241, 1, [37.8, -122.27]],
    ['odd_zips/tests/data/us-ut-excerpt.zip', 91, 0, [38.6, -112.36]],
    ['odd_zips/tests/parcels/data/us/ca/berkeley.zip', 3, 0, [37.86, -122.27]],
    ['odd_zips/tests/parcels/data/us/ca/berkeley/Parcels.shp', 3, 0, [37.86, -122.27]],
  ];
  for (const [file, polygons, several, [lat, lon]] of cases) {
    const table = await openShapefile(join(SHARED_DATA!, 'outlines', file));
    const { rows, error } = await readAll(table);
    await table.close();
    t.equal(error, null, file);
    t.equal(good(rows).length, polygons, `${file}: rows`);
    t.equal(
      good(rows).filter(({ geometry }) => geometry?.type === 'MultiPolygon').length,
      several,
      `${file}: parts`,
    );
    const away = good(rows).filter(({ geometry }) => {
      const [x, y] = (geometry as { coordinates: number[][] }).coordinates.flat(3) as [number, number];
      return Math.abs(x - lon) > 0.15 || Math.abs(y - lat) > 0.15;
    });
    t.equal(away.length, 0, `${file}: all are where the place is`);
  }
  const geodatabase = join(SHARED_DATA!, 'outlines/odd_zips/tests/data/lake-man.gdb.zip');
  t.ok(existsSync(geodatabase));
  await t.rejects(openShapefile(geodatabase), /file geodatabase/);
});
