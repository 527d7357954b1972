import fc from 'fast-check';
import t from 'tap';
import { DATE_FORMS, readDate } from '../../src/inspect/dates.ts';
import { numberOf, patternOf, type ShapeName, shapesOf, spoken } from '../../src/inspect/shapes.ts';

/** A value, shapes that it has, and shapes that it must not have. */
const CASES: readonly [text: string, has: readonly ShapeName[], hasNot: readonly ShapeName[]][] = [
  ['264000', ['number', 'integer', 'money'], ['year', 'zip', 'date:epoch_ms']],
  ['1,234.50', ['number', 'money'], ['integer']],
  ['$ 450,000', ['number', 'money'], []],
  ['5.50620385342e+01', ['number'], ['money', 'integer']],
  ['75.0', ['integer'], ['zip']],
  ['1963', ['year', 'integer'], ['zip']],
  ['1963.0', ['year'], []],
  ['2,019', ['number'], ['year']],
  ['68508', ['zip', 'money'], ['year']],
  ['68508-1234', ['zip'], ['number']],
  ['94704.000000', ['zip', 'integer'], []],
  ['NE', ['state', 'city'], []],
  ['Nebraska', ['state'], []],
  ['XQ', [], ['state']],
  ['EAST QUILLTON', ['city', 'words'], ['person', 'street_address']],
  ['12 W ELM ST', ['street_address'], ['one_line_address', 'city']],
  ['12 1/2 ELM AVENUE', ['street_address'], []],
  ['2 STORY FRAME', [], ['street_address', 'one_line_address']],
  ['12 ELM ST, QUILLTON, NE  68333', ['one_line_address'], ['street_address']],
  ['QUILLTON NC 27609-6317', ['city_line'], ['one_line_address', 'city']],
  ['QUILLTON, CA', ['city_state'], ['city_line']],
  ['MI49327', ['state_zip'], ['zip']],
  ['PO BOX 12', ['po_box'], ['street_address']],
  ['C/O JO DOE', ['care_of'], []],
  ['PENNIFOLD, OSWIN J', ['person'], ['firm']],
  ['PENNIFOLD JOHN & MARY', ['person'], ['firm']],
  ['PENNIFOLD OSWIN J', ['person'], []],
  ['QUILLTON HOLDINGS LLC', ['firm'], ['person']],
  ['CITY OF QUILLTON', ['firm'], ['person']],
  ['SINGLE FAMILY RESIDENTIAL', [], ['person', 'firm']],
  ['41-01-06-100-009', ['parcel_number'], ['number']],
  ['003 005501800', ['parcel_number'], []],
  ['40.8222772', ['latitude'], ['longitude']],
  ['-96.6569295', ['longitude'], ['latitude']],
  ['96.6569295', [], ['longitude', 'latitude']],
  ['R-3', ['code'], ['number']],
  ['4064/0075', ['book_page'], []],
  ['{478A59A5-65DB-47A0-84F2-685C611B2C1D}', ['guid'], []],
  ['2013-03-28 00:00:00', ['date:YYYY-MM-DD'], []],
  ['10/31/1986', ['date:MM/DD/YYYY'], []],
  ['13/31/1986', [], ['date:MM/DD/YYYY']],
  ['20120527', ['date:YYYYMMDD'], ['date:MMDDYYYY']],
  ['623203200000', ['date:epoch_ms'], []],
  ['40701.50935', ['date:excel'], []],
  ['31-OCT-1986', ['date:DD-MON-YYYY'], []],
];

t.test('what single values look like', async (t) => {
  for (const [text, has, hasNot] of CASES) {
    const found = shapesOf(text);
    for (const shape of has) t.ok(found.includes(shape), `${text} is ${shape}`);
    for (const shape of hasNot) t.notOk(found.includes(shape), `${text} is not ${shape}`);
  }
});

t.test('cells that say nothing are blank', async (t) => {
  for (const cell of [null, undefined, '', '  ', 'NULL', '<Null>', 'n/a', '--', '?'])
    t.equal(spoken(cell), null);
  t.equal(spoken(' 0 '), '0');
  t.equal(spoken(75), '75');
  t.equal(patternOf('41-01-A6'), '9-9-A9');
});

t.test('a date in every form is read back', async () => {
  const days = fc.date({ min: new Date('1927-06-01'), max: new Date('2025-12-31'), noInvalidDate: true });
  const written = (day: Date): Record<string, string> => {
    const iso = day.toISOString().slice(0, 10);
    const [year, month, date] = iso.split('-') as [string, string, string];
    const midnight = Date.parse(iso);
    return {
      'YYYY-MM-DD': iso,
      'MM/DD/YYYY': `${Number(month)}/${Number(date)}/${year}`,
      'YYYY/MM/DD': `${year}/${month}/${date}`,
      'MM-DD-YYYY': `${month}-${date}-${year}`,
      'DD-MON-YYYY': `${date}-${'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')[Number(month) - 1]}-${year}`,
      YYYYMMDD: year + month + date,
      MMDDYYYY: month + date + year,
      epoch_ms: String(midnight),
      epoch_s: String(midnight / 1000),
      excel: String((midnight - Date.UTC(1899, 11, 30)) / 86_400_000),
    };
  };
  fc.assert(
    fc.property(days, (day) => {
      const texts = written(day);
      return DATE_FORMS.every((form) => {
        const near = Math.abs(day.getTime()) < 2e10;
        return (near && form.startsWith('epoch')) || readDate(texts[form]!, form) === texts['YYYY-MM-DD'];
      });
    }),
  );
});

t.test('no text breaks the shapes, and numbers are read as they are printed', async () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(shapesOf(text.trim()))));
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e12 }), (number) => numberOf(String(number)) === number),
  );
  fc.assert(fc.property(fc.nat(1e9), (number) => numberOf(number.toLocaleString('en-US')) === number));
});
