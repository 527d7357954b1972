import fc from 'fast-check';
import t from 'tap';
import { asCell, fromCell } from '../../src/domain/spreadsheet.ts';
import { holds } from '../holds.ts';

t.test('texts that a spreadsheet would run are marked as text, and others stay', async (t) => {
  const cases: [text: string, cell: string][] = [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["''@x", "'''@x"],
    ["'quoted'", "'quoted'"],
    ["O'Hara", "O'Hara"],
    ['A=B', 'A=B'],
    ['A;=1+1;B', "A;'=1+1;B"],
    ["A;'=1;;@x", "A;''=1;;'@x"],
    ['A\t=1\n+1', "A\t'=1\n'+1"],
    ['\u200b=1', "'\u200b=1"],
    ['A;\u200b\u2060=1', "A;'\u200b\u2060=1"],
    ['A; B', 'A; B'],
    ['12-34', '12-34'],
    ['', ''],
    ["'", "'"],
  ];
  for (const [text, cell] of cases) {
    t.equal(asCell(text), cell, JSON.stringify(text));
    t.equal(fromCell(cell), text, JSON.stringify(cell));
  }
});

t.test('any text can be read back, and no cell begins a formula', async () => {
  const risky = fc.stringMatching(/^['=+\-@\t\r\n＝＋－＠a1 ;\u200b]{0,8}$/);
  await holds(100, [fc.oneof(risky, fc.string(), fc.string({ unit: 'binary' }))], (text) => {
    const cell = asCell(text);
    return fromCell(cell) === text && !/^[\t\r\n]|(^|[;\t\r\n])\p{Cf}*[=+\-@＝＋－＠]/u.test(cell);
  });
});
