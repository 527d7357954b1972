import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type CompressionCodec, parquetMetadata, type SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import t from 'tap';
import { checkGroups } from '../../src/readers/geoparquet/groups.ts';
import { openGeoParquet } from '../../src/readers/geoparquet/table.ts';
import { allRows, cellsOf, folderOf, SQUARE, wkb, zip } from './table-files.ts';

const { write } = await folderOf(t);
type Options = Parameters<typeof parquetWriteBuffer>[0];

const parquet = (options: Options): Buffer => Buffer.from(parquetWriteBuffer(options));
const polygon = new Uint8Array(wkb(3, [SQUARE]));
const geometry = { name: 'geometry', data: [polygon, null], type: 'BYTE_ARRAY' as const };

const geo = (column: object, primary = 'geometry') => ({
  key: 'geo',
  value: JSON.stringify({ version: '1.1.0', primary_column: primary, columns: { [primary]: column } }),
});
const WKB = { encoding: 'WKB', geometry_types: ['Polygon'] };

t.test('columns of every type, dates as text, and geometries', async (t) => {
  const decimal = (
    name: string,
    type: 'INT32' | 'INT64' | 'BYTE_ARRAY',
    scale: number,
    precision: number,
  ): SchemaElement => ({
    name,
    type,
    repetition_type: 'OPTIONAL',
    converted_type: 'DECIMAL',
    scale,
    precision,
  });
  const date: SchemaElement = {
    name: 'sold',
    type: 'INT32',
    repetition_type: 'OPTIONAL',
    converted_type: 'DATE',
  };
  const schema: SchemaElement[] = [
    { name: 'root', num_children: 8 },
    { name: 'pin', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL', converted_type: 'UTF8' },
    { name: 'number', type: 'INT64', repetition_type: 'OPTIONAL' },
    { name: 'acres', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    { name: 'vacant', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
    date,
    { name: 'seen', type: 'INT64', repetition_type: 'OPTIONAL', converted_type: 'TIMESTAMP_MILLIS' },
    { name: 'photo', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  ];
  const columnData = [
    { name: 'pin', data: ['007', null] },
    { name: 'number', data: [12n, 2n ** 60n] },
    { name: 'acres', data: [1.5, Number.NaN] },
    { name: 'vacant', data: [true, null] },
    { name: 'sold', data: [new Date('2020-01-02'), null] },
    { name: 'seen', data: [new Date('2020-01-02T03:04:05Z'), null] },
    { name: 'photo', data: [Uint8Array.of(1), null] },
    { name: 'geometry', data: [polygon, null] },
  ];
  const bytes = parquet({ columnData, schema, kvMetadata: [geo(WKB)] });
  const table = await openGeoParquet(await write('x.parquet', bytes));
  t.match(table, { format: 'GeoParquet', geometry: 'Polygon', projection: 'EPSG:4326', count: 2 });
  t.same(
    table.columns.map(({ name, type }) => [name, type]),
    [
      ['pin', 'text'],
      ['number', 'number'],
      ['acres', 'number'],
      ['vacant', 'boolean'],
      ['sold', 'date'],
      ['seen', 'date'],
    ],
  );
  t.same(table.remarks, ['Binary data is not read: the columns photo.']);
  const rows = await allRows(table);
  t.same(rows, [
    {
      line: 1,
      cells: {
        pin: '007',
        number: 12,
        acres: 1.5,
        vacant: true,
        sold: '2020-01-02',
        seen: '2020-01-02T03:04:05.000Z',
      },
      geometry: { type: 'Polygon', coordinates: [SQUARE] },
    },
    {
      line: 2,
      cells: { pin: null, number: '1152921504606846976', acres: null, vacant: null, sold: null, seen: null },
      geometry: null,
    },
  ]);
  const zipped = await openGeoParquet(await write('x.zip', zip([{ name: 'a/x.parquet', content: bytes }])));
  t.same(await allRows(zipped), rows, 'in a zip');

  const decimals = parquet({
    schema: [
      { name: 'root', num_children: 3 },
      decimal('a', 'INT32', 2, 9),
      decimal('b', 'INT64', 0, 18),
      decimal('c', 'INT64', 3, 18),
    ],
    columnData: [
      { name: 'a', data: [0.35, -1234.56, 0] },
      { name: 'b', data: [123, -5, null] },
      { name: 'c', data: [0.001, -0.5, null] },
    ],
  });
  const found = await allRows(await openGeoParquet(await write('x.parquet', decimals)));
  t.same(cellsOf(found), [
    { a: 0.35, b: 123, c: 0.001 },
    { a: -1234.56, b: -5, c: -0.5 },
    { a: 0, b: null, c: null },
  ]);
});

t.test('every compression, and many groups of rows', async (t) => {
  const data = Array.from({ length: 5_000 }, (_, n) => `P-${n}`);
  const codecs: [CompressionCodec, (input: Uint8Array) => Uint8Array][] = [
    ['UNCOMPRESSED', (input) => input],
    ['GZIP', gzipSync],
    ['ZSTD', zstdCompressSync],
    ['BROTLI', brotliCompressSync],
  ];
  const files: [string, Options][] = [
    ['SNAPPY', { columnData: [{ name: 'pin', data }], codec: 'SNAPPY' }],
    ...codecs.map(([codec, compress]): [string, Options] => [
      codec,
      { columnData: [{ name: 'pin', data }], codec, compressors: { [codec]: compress } },
    ]),
  ];
  for (const [name, options] of files) {
    const table = await openGeoParquet(await write('x.parquet', parquet({ ...options, rowGroupSize: 700 })));
    const rows = await allRows(table);
    t.same(
      cellsOf(rows),
      data.map((pin) => ({ pin })),
      name,
    );
    t.same([rows[0]!.line, rows.at(-1)!.line], [1, 5_000], name);
    t.match(table, { format: 'Parquet', geometry: null, projection: null }, name);
  }
});

t.test('nested values are JSON', async (t) => {
  const bytes = parquet({ columnData: [{ name: 'tags', data: [{ a: [1, 'x'] }, null], type: 'JSON' }] });
  t.same(cellsOf(await allRows(await openGeoParquet(await write('x.parquet', bytes)))), [
    { tags: '{"a":[1,"x"]}' },
    { tags: null },
  ]);
});

t.test('the coordinate system is that of the metadata, or of the option', async (t) => {
  const pin = { name: 'pin', data: ['1', '2'] };
  const file = async (column: object) =>
    write('x.parquet', parquet({ columnData: [pin, geometry], kvMetadata: [geo(column)] }));
  const id = (authority: string, code: unknown) => ({ ...WKB, crs: { id: { authority, code } } });
  const degrees = [
    WKB,
    id('EPSG', 4326),
    id('OGC', 'CRS84'),
    { ...WKB, crs: { components: [{ id: { authority: 'EPSG', code: 4326 } }] } },
  ];
  for (const column of degrees) {
    const table = await openGeoParquet(await file(column));
    t.match(table.projection, /EPSG:4326/, JSON.stringify(column));
    t.match(await allRows(table), [{ geometry: { coordinates: [SQUARE] } }, { geometry: null }]);
  }
  for (const column of [id('EPSG', 999999), { ...WKB, crs: null }, { ...WKB, crs: { name: 'mine' } }]) {
    const made = await file(column);
    await t.rejects(openGeoParquet(made), /x\.parquet: [\s\S]*srs/, JSON.stringify(column));
    t.match(await openGeoParquet(made, { srs: 'EPSG:4326' }), { projection: /EPSG:4326/ });
  }
  await t.rejects(openGeoParquet(await file({ encoding: 'polygon' })), /stored as polygon, not as WKB/);
  const native = parquet({
    columnData: [
      pin,
      { ...geometry, data: [{ type: 'Point', coordinates: [1, 2] }, null], type: 'GEOMETRY' },
    ],
  });
  const table = await openGeoParquet(await write('x.parquet', native));
  t.match(await allRows(table), [{ geometry: { type: 'Point', coordinates: [1, 2] } }, { geometry: null }]);
});

t.test('rows that cannot be taken are rejected; a broken geometry is left out', async (t) => {
  const bytes = parquet({
    columnData: [
      { name: 'pin', data: ['a\u0000b', 'x'.repeat(2_000_000), 'good', 'good'] },
      { name: 'geometry', data: [polygon, polygon, polygon.subarray(0, 20), polygon], type: 'BYTE_ARRAY' },
    ],
    kvMetadata: [geo(WKB)],
  });
  const table = await openGeoParquet(await write('x.parquet', bytes));
  t.match(await allRows(table), [
    { line: 1, reason: 'nul_character', field: 'pin' },
    { line: 2, reason: 'line_too_long', field: 'pin' },
    { line: 3, cells: { pin: 'good' }, geometry: null },
    { line: 4, geometry: { type: 'Polygon' } },
  ]);
  t.match(table.remarks, [/^1 row \(the first is 3\) cannot be located/]);
});

t.test('damaged and unusable files', async (t) => {
  const data = Array.from({ length: 5_000 }, (_, n) => `P-${n * 7919}`);
  const file = await write(
    'x.parquet',
    parquet({ columnData: [{ name: 'pin', data }], codec: 'UNCOMPRESSED' }),
  );
  const bytes = await readFile(file);
  await t.rejects(
    openGeoParquet(await write('cut.parquet', bytes.subarray(0, -50))),
    /cut\.parquet: it is damaged or not complete \(.*\)\. Download it again/,
  );
  await t.rejects(openGeoParquet(await write('tiny.parquet', 'PAR1')), /tiny\.parquet: it is not complete/);
  await t.rejects(openGeoParquet(await write('secret.parquet', 'PARE0123456789')), /it is encrypted/);
  const noise = Buffer.from(bytes).fill(0xff, 4, 2_000);
  const table = await openGeoParquet(await write('noise.parquet', noise));
  await t.rejects(allRows(table), /noise\.parquet: it is damaged/);
  const metadata = parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const large = metadata.row_groups.map((group) => ({ ...group, total_byte_size: 600n << 20n }));
  t.throws(
    () => checkGroups({ ...metadata, row_groups: large }),
    /is 600 MiB, and Terrier reads up to 512 MiB/,
  );
  const lz4 = parquet({
    columnData: [{ name: 'pin', data }],
    codec: 'LZ4_RAW',
    compressors: { LZ4_RAW: (input) => input },
  });
  await t.rejects(openGeoParquet(await write('lz4.parquet', lz4)), /it is packed by LZ4_RAW/);
});
