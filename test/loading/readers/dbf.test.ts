import t from 'tap';
import { dbfFile, type MadeField } from './shapefile-files.ts';
import { good, PIN, pins, points, readFiles } from './shapefile-reading.ts';

const BERLIN = 'Prnjavor, \u00d1';

t.test('cells have the values of their types', async (t) => {
  const int = Buffer.alloc(4);
  int.writeInt32LE(-7);
  const double = Buffer.alloc(8);
  double.writeDoubleLE(2.5);
  const money = Buffer.alloc(8);
  money.writeBigInt64LE(1_234_500n);
  const time = Buffer.alloc(8);
  time.writeInt32LE(2_459_000);
  time.writeInt32LE(3_600_000, 4);
  const cases: [type: string, length: number, given: string | Buffer, expected: unknown][] = [
    ['C', 10, 'a b  ', 'a b'],
    ['C', 10, '  a', '  a'],
    ['C', 10, '', null],
    ['C', 10, '00123', '00123'],
    ['C', 10, '*', '*'],
    ['C', 10, 'ab\0\0\0\0', 'ab'],
    ['C', 10, 'ab\0left over', 'ab'],
    ['C', 10, Buffer.alloc(10), null],
    ['C', 300, 'x'.repeat(290), 'x'.repeat(290)],
    ['N', 16, '75.000000', 75],
    ['N', 10, '      -1.5', -1.5],
    ['N', 10, '', null],
    ['N', 10, '**********', null],
    ['N', 10, '.5', 0.5],
    ['N', 19, '9007199254740993', '9007199254740993'],
    ['N', 24, '90071992547409931.000000', '90071992547409931'],
    ['N', 10, '12a', '12a'],
    ['N', 10, '1,5', '1,5'],
    ['F', 19, '1.25000000000e+004', 12_500],
    ['F', 24, '-1.7976931348623157e+308', null],
    ['D', 8, '20200229', '2020-02-29'],
    ['D', 8, '20201399', '2020-13-99'],
    ['D', 8, '00000000', '0000-00-00'],
    ['D', 8, '', null],
    ['D', 8, '1/2/20', '1/2/20'],
    ['L', 1, 'T', true],
    ['L', 1, 'y', true],
    ['L', 1, 'F', false],
    ['L', 1, 'n', false],
    ['L', 1, '?', null],
    ['L', 1, '', null],
    ['L', 1, 'x', 'x'],
    ['I', 4, int, -7],
    ['B', 8, double, 2.5],
    ['O', 8, double, 2.5],
    ['Y', 8, money, 123.45],
    ['T', 8, time, '2020-05-30T01:00:00'],
    ['T', 8, Buffer.alloc(8), null],
    ['M', 10, '         1', null],
  ];
  const fields = cases.map(([type, length], n) => ({ name: `F${n}`, type, length }));
  const { table, rows, error } = await readFiles(t, {
    'a.dbf': dbfFile(fields, [cases.map(([, , given]) => given)], { version: 0x30 }),
  });
  t.equal(error, null);
  for (const [n, [type, , given, expected]] of cases.entries())
    t.equal(
      good(rows)[0]!.cells[`F${n}`],
      expected,
      `${type}: ${given.toString('latin1').slice(0, 30).replaceAll('\\0', '.')}`,
    );
  t.match(table.remarks.join(' '), /columns: F\d+ \(type M\)/, 'memos are named');
  t.match(table.remarks.join(' '), /no \.shp/);
  const types = Object.fromEntries(table.columns.map(({ type }, n) => [cases[n]![0], type]));
  t.match(types, { C: 'text', N: 'number', D: 'date', L: 'boolean', M: 'other', T: 'date' });
});

t.test('the encoding is the one given, that of the .cpg or the header, or detected', async (t) => {
  const name: MadeField = { name: 'NAME', type: 'C', length: 20 };
  const utf8 = Buffer.from(BERLIN);
  const cut = Buffer.concat([Buffer.from('Prnjavor, Prnjavor,'), Buffer.of(0xc3)]);
  const latin = Buffer.from(BERLIN, 'latin1');
  const cases: [
    name: string,
    bytes: Buffer,
    driver: number,
    cpg: string | null,
    given: string | undefined,
    encoding: string,
    text: string,
  ][] = [
    ['nothing said, UTF-8', utf8, 0, null, undefined, 'UTF-8', BERLIN],
    ['nothing said, no UTF-8', latin, 0, null, undefined, 'windows-1252', BERLIN],
    ['.cpg', utf8, 0x57, 'UTF-8\n', undefined, 'UTF-8', BERLIN],
    ['.cpg by number', latin, 0, '1252', undefined, 'windows-1252', BERLIN],
    ['.cpg of Esri', latin, 0, 'ISO 88591', undefined, 'windows-1252', BERLIN],
    ['header', latin, 0x57, null, undefined, 'windows-1252', BERLIN],
    ['header of DOS', Buffer.from([0x50, 0xa5]), 1, null, undefined, 'cp437', 'PÑ'],
    ['.cpg of 1252 over UTF-8', utf8, 0, '1252', undefined, 'UTF-8', BERLIN],
    ['.cpg of UTF-8 over 1252', latin, 0, 'UTF-8', undefined, 'windows-1252', BERLIN],
    ['header of 1252 over UTF-8', utf8, 0x57, null, undefined, 'UTF-8', BERLIN],
    ['a letter cut off by the width', cut, 0, 'UTF-8', undefined, 'UTF-8', 'Prnjavor, Prnjavor,'],
    ['unknown .cpg', latin, 0x03, 'klingon', undefined, 'windows-1252', BERLIN],
    ['given', Buffer.from([0xa5]), 0x57, 'UTF-8', 'cp850', 'cp850', 'Ñ'],
    ['given wrongly', latin, 0, null, 'UTF-8', 'UTF-8', '\ufffd'],
  ];
  for (const [about, bytes, driver, cpg, encoding, expected, text] of cases) {
    const { table, rows } = await readFiles(
      t,
      {
        'a.dbf': dbfFile([name], [['plain'], [bytes], ['after']], { driver }),
        ...(cpg === null ? {} : { 'a.cpg': cpg }),
      },
      { encoding },
    );
    t.equal(table.encoding, expected, about);
    t.match(rows[1], { line: 2, cells: { NAME: text } }, about);
    const lost = table.remarks.filter((remark) => remark.includes('does not have'));
    t.equal(lost.length, text === '\ufffd' ? 1 : 0, `${about}: letters are counted`);
    const doubted = table.remarks.filter((remark) => remark.includes(`but it is in ${expected}`));
    t.equal(doubted.length, about.includes(' over ') ? 1 : 0, `${about}: it is said which was used`);
    t.match([rows[0], rows[2]], [{ cells: { NAME: 'plain' } }, { cells: { NAME: 'after' } }], about);
  }
  const mixed = await readFiles(t, { 'a.dbf': dbfFile([name], [[utf8], [latin]]) });
  t.match(mixed.rows[1], { cells: { NAME: '\ufffd' } }, 'what is decided on stays so');
  t.match(mixed.table.remarks.join(' '), /looks like UTF-8/);
  await t.rejects(
    readFiles(t, { 'a.dbf': pins('1') }, { encoding: 'klingon' }),
    /"klingon" is not an encoding/,
  );
});

t.test('a .dbf that counts no rows has as many as it has room for', async (t) => {
  const bytes = pins('1', '2', '3');
  bytes.writeUInt32LE(0, 4);
  const { table, rows } = await readFiles(t, { 'a.dbf': bytes });
  t.equal(table.count, 3);
  t.same(
    good(rows).map(({ cells }) => cells.PIN),
    ['1', '2', '3'],
  );
});

t.test('columns with equal names or none get unique names', async (t) => {
  const fields = ['PIN', 'PIN', '', 'PIN'].map((name) => ({ name, type: 'C', length: 2 }));
  const { rows } = await readFiles(t, { 'a.dbf': dbfFile(fields, [['1', '2', '3', '4']]) });
  t.same(good(rows)[0]!.cells, { PIN: '1', PIN_2: '2', column_3: '3', PIN_3: '4' });
});

t.test('deleted rows are left out with their shapes; the others keep their numbers', async (t) => {
  const { rows } = await readFiles(t, {
    'a.shp': points(3),
    'a.dbf': dbfFile([PIN], [['1'], ['2'], ['3']], { deleted: [2] }),
  });
  t.match(rows, [
    { line: 1, cells: { PIN: '1' }, geometry: { coordinates: [-96.7, 41] } },
    { line: 3, cells: { PIN: '3' }, geometry: { coordinates: [-96.7, 43] } },
  ]);
  t.equal(rows.length, 2);
});
