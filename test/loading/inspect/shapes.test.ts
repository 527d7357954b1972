import fc from 'fast-check';
import t from 'tap';
import { DATE_FORMS, dateFault, dateReader } from '../../../src/domain/written-date.ts';
import {
  flag,
  money,
  numberBetween,
  type Parser,
  pastDate,
  year,
} from '../../../src/loading/ingest/fields.ts';
import { patternOf, type ShapeName, shapesOf, spoken } from '../../../src/loading/inspect/shapes.ts';
import { holds } from '../../holds.ts';

/** A value, shapes that it has, and shapes that it must not have. */
const CASES: readonly [text: string, has: readonly ShapeName[], hasNot: readonly ShapeName[]][] = [
  ['264000', ['number', 'integer', 'money'], ['year', 'zip', 'date:epoch_ms']],
  ['1,234.50', ['number', 'money'], ['integer']],
  ['$ 450,000', ['number', 'money'], []],
  ['5.50620385342e+01', ['number'], ['money', 'integer']],
  ['75.0', ['integer'], ['zip']],
  ['1963', ['year', 'integer'], ['zip']],
  ['1963.0', ['year'], []],
  ['2,019', ['number', 'year_with_comma'], ['year']],
  ['(1,200)', ['number'], ['money']],
  ['$0.50', ['money'], []],
  ['1.234,50', ['comma_decimal'], ['number', 'money']],
  ['$1.234', ['three_decimals', 'number'], ['money']],
  ['Yes', ['flag'], []],
  ['03/04/2024', ['date:MM/DD/YYYY', 'date:DD/MM/YYYY'], []],
  ['2024-3-4', ['date:YYYY-MM-DD'], ['iso_date']],
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
  ['PENNIFOLD,OSWIN', ['person'], ['firm']],
  ['Ave', ['street_kind'], []],
  ['R', [], ['street_kind']],
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
  ['{478A59A5-65DB-47A0-84F2-685C611B2C1D}', ['guid'], []],
  ['2013-03-28 00:00:00', ['date:YYYY-MM-DD'], []],
  ['10/31/1986', ['date:MM/DD/YYYY'], []],
  ['13/31/1986', [], ['date:MM/DD/YYYY', 'date:DD/MM/YYYY']],
  ['20120527', ['date:YYYYMMDD'], ['date:MMDDYYYY']],
  ['623203200000', ['date:epoch_ms'], []],
  ['40701.50935', ['date:excel'], []],
  ['31-OCT-1986', ['date:DD-MON-YYYY'], []],
];

t.test('a single value has the right shapes', async (t) => {
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

t.test('what counts as readable is what a load stores', async () => {
  const reading = () => ({ today: new Date().toISOString().slice(0, 10), notes: [] });
  const stores = (parse: Parser<unknown>, value: unknown) => parse(value, 'field', reading()) !== null;
  const amount = fc.string({ unit: fc.constantFrom(...'0123456789.,-$()% '), minLength: 1, maxLength: 12 });
  const day = fc
    .tuple(
      fc.constantFrom(...DATE_FORMS),
      fc.date({ min: new Date('1700-01-01'), max: new Date(), noInvalidDate: true }),
    )
    .map(([form, date]) => {
      const [year, month, days] = date.toISOString().slice(0, 10).split('-') as [string, string, string];
      return form.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', days);
    });
  await holds(
    3_000,
    [fc.oneof(amount, day, fc.constantFrom('Yes', 'n', 'Q', '1', '2,019', '1963.0'))],
    (given) => {
      const text = given.trim();
      const shapes = new Set(shapesOf(text));
      const isRead = (shape: ShapeName, parse: Parser<unknown>) => !shapes.has(shape) || stores(parse, text);
      const dates = DATE_FORMS.every((form) => {
        const read = dateReader(form)!(text) ?? '';
        const isNone = dateFault(read) === 'placeholder_date' || read > reading().today;
        return !shapes.has(`date:${form}`) || isNone || stores(pastDate, read);
      });
      return (
        dates &&
        isRead('number', numberBetween(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) &&
        isRead('money', money) &&
        isRead('year', year) &&
        isRead('year_with_comma', year) &&
        isRead('flag', flag)
      );
    },
  );
});

t.test('no text breaks the shapes', async () => {
  await holds(100, [fc.string()], (text) => Array.isArray(shapesOf(text.trim())));
});
