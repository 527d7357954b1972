import t from 'tap';
import { toConform } from '../../../src/loading/inspect/conform.ts';
import { columnOf, GIVEN, number, pick, proposed, questionOf, ROLL, SURNAMES } from './made-up-roll.ts';

t.test('one date determines the order of month and day; without one, the order is asked for', async (t) => {
  const dated = (SALE_DT: (i: number) => string) => proposed({ ...ROLL, SALE_DT });
  const open = (i: number) => `0${(i % 9) + 1}/0${((i * 7) % 9) + 1}/20${10 + (i % 9)}`;
  const asked = await dated(open);
  t.match(questionOf(asked, 'sale_date'), {
    words: 'The dates of SALE_DT (sale_date) can be read in two orders, MM/DD/YYYY and DD/MM/YYYY.',
    options: [{ dates: 'MM/DD/YYYY' }, { dates: 'DD/MM/YYYY' }],
  });
  t.match(asked.auto, { ready: false, undecided: [/two orders/] });
  for (const [told, dates] of [
    ['05/13/2014', 'MM/DD/YYYY'],
    ['13/05/2014', 'DD/MM/YYYY'],
  ] as const) {
    const proposal = await dated((i) => (i === 7 ? told : open(i)));
    t.match(toConform(proposal), { sale_date: { column: 'SALE_DT', dates } }, told);
    t.equal(questionOf(proposal, 'sale_date'), undefined, told);
    t.ok(proposal.auto.ready, told);
  }
  const short = await dated((i) => (i === 7 ? '5/13/14' : open(i).replace('/20', '/')));
  t.match(toConform(short), { sale_date: { dates: 'MM/DD/YY' } });
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
