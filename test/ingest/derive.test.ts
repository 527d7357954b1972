import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { call, makeBed } from '../helper.ts';
import { deeds, type Mail, parcels, permits, type Source, seed } from './records.ts';
import { derivedParcels, usableDeeds } from './slow-derive.ts';
import { clear, contents } from './support.ts';

const bed = await makeBed(t);
const app = await bed.app();
const key = await bed.key();
const get = async (id: string, what = '') =>
  (await call(app, 'GET', `/api/v1/parcels/${encodeURIComponent(id)}${what}`, { key })).json();

const today = () => new Date().toISOString().slice(0, 10);

type Shown = Record<string, unknown>;
type Parts = Record<string, { points: number; weight: number } | null>;

/** Throws where a derived figure is not that of the slow computation; scores have one decimal, points four. */
async function check(
  parcels: { record: Source; mail: Mail }[],
  deeds: Source[],
  permits: Record<string, unknown>[],
  name: string,
): Promise<void> {
  const expected = derivedParcels(parcels, deeds, permits, today());
  const found = (await contents(bed, 'parcels')) as Record<string, Shown>;
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort(), `${name}: the parcels`);
  for (const [id, { deal_score, deal_score_parts, ...sale }] of Object.entries(expected)) {
    const shown = found[id]!;
    const { sale_price, sale_date, sale_arms_length } = shown;
    assert.deepEqual({ sale_price, sale_date, sale_arms_length }, sale, `${name}: ${id}: its sale`);
    const close = (is: number | undefined, wanted: number | undefined, error: number) =>
      is === undefined || wanted === undefined ? is === wanted : Math.abs(is - wanted) <= error;
    for (const [part, wanted] of Object.entries(deal_score_parts)) {
      const is = (shown.deal_score_parts as Parts)[part]!;
      const right = close(is?.points, wanted?.points, 0.0001) && is?.weight === wanted?.weight;
      assert.ok(right, `${name}: ${id}: ${part}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
    }
    const score = shown.deal_score as number | null;
    const right = close(score ?? undefined, deal_score ?? undefined, 0.0501);
    assert.ok(right, `${name}: ${id}: deal_score: ${score}, not ${deal_score}`);
  }
  const books = Object.values((await contents(bed, 'deeds')) as Record<string, Shown>);
  assert.deepEqual(
    Object.fromEntries(books.map(({ book, usable_for_stats }) => [book, usable_for_stats])),
    usableDeeds(deeds),
    `${name}: usable deeds`,
  );
}

t.test('after each load, every figure is that of a plain computation over all source records', async () => {
  await fc.assert(
    fc.asyncProperty(
      parcels,
      deeds,
      permits,
      fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      fc.nat(99),
      async (made, allDeeds, allPermits, order, cut) => {
        await clear(bed);
        const half = Math.floor((made.length * cut) / 100);
        const loaded = {
          parcels: [] as typeof made,
          deeds: [] as Source[],
          permits: [] as Record<string, unknown>[],
        };
        const steps: (() => Promise<string>)[] = [
          async () => {
            loaded.parcels = made.slice(0, half);
            await bed.load(
              'parcels',
              loaded.parcels.map(({ record }) => record),
            );
            return 'parcels';
          },
          async () => {
            loaded.deeds = allDeeds;
            await bed.load('deeds', allDeeds);
            return 'deeds';
          },
          async () => {
            loaded.permits = allPermits;
            await bed.load('permits', allPermits);
            return 'permits';
          },
        ];
        for (const step of order) {
          const name = await steps[step]!();
          await check(loaded.parcels, loaded.deeds, loaded.permits, `${name} of ${order}`);
        }
        await bed.load(
          'parcels',
          made.map(({ record }) => record),
        );
        await check(made, allDeeds, allPermits, 'the other parcels');

        const corrected = allDeeds.map((deed, n) =>
          n % 3 === 0
            ? { ...deed, sale_price_usd: 77_000, is_arm_length: true, document_number: null }
            : deed,
        );
        await bed.load('deeds', corrected);
        await check(made, corrected, allPermits, 'corrected deeds');

        const revalued = made.map(({ record, mail }, n) => ({
          mail,
          record:
            n % 2
              ? record
              : { ...record, total_assessed_value: 640_000, sale_price: 150_000, sale_date: '2015-05-05' },
        }));
        await bed.load(
          'parcels',
          revalued.map(({ record }) => record),
        );
        await check(revalued, corrected, allPermits, 'revalued parcels');
      },
    ),
    { seed, numRuns: 12, endOnFailure: true },
  );
});

const COUNTY = '31109';
const at = (n: number | string) => ({ county_fips: COUNTY, parcel_id: `p${n}` });
const sold = (n: number, value: number, price: number) => ({
  ...at(n),
  total_assessed_value: value,
  sale_price: price,
  sale_date: '2010-01-02',
  land_value: 50_000,
  improvement_value: 50_000,
  year_built: 1950,
});
const gap = async (n: number) => (await get(`${COUNTY}:p${n}`)).deal_score_parts.value_gap;

t.test('a load that changes the median of a county scores the whole county anew', async (t) => {
  await clear(bed);
  await bed.load('parcels', [sold(1, 100_000, 100_000), sold(2, 150_000, 100_000)]);
  t.same(await gap(2), { points: 5, weight: 25 }, 'the median is 1.25');
  await bed.load('parcels', [sold(3, 100_000, 100_000)]);
  t.same(await gap(2), { points: 12.5, weight: 25 }, 'the median is 1');
  await bed.load(
    'deeds',
    [1, 3].map((n) => ({ ...at(n), sale_date: '2020-01-02', sale_price_usd: 200_000 })),
  );
  t.same(await gap(2), { points: 25, weight: 25 }, 'the median is 0.5');
  await bed.load('parcels', [{ ...sold(3, 100_000, 100_000), county_fips: '31055' }]);
  t.same(await gap(2), { points: 25, weight: 25 }, 'another county changes nothing');
});

t.test('the first permit that names a parcel of a county gives all of them the permits part', async (t) => {
  await clear(bed);
  await bed.load('parcels', [
    sold(1, 1, 9_000),
    { ...sold(2, 1, 9_000), year_built: 2015 },
    { ...sold(3, 1, 9_000), year_built: null },
  ]);
  const parts = async () =>
    Promise.all(
      [1, 2, 3].map(async (n) => (await get(`${COUNTY}:p${n}`)).deal_score_parts.permits?.points ?? null),
    );
  t.same(await parts(), [null, null, null], 'no permits');
  await bed.load('permits', [
    { county_fips: COUNTY, permit_number: '1', filed_date: '2020-01-02' },
    { ...at('absent'), permit_number: '2', filed_date: '2020-01-02' },
  ]);
  t.same(await parts(), [null, null, null], 'permits that name no loaded parcel');
  await bed.load('permits', [{ ...at(2), permit_number: '3', filed_date: '1999-01-02' }]);
  t.same(await parts(), [10, 0, null], 'linked');
  await bed.load('permits', [{ ...at(1), permit_number: '4', issued_date: '2020-01-02' }]);
  t.same(await parts(), [0, 0, null], 'a permit of late');
});

t.test('the sale shown: the newer of the record’s own and the newest priced deed', async (t) => {
  const own = (price: number | null, date: string | null) => ({ sale_price: price, sale_date: date });
  const deed = (price: number | null, sale_date: string | null, recorded_date: string | null = null) => ({
    sale_price_usd: price,
    sale_date,
    recorded_date,
  });
  type Case = [string, object, object[], [number | null, string | null, boolean | null]];
  const cases: Case[] = [
    ['neither', {}, [], [null, null, null]],
    ['own alone', own(90_000, '2001-01-01'), [], [90_000, '2001-01-01', true]],
    ['own alone, nominal', own(10, '2001-01-01'), [], [10, '2001-01-01', false]],
    ['a deed alone', {}, [deed(80_000, '2000-01-01')], [80_000, '2000-01-01', true]],
    ['own newer', own(90_000, '2001-01-01'), [deed(80_000, '2000-01-01')], [90_000, '2001-01-01', true]],
    ['deed newer', own(90_000, '1999-01-01'), [deed(80_000, '2000-01-01')], [80_000, '2000-01-01', true]],
    ['one date', own(90_000, '2000-01-01'), [deed(80_000, '2000-01-01')], [80_000, '2000-01-01', true]],
    ['own undated', own(90_000, null), [deed(80_000, '2000-01-01')], [80_000, '2000-01-01', true]],
    ['deed undated', own(90_000, '1999-01-01'), [deed(80_000, null)], [90_000, '1999-01-01', true]],
    [
      'own without a price',
      own(null, '2019-01-01'),
      [deed(80_000, '2000-01-01')],
      [80_000, '2000-01-01', true],
    ],
    ['own for nothing', own(0, '2019-01-01'), [deed(80_000, '2000-01-01')], [80_000, '2000-01-01', true]],
    [
      'a newer deed for nothing',
      {},
      [deed(80_000, '2000-01-01'), deed(0, '2005-01-01')],
      [80_000, '2000-01-01', true],
    ],
    [
      'a newer deed without a price',
      {},
      [deed(80_000, '2000-01-01'), deed(null, '2005-01-01')],
      [80_000, '2000-01-01', true],
    ],
    [
      'dated by recording',
      own(90_000, '2000-01-01'),
      [deed(80_000, null, '2000-02-01')],
      [80_000, '2000-02-01', true],
    ],
    [
      'recorded later on one day',
      {},
      [deed(1, '2000-01-01', '2000-03-01'), deed(2, '2000-01-01', '2000-02-01')],
      [1, '2000-01-01', false],
    ],
  ];
  for (const [name, given, told, [sale_price, sale_date, sale_arms_length]] of cases) {
    await clear(bed);
    await bed.load('parcels', [{ ...at(1), ...given }]);
    await bed.load(
      'deeds',
      told.map((one, n) => ({ ...at(1), record_id: `${n}`, ...one })),
    );
    t.match(await get(`${COUNTY}:p1`), { sale_price, sale_date, sale_arms_length }, name);
  }
});

t.test(
  'deeds of a placeholder county are listed under the one parcel of that number, nothing more',
  async (t) => {
    await clear(bed);
    await bed.load('parcels', [at(1), at(2), { ...at(2), county_fips: '31055' }]);
    const deed = { state_fips: '31', county_fips: '000', sale_date: '2020-01-02', sale_price_usd: 90_000 };
    await bed.load(
      'deeds',
      [1, 2].map((n) => ({ ...at(n), ...deed })),
    );
    t.match(await get(`${COUNTY}:p1`, '/deeds'), {
      data: [{ county_fips: '31000', usable_for_stats: false }],
    });
    t.same(await get(`${COUNTY}:p2`, '/deeds'), { data: [] }, 'two parcels have this number');
    t.match(await get(`${COUNTY}:p1`), { sale_price: null, deal_score_parts: { held: null } });
  },
);
