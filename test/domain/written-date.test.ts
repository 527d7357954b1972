import fc from 'fast-check';
import t from 'tap';
import { DATE_FORMS, dateFault, dateReader, otherOrder, readIsoDate } from '../../src/domain/written-date.ts';
import { each } from '../listed.ts';

const SEED = { seed: 20_240_304 };

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
  ['MM/DD/YYYY', '12:00:00 AM', '0000-00-00'],
  ['MM/DD/YYYY', '12:00:00 PM', null],
  ['MM/DD/YYYY', '1/0/1900', '1900-01-00'],
  ['MM/DD/YYYY', '3/0/2019', '2019-03-01'],
  ['YYYYMMDD', '20190300', '2019-03-01'],
  ['YYYYMMDD', '20191300', '2019-13-00'],
  ['YYYYMMDD', '20190000', '2019-00-00'],
  ['MM/DD/YYYY', '0/0/1900', '1900-00-00'],
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
  ['YYYY-MMDD', '2019-906', '2019-09-06'],
  ['YYYY-MMDD', '2019-1231', '2019-12-31'],
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
  for (const day of each(`
      0000-00-00 0001-01-01 1111-11-11 1900-01-00 1900-00-00 1900-00-01 1753-01-01 1899-12-30 1900-01-01
      1899-12-31 9999-12-31 9999-01-01
    `))
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
