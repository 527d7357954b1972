import t from 'tap';
import { openGeojson } from '../../../src/loading/readers/geojson/table.ts';
import type { OpenOptions } from '../../../src/loading/readers/table.ts';
import { allRows, cellsOf, folderOf, geometriesOf, namesOf, SQUARE } from './table-files.ts';

const { write } = await folderOf(t);
const open = async (content: string | Uint8Array, options?: OpenOptions) =>
  openGeojson(await write('x.json', content), options);
const MIB = 1 << 20;

const feature = (properties: unknown, geometry: unknown = null, more = {}) => ({
  type: 'Feature',
  ...more,
  geometry,
  properties,
});
const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });
const collection = (features: unknown[], more = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features });
const lines = (features: unknown[], before = '') =>
  features.map((one) => `${before}${JSON.stringify(one)}\n`).join('');

t.test('all forms of GeoJSON give the same table', async (t) => {
  const features = [
    feature({ pin: '1', acres: 1.5, on: true }, point(-96.5, 40.5)),
    feature({ pin: 'é', acres: null, on: false }, null),
  ];
  const forms: [name: string, text: string | Buffer, format: string][] = [
    ['a collection', collection(features), 'GeoJSON'],
    ['a collection over several lines', JSON.stringify(JSON.parse(collection(features)), null, 2), 'GeoJSON'],
    ['with a mark', `\ufeff${collection(features)}`, 'GeoJSON'],
    ['UTF-16', Buffer.from(`\ufeff${collection(features)}`, 'utf16le'), 'GeoJSON'],
    ['a feature a line', lines(features), 'GeoJSON, a feature a line'],
    ['blank lines', `\n${lines(features).replaceAll('\n', '\r\n\r\n')}`, 'GeoJSON, a feature a line'],
    ['a sequence of RFC 8142', lines(features, '\u001e'), 'GeoJSON, a feature a line'],
  ];
  for (const [name, text, format] of forms) {
    const table = await open(text);
    t.match(table, { format, geometry: 'Point', projection: 'EPSG:4326', count: null }, name);
    t.same(
      table.columns.map(({ name, type }) => [name, type]),
      [
        ['pin', 'text'],
        ['acres', 'number'],
        ['on', 'boolean'],
      ],
      name,
    );
    const rows = await allRows(table);
    t.same(
      cellsOf(rows),
      [
        { pin: '1', acres: 1.5, on: true },
        { pin: 'é', acres: null, on: false },
      ],
      name,
    );
    t.same(geometriesOf(rows), [point(-96.5, 40.5), null], name);
    t.same(table.remarks, [], name);
  }
});

t.test('texts that end in NULs end before them, and others with NULs are refused', async (t) => {
  const features = [
    feature({ pin: '1', owner: '\0', street: 'B\0\0' }),
    feature({ pin: '2\0', owner: 'C\0D', street: '' }),
    feature({ pin: '3\0', owner: 'C', street: '\\u0000' }),
  ];
  for (const text of [collection(features), lines(features)]) {
    const rows = await allRows(await open(text));
    t.match(rows[1], { reason: 'nul_character', field: 'owner' });
    t.same(cellsOf([rows[0]!, rows[2]!]), [
      { pin: '1', owner: '', street: 'B' },
      { pin: '3', owner: 'C', street: '\\u0000' },
    ]);
  }
});

t.test('geometries are complete, without heights', async (t) => {
  const hole = SQUARE.map(([x, y]) => [x + 0.01, y]);
  const kept = [
    point(1, 2),
    { type: 'MultiPoint', coordinates: SQUARE },
    { type: 'LineString', coordinates: SQUARE },
    { type: 'MultiLineString', coordinates: [SQUARE, hole] },
    { type: 'Polygon', coordinates: [SQUARE, hole] },
    { type: 'MultiPolygon', coordinates: [[SQUARE, hole], [SQUARE]] },
  ];
  const table = await open(collection(kept.map((one) => feature({}, one))));
  t.same(geometriesOf(await allRows(table)), kept);
  const square = { type: 'Polygon', coordinates: [SQUARE] };
  const both = { type: 'GeometryCollection', geometries: [point(1, 2), square] };
  t.same(geometriesOf(await allRows(await open(collection([feature({}, both)])))), [square], 'of both');
  t.match(table.geometry, /Point.*MultiPolygon/);
  const heights = await open(collection([feature({}, point(1, 2, 3, 4))]));
  t.match(await allRows(heights), [{ geometry: point(1, 2) }]);
});

t.test('NaN and infinite numbers are blank, and letters that are not UTF-8 are marked as lost', async (t) => {
  const text =
    '{"type":"FeatureCollection","features":[' +
    '{"type":"Feature","properties":{"a":"NaN","n":NaN},"geometry":{"type":"Point","coordinates":[NaN,-Infinity]}},' +
    '{"type":"Feature","properties":{"a":"¿oz","n":2},"geometry":{"type":"Point","coordinates":[1,2]}},' +
    '{"type":"Feature","properties":{"a":"ñ","n":3},"geometry":null}]}';
  const [before = '', after = ''] = text.split('¿');
  const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xf1), Buffer.from(after)]);
  const table = await open(bytes);
  t.match(await allRows(table), [
    { cells: { a: 'NaN', n: null }, geometry: null },
    { cells: { a: '\ufffdoz', n: 2 }, geometry: point(1, 2) },
    { cells: { a: 'ñ', n: 3 } },
  ]);
  t.match(table.remarks, [
    /^1 row \(the first is 1\) cannot be located/,
    /^1 row \(the first is 2\) has letters/,
  ]);
});

t.test('broken geometries are left out, and a remark counts them', async (t) => {
  const broken: [name: string, geometry: unknown][] = [
    ['a text as coordinate', point('1', 2)],
    ['one coordinate', point(1)],
    ['off the Earth', point(1, 91)],
    ['an object as ring', { type: 'Polygon', coordinates: [{}] }],
    ['a level too few', { type: 'Polygon', coordinates: SQUARE }],
    ['a level too many', { type: 'Polygon', coordinates: [[SQUARE]] }],
    ['no coordinates', { type: 'Polygon' }],
    ['an unknown type', { type: 'Circle', coordinates: [1, 2] }],
    ['a type of the prototype', { type: 'constructor', coordinates: [1, 2] }],
    ['no object', 7],
    ['a broken part', { type: 'GeometryCollection', geometries: [point(1, 2), point(1)] }],
  ];
  const features = [
    feature({ n: 0 }, point(1, 2)),
    ...broken.map(([, geometry], n) => feature({ n }, geometry)),
  ];
  const table = await open(collection(features));
  const rows = await allRows(table);
  broken.forEach(([name], n) => void t.match(rows[n + 1], { geometry: null, cells: { n } }, name));
  t.match(table.remarks, [new RegExp(`^${broken.length} rows \\(the first is 2\\) cannot be located`)]);
  for (const empty of [
    { type: 'Polygon', coordinates: [] },
    { type: 'GeometryCollection', geometries: [] },
  ]) {
    const table = await open(collection([feature({}, empty)]));
    t.match(await allRows(table), [{ geometry: null }]);
    t.same(table.remarks, [], `${empty.type} without positions`);
  }
});

t.test('the old member crs is used, unless the option is given', async (t) => {
  const named = (name: string) => ({ crs: { type: 'name', properties: { name } } });
  const features = [feature({ pin: '1' }, point(-96.5, 40.5))];
  const degrees = [
    {},
    { crs: null },
    named('urn:ogc:def:crs:OGC:1.3:CRS84'),
    named('urn:ogc:def:crs:EPSG::4326'),
    named('EPSG:4326'),
    { crs: { type: 'EPSG', properties: { code: 4326 } } },
  ];
  for (const crs of degrees) {
    const table = await open(collection(features, crs));
    t.match(await allRows(table), [{ geometry: point(-96.5, 40.5) }], JSON.stringify(crs));
  }
  const unknown = await write('x.json', collection(features, named('urn:ogc:def:crs:EPSG::999999')));
  await t.rejects(openGeojson(unknown), /x\.json: .*EPSG:999999.*srs/);
  t.match((await openGeojson(unknown, { srs: 'EPSG:4326' })).projection, 'EPSG:4326');
  const linked = { crs: { type: 'link', properties: { href: 'http://example.com' } } };
  await t.rejects(open(collection(features, linked)), /coordinate system has no name.*with --srs/);
  const feet = collection([feature({ pin: '1' }, point(6_050_000, 2_110_000))]);
  await t.rejects(open(feet), /its coordinates are not degrees.*with --srs/);
});

t.test('columns come from the first 500 features; later properties are counted', async (t) => {
  const features = Array.from({ length: 600 }, (_, n) =>
    feature(n < 550 ? { pin: n } : { pin: n, late: 1, more: 2 }),
  );
  const table = await open(collection(features));
  t.same(namesOf(table), ['pin']);
  const rows = await allRows(table);
  t.equal(rows.length, 600);
  t.same(cellsOf(rows).at(-1), { pin: 599 });
  t.match(table.remarks, [
    /^50 features have properties that none of the first 500 features have.*: late, more\.$/,
  ]);
});

t.test('values that are not plain are read with a fitting type', async (t) => {
  const text = `{"features":[{"type":"Feature","id":"f1","geometry":null,"properties":
    {"list":[1,{"a":null}],"long":123456789012345678901,"__proto__":"p","mixed":1,"big":1e400,"float":9007199254740994.0}},
    {"type":"Feature","id":2,"geometry":null,"properties":{"list":null,"long":5,"mixed":"x"}},
    {"type":"Feature","geometry":null,"properties":null}]}`;
  const table = await open(text);
  t.same(
    table.columns.map(({ name, type }) => [name, type]),
    [
      ['id', 'text'],
      ['list', 'other'],
      ['long', 'text'],
      ['__proto___2', 'text'],
      ['mixed', 'text'],
      ['big', 'number'],
      ['float', 'number'],
    ],
  );
  const none = { __proto___2: null, big: null, float: null };
  t.same(cellsOf(await allRows(table)), [
    {
      id: 'f1',
      list: '[1,{"a":null}]',
      long: '123456789012345678901',
      __proto___2: 'p',
      mixed: 1,
      big: null,
      float: 9_007_199_254_740_994,
    },
    { ...none, id: 2, list: null, long: 5, mixed: 'x' },
    { ...none, id: null, list: null, long: null, mixed: null },
  ]);
});

t.test('features that cannot be used are rejected; those around them are loaded', async (t) => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const properties = (text: string) => `{"type":"Feature","geometry":null,"properties":${text}}`;
  const bad: [name: string, text: string, reason: string, field?: string][] = [
    ['an attribute of 10 MiB', properties(`{"a":"${'x'.repeat(10 * MIB)}"}`), 'feature_too_long'],
    ['an attribute of 2 MiB', properties(`{"a":"${'x'.repeat(2 * MIB)}"}`), 'line_too_long'],
    ['20,000 levels', properties(`{"a":${nested(20_000)}}`), 'nested_too_deep'],
    ['20,000 levels as a coordinate', properties(`{},"bbox":${nested(20_000)}`), 'nested_too_deep'],
    ['no JSON', properties('{"a":nan}'), 'not_json'],
    ['brackets that do not match', properties('{"a":[1}}'), 'not_json'],
    ['a text', '"x, ] y"', 'not_a_feature'],
    ['null', 'null', 'not_a_feature'],
    ['no feature', '{"type":"Point"}', 'not_a_feature'],
    ['a list', '[1]', 'not_a_feature'],
    ['properties as a list', properties('[]'), 'not_a_feature'],
    ['a NUL', properties('{"a":"\\u0000b"}'), 'nul_character', 'a'],
    ['half a character', properties('{"a":"\\ud800"}'), 'invalid_unicode', 'a'],
  ];
  const good = JSON.stringify(feature({ a: 'good' }));
  const texts = [good, ...bad.flatMap(([, text]) => [text, good])];
  const forms: [string, string][] = [
    ['x.geojson', `{"features":[${texts.join(',')}]}`],
    ['x.geojsonl', texts.map((text) => `${text}\n`).join('')],
  ];
  for (const [name, text] of forms) {
    const rows = await allRows(await openGeojson(await write(name, text)));
    t.equal(rows.length, texts.length, name);
    bad.forEach(([what, , reason, field], n) => {
      const line = 2 * n + 2;
      t.same(
        rows[line - 1],
        field === undefined ? { line, reason } : { line, reason, field },
        `${name}: ${what}`,
      );
      t.same(cellsOf(rows)[line], { a: 'good' }, `${name}: after ${what}`);
    });
  }
});
