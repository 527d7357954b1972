import fc from 'fast-check';
import t from 'tap';
import { isoDate, serialDate } from '../../../src/ingest/adapters/dates.ts';

t.test('M/D/YYYY becomes ISO, anything else stays', async (t) => {
  const cases: [string, string][] = [
    ['5/3/2023', '2023-05-03'],
    ['12/31/1999', '1999-12-31'],
    ['1/22/1992 00:00:00', '1992-01-22'],
    ['13/45/2020', '2020-13-45'],
    ['5/3/23', '5/3/23'],
    ['2017-07-17 00:00:00', '2017-07-17 00:00:00'],
    ['soon', 'soon'],
    ['', ''],
  ];
  for (const [published, expected] of cases) t.equal(isoDate(published), expected, published);
});

t.test('a serial day becomes ISO', async (t) => {
  const cases: [string, string][] = [
    ['40701.50935', '2011-06-07'],
    ['61', '1900-03-01'],
    ['0', ''],
    ['0.0', ''],
    ['', ''],
    ['60', '60'],
    ['99999999', '99999999'],
    ['6/7/2011', '2011-06-07'],
  ];
  for (const [published, expected] of cases) t.equal(serialDate(published), expected, published);
});

t.test('every day of the calendar survives', async () => {
  const days = fc.date({ min: new Date('1900-03-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (day) => {
      const iso = day.toISOString().slice(0, 10);
      const us = `${day.getUTCMonth() + 1}/${day.getUTCDate()}/${day.getUTCFullYear()}`;
      const serial = Math.floor(day.getTime() / 86_400_000) + 25_569;
      return isoDate(us) === iso && serialDate(`${serial}.25`) === iso;
    }),
  );
});
