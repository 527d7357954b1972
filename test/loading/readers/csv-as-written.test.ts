import type { Point } from 'geojson';
import t from 'tap';
import { openCsv } from '../../../src/loading/readers/csv/table.ts';
import { positions } from '../../squares.ts';
import { allRows, cellsOf, folderOf, geometriesOf, wkb } from './table-files.ts';

const { write } = await folderOf(t);
const open = async (content: string | Uint8Array) => openCsv(await write('x.csv', content));
const read = async (content: string | Uint8Array) => allRows(await open(content));

t.test('a quote is text where tabs or bars separate fields that are not quoted', async (t) => {
  for (const by of ['\t', '|']) {
    const plain = [
      ['pin', 'owner', 'street'],
      ['1', '"BIG', '1 ELM ST'],
      ['2', 'SMALL"', '2 ELM ST'],
      ['3', '5" PIPE CO', '3 ELM ST'],
      ['4', '"B" HOLDINGS', '4 ELM ST'],
    ];
    t.same(
      cellsOf(await read(`${plain.map((row) => row.join(by)).join('\n')}\n`)).map((row) =>
        Object.values(row),
      ),
      plain.slice(1),
    );
    const marked = `${['pin', 'owner'].join(by)}\n1${by}"A${by}B"\n2${by}"two\nlines"\n3${by}"C"\n`;
    t.same(
      cellsOf(await read(marked)).map((row) => Object.values(row)),
      [
        ['1', `A${by}B`],
        ['2', 'two\nlines'],
        ['3', 'C'],
      ],
    );
  }
});

t.test('what a program writes around its rows is left out and counted', async (t) => {
  const ends = [
    '\u001a',
    ',,',
    '\f',
    ' , \t,',
    '(40 rows affected)',
    '40 rows selected.',
    'Completion time: 2024-01-02T03:04:05',
  ];
  for (const end of ends) {
    const table = await open(`pin,owner,street\n1,A,B\n\f2,C,D\n${end}\n`);
    const rows = cellsOf(await allRows(table));
    t.same(rows, [
      { pin: '1', owner: 'A', street: 'B' },
      { pin: '2', owner: 'C', street: 'D' },
    ]);
    t.match(table.remarks.join(), /1 line \(the first is 4\) holds no row: left out/, JSON.stringify(end));
  }
  t.same(cellsOf(await read('pin,owner\n1,A\n2,B\u001a')), [
    { pin: '1', owner: 'A' },
    { pin: '2', owner: 'B' },
  ]);
});

t.test('a line of a million blanks, NULs or Ctrl-Z takes no longer to read than others', async (t) => {
  const long = 1_000_000;
  const lines = [
    `${' '.repeat(long)}x`,
    `5 rows${' '.repeat(long)}x`,
    `"completion time:${' '.repeat(long)}\nx"`,
    `${'\0'.repeat(long)}x`,
    `x${'\u001a'.repeat(long)}`,
  ];
  const start = process.cpuUsage();
  for (const line of lines) t.equal((await read(`pin\n1\n${line}\n2\n`)).length, 3);
  const { user } = process.cpuUsage(start);
  t.ok(user < 5e6, `${Math.round(user / 1e3)} ms`);
});

t.test('texts that end in NULs end before them, in any encoding', async (t) => {
  const text = 'pin,owner,street\n1,\0,"B\0\0"\n2\0\0,C,D\0\n';
  for (const content of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')])
    t.same(cellsOf(await read(content)), [
      { pin: '1', owner: null, street: 'B' },
      { pin: '2', owner: 'C', street: 'D' },
    ]);
});

t.test('a column of WKT, EWKT, GeoJSON or hexadecimal WKB is the geometry of its rows', async (t) => {
  const corners = '-96.5 40.5, -96.4 40.5, -96.4 40.6, -96.5 40.5';
  const ring = positions(corners);
  const hex = wkb(3, [ring as [number, number][]]).toString('hex');
  const polygon = { type: 'Polygon', coordinates: [ring] };
  const cases: [text: string, geometry: object][] = [
    [`POLYGON ((${corners}))`, polygon],
    [`MULTIPOLYGON (((${corners})))`, { type: 'MultiPolygon', coordinates: [[ring]] }],
    [`SRID=4326;POLYGON Z((${ring.map((corner) => `${corner.join(' ')} 7`).join(', ')}))`, polygon],
    ['POINT (-96.5 40.5)', { type: 'Point', coordinates: [-96.5, 40.5] }],
    [`GEOMETRYCOLLECTION (POINT (-96 40), POLYGON ((${corners})))`, polygon],
    [
      'GEOMETRYCOLLECTION (POINT (-96 40), LINESTRING (-96 40, -97 41))',
      { type: 'Point', coordinates: [-96, 40] },
    ],
    [JSON.stringify(polygon), polygon],
    [hex, polygon],
    [hex.toUpperCase(), polygon],
  ];
  for (const [text, geometry] of cases) {
    const table = await open(`pin,the_geom\n1,"${text.replaceAll('"', '""')}"\n2,\n`);
    const rows = await allRows(table);
    t.same(geometriesOf(rows), [geometry, null], text);
    t.same(cellsOf(rows)[0], { pin: '1', the_geom: null });
    t.equal(table.geometry, (geometry as { type: string }).type);
  }
});

t.test('some other values in a column of outlines cost only themselves', async (t) => {
  const lines = ['0,NULL', ...Array.from({ length: 19 }, (_, at) => `${at + 1},POINT (-96.5 40.5)`)];
  const table = await open(`pin,shape\n${lines.join('\n')}\n`);
  const found = geometriesOf(await allRows(table));
  t.same([found.length, found.filter((one) => one === null).length], [20, 1]);
  t.match(table.remarks.join(), /1 row \(the first is 2\) cannot be located/);
  const remarks = await open(`pin,note\n1,POINT (-96.5 40.5)\n2,see map\n3,none\n`);
  t.equal(remarks.geometry, null, 'a few geometries among texts make no column of outlines');
});

t.test('EWKT names its coordinate system, and a broken outline costs only itself', async (t) => {
  const good = Array.from({ length: 300 }, (_, at) => `${at},SRID=3857;POINT(-10742000 4950000)`);
  const table = await open(`pin,shape\n${good.join('\n')}\n300,SRID=3857;POINT(x)\n`);
  t.match(table.projection, /Mercator|3857/);
  const found = geometriesOf(await allRows(table));
  const { coordinates } = found[0] as Point;
  const [lon, lat] = coordinates as [number, number];
  t.ok(Math.abs(lon + 96.497) < 0.01 && Math.abs(lat - 40.57) < 0.05, `${lon} ${lat}`);
  t.equal(found.at(-1), null);
  t.match(table.remarks.join(), /1 row \(the first is 302\) cannot be located/);
});

t.test('outlines come before points, and tabs without any quote at first are not quoted later', async (t) => {
  const table = await open(
    'pin,center,shape\n1,POINT (-96 40),"POLYGON ((-96 40, -95 40, -95 41, -96 40))"\n',
  );
  t.equal(table.geometry, 'Polygon');
  const rows = Array.from({ length: 300_000 }, (_, at) => `${at} OAK\tELM\tST`);
  const found = await read(`pin\ta\tb\n${rows.join('\n')}\nx\t"BIG\tST\ny\tSMALL"\tST\n`);
  t.same(cellsOf(found.slice(-2)), [
    { pin: 'x', a: '"BIG', b: 'ST' },
    { pin: 'y', a: 'SMALL"', b: 'ST' },
  ]);
});
