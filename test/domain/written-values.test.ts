import fc from 'fast-check';
import t from 'tap';
import { isOwnCountry } from '../../src/domain/country.ts';
import { withoutEntities } from '../../src/domain/entities.ts';
import { STATES } from '../../src/domain/geography.ts';
import { formOf, isLost, isTooMuch } from '../../src/domain/losses.ts';
import { DATE_FORMS, dateFault, dateReader, otherOrder, readIsoDate } from '../../src/domain/written-date.ts';
import { readFlag } from '../../src/domain/written-flag.ts';
import {
  isAmbiguousNumber,
  readCommaDecimal,
  readNumber,
  saysNothing,
} from '../../src/domain/written-number.ts';

import { readState } from '../../src/domain/written-state.ts';
import { readZip } from '../../src/domain/written-zip.ts';
import { isZipOfState } from '../../src/domain/zip-state.ts';

const SEED = { seed: 20_240_304 };

const NUMBERS: readonly [text: string, number: number][] = [
  ['6,116', 6_116],
  ['$110,000.00', 110_000],
  ['$ 450,000', 450_000],
  ['(1,200)', -1_200],
  ['($1,200.50)', -1_200.5],
  ['$(1,200)', -1_200],
  ['-$5', -5],
  ['$-5', -5],
  ['1,200-', -1_200],
  ['- 7', -7],
  ['+7', 7],
  ['12.5 %', 12.5],
  [' 250000.50 ', 250_000.5],
  ['1,234,567.', 1_234_567],
  ['.5', 0.5],
  ['0075', 75],
  ['1.234', 1.234],
  ['5.50620385342e+01', 55.0620385342],
  ['$0.00', 0],
  ['1 234', 1_234],
  ['$1 234 567.50', 1_234_567.5],
  ['(1\u00a0234)', -1_234],
  ['35%', 35],
];

const AMBIGUOUS = ['1.234,50', '1.234.567', '$12,5', '0,123', '(1234,56)', '-,5', '1 234,50', '1.234.567,8'];

const NO_NUMBERS = [
  ...[
    '',
    '-',
    '.',
    '$',
    '()',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
    '1 20',
    '12 3456',
    '1 234 5',
    '0 123',
    '(5',
    '5)',
    '-(5)',
    '--5',
    '-5-',
  ],
  ...['$5%', '$$5', '1,2,3', '12,34,567', '1.2.3', '1,200 SF', 'SEE NOTE', '10-36-7', '1/2', '1,200,', 'e5'],
  `1${' '.repeat(50_000)}x`,
];

t.test('numbers are read as American rolls write them', async (t) => {
  for (const [text, number] of NUMBERS) t.equal(readNumber(text), number, text);
  for (const text of [...AMBIGUOUS, ...NO_NUMBERS]) t.equal(readNumber(text), null, text.slice(0, 40));
});

t.test('a figure that would be another number with a decimal comma is not guessed', async (t) => {
  for (const text of AMBIGUOUS) t.ok(isAmbiguousNumber(text), text);
  for (const text of [...NUMBERS.map(([text]) => text), ...NO_NUMBERS])
    t.notOk(isAmbiguousNumber(text), text.slice(0, 40));
  t.equal(readCommaDecimal('1.234,50'), 1_234.5);
  t.equal(readCommaDecimal('0,123'), 0.123);
  t.equal(readCommaDecimal('1.234'), 1_234);
  t.equal(readCommaDecimal('(12,5)'), -12.5);
  t.equal(readCommaDecimal('1 234,50'), 1_234.5);
  t.equal(readCommaDecimal('1,234.50'), null);
});

t.test('a number can be read back in every way of writing it', async () => {
  const cents = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(cents, (cents) => {
      const amount = cents / 100;
      const us = amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
      const comma = amount.toLocaleString('de-DE', { minimumFractionDigits: 2 });
      const ways = [String(amount), us, `$${us}`, `$ ${us} `, `+${us}`];
      const negative = [`-${us}`, `(${us})`, `$(${us})`, `${us}-`, `-$${us}`];
      return (
        ways.every((text) => readNumber(text) === amount) &&
        negative.every((text) => readNumber(text) === -amount) &&
        readCommaDecimal(comma) === amount
      );
    }),
    SEED,
  );
});

t.test('no text is both a number and ambiguous', async () => {
  const texts = fc.string({ unit: fc.constantFrom(...'01279.,-+$()% eX'), maxLength: 14 });
  fc.assert(
    fc.property(texts, (text) => readNumber(text) === null || !isAmbiguousNumber(text)),
    { ...SEED, numRuns: 2_000 },
  );
});

t.test('values that say nothing are blank', async (t) => {
  for (const text of [
    '',
    '  ',
    '<Null>',
    'NULL',
    'n/a',
    '#N/A',
    'None',
    '.',
    ' - ',
    '#REF!',
    '#DIV/0!',
    '\\N',
    '<NA>',
  ])
    t.ok(saysNothing(text), text);
  for (const text of ['0', 'NA', 'UNKNOWN', '--', 'NULLITY', 'Nan', 'NAN', '#12', '#REF'])
    t.notOk(saysNothing(text), text);
});

t.test('flags are read from the usual words', async (t) => {
  for (const text of ['Yes', 'y', 'TRUE', 'T', '1']) t.equal(readFlag(text), true, text);
  for (const text of ['No', 'n', 'False', 'f', '0']) t.equal(readFlag(text), false, text);
  for (const text of ['Q', 'maybe', '2', '']) t.equal(readFlag(text), null, text);
});

const DATES: readonly [form: string, text: string, day: string | null][] = [
  ['MM/DD/YYYY', '5/3/2023', '2023-05-03'],
  ['MM/DD/YYYY', '1/22/1992 00:00:00', '1992-01-22'],
  ['MM/DD/YYYY', '13/45/2020', '2020-13-45'],
  ['MM/DD/YYYY', '5/3/23', null],
  ['MM/DD/YYYY', '2017-07-17', null],
  ['MM/DD/YYYY', '5/3/2023 or later', null],
  ['DD/MM/YYYY', '5/3/2023', '2023-03-05'],
  ['YYYY-MM-DD', '2024-3-4', '2024-03-04'],
  ['YYYYMMDD', '20240229.0', '2024-02-29'],
  ['YYYYMMDD', '00000000', '0000-00-00'],
  ['YYYYMMDD', '0', '0000-00-00'],
  ['MM/DD/YYYY', '00/00/0000', '0000-00-00'],
  ['YYYY MM', '0 0', '0000-00-00'],
  ['MM/DD/YY', '1/18/01', '2001-01-18'],
  ['MMDDYY', '041219', '2019-04-12'],
  ['MMDDYY', '41219', '2019-04-12'],
  ['MMDDYYYY', '4122019.0', '2019-04-12'],
  ['YYMMDD', '90412', '2009-04-12'],
  ['CYYMMDD', '1190412', '2019-04-12'],
  ['CYYMMDD', '990412', '1999-04-12'],
  ['CC YY MM DD', '19 5 4 12', '1905-04-12'],
  ['CC YY MM', '20 19.0 4.0', '2019-04-01'],
  ['MON DD YYYY', 'Apr 12 2019', '2019-04-12'],
  ['MON DD YYYY', 'April  2, 2019 12:00AM', '2019-04-02'],
  ['MON DD YYYY', 'Fog 12 2019', null],
  ['YYYY', '2019', '2019-01-01'],
  ['YYYY', '2019.0', '2019-01-01'],
  ['YYYY', '1900', '1900-01-01'],
  ['YYYY-MM', '2019-04', '2019-04-01'],
  ['YYYY-MM', '2019-13', '2019-13-01'],
  ['MM/YYYY', '4/2019', '2019-04-01'],
  ['YYYYMM', '201904', '2019-04-01'],
  ['YYYY MM', '2019 4', '2019-04-01'],
  ['YYYY MM', '2019', null],
  ['DD-MON-YYYY', '09-SEPT-2024', '2024-09-09'],
  ['DD-MON-YYYY', '09-FOG-2024', null],
  ['MM/DD/YY', '5/3/23', '2023-05-03'],
  ['MM/DD/YY', '5/3/24', '2024-05-03'],
  ['MM/DD/YY', '5/3/25', '1925-05-03'],
  ['DD-MON-YY', '09-FEB-98', '1998-02-09'],
  ['epoch_ms', '1707436800000', '2024-02-09'],
  ['epoch_ms', '0', '0000-00-00'],
  ['excel', '40701.50935', '2011-06-07'],
  ['excel', '61', '1900-03-01'],
  ['excel', '60', null],
  ['excel', '99999999', null],
  ['excel', '6/7/2011', null],
];

t.test('dates are read only in their form', async (t) => {
  for (const [form, text, day] of DATES) t.equal(dateReader(form, 2024)!(text), day, `${form} ${text}`);
  for (const form of ['', 'MM/DD', 'YYYY-DD', 'YYYY-YY-DD', 'CCYYYY', 'CC', 'MM/DD/YYYY hh'])
    t.equal(dateReader(form), null, form);
  t.equal(readIsoDate('2024-02-29T23:59:59Z'), '2024-02-29');
  for (const text of ['2024-2-9', '2024-02-29x', '20240229']) t.equal(readIsoDate(text), null, text);
  for (const text of ['0', '00000000', '0000-00-00']) t.equal(readIsoDate(text), '0000-00-00', text);
});

t.test('the other order of a form has the same digits', async (t) => {
  t.equal(otherOrder('MM/DD/YYYY'), 'DD/MM/YYYY');
  t.equal(otherOrder('DDMMYYYY'), 'MMDDYYYY');
  for (const form of ['YYYY-MM-DD', 'YYYYMMDD', 'DD-MON-YYYY', 'epoch_ms', 'excel'])
    t.equal(otherOrder(form), form);
});

t.test('days that do not exist are distinguished from placeholders', async (t) => {
  for (const day of [
    '0000-00-00',
    '0001-01-01',
    '1753-01-01',
    '1899-12-30',
    '1900-01-01',
    '1899-12-31',
    '9999-12-31',
    '9999-01-01',
  ])
    t.equal(dateFault(day), 'placeholder_date', day);
  for (const day of ['2021-02-29', '2020-13-45', '2021-00-10', '2021-04-31'])
    t.equal(dateFault(day), 'no_such_date', day);
  t.equal(dateFault('1699-12-31'), 'too_early');
  for (const day of ['2020-02-29', '1700-01-01', '1900-01-02']) t.equal(dateFault(day), null, day);
});

t.test('a date in every form can be read back', async () => {
  const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
  const days = fc.date({ min: new Date('1927-06-01'), max: new Date('2026-12-31'), noInvalidDate: true });
  const written = (iso: string, form: string): string => {
    const [year, month, day] = iso.split('-') as [string, string, string];
    const midnight = Date.parse(iso);
    if (form === 'epoch_ms') return String(midnight);
    if (form === 'epoch_s') return String(midnight / 1_000);
    if (form === 'excel') return String((midnight - Date.UTC(1899, 11, 30)) / 86_400_000 + 0.25);
    return form
      .replace('CYY', `${Number(year.slice(0, 2)) - 19}YY`)
      .replace('YYYY', year)
      .replace('YY', year.slice(2))
      .replace('MON', MONTHS[Number(month) - 1]!)
      .replace('MM', month)
      .replace('DD', day);
  };
  fc.assert(
    fc.property(days, fc.constantFrom(...DATE_FORMS, 'DD.MM.YYYY', 'YYYY MM DD'), (day, form) => {
      const iso = day.toISOString().slice(0, 10);
      const known = iso.slice(
        0,
        form.includes('DD') || form === 'excel' || form.startsWith('epoch')
          ? 10
          : form.includes('MM')
            ? 7
            : 4,
      );
      return (
        iso === '1970-01-01' ||
        dateReader(form, 2026)!(written(iso, form)) === known + '-01-01'.slice(known.length - 4)
      );
    }),
    { ...SEED, numRuns: 1_000 },
  );
});

t.test('no text makes a date reader throw', async () => {
  fc.assert(
    fc.property(fc.constantFrom(...DATE_FORMS), fc.string(), (form, text) => {
      const read = dateReader(form)!(text);
      return read === null || read === '' || /^[+-]?\d{4,6}-\d\d/.test(read);
    }),
    SEED,
  );
});

t.test('more than 2 % of the filled values is too much', async (t) => {
  t.notOk(isTooMuch({ filled: 100, lost: 2 }));
  t.ok(isTooMuch({ filled: 100, lost: 3 }));
  t.ok(isTooMuch({ filled: 1, lost: 1 }));
  t.notOk(isTooMuch({ filled: 0, lost: 0 }));
  t.ok(isLost('wrong_type'));
  for (const reason of ['placeholder_date', 'zero', 'cut']) t.notOk(isLost(reason), reason);
});

t.test('the form of a value does not reveal it', async (t) => {
  t.equal(formOf(' $1.234,50 '), '$9.999,99');
  t.equal(formOf('Müller 7'), 'AAAAAA 9');
  t.equal(formOf('x'.repeat(500)), `${'A'.repeat(20)}…`);
});

const ZIPS: readonly [text: string, state: string | null, zip: string | null][] = [
  ['02138', 'MA', '02138'],
  ['2138', 'MA', '02138'],
  ['2138.0', 'MA', '02138'],
  ['2,138', 'MA', '02138'],
  ['1,234', 'MA', '01234'],
  ['021381200', 'MA', '02138-1200'],
  ['21381200', 'MA', '02138-1200'],
  ['02138-0000', 'MA', '02138'],
  ['2138-1200', 'MA', '02138-1200'],
  ['02138-', 'MA', '02138'],
  ['02138 1200', null, '02138-1200'],
  ['685081234.0', 'NE', '68508-1234'],
  ['68,508', 'NE', '68508'],
  ['501', 'NY', '00501'],
  ['601', 'PR', '00601'],
  ['2138', null, null],
  ['2138', 'NE', null],
  ['2076', null, null],
  ['0', 'NE', ''],
  ['00000-0000', 'NE', ''],
  ['J1A 2B3', null, null],
  ['685O8', 'NE', null],
  ['', 'NE', null],
];

t.test('a ZIP code has five digits, and four more if they are given', async (t) => {
  for (const [text, state, zip] of ZIPS) t.equal(readZip(text, state), zip, `${text} ${state}`);
});

t.test('ZIP codes are checked against their state', async (t) => {
  for (const { abbr } of STATES) {
    const codes = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(3, '0'));
    t.ok(
      codes.some((zip) => isZipOfState(zip, abbr)),
      abbr,
    );
  }
  t.ok(isZipOfState('68508', 'NE'));
  t.notOk(isZipOfState('68508', 'KS'));
  t.notOk(isZipOfState('68508', 'ZZ'));
});

t.test('a state is read as its abbreviation, its name, or an older abbreviation', async (t) => {
  for (const { abbr, name } of STATES)
    for (const text of [abbr, abbr.toLowerCase(), name]) t.equal(readState(text), abbr);
  for (const [text, abbr] of [
    ['Iowa', 'IA'],
    ['N.Y.', 'NY'],
    ['Minn.', 'MN'],
    ['N. Carolina', 'NC'],
    ['W VA', 'WV'],
    [' NE ', 'NE'],
    ['AE', 'AE'],
  ] as const)
    t.equal(readState(text), abbr, text);
  for (const text of ['', 'ZZ', 'ON', 'Ontario', 'OMAHA', '12', 'N4E']) t.equal(readState(text), null, text);
});

t.test('names of the US are recognized as the own country', async (t) => {
  for (const text of ['USA', 'u.s.a.', 'U S', 'United States of America']) t.ok(isOwnCountry(text), text);
  for (const text of ['', 'CANADA', 'AUS']) t.notOk(isOwnCountry(text), text);
});

t.test('HTML entities are decoded', async (t) => {
  for (const [text, plain] of [
    ['WREN &amp; SONS', 'WREN & SONS'],
    ['O&#39;DELL &#x26; CO', "O'DELL & CO"],
    ['&quot;THE&nbsp;MILL&quot; &lt;EAST&gt;', '"THE MILL" <EAST>'],
    ['WREN &amp;amp; SONS', 'WREN & SONS'],
    ['WREN & SONS', 'WREN & SONS'],
    ['CAF&Eacute; &ldquo;M&uuml;LLER&rdquo;', 'CAFÉ “MüLLER”'],
    ['A&B; &unknown; &amp', 'A&B; &unknown; &amp'],
  ] as const)
    t.equal(withoutEntities(text), plain, text);
});
