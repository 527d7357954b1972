import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { clear } from './support.ts';
import { at, LANCASTER, sale, viewAnswers, WAKE } from './view-answers.ts';

const harness = await makeHarness(t);
const { rows, sizes, views } = await viewAnswers(harness);

t.test('a corrected price changes its quarter, the next year’s change, its flip and flipper', async (t) => {
  await clear(harness);
  await harness.load('parcels', [{ ...at('p1'), street: '1 Elm St', city: 'Lincoln' }]);
  const bought = sale('r1', '2022-02-10', 100_000, { grantor: 'ASH ADAM', grantee: 'OAK FLIPS LLC' });
  const sold = sale('r2', '2022-06-01', 150_000, { grantor: 'Oak Flips, L.L.C.', grantee: 'ELM EVE' });
  const nextYear = sale('r3', '2023-03-31', 120_000, { ...at('p2'), grantor: 'FIR FAY', grantee: 'YEW YAN' });
  await harness.load('deeds', [bought, sold, nextYear]);
  t.match(await rows('deals/flips'), [
    { buy_price: 100_000, sell_price: 150_000, profit: 50_000, flip_tier: 'quick', address: /^1 Elm St/ },
  ]);
  t.match(await rows('market/counties?quarter=2023Q1'), [{ median_price: 120_000, yoy_change: 0.2 }]);

  await harness.load('deeds', [{ ...bought, sale_price_usd: 80_000 }]);
  t.match(await rows('deals/flips'), [{ buy_price: 80_000, sell_price: 150_000, profit: 70_000 }]);
  t.match(await rows('deals/flips?view=flippers'), [
    { flip_count: 1, total_profit: 70_000, total_buy_volume: 80_000 },
  ]);
  t.match(await rows('market/counties?quarter=2022Q1'), [
    { sale_count: 1, median_price: 80_000, yoy_change: null },
  ]);
  t.match(await rows('market/counties?quarter=2023Q1'), [{ median_price: 120_000, yoy_change: 0.5 }]);
  t.match(await rows(`market/trends?county_fips=${LANCASTER}`), [
    {
      quarters: [
        { quarter: '2022Q1', median_price: 80_000, yoy_change: null, low_sample: true },
        { quarter: '2022Q2', median_price: 150_000, yoy_change: null },
        { quarter: '2023Q1', median_price: 120_000, yoy_change: 0.5 },
      ],
    },
  ]);

  await harness.load('parcels', [{ ...at('p1'), street: '7 Oak Ave', city: 'Lincoln' }]);
  t.match(await rows('deals/flips'), [{ address: /^7 Oak Ave/ }], 'the flip follows the address');

  await harness.load('deeds', [{ ...bought, sale_date: '2022-04-02' }]);
  t.match(await rows('deals/flips'), [{ buy_date: '2022-04-02', hold_days: 60 }]);
  t.same(await rows('market/counties?quarter=2022Q1'), [], 'a quarter without its only sale is gone');
  t.match(await rows('market/counties?quarter=2022Q2'), [{ sale_count: 2, median_price: 125_000 }]);
  t.match(await rows('market/counties?quarter=2023Q1'), [{ median_price: 120_000, yoy_change: null }]);
});

t.test(
  'a deed that moves to another parcel takes its flip along, and what has no flip left is deleted',
  async (t) => {
    await clear(harness);
    await harness.load('parcels', [
      { ...at('p1'), street: '1 Elm St', city: 'Lincoln' },
      { ...at('w1', WAKE), street: '9 Pine Rd', city: 'Raleigh' },
    ]);
    const bought = sale('r1', '2022-02-10', 100_000, { grantor: 'ASH ADAM', grantee: 'OAK FLIPS LLC' });
    const sold = sale('r2', '2022-12-01', 150_000, { grantor: 'OAK FLIPS LLC', grantee: 'ELM EVE' });
    await harness.load('deeds', [bought, sold]);
    const flippers = (query: string) => rows(`deals/flips?view=flippers&${query}`);
    t.match(await flippers(`county_fips=${LANCASTER}`), [{ rank: 1, flip_count: 1, standard_count: 1 }]);

    await harness.load('deeds', [{ ...bought, ...at('w1', WAKE) }]);
    t.same(await rows('deals/flips'), [], 'the two sales are of different parcels now');
    t.same(await flippers(''), []);
    t.match(await rows('market/trends?state_fips=37'), [
      { county_fips: WAKE, quarters: [{ quarter: '2022Q1' }] },
    ]);
    await harness.load('deeds', [{ ...sold, ...at('w1', WAKE) }]);
    t.match(await rows('deals/flips'), [{ ...at('w1', WAKE), address: /^9 Pine Rd/ }]);
    t.same(await flippers(`county_fips=${LANCASTER}`), []);
    t.match(await flippers('state_fips=37&flip_tier=standard'), [{ flip_count: 1, counties: 1 }]);
    t.same(await rows('market/trends?state_fips=31'), [], 'a county without a sale has no trend');

    const other = { ...bought, ...at('w1', WAKE), grantee: 'GUM GUS' };
    await harness.load('deeds', [other]);
    t.same(await rows('deals/flips'), [], 'the seller is not who had bought');
    await harness.load('deeds', [{ ...other, grantee: null }]);
    t.match(
      await rows('deals/flips'),
      [{ buyer_name: 'OAK FLIPS LLC' }],
      'an unknown buyer can be the seller',
    );
    await harness.load('deeds', [
      { ...other, grantee: 'Gum, Gus' },
      { ...sold, ...at('w1', WAKE), grantor: null },
    ]);
    t.match(await flippers(''), [{ rank: 1, name: 'Gum, Gus', flip_count: 1 }], 'the flipper is another');

    await harness.load('deeds', [{ ...other, sale_price_usd: 1 }]);
    t.match(await sizes(), { market: 1, trends: 1, coverage: 4 });
    t.notOk('flips' in (await sizes()) || 'flippers' in (await sizes()), 'neither flip nor flipper is left');
    await harness.load('deeds', [{ ...sold, ...at('w1', WAKE), sale_date: null }]);
    t.same(await sizes(), { coverage: 4 }, 'nor a quarter, nor a trend');
  },
);

t.test(
  'parcels sold for one price leave market and flips when a later load names them, and can return',
  async (t) => {
    await clear(harness);
    const deeds = [
      sale('r1', '2022-02-10', 100_000, {
        document_number: 'd1',
        grantor: 'ASH ADAM',
        grantee: 'OAK FLIPS LLC',
      }),
      sale('r2', '2022-12-01', 150_000, {
        document_number: 'd2',
        grantor: 'OAK FLIPS LLC',
        grantee: 'ELM EVE',
      }),
    ];
    await harness.load('deeds', deeds);
    const alone = await views();
    t.match(await sizes(), { flips: 1, market: 2, trends: 1 });

    const second = sale('r3', '2022-02-10', 900_000, { ...at('p2'), document_number: 'd1' });
    await harness.load('deeds', [second]);
    t.match(await sizes(), { market: 1, trends: 1 });
    t.notOk('flips' in (await sizes()), 'its first sale was of several parcels');
    t.same(await rows('market/counties?quarter=2022Q1'), []);

    await harness.load('deeds', [{ ...second, document_number: 'd9', sale_price_usd: 1 }]);
    t.same(await views(), alone, 'alone again');

    const buyer = sale('r4', '2022-12-01', 150_000, { ...at('p3', LANCASTER), grantee: 'Elm, Eve' });
    await harness.load('deeds', [buyer]);
    t.match(await sizes(), { market: 1 });
    t.same(await rows('market/counties?quarter=2022Q4'), [], 'one buyer, day and price: several parcels');
    await harness.load('deeds', [{ ...buyer, sale_price_usd: 150_001 }]);
    t.match(await rows('market/counties?quarter=2022Q4'), [{ sale_count: 2, median_price: 150_000.5 }]);
    t.match(await rows('deals/flips'), [{ profit: 50_000 }]);
  },
);
