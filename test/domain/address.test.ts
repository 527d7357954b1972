import fc from 'fast-check';
import t from 'tap';
import { formatOneLine, isPoBox, sameStreet, splitOneLine, splitUnit } from '../../src/domain/address.ts';
import { growth, MOST_GROWTH } from '../growth.ts';
import { holds } from '../holds.ts';
import { listed } from '../listed.ts';
import { ASSESSORS_FORMS, C1_FORMS } from './publication-28.ts';

t.test('post-office boxes are distinguished from streets', async (t) => {
  const boxes = listed(`
    PO BOX 9610 · P.O. Box 610 · P O BOX 610 · POBOX 610 · POB 610 · PO DRAWER A · PO % / DRAWER ·
    P O DRAWER 9 · POST OFFICE BOX 9 · BOX 12 · P0 BOX 9 · ATTN: PAT QUILL PO BOX 9 ·
    C/O QUILL CO 260089 PO BOX 9 · PO BOX #9
  `);
  for (const box of boxes) t.equal(isPoBox(box), true, box);
  const others = [
    '',
    ...listed(
      '12 ELM ST · 12 ELM ST PO BOX 9 · ATTN: QUILL 12 ELM ST PO BOX 9 · 12 BOX ELDER RD · 12 DRAWER LN',
    ),
  ];
  for (const other of others) t.equal(isPoBox(other), false, other);
});

t.test('a trailing unit is split off as written', async (t) => {
  const cases: readonly [string, string, string | null][] = [
    ['12 Elm St Apt 4', '12 Elm St', 'Apt 4'],
    ['12 ELM ST # 12', '12 ELM ST', '# 12'],
    ['12 ELM RD #28', '12 ELM RD', '#28'],
    ['12 ELM ST  STE 200', '12 ELM ST', 'STE 200'],
    ['12 ELM ST, UNIT B', '12 ELM ST', 'UNIT B'],
    ['12 ELM RD STE 103 # 6', '12 ELM RD', 'STE 103 # 6'],
    ['12 ELM ST, UNIT #402 & 403', '12 ELM ST', 'UNIT #402 & 403'],
    ['12 ELM ST FL 3', '12 ELM ST', 'FL 3'],
    ['12 ELM ST TH5', '12 ELM ST', 'TH5'],
    ['12 ELM ST-UNIT 2', '12 ELM ST', 'UNIT 2'],
    ['12 ELM ST UNIT11', '12 ELM ST', 'UNIT11'],
    ['12 UNIT RD', '12 UNIT RD', null],
    ['12 ELM ST', '12 ELM ST', null],
    ['12 STERLING ST', '12 STERLING ST', null],
    ['APT 4', 'APT 4', null],
    ['', '', null],
  ];
  for (const [line, street, unit] of cases) t.same(splitUnit(line), { street, unit }, line);
});

t.test('an address on one line is split into its parts', async (t) => {
  const cases: readonly [string, ...(string | null)[]][] = [
    ['11 W QUILL ST, QUILL, NE  68333', '11 W QUILL ST', null, 'QUILL', 'NE', '68333'],
    ['12 ELM ST, ST PAUL, NE', '12 ELM ST', null, 'ST PAUL', 'NE', null],
    ['QUILLTON NC 27609-1234', null, null, 'QUILLTON', 'NC', '27609-1234'],
    ['QUILLTON NC 276091234', null, null, 'QUILLTON', 'NC', '27609-1234'],
    ['QUILLTON, NC', null, null, 'QUILLTON', 'NC', null],
    ['NEW QUILLTON NC', null, null, 'NEW QUILLTON', 'NC', null],
    [', QUILLTON, NE  68333', null, null, 'QUILLTON', 'NE', '68333'],
    ['12 ELM ST, , NE  68333', '12 ELM ST', null, null, 'NE', '68333'],
    ['12 ELM ST, UNIT #119, QUILLTON, NE  68521', '12 ELM ST', 'UNIT #119', 'QUILLTON', 'NE', '68521'],
    ['12 FERNBANK RD #28, QUILLTON, NE  68506', '12 FERNBANK RD', '#28', 'QUILLTON', 'NE', '68506'],
    ['12 ELM ST, FL 3, STE 4, QUILLTON, NY 10001', '12 ELM ST', 'FL 3 STE 4', 'QUILLTON', 'NY', '10001'],
    ['12 ELM ST QUILLTON NE 68508', '12 ELM ST', null, 'QUILLTON', 'NE', '68508'],
    ['12 ELM ST NW QUILLTON DC 20001', '12 ELM ST NW', null, 'QUILLTON', 'DC', '20001'],
    ['12 ELM ST ST PAUL MN 55101', '12 ELM ST', null, 'ST PAUL', 'MN', '55101'],
    ['12 ELM ST APT 4 QUILLTON NE 68508', '12 ELM ST', 'APT 4', 'QUILLTON', 'NE', '68508'],
    ['12 Elm St, Quillton, ne 68508, USA', '12 Elm St', null, 'Quillton', 'NE', '68508'],
    ['PO BOX 9, QUILLTON, NE 68508', 'PO BOX 9', null, 'QUILLTON', 'NE', '68508'],
    ['PO BOX 9 QUILLTON NE 68508', 'PO BOX 9', null, 'QUILLTON', 'NE', '68508'],
    ['PO BOX 99817', 'PO BOX 99817', null, null, null, null],
    ['12 ELM ST', '12 ELM ST', null, null, null, null],
    ['12 ELM CT', '12 ELM CT', null, null, null, null],
    ['12 ELM CT, QUILLTON', '12 ELM CT', null, 'QUILLTON', null, null],
    ['12 ELM ST, APT 4', '12 ELM ST', 'APT 4', null, null, null],
    ['12 ELM ST, QUILLTON, ZZ 68508', '12 ELM ST', null, 'ZZ', null, '68508'],
    ['233 3RD ST S, MN 56297', '233 3RD ST S', null, null, 'MN', '56297'],
    ['233 3RD ST SW MN 56297', '233 3RD ST SW', null, null, 'MN', '56297'],
    ['233 3RD ST SOUTH, MN 56297', '233 3RD ST SOUTH', null, null, 'MN', '56297'],
    ['233 3RD ST, S, MN 56297', '233 3RD ST S', null, null, 'MN', '56297'],
    ['233 3RD ST S APT 5, MN 56297', '233 3RD ST S', 'APT 5', null, 'MN', '56297'],
    ['233 3RD ST S QUILLTON MN 56297', '233 3RD ST S', null, 'QUILLTON', 'MN', '56297'],
    ['12 ELM ST SOUTH QUILLTON MN 56297', '12 ELM ST', null, 'SOUTH QUILLTON', 'MN', '56297'],
    ['12 ELM ST NORTH ST PAUL MN 55109', '12 ELM ST', null, 'NORTH ST PAUL', 'MN', '55109'],
    ['12 COUNTY RD 5, MN 56297', '12 COUNTY RD 5', null, null, 'MN', '56297'],
    ['12 HIGHWAY 6 QUILLTON NE 68508', '12 HIGHWAY 6', null, 'QUILLTON', 'NE', '68508'],
    ['12 CR 40 QUILLTON NE 68508', '12 CR 40', null, 'QUILLTON', 'NE', '68508'],
    ['12 QUILL CR QUILLTON NE 68508', '12 QUILL CR', null, 'QUILLTON', 'NE', '68508'],
    ['12 75TH STREET CT, NE 68508', '12 75TH STREET CT', null, null, 'NE', '68508'],
    ['12 ELM ST GLEN COVE NY 11542', '12 ELM ST', null, 'GLEN COVE', 'NY', '11542'],
    ['GLEN COVE, NY 11542', null, null, 'GLEN COVE', 'NY', '11542'],
    ['ELM ST, NE 68508', 'ELM ST', null, null, 'NE', '68508'],
    ['68508', null, null, null, null, '68508'],
    ['NE', null, null, null, 'NE', null],
    ['', null, null, null, null, null],
    [' , ', null, null, null, null, null],
  ];
  for (const [line, street, unit, city, state, zip] of cases) {
    t.same(splitOneLine(line), { street, unit, city, state, zip }, line);
  }
});

t.test('the known parts make one line', async (t) => {
  const all = { street: '12 ELM ST', unit: 'APT 4', city: 'QUILLTON', state: 'NE', zip: '68508' };
  const none = { street: null, unit: null, city: null, state: null, zip: null };
  t.equal(formatOneLine(all), '12 ELM ST APT 4, QUILLTON, NE 68508');
  t.equal(formatOneLine({ ...all, unit: null }), '12 ELM ST, QUILLTON, NE 68508');
  t.equal(formatOneLine({ ...all, street: null, unit: null }), 'QUILLTON, NE 68508');
  t.equal(formatOneLine({ ...all, city: null }), '12 ELM ST APT 4, NE 68508');
  t.equal(formatOneLine({ ...all, state: null }), '12 ELM ST APT 4, QUILLTON, 68508');
  t.equal(formatOneLine({ ...none, zip: '68508' }), '68508');
  t.equal(formatOneLine({ ...none, city: ' ', state: '' }), null);
  t.equal(formatOneLine(none), null);
});

t.test('a formatted address is split into the same parts again', async () => {
  const some = (...values: string[]) => fc.constantFrom<string | null>(null, ...values);
  const parts = fc.record({
    street: fc.constantFrom('12 ELM ST', '4 N 48TH', '12 WEST AVE', 'PO BOX 9'),
    unit: some('APT 4', '# 12', 'STE 200', 'UNIT B'),
    city: fc.constantFrom('QUILLTON', 'ST PAUL', 'NEW QUILL'),
    state: fc.constantFrom('NE', 'NC', 'CT'),
    zip: some('68508', '02134-1234'),
  });
  await holds(100, [parts], (given) => {
    const back = splitOneLine(formatOneLine(given) as string);
    return JSON.stringify(back) === JSON.stringify(given);
  });
});

t.test('a direction after the suffix is never the city', async () => {
  const line = fc.record({
    suffix: fc.constantFrom(...C1_FORMS.map(([form]) => form), ...ASSESSORS_FORMS.map(([form]) => form)),
    direction: fc.constantFrom('N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW', 'NORTH', 'SOUTHEAST'),
    end: fc.constantFrom(', MN 56297', ', MN', ' MN 56297', ', MN 56297-1234'),
  });
  await holds(1000, [line], ({ suffix, direction, end }) => {
    const { street, city, state } = splitOneLine(`233 3RD ${suffix} ${direction}${end}`);
    return street === `233 3RD ${suffix} ${direction}` && city === null && state === 'MN';
  });
});

t.test('the time for a hostile line grows little faster than the line', async (t) => {
  const read = (line: string) => [
    splitOneLine(line),
    splitUnit(line),
    sameStreet(line, `${line}1`),
    isPoBox(line),
  ];
  const parts = ['A ', ' ,', '1 ', '# ', 'ATTN '];
  const lines = parts.map((part) => (length: number) => part.repeat(length / part.length));
  for (const lineOf of [...lines, (length: number) => `12${' '.repeat(length)}X`]) {
    const times = growth(read, lineOf);
    t.ok(times < MOST_GROWTH, `${lineOf(10)}: ${times.toFixed(1)} times`);
  }
});
