import { deepStrictEqual } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import { openCsv } from '../../../src/loading/readers/csv/table.ts';
import type { OpenOptions } from '../../../src/loading/readers/table.ts';
import { holds } from '../../holds.ts';
import { valuesOf } from '../../listed.ts';
import { allRows, cellsOf, folderOf, geometriesOf, namesOf, zip } from './table-files.ts';

const { write } = await folderOf(t);
const open = async (content: string | Uint8Array, options?: OpenOptions) =>
  openCsv(await write('x.csv', content), options);
const read = async (content: string | Uint8Array) => allRows(await open(content));
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

t.test('the encoding is detected, or given', async (t) => {
  const text = 'pin,straße\r\n1,"Müller, é"\r\n2,\r\n';
  const cases: [name: string, content: Buffer, encoding: string | undefined, found: string][] = [
    ['UTF-8', Buffer.from(text), undefined, 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), undefined, 'utf-8'],
    ['UTF-8, given', Buffer.from(text), 'UTF8', 'utf-8'],
    ['Windows-1252', Buffer.from(text, 'latin1'), undefined, 'windows-1252'],
    ['Windows-1252, given', Buffer.from(text, 'latin1'), 'ISO-8859-1', 'windows-1252'],
    ['DOS, given', Buffer.from('pin,stra\xe1e\r\n1,"M\x81ller, \x82"\r\n2,\r\n', 'latin1'), 'cp437', 'cp437'],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), undefined, 'utf-16le'],
    ['UTF-16 BE with a mark', utf16be(`\ufeff${text}`), undefined, 'utf-16be'],
    ['UTF-16 LE', Buffer.from(text, 'utf16le'), undefined, 'utf-16le'],
    ['UTF-16 BE', utf16be(text), undefined, 'utf-16be'],
    ['UTF-16 BE, given without its order', utf16be(text), 'UTF-16', 'utf-16be'],
    ['UTF-16 LE, given', Buffer.from(text, 'utf16le'), 'utf-16le', 'utf-16le'],
  ];
  for (const [name, content, encoding, found] of cases) {
    const table = await open(content, { encoding });
    t.equal(table.encoding, found, name);
    t.same(
      cellsOf(await allRows(table)),
      [
        { pin: '1', straße: 'Müller, é' },
        { pin: '2', straße: null },
      ],
      name,
    );
    t.same(table.remarks, [], name);
  }
  const cyrillic = Buffer.concat([
    Buffer.from('pin,name\n1,'),
    Buffer.of(0xc8, 0xe2, 0xe0, 0xed),
    Buffer.from('\n'),
  ]);
  const table = await open(cyrillic, { encoding: 'windows-1251' });
  t.same(cellsOf(await allRows(table)), [{ pin: '1', name: 'Иван' }]);
});

t.test('a letter that is not UTF-8 is marked as lost, and a remark names the option', async (t) => {
  const good = `${'x'.repeat(99)},1\n`.repeat(5_000);
  const bad = Buffer.from('stra\xdfe,2\nlast,3\n', 'latin1');
  const table = await open(Buffer.concat([Buffer.from(`a,b\nÑ,1\n${good}`), bad]));
  t.equal(table.encoding, 'utf-8');
  const rows = await allRows(table);
  t.equal(rows.length, 5_003);
  t.same(cellsOf(rows.slice(-2)), [
    { a: 'stra\ufffde', b: '2' },
    { a: 'last', b: '3' },
  ]);
  t.match(table.remarks, [
    /^1 row \(the first is 5003\) has letters that utf-8 does not have: such values are not loaded.*with --encoding, such as windows-1252 \(conform\.encoding/,
  ]);
  await allRows(table);
  t.equal(table.remarks.length, 1, 'reading again says it once');
});

t.test('Windows-1252 letters far into the file are read', async (t) => {
  const good = `${'x'.repeat(99)},1\n`.repeat(5_000);
  const table = await open(Buffer.from(`a,b\n${good}stra\xdfe,2\n`, 'latin1'));
  t.same(cellsOf((await allRows(table)).slice(-1)), [{ a: 'straße', b: '2' }]);
});

t.test('half of a surrogate pair in UTF-16 is marked as lost', async (t) => {
  const text = Buffer.from('a,b\n1,x\n2,\ud800y\n3,\udc00\n4,😀\n', 'utf16le');
  const rows = await read(text);
  t.same(cellsOf(rows), [
    { a: '1', b: 'x' },
    { a: '2', b: '\ufffdy' },
    { a: '3', b: '\ufffd' },
    { a: '4', b: '😀' },
  ]);
  const cut = await read(text.subarray(0, -5));
  t.same(cellsOf(cut.slice(-1)), [{ a: '4', b: '\ufffd' }], 'cut within a character');
});

t.test('the delimiter is found from the first lines, or given', async (t) => {
  const cases: [name: string, text: string, cells: Record<string, string>, format: string][] = [
    ['commas', 'a,b\n1;2,3\n', { a: '1;2', b: '3' }, 'CSV'],
    ['semicolons', 'a;b, c;d\n1,5;2;3\n', { a: '1,5', 'b, c': '2', d: '3' }, 'CSV, separated by semicolons'],
    ['tabs', 'a, b\tc\n1\t2\n', { 'a, b': '1', c: '2' }, 'CSV, separated by tabs'],
    ['bars', 'a|b\n"1|x"|2,3\n', { a: '1|x', b: '2,3' }, 'CSV, separated by vertical bars'],
    ['a header that two could split', 'a,b;c,d\n1,2;3,4\n5,6,7\n', { a: '1', 'b;c': '2;3', d: '4' }, 'CSV'],
    ['one column', 'pin\n1;2\n', { pin: '1;2' }, 'CSV'],
    [
      'lines within quotes',
      'a;b\n"one, two\nthree; four";2\n',
      { a: 'one, two\nthree; four', b: '2' },
      'CSV, separated by semicolons',
    ],
  ];
  for (const [name, text, cells, format] of cases) {
    const table = await open(text);
    t.equal(table.format, format, name);
    t.same(cellsOf(await allRows(table))[0], cells, name);
  }
  const carets = await open('a^b\n1^2\n', { delimiter: '^' });
  t.same(cellsOf(await allRows(carets)), [{ a: '1', b: '2' }]);
});

t.test('every column gets a unique name', async (t) => {
  const table = await open(' a ,,a,"",__proto__,a_2,a\n1,2,3,4,5,6,7\n');
  const names = ['a', 'column_2', 'a_3', 'column_4', '__proto___2', 'a_2', 'a_4'];
  t.same(namesOf(table), names);
  t.ok(table.columns.every(({ type }) => type === 'text'));
  const [cells] = cellsOf(await allRows(table));
  t.same(
    Object.entries(cells!),
    names.map((name, at) => [name, String(at + 1)]),
  );
});

t.test('rows that cannot be used are rejected by line and reason; the others are loaded', async (t) => {
  const text = `a,b\n1,2\n1,2,3\n${'x'.repeat(1_100_000)},1\n\n4,x\u0000y\n"5,6\n7,8\n`;
  const rows = await read(text);
  t.same(cellsOf(rows), [
    { a: '1', b: '2' },
    { line: 3, reason: 'wrong_column_count' },
    { line: 4, reason: 'line_too_long' },
    { line: 6, reason: 'nul_character' },
    { line: 7, reason: 'unclosed_quote' },
    { a: '7', b: '8' },
  ]);
});

const NAMES = ['PIN', 'OWNER', 'STREET', 'CITY', 'TOTAL'];
/** Eight rows of these columns, separated by `by`. */
const wrens = (by = ',') =>
  Array.from({ length: 8 }, (_, n) => [`P-${n}`, 'WREN', `${n} ELM ST`, 'LINCOLN', n + 1].join(by));

t.test('titles and column groups above the column names are not read', async (t) => {
  const table = (by = ',') => [NAMES.join(by), ...wrens(by), ''];
  const cases: [name: string, lines: string[], names: number][] = [
    ['titles', ['Assessor of Lancaster County', 'As of 1/1/2024, certified', '', ...table()], 4],
    ['groups of columns', [',OWNER,,VALUES,', ...table()], 2],
    ['the separator', ['sep=;', ...table(';')], 2],
  ];
  for (const [name, lines, names] of cases) {
    const found = await open(lines.join('\n'));
    t.same(namesOf(found), NAMES, name);
    t.match(
      found.remarks,
      [new RegExp(`^The names of the columns are in line ${names}:.*conform.headers`)],
      name,
    );
    const rows = await allRows(found);
    t.equal(rows.length, 8, name);
    t.match(rows[0], { line: names + 1, cells: { PIN: 'P-0', TOTAL: '1' } }, name);
  }
  const kept: [name: string, text: string, columns: string[]][] = [
    ['fewer names than columns', `PIN,OWNER,STREET,CITY\n${wrens().join('\n')}\n`, NAMES.slice(0, 4)],
    ['a first row that is nearly blank', `${NAMES}\nP-1,,,,\n${wrens().join('\n')}\n`, NAMES],
    ['names in figures', `PIN,2022,2023,2024\n${'P,1,2,3\n'.repeat(9)}`, ['PIN', '2022', '2023', '2024']],
    ['two columns', `PIN\n${'P,1\n'.repeat(9)}`, ['PIN']],
  ];
  for (const [name, text, columns] of kept) {
    const found = await open(text);
    t.same(namesOf(found), columns, name);
    t.same(found.remarks, [], name);
  }
});

t.test('rows that repeat the column names, or have only dashes, are left out and counted', async (t) => {
  const lines = ['\ufeffPIN,OWNER', '---,-----', 'A-1,WREN', '\ufeffPIN,OWNER', 'PIN,POE', 'PIN, OWNER ', ''];
  const table = await open(lines.join('\n'));
  t.same(cellsOf(await allRows(table)), [
    { PIN: 'A-1', OWNER: 'WREN' },
    { PIN: 'PIN', OWNER: 'POE' },
  ]);
  t.match(table.remarks, [/^3 rows \(the first is 2\) repeat the names of the columns/]);
});

t.test('blank columns after the last name do not cost a row', async (t) => {
  for (const by of [',', ';', '\t']) {
    const text = [NAMES.join(by), ...wrens(by).map((row) => `${row}${by} ${by}`), ''].join('\n');
    const rows = await read(text);
    t.match(rows[7], { line: 9, cells: { PIN: 'P-7', TOTAL: '8' } }, `"${by}"`);
  }
});

t.test('lines may end in carriage returns alone', async (t) => {
  const rows = await read(`${NAMES}\r${wrens().join('\r')}\r`);
  t.equal(rows.length, 8);
  t.match(rows[7], { line: 9, cells: { PIN: 'P-7', TOTAL: '8' } });
});

t.test('texts that are written for a spreadsheet are read as they were meant', async (t) => {
  const text = ['a,b', '="0012",\'0012', '"=""0,12""",\'tis', "=1,'", ''].join('\n');
  t.same(cellsOf(await read(text)), [
    { a: '0012', b: '0012' },
    { a: '0,12', b: "'tis" },
    { a: '=1', b: "'" },
  ]);
});

t.test('coordinate columns locate the rows', async (t) => {
  const text = 'pin,lat,lon\n1, 40.5 ,-96.5\n2,,-96.5\n3,NaN,1\n4,40.5,-960\n5,abc,1\n';
  const table = await open(text, { lat: 'lat', lon: 'lon' });
  const rows = await allRows(table);
  t.same(geometriesOf(rows), [{ type: 'Point', coordinates: [-96.5, 40.5] }, null, null, null, null]);
  t.match(table, { geometry: 'Point', projection: 'EPSG:4326' });
  t.match(table.remarks, [/^3 rows \(the first is 4\) cannot be located/]);
  const without = await open(text);
  t.match(without, { geometry: null, projection: null });
});

t.test('compressed files are read directly', async (t) => {
  const text = 'a,b\n1,2\n';
  const expected = [{ a: '1', b: '2' }];
  const archive = zip([
    { name: 'folder/x.CSV', content: text },
    { name: '__MACOSX/._x.csv', content: 'x' },
    { name: 'readme.pdf', content: 'y' },
  ]);
  const zipped = await openCsv(await write('x.zip', archive));
  t.match(zipped.name, /x\.zip\/folder\/x\.CSV$/);
  t.same(cellsOf(await allRows(zipped)), expected);
  t.equal(zipped.share(), 1);
  const packed = await openCsv(await write('x.csv.gz', gzipSync(text)));
  t.same(cellsOf(await allRows(packed)), expected);
  const two = zip([
    { name: 'a.csv', content: 'x\n1\n' },
    { name: 'b.csv', content: text },
  ]);
  t.same(cellsOf(await allRows(await openCsv(await write('x.zip', two), { file: 'b.csv' }))), expected);
});

t.test('a table can be read again, and reading can stop before its end', async (t) => {
  const table = await open(`a,b\n${'1,2\n'.repeat(200_000)}`);
  for await (const some of table.read()) {
    t.ok(some.length > 0);
    break;
  }
  t.ok(table.share()! < 1);
  t.equal((await allRows(table)).length, 200_000);
  t.equal(table.share(), 1);
});

t.test('what is written in any encoding is read, whatever the delimiter', async () => {
  const value = fc
    .array(fc.constantFrom('a', ' b', ',', ';', '"', '\n', 'ß', '|', '\t', '\n\n'), { maxLength: 6 })
    .map((letters) => `x${letters.join('')}`);
  const rows = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
  const encodings: [string, (text: string) => Buffer][] = [
    ['utf-8', (text) => Buffer.from(text)],
    ['windows-1252', (text) => Buffer.from(text, 'latin1')],
    ['utf-16le', (text) => Buffer.from(text, 'utf16le')],
    ['utf-16be', utf16be],
  ];
  /** Half of the values that need no quotes have none. */
  const quoted = (text: string) =>
    text.length % 2 === 0 && !/[",;|\t\r\n]/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
  await holds(
    300,
    [rows, fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom(...encodings)],
    async (rows, delimiter, [encoding, encode]) => {
      const lines = [['p', 'q', 'r'], ...rows].map((row) => row.map(quoted).join(delimiter));
      const table = await open(encode(lines.join('\n')), {
        encoding,
        delimiter,
      });
      const found = cellsOf(await allRows(table)).map((cells) => Object.values(cells));
      deepStrictEqual(found, rows);
    },
  );
});

t.test('lines before the header, and between it and the rows, are not read', async (t) => {
  const preamble = 'Roll of the county, "2024\n';
  const cases: [
    name: string,
    text: string,
    options: { headers?: number; skiplines?: number },
    lines: number[],
  ][] = [
    [
      'a header as the second line',
      `${preamble}PIN;OWNER\nA-1;WREN\nA-2;POE\n`,
      { headers: 2, skiplines: 2 },
      [3, 4],
    ],
    [
      'a line between',
      `${preamble}PIN;OWNER\ntext;text\nA-1;WREN\nA-2;POE\n`,
      { headers: 2, skiplines: 3 },
      [4, 5],
    ],
    ['the first line', 'PIN;OWNER\nA-1;WREN\nA-2;POE\n', { headers: 1, skiplines: 1 }, [2, 3]],
    ['a mark before it', `\ufeff${preamble}PIN;OWNER\r\nA-1;WREN\r\nA-2;POE`, { headers: 2 }, [3, 4]],
  ];
  for (const [name, text, options, lines] of cases) {
    const table = await open(Buffer.from(text), options);
    const rows = await allRows(table);
    t.same(
      cellsOf(rows),
      [
        { PIN: 'A-1', OWNER: 'WREN' },
        { PIN: 'A-2', OWNER: 'POE' },
      ],
      name,
    );
    t.same(valuesOf(rows, 'line'), lines, `${name}: the lines are those of the file`);
  }
  const bare = await open(Buffer.from('A-1,WREN\nA-2,POE\n'), { headers: -1 });
  t.same(cellsOf(await allRows(bare)), [
    { COLUMN1: 'A-1', COLUMN2: 'WREN' },
    { COLUMN1: 'A-2', COLUMN2: 'POE' },
  ]);
  await t.rejects(
    openCsv(await write('short.csv', Buffer.from('A\n')), { headers: 3 }),
    /short\.csv: it is empty/,
  );
});
