import fc from 'fast-check';
import t from 'tap';
import { parcelSale, type SaleFacts } from '../../src/domain/parcel-sale.ts';
import { holds } from '../holds.ts';

const sale = (price: number | null, date: string | null, arms_length: boolean | null = null): SaleFacts => ({
  price,
  date,
  arms_length,
});

t.test('the newer sale is shown', async (t) => {
  const own = sale(200_000, '2015-06-01', true);
  const dated = sale(null, '2020-01-01');
  const cases: [string, SaleFacts | null, SaleFacts | null, 'own' | 'deed' | SaleFacts | null][] = [
    ['nothing known', null, null, null],
    ['no deed', own, null, 'own'],
    ['no own sale', null, sale(1, '2001-01-01'), 'deed'],
    ['newer deed', own, sale(250_000, '2015-06-02', false), 'deed'],
    ['older deed', own, sale(250_000, '2015-05-31'), 'own'],
    ['equal dates', own, sale(250_000, '2015-06-01'), 'deed'],
    ['undated deed', own, sale(250_000, null), 'own'],
    ['undated own sale', sale(200_000, null), sale(250_000, '1990-01-01'), 'deed'],
    ['both undated', sale(200_000, null), sale(250_000, null), 'deed'],
    ['newer own transfer without a price', sale(null, '2020-01-01'), sale(250_000, '1990-01-01'), 'deed'],
    ['newer own transfer for nothing', sale(0, '2020-01-01'), sale(250_000, '1990-01-01'), 'deed'],
    ['own transfer for nothing, no deed: its date', sale(0, '2020-01-01'), null, dated],
    ['own date without a price, no deed', dated, null, dated],
    ['own date without a price, a newer deed without one', dated, sale(null, '2021-01-01'), dated],
    ['no own date and no price', sale(null, null), null, null],
    ['a deed without a price alone', null, sale(null, '2021-01-01'), null],
    ['arm’s length as the record tells', sale(0, '2020-01-01', false), null, sale(null, '2020-01-01', false)],
    ['a deed without a price is not a sale', own, sale(0, '2020-01-01'), 'own'],
    ['nor with an unknown one', own, sale(null, '2020-01-01'), 'own'],
  ];
  for (const [name, mine, deed, expected] of cases) {
    t.same(parcelSale(mine, deed), expected === 'own' ? mine : expected === 'deed' ? deed : expected, name);
  }
});

t.test('a price of 0 or an older sale never hides a priced deed, and no date is dropped', async () => {
  const date = fc.option(fc.constantFrom('1999-12-31', '2010-02-28', '2024-01-01'), { nil: null });
  const facts = fc.record({
    price: fc.constantFrom(null, 0, 1, 300_000),
    date,
    arms_length: fc.constantFrom(null, true, false),
  });
  await holds(100, [fc.option(facts), fc.option(facts)], (own, deed) => {
    const shown = parcelSale(own, deed);
    if (!deed?.price && !own?.price) return (shown?.date ?? null) === (own?.date ?? null) && !shown?.price;
    if (!deed?.price) return shown === own;
    return shown !== null && (shown.price ?? 0) > 0 && (shown.date ?? '') >= (deed.date ?? '');
  });
});
