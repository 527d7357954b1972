import t from 'tap';
import { toConform } from '../../../src/loading/inspect/write.ts';
import { certainty, columnOf, GIVEN, number, pick, proposed, ROLL, SURNAMES } from './made-up-roll.ts';

t.test('the month comes before the day, unless the column contradicts that', async (t) => {
  const dated = (SALE_DT: (i: number) => string) => proposed({ ...ROLL, SALE_DT });
  const open = (i: number) => `0${(i % 9) + 1}/0${((i * 7) % 9) + 1}/20${10 + (i % 9)}`;
  const either = await dated(open);
  t.match(toConform(either), { sale_date: { column: 'SALE_DT', dates: 'MM/DD/YYYY' } });
  t.equal(certainty(either, 'sale_date'), 'certain');
  const none = ['1/0/1900', '0/0/1900', '11/11/1111', '12:00:00 AM', 'NO SALE', 'VACANT'];
  const blanks = await dated((i) => (i % 3 ? pick(none, i) : open(i)));
  t.match(toConform(blanks), { sale_date: { dates: 'MM/DD/YYYY' } }, 'what stands for none shows no order');
  for (const [told, dates] of [
    ['05/13/2014', 'MM/DD/YYYY'],
    ['13/05/2014', 'DD/MM/YYYY'],
  ] as const) {
    const proposal = await dated((i) => (i === 7 ? told : open(i)));
    t.match(toConform(proposal), { sale_date: { column: 'SALE_DT', dates } }, told);
  }
  const short = await dated((i) => (i === 7 ? '5/13/14' : open(i).replace('/20', '/')));
  t.match(toConform(short), { sale_date: { dates: 'MM/DD/YY' } });
  const months = await dated((i) => `20${10 + (i % 9)}0${(i % 9) + 1}00`);
  t.match(toConform(months), { sale_date: { dates: 'YYYYMMDD' } }, 'a day of zero is no count of seconds');
  const unpadded = await dated((i) => `2014-${(i % 12) + 1}-${(i % 28) + 1}`);
  t.match(toConform(unpadded), { sale_date: { dates: 'YYYY-MM-DD' } }, 'days without zeros need their form');
});

t.test('the date of reception is when a deed was recorded, not when the parcel was sold', async (t) => {
  const deeds = await proposed(
    {
      PARCEL_NUM: (i) => number(i >> 1),
      RECEPTION_NUM: (i) => `2020${100_000 + i}`,
      RECEPTION_DATE: (i) =>
        `2020-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`,
      SALE_PRICE: (i) => 100_000 + i * 10,
      GRANTEE: (i) => `${pick(SURNAMES, i)},${pick(GIVEN, i * 7)}`,
    },
    { kind: 'deeds' },
  );
  t.equal(columnOf(deeds, 'recorded_date'), 'RECEPTION_DATE');
  t.equal(columnOf(deeds, 'document_number'), 'RECEPTION_NUM');
  t.equal(columnOf(deeds, 'sale_date'), undefined);
  t.equal(columnOf(deeds, 'grantee'), 'GRANTEE', 'names need no blank behind the comma');
});
