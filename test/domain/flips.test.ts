import fc from 'fast-check';
import t from 'tap';
import { addMonths, flipsOf, flipTier, type UsableSale } from '../../src/domain/flips.ts';
import { valuesOf } from '../listed.ts';
import { seedOf } from '../seed.ts';

const SEED = seedOf(20_260_505);
t.comment(`seed ${SEED}`);

let made = 0;
/** A sale at arm's length, with unknown parties by default. */
function sale(date: string, rest: Partial<UsableSale> = {}): UsableSale {
  made++;
  const nobody = { recorded_date: null, document_number: null, grantor: null, grantee: null };
  return { id: String(made).padStart(6, '0'), date, price: 100_000, ...nobody, ...rest };
}

/** The dates of buying and selling of each flip. */
const spans = (sales: UsableSale[]) => flipsOf(sales).map(({ buy, sell }) => `${buy.date} ${sell.date}`);

t.test('months later in a shorter month, the last day replaces a missing one', async (t) => {
  const cases: [string, number, string][] = [
    ['2023-01-15', 6, '2023-07-15'],
    ['2023-08-31', 6, '2024-02-29'],
    ['2022-08-31', 6, '2023-02-28'],
    ['2023-03-31', 6, '2023-09-30'],
    ['2023-12-31', 6, '2024-06-30'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 24, '2026-02-28'],
    ['2024-02-28', 12, '2025-02-28'],
    ['2023-02-28', 12, '2024-02-28'],
    ['1999-12-31', 24, '2001-12-31'],
    ['2098-02-28', 24, '2100-02-28'],
    ['2096-02-29', 48, '2100-02-28'],
    ['1896-02-29', 48, '1900-02-28'],
    ['1996-02-29', 48, '2000-02-29'],
    ['1752-10-31', 1, '1752-11-30'],
    ['2023-05-31', 0, '2023-05-31'],
  ];
  for (const [date, months, later] of cases) t.equal(addMonths(date, months), later, `${date} + ${months}`);
});

t.test('each tier has its exact limits', async (t) => {
  const cases: [string, string, string | null][] = [
    ['2023-01-31', '2023-01-31', null],
    ['2023-01-31', '2023-02-13', null],
    ['2023-01-31', '2023-02-14', 'quick'],
    ['2024-02-20', '2024-03-04', null],
    ['2024-02-20', '2024-03-05', 'quick'],
    ['2023-02-20', '2023-03-06', 'quick'],
    ['2023-01-10', '2023-07-09', 'quick'],
    ['2023-01-10', '2023-07-10', 'standard'],
    ['2022-08-31', '2023-02-27', 'quick'],
    ['2022-08-31', '2023-02-28', 'standard'],
    ['2023-08-31', '2024-02-28', 'quick'],
    ['2023-08-31', '2024-02-29', 'standard'],
    ['2023-01-10', '2024-01-09', 'standard'],
    ['2023-01-10', '2024-01-10', 'long'],
    ['2024-02-29', '2025-02-27', 'standard'],
    ['2024-02-29', '2025-02-28', 'long'],
    ['2023-01-10', '2025-01-10', 'long'],
    ['2023-01-10', '2025-01-11', null],
    ['2024-02-29', '2026-02-28', 'long'],
    ['2024-02-29', '2026-03-01', null],
    ['2023-01-10', '2033-01-10', null],
    ['2023-03-10', '2023-01-10', null],
  ];
  for (const [buy, sell, tier] of cases) t.equal(flipTier(buy, sell), tier, `${buy} to ${sell}`);
});

t.test('a flip has its two sales, and what follows from them', async (t) => {
  const buy = sale('2023-01-10', { price: 100_000.1, grantor: 'ADLER KIM', grantee: 'WREN HOLDINGS LLC' });
  const sell = sale('2023-03-12', {
    price: 150_000.3,
    grantor: 'Wren Holdings, L.L.C.',
    grantee: 'BRANDT LEE',
  });
  t.same(flipsOf([sell, buy]), [
    {
      buy,
      sell,
      profit: 50_000.2,
      hold_days: 61,
      flip_tier: 'quick',
      buyer_name: 'WREN HOLDINGS LLC',
      seller_name: 'ADLER KIM',
    },
  ]);
  const lost = flipsOf([sale('2023-01-10', { price: 9_000 }), sale('2023-03-10', { price: 8_999.99 })]);
  t.match(lost, [{ profit: -0.01 }], 'a loss counts');
  t.match(flipsOf([sale('2024-02-28'), sale('2024-03-28')]), [{ hold_days: 29 }], 'a leap day is a day');
  t.match(flipsOf([sale('2023-03-01'), sale('2023-11-30')]), [{ hold_days: 274 }], 'no hour is lost');
});

t.test('one sale, or none, is not a flip', async (t) => {
  t.same(flipsOf([]), []);
  t.same(flipsOf([sale('2023-01-10')]), []);
});

t.test('the seller must be the buyer of the sale before, if both are known', async (t) => {
  const cases: [string | null, string | null, boolean, string | null][] = [
    ['DRAPER SAM', 'DRAPER SAM', true, 'DRAPER SAM'],
    ['DRAPER, SAM', 'draper sam', true, 'DRAPER, SAM'],
    ['DRAPER SAM C/O ROE', "D'RAPER SAM", true, 'DRAPER SAM C/O ROE'],
    ['DRAPER & CO', 'DRAPER AND CO.', true, 'DRAPER & CO'],
    ['DRAPER SAM', 'ELLERY TOM', false, null],
    ['DRAPER SAM', 'SAM DRAPER', false, null],
    ['WREN LLC', 'WREN INC', false, null],
    ['DRAPER SAM', null, true, 'DRAPER SAM'],
    [null, 'ELLERY TOM', true, 'ELLERY TOM'],
    [null, null, true, null],
    ['---', 'ELLERY TOM', true, 'ELLERY TOM'],
    ['DRAPER SAM', '.', true, 'DRAPER SAM'],
    ['---', '', true, null],
  ];
  for (const [grantee, grantor, flips, buyer_name] of cases) {
    const found = flipsOf([sale('2023-01-10', { grantee }), sale('2023-06-10', { grantor })]);
    const name = `${grantee} buys, ${grantor} sells`;
    t.equal(found.length, flips ? 1 : 0, name);
    if (flips) t.equal(found[0]!.buyer_name, buyer_name, name);
  }
});

t.test('only consecutive sales make a flip: another seller in between ends it', async (t) => {
  const sales = [
    sale('2023-01-10', { grantee: 'DRAPER SAM' }),
    sale('2023-02-10', { grantor: 'ELLERY TOM', grantee: 'BRANDT LEE' }),
    sale('2023-03-10', { grantor: 'DRAPER SAM' }),
  ];
  t.same(spans(sales), []);
});

t.test('a chain gives each adjacent pair once', async (t) => {
  const [a, b, c, d] = ['2023-01-10', '2023-05-10', '2024-01-09', '2025-12-01'] as const;
  const chain = [sale(a), sale(b), sale(c), sale(d)];
  const expected = [`${a} ${b}`, `${b} ${c}`, `${c} ${d}`];
  t.same(spans(chain), expected);
  t.same(spans(chain.toReversed()), expected, 'whatever order they come in');
  t.same(valuesOf(flipsOf(chain), 'flip_tier'), ['quick', 'standard', 'long']);
  const gap = [sale('2020-01-10'), sale('2020-06-10'), sale('2023-01-10'), sale('2023-06-10')];
  t.same(spans(gap), ['2020-01-10 2020-06-10', '2023-01-10 2023-06-10'], 'a long hold parts two flips');
  const quick = [sale('2023-01-10'), sale('2023-01-20'), sale('2023-03-10')];
  t.same(spans(quick), ['2023-01-20 2023-03-10'], 'the newer of two sales ten days apart is the buying');
});

t.test('two sales on one day are ordered by recorded date, unknown ones first, then by id', async (t) => {
  const day = '2023-06-10';
  const [first, last] = ['2023-01-10', '2024-01-10'];
  /** Which of two sales on one day ends the earlier flip, and which begins the later one. */
  function order(one: Partial<UsableSale>, other: Partial<UsableSale>) {
    const [a, b] = [sale(day, { price: 1, ...one }), sale(day, { price: 2, ...other })];
    const both = [
      [sale(first), a, b, sale(last)],
      [sale(last), b, a, sale(first)],
    ].map((sales) => flipsOf(sales).map(({ buy, sell }) => [buy.price, sell.price]));
    t.same(both[0], both[1], 'whatever order they come in');
    return both[0];
  }
  const oneThenTwo = [
    [100_000, 1],
    [2, 100_000],
  ];
  t.same(order({ recorded_date: '2023-06-11' }, { recorded_date: '2023-06-12' }), oneThenTwo);
  t.same(
    order({ recorded_date: '2023-06-11', id: 'z' }, { recorded_date: '2023-06-12', id: 'a' }),
    oneThenTwo,
  );
  t.same(order({ recorded_date: null }, { recorded_date: '2023-06-10' }), oneThenTwo);
  t.same(order({ id: 'a' }, { id: 'b' }), oneThenTwo);
  t.same(
    order({ recorded_date: '2023-06-11', id: 'a' }, { recorded_date: '2023-06-11', id: 'b' }),
    oneThenTwo,
  );
});

const day = fc
  .integer({ min: 0, max: 1_500 })
  .map((n) => new Date(Date.UTC(2019, 0, 1 + n)).toISOString().slice(0, 10));
const name = fc.constantFrom(null, 'ADLER KIM', 'adler, kim', 'BRANDT LEE', '--');
const sales = fc
  .array(
    fc.record({
      date: day,
      recorded_date: fc.option(day),
      document_number: fc.option(fc.constantFrom('7', '12', 'B-7')),
      price: fc.integer({ min: 100_001, max: 90_000_000 }).map((centsOf) => centsOf / 100),
      grantor: name,
      grantee: name,
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((rest, n): UsableSale => ({ id: `s${String(n).padStart(2, '0')}`, ...rest })));

t.test('flips of any sales are consecutive and within their limits', async (t) => {
  fc.assert(
    fc.property(sales, fc.nat(), (all, turn) => {
      const flips = flipsOf(all);
      if (flips.length > Math.max(0, all.length - 1)) throw new Error('more flips than pairs');
      const turned = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))];
      if (JSON.stringify(flipsOf(turned.toReversed())) !== JSON.stringify(flips))
        throw new Error('the order of the records matters');
      for (const [n, { buy, sell, hold_days, profit, flip_tier }] of flips.entries()) {
        if (hold_days < 14 || hold_days > 731) throw new Error(`${hold_days} days`);
        if (profit !== Number((sell.price - buy.price).toFixed(2))) throw new Error(`profit ${profit}`);
        const between = all.filter(({ date }) => date > buy.date && date < sell.date);
        if (between.length > 0) throw new Error('not consecutive');
        if (flip_tier !== flipTier(buy.date, sell.date)) throw new Error(`${flip_tier}`);
        if (n > 0 && buy.date < flips[n - 1]!.sell.date) throw new Error('flips overlap');
      }
    }),
    { seed: SEED, numRuns: 2_000 },
  );
  t.pass('2,000 parcels');
});

t.test('a longer hold is never in a quicker tier', async (t) => {
  const place = { quick: 0, standard: 1, long: 2 };
  fc.assert(
    fc.property(day, fc.integer({ min: 14, max: 760 }), (buy, days) => {
      const after = (n: number) => new Date(Date.parse(buy) + n * 86_400_000).toISOString().slice(0, 10);
      const [one, next] = [flipTier(buy, after(days)), flipTier(buy, after(days + 1))];
      if (one === null && next !== null) throw new Error(`${buy} + ${days}`);
      if (one !== null && next !== null && place[next] < place[one]) throw new Error(`${buy} + ${days}`);
    }),
    { seed: SEED, numRuns: 5_000 },
  );
  t.pass('5,000 holds');
});
