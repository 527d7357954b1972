import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { oneAhead } from '../../../../src/loading/readers/arcgis/ahead.ts';
import { shapeOf } from '../../../../src/loading/readers/arcgis/geometry.ts';
import { openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';
import { USER_AGENT } from '../../../../src/loading/readers/http.ts';
import { IMPATIENT, serve } from '../local-server.ts';
import { type Feature, METADATA, PATH, parcel, parcels } from './made-up-layer.ts';
import { allRows, opened, pagesAsked } from './reading.ts';

const COUNT = 20_000;
const ALL = parcels(COUNT);
const LINES = ALL.map(({ attributes }) => attributes.OBJECTID).join();

t.test('a layer describes itself', async (t) => {
  const { table, origin } = await opened(t, { features: parcels(3) });
  const { read, share, close, ...described } = table;
  t.same(described, {
    name: `${origin}${PATH}`,
    format: 'ArcGIS layer',
    columns: [
      { name: 'OBJECTID', alias: null, type: 'number', length: null, codes: null },
      { name: 'APN', alias: 'Parcel Number', type: 'text', length: 20, codes: null },
      { name: 'SOLD', alias: null, type: 'date', length: null, codes: null },
      { name: 'USE_CODE', alias: 'Use', type: 'text', length: 2, codes: { R1: 'Residential' } },
    ],
    encoding: null,
    projection: 'EPSG:32104',
    geometry: 'Polygon',
    count: 3,
    remarks: [],
    lastEdited: '2023-11-14T22:13:20.000Z',
  });
  t.equal(share(), 0);
  const rows = await allRows(table);
  t.same(
    rows.map(({ line }) => line),
    [1, 8, 15],
  );
  t.same(rows[0], {
    line: 1,
    cells: { OBJECTID: 1, APN: 'APN-0', SOLD: '0000-00-00', USE_CODE: 'R1' },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [-96, 40],
          [-95.9991, 40],
          [-95.9991, 40.0009],
          [-96, 40.0009],
          [-96, 40],
        ],
      ],
    },
  });
  t.equal(share(), 1);
});

t.test('20,000 rows are read page by page, each once and in order', async (t) => {
  const { table, seen } = await opened(t, { features: ALL });
  const shares: (number | null)[] = [];
  const lines: number[] = [];
  for await (const rows of table.read()) {
    lines.push(...rows.map(({ line }) => line));
    shares.push(table.share());
  }
  t.equal(lines.join(), LINES);
  t.same(
    shares,
    Array.from({ length: 20 }, (_, index) => (index + 1) / 20),
  );
  t.same(table.remarks, []);
  const asked = pagesAsked(seen);
  t.same(
    asked.map((query) => query.get('resultOffset')),
    Array.from({ length: 20 }, (_, index) => String(index * 1_000)),
  );
  t.same(Object.fromEntries(asked[0]!), {
    where: '1=1',
    outFields: '*',
    returnGeometry: 'true',
    outSR: '4326',
    returnTrueCurves: 'false',
    returnZ: 'false',
    returnM: 'false',
    orderByFields: 'OBJECTID',
    resultOffset: '0',
    resultRecordCount: '1000',
    f: 'json',
  });
});

t.test('only one page is fetched ahead', async (t) => {
  let fetched = 0;
  async function* source() {
    for (;;) yield ++fetched;
  }
  const values = oneAhead(source(), () => {});
  for (const value of [1, 2, 3]) {
    t.match(await values.next(), { value });
    // Nothing here waits for a timer or a socket: by now, all that would be fetched has been.
    await turn();
    t.equal(fetched, value + 1);
  }
  await values.return(undefined);
  await turn();
  t.equal(fetched, 4, 'none after the reader has stopped');
});

t.test('a reader who stops has asked for one page more than it has read', async (t) => {
  const second = Promise.withResolvers<void>();
  const { table, seen } = await opened(t, {
    features: parcels(5_000),
    page(page, { offset }) {
      if (offset === 1_000) second.resolve();
      return page;
    },
  });
  const reading = table.read();
  await reading.next();
  await second.promise;
  await reading.return(undefined);
  // A second reading comes after all that the first would still ask for.
  await allRows(table);
  t.same(
    pagesAsked(seen).map((query) => query.get('resultOffset')),
    ['0', '1000', '0', '1000', '2000', '3000', '4000'],
  );
});

t.test('the address may have more at its end', async (t) => {
  const agents = new Set<string | undefined>();
  const tokens = new Set<string | null>();
  const { origin } = await serve(t, (request, response, url) => {
    agents.add(request.headers['user-agent']);
    tokens.add(url.searchParams.get('token'));
    response.end(JSON.stringify(url.pathname === PATH ? METADATA : { count: 0, features: [] }));
  });
  const options = { allowPrivate: true, patience: IMPATIENT };
  for (const end of ['', '/', '/query', '/query/', '?f=json', '/query?where=1%3D1&f=pjson', '#top']) {
    const table = await openLayer(`${origin}${PATH}${end}`, options);
    t.equal(table.name, `${origin}${PATH}`, end);
    await table.close();
  }
  t.same([...tokens], [null]);
  const table = await openLayer(`${origin}${PATH}?token=abc`, options);
  t.equal(table.name, `${origin}${PATH}`, 'the token is not shown');
  await allRows(table);
  await table.close();
  t.same([...tokens], [null, 'abc'], 'but sent');
  t.same([...agents], [USER_AGENT]);
});

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
    ['NUL', of({ B: 'a\u0000' }), { reason: 'nul_character', field: 'B' }],
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

t.test('a table without geometry is read without locations', async (t) => {
  const { geometryType, extent, ...metadata } = { ...METADATA, type: 'Table' };
  const features = [{ attributes: parcel(0).attributes }];
  const { table, seen } = await opened(t, { metadata, features });
  t.match(table, { geometry: null, projection: null });
  t.match(await allRows(table), [{ line: 1, geometry: null }]);
  t.equal(pagesAsked(seen)[0]?.get('returnGeometry'), 'false');
});

t.test('an empty layer has no rows', async (t) => {
  for (const supportsPagination of [true, false]) {
    const metadata = { ...METADATA, advancedQueryCapabilities: { supportsPagination } };
    const { table } = await opened(t, { metadata, features: [] });
    t.same(await allRows(table), []);
    t.equal(table.share(), 1);
    t.same(table.remarks, []);
  }
});

t.test('rows without object ids are named by their position', async (t) => {
  const { objectIdField, ...metadata } = METADATA;
  metadata.fields = METADATA.fields.filter(({ name }) => name !== 'OBJECTID');
  const { table, seen } = await opened(t, { metadata, features: parcels(2_500) });
  t.same(
    (await allRows(table)).map(({ line }) => line),
    Array.from({ length: 2_500 }, (_, index) => index + 1),
  );
  t.equal(pagesAsked(seen)[0]?.has('orderByFields'), false);
  t.same(table.remarks, ['The layer has no object ids: rows are named by their place, which may change.']);
});

t.test('what is not a layer is explained in a sentence', async (t) => {
  const error = (code: number, message: string, details: string[] = []) => ({
    error: { code, message, details },
  });
  const { fields, ...bare } = METADATA;
  const service = {
    layers: [
      { id: 0, name: 'Parcels' },
      { id: 1, name: 'Roads' },
    ],
    tables: [{ id: 7, name: 'Owners' }],
  };
  const group = { type: 'Group Layer', subLayers: [{ id: 3, name: 'Lots' }], fields: null };
  const html = '<html><body>Services Directory</body></html>';
  const cases: [name: string, answer: unknown, message: RegExp][] = [
    [
      'a service',
      service,
      /is a service of 3 layers: put the number of one at its end\. They are: 0 Parcels, 1 Roads, 7 Owners\.$/,
    ],
    ['a group', group, /is a group\. Its layers are: 3 Lots\.$/],
    ['a raster', { ...bare, type: 'Raster Layer' }, /has no rows to read: it is a Raster Layer\.$/],
    [
      'something else',
      { hello: 1 },
      /is not an ArcGIS layer: it should end in MapServer or FeatureServer and a number/,
    ],
    ['a list', [1, 2], /is not an ArcGIS layer/],
    [
      'a web page',
      html,
      /its server sends a web page in place of data\. Check that the address is that of an ArcGIS layer\.$/,
    ],
    [
      'cut short',
      '{"fields": [{"na',
      /its server sends data that is cut short or damaged\. Try again later\.$/,
    ],
    [
      'a token missing',
      error(499, 'Token Required'),
      /needs a token, which only its publisher gives \(Token Required\)\. Ask for an open layer, or add \?token=…/,
    ],
    ['a token that has ended', error(498, 'Invalid Token'), /needs a token/],
    ['a token that is not enough', error(403, 'You do not have permissions'), /needs a token/],
    [
      'refused',
      error(400, 'Invalid URL', ['Invalid URL', 'x\ny']),
      /its server says "Invalid URL x y" \(code 400\)\.$/,
    ],
    ['an odd error', { error: 'no' }, /its server says "an error" \(code unknown\)\.$/],
  ];
  for (const [name, answer, message] of cases) {
    const { origin } = await serve(t, (_, response) => {
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    const wanted = openLayer(`${origin}${PATH}?token=secret`, {
      allowPrivate: true,
      patience: { ...IMPATIENT, tries: 2 },
    });
    await t.rejects(wanted, { message }, name);
    await t.rejects(wanted, { message: new RegExp(`^${origin}${PATH} `) }, `${name}: without the token`);
  }
  for (const [status, message] of [
    [401, /needs a token, which only its publisher gives \(status 401\)/],
    [404, /does not exist \(status 404\)/],
    [503, /answers with status 503/],
  ] as const) {
    const { origin } = await serve(t, (_, response) => {
      response.statusCode = status;
      response.end(html);
    });
    await t.rejects(openLayer(`${origin}${PATH}`, { allowPrivate: true, patience: IMPATIENT }), { message });
  }
  await t.rejects(openLayer('http://127.0.0.1:9/FeatureServer/0'), {
    message: /leads to an address that is not public/,
  });
  await t.rejects(openLayer('parcels'), { message: /is not a web address/ });
});
