import t from 'tap';
import { shapeOf } from '../../../../src/loading/readers/arcgis/rows.ts';
import { type Feature, METADATA } from './made-up-layer.ts';
import { allRows, opened } from './reading.ts';

t.test('cells and geometries are read by their types', async (t) => {
  const fields = [
    { name: 'FID', type: 'esriFieldTypeOID' },
    { name: 'D', type: 'esriFieldTypeDate', alias: 'D' },
    { name: 'O', type: 'esriFieldTypeDateOnly' },
    { name: 'N', type: 'esriFieldTypeDouble' },
    { name: 'S', type: 'esriFieldTypeSmallInteger' },
    { name: 'B', type: 'esriFieldTypeBlob' },
  ];
  const metadata = {
    ...METADATA,
    objectIdField: undefined,
    geometryType: 'esriGeometryPoint',
    editingInfo: undefined,
    extent: { spatialReference: { wkt: 'PROJCS["Somewhere_Feet",GEOGCS["G"]]' } },
    fields,
    typeIdField: 'S',
    types: [{ id: 3, name: 'Street' }],
  };
  const at = (geometry: unknown) => ({
    attributes: { FID: 0, D: null, O: null, N: null, S: 3, B: null },
    geometry,
  });
  const dated = (value: unknown) => of({ D: value });
  /** Positions, two numbers each. */
  const places = (...numbers: number[]) =>
    Array.from({ length: numbers.length / 2 }, (_, at) => numbers.slice(2 * at, 2 * at + 2));
  const ring = places(0, 0, 0, 1, 1, 1, 1, 0, 0, 0);
  const of = (attributes: object) => ({ attributes: { ...at(null).attributes, ...attributes } });
  const cases: [name: string, feature: Feature, row: object][] = [
    ['a day', dated(1_704_067_200_000), { cells: { D: '2024-01-01' } }],
    ['a time', dated(1_704_110_645_000), { cells: { D: '2024-01-01T12:04:05Z' } }],
    ['before 1970', dated(-2_209_161_600_000), { cells: { D: '1899-12-30' } }],
    ['no time of a clock', dated(1e20), { cells: { D: 1e20 } }],
    ['a date as text', dated('2024-01-01'), { cells: { D: '2024-01-01' } }],
    ['DateOnly', of({ O: '2024-02-29' }), { cells: { O: '2024-02-29', S: 3 } }],
    ['an object', of({ B: { a: 1 } }), { cells: { B: '{"a":1}' } }],
    ['NULs at the end', of({ B: 'a\u0000\u0000' }), { cells: { B: 'a' } }],
    ['NUL', of({ B: 'a\u0000b' }), { reason: 'nul_character', field: 'B' }],
    ['half a pair', of({ B: '\uD800' }), { reason: 'invalid_unicode', field: 'B' }],
    ['long', of({ B: 'x'.repeat(1_100_000) }), { reason: 'line_too_long' }],
    ['a point', at({ x: -90.5, y: 40, z: 3 }), { geometry: { type: 'Point', coordinates: [-90.5, 40] } }],
    ['a point that is nowhere', at({ x: 'NaN', y: 'NaN' }), { geometry: null }],
    ['null', at(null), { geometry: null }],
    ['empty', at({}), { geometry: null }],
    ['no rings', at({ rings: [] }), { geometry: null }],
    [
      'points',
      at({
        points: [
          [1, 2],
          [3, 4, 5],
        ],
      }),
      { geometry: { type: 'MultiPoint', coordinates: places(1, 2, 3, 4) } },
    ],
    [
      'a path',
      at({ paths: [places(1, 2, 3, 4)] }),
      { geometry: { type: 'LineString', coordinates: places(1, 2, 3, 4) } },
    ],
    ['rings', at({ rings: [ring] }), { geometry: { type: 'Polygon', coordinates: [ring.toReversed()] } }],
    ['curves', at({ curveRings: [[[0, 0], { b: [[1, 1]] }]] }), { geometry: null }],
    ['outside', at({ x: 190, y: 40 }), { geometry: null }],
    ['no number', at({ rings: [[...ring.slice(0, 2), [0, null], [0, 0]]] }), { geometry: null }],
    ['no list', at({ rings: 'none' }), { geometry: null }],
    ['text', at('POINT (1 2)'), { geometry: null }],
  ];
  const features = cases.map(([, feature], index) => ({
    ...feature,
    attributes: { ...feature.attributes, FID: index - 5 },
  }));
  const { table } = await opened(t, { metadata, features });
  t.equal(table.projection, 'Somewhere_Feet');
  t.equal(table.geometry, 'Point');
  t.equal(table.lastEdited, null);
  t.match(table.columns, [
    { type: 'number' },
    { type: 'date' },
    { type: 'date' },
    { type: 'number' },
    { codes: { 3: 'Street' } },
    { type: 'other' },
  ]);
  const rows = await allRows(table);
  for (const [index, [name, , row]] of cases.entries())
    t.match(rows[index], { line: index - 5, ...row }, name);
  const remarks = [
    '4 rows with coordinates that are not numbers: loaded without an outline or a location.',
    '1 row with coordinates that are not on Earth: loaded without an outline or a location.',
  ];
  t.same(table.remarks, remarks);
  await allRows(table);
  t.same(table.remarks, remarks, 'the same after a second reading');
});

t.test('dates of a layer that names its time zone are those of the clocks there', async (t) => {
  const zones: Record<string, object> = {
    eastern: { timeZone: 'Eastern Standard Time', respectsDaylightSaving: true },
    'eastern by its other name': { timeZone: 'Eastern Standard Time', timeZoneIANA: 'America/New_York' },
    'eastern without summer time': { timeZone: 'Eastern Standard Time', respectsDaylightSaving: false },
    hawaii: { timeZone: 'Hawaiian Standard Time', respectsDaylightSaving: false },
    utc: { timeZone: 'UTC', respectsDaylightSaving: false },
    unknown: { timeZone: 'Elsewhere Standard Time' },
    none: {},
  };
  const cases: [zone: string, utc: string, cell: string][] = [
    ['eastern', '2024-03-01T01:30:00Z', '2024-02-29T20:30:00'],
    ['eastern', '2024-03-01T05:00:00Z', '2024-03-01'],
    ['eastern', '2024-07-01T04:00:00Z', '2024-07-01'],
    ['eastern', '2024-03-01T00:00:00Z', '2024-03-01'],
    ['eastern', '1901-03-01T05:00:00Z', '1901-03-01'],
    ['eastern by its other name', '2024-03-01T01:30:00Z', '2024-02-29T20:30:00'],
    ['eastern without summer time', '2024-07-01T04:30:00Z', '2024-06-30T23:30:00'],
    ['hawaii', '2024-07-01T10:00:00Z', '2024-07-01'],
    ['hawaii', '2024-07-01T09:59:59Z', '2024-06-30T23:59:59'],
    ['utc', '2024-03-01T01:30:00Z', '2024-03-01T01:30:00Z'],
    ['unknown', '2024-03-01T01:30:00Z', '2024-03-01T01:30:00Z'],
    ['none', '2024-03-01T01:30:00Z', '2024-03-01T01:30:00Z'],
  ];
  for (const [zone, reference] of Object.entries(zones)) {
    const told = cases.filter(([name]) => name === zone);
    const features = told.map(([, utc], index) => ({
      attributes: { OBJECTID: index + 1, APN: 'A', SOLD: Date.parse(utc), USE_CODE: null },
    }));
    const metadata = { ...METADATA, dateFieldsTimeReference: reference };
    const { table } = await opened(t, { metadata, features });
    const rows = await allRows(table);
    t.same(
      rows.map((row) => 'cells' in row && row.cells.SOLD),
      told.map(([, , cell]) => cell),
      zone,
    );
  }
});

t.test('arcs of circles and ellipses, and Bézier curves, become lines', async (t) => {
  const wide = Math.cos((40 * Math.PI) / 180);
  const at = (east: number, north: number) => [-96 + east / wide / 1_000, 40 + north / 1_000];
  // Each is a circle around 96° W, 40° N, or half of one with its chord; the radius is about 111 meters.
  const half = (curve: object) => ({ curveRings: [[at(-1, 0), curve, at(-1, 0)]] });
  const curves: Record<string, unknown> = {
    arc: half({ c: [at(1, 0), at(0, 1)] }),
    'arc by its center': half({ a: [at(1, 0), at(0, 0), 0, 1] }),
    'arc of an ellipse': half({ a: [at(1, 0), at(0, 0), 0, 1, 0, 0.001, 1] }),
    circle: { curveRings: [[at(-1, 0), { c: [at(-1, 0), at(1, 0)] }]] },
  };
  const lengths = (value: unknown) => {
    const found = shapeOf(value);
    const ring =
      'geometry' in found && found.geometry?.type === 'Polygon' ? found.geometry.coordinates[0]! : [];
    const middles = ring.slice(1).map(([x, y], n) => [(x! + ring[n]![0]!) / 2, (y! + ring[n]![1]!) / 2]);
    return middles.map(([x, y]) => Math.hypot((x! + 96) * wide, y! - 40) * 111_000);
  };
  for (const [name, value] of Object.entries(curves)) {
    const far = lengths(value).filter((meters) => Math.abs(meters - 111) > 0.1);
    t.ok(lengths(value).length > 30, `${name}: it has corners`);
    t.ok(far.length <= 1, `${name}: all lines but the chord are within 0.1 m of the circle`);
  }
  const bend = shapeOf({ curvePaths: [[at(0, 0), { b: [at(3, 0), at(1, 1), at(2, 1)] }]] });
  t.match(bend, { geometry: { type: 'LineString' } });
  t.match(shapeOf({ curveRings: [[at(0, 0), { b: [at(1, 1)] }]] }), { lost: 'unreadable' });
});
