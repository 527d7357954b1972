import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { at, COUNTY, reader } from './one-county.ts';
import type { Source } from './records.ts';
import { clear, writes } from './support.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness);
const parcel = (n: number | string) => get(`${COUNTY}:p${n}`);

t.test('a parcel shows its own sale or that of a deed, whichever is newer', async (t) => {
  const own = { sale_price: 200_000, sale_date: '2015-06-01' };
  const deed = { record_id: 'a', sale_date: '2015-06-02', sale_price_usd: 90_000 };
  const none = { sale_price: null, sale_date: null, sale_arms_length: null };
  const ofOwn = { ...own, sale_arms_length: true };
  const ofDeed = { sale_price: 90_000, sale_date: '2015-06-02', sale_arms_length: true };
  // The record's own sale, the deeds, and what is shown.
  const cases: [string, object, object[], object][] = [
    // For all cases of which sale is shown, see test/domain/parcel-sale.test.ts.
    ['neither', {}, [], none],
    ['its own', own, [], ofOwn],
    ['its own for nothing', { ...own, sale_price: 0 }, [], { ...none, sale_date: '2015-06-01' }],
    ['a newer deed', own, [deed], ofDeed],
    ['an older deed', own, [{ ...deed, sale_date: '2015-05-31' }], ofOwn],
    [
      'a newer deed that is not a sale',
      own,
      [{ ...deed, document_type: 'QUIT CLAIM DEED' }],
      { ...ofDeed, sale_arms_length: false },
    ],
    [
      'a deed dated by its recording',
      own,
      [{ ...deed, sale_date: null, recorded_date: '2015-07-01' }],
      { ...ofDeed, sale_date: '2015-07-01' },
    ],
    [
      'the newest of several',
      {},
      [
        deed,
        { ...deed, record_id: 'b', sale_date: '2016-01-01', sale_price_usd: 95_000 },
        { ...deed, record_id: 'c', sale_date: '2014-01-01' },
      ],
      { sale_price: 95_000, sale_date: '2016-01-01', sale_arms_length: true },
    ],
    [
      'of two on one day the one recorded later',
      {},
      [
        { ...deed, recorded_date: '2015-06-20', sale_price_usd: 1_000 },
        { ...deed, record_id: 'b', recorded_date: '2015-06-19' },
      ],
      { sale_price: 1_000, sale_date: '2015-06-02', sale_arms_length: false },
    ],
    [
      'bought by a city',
      { ...own, owner_name: 'CITY OF LINCOLN' },
      [],
      { ...ofOwn, sale_arms_length: false },
    ],
    ['for a dollar', { ...own, sale_price: 1 }, [], { ...ofOwn, sale_price: 1, sale_arms_length: false }],
  ];
  await clear(harness);
  await harness.load(
    'parcels',
    cases.map(([, own], n) => ({ ...at(n), ...own })),
  );
  await harness.load(
    'deeds',
    cases.flatMap(([, , deeds], n) => deeds.map((deed) => ({ ...at(n), ...deed, source: `case ${n}` }))),
  );
  for (const [n, [name, , , expected]] of cases.entries()) {
    const { sale_price, sale_date, sale_arms_length } = await parcel(n);
    t.same({ sale_price, sale_date, sale_arms_length }, expected, name);
  }
});

t.test('the newest grantee is that of the newest deed that names one', async (t) => {
  await clear(harness);
  await harness.load('parcels', [at(1), at(2), at(3)]);
  const deed = (n: number, record_id: string, rest: object) => ({ ...at(n), record_id, ...rest });
  const shown = async (n: number) => {
    const { latest_grantee, latest_deed_date } = await parcel(n);
    return [latest_grantee, latest_deed_date];
  };
  t.same(await shown(1), [null, null], 'no deed');
  await harness.load('deeds', [
    deed(1, 'a', { sale_date: '2020-01-05', recorded_date: '2020-01-01', grantee: 'ALDER ANN' }),
    deed(1, 'b', { sale_date: '2020-01-03', grantee: 'BIRCH BEN' }),
    deed(1, 'c', { recorded_date: '2021-01-01' }),
    deed(1, 'd', { recorded_date: '2019-01-01', grantee: 'CEDAR CAL', sale_price_usd: 90_000 }),
    deed(2, 'e', { grantee: 'DOGWOOD DOT' }),
    deed(3, 'f', { recorded_date: '2021-01-01', grantor: 'ELM EVE' }),
  ]);
  t.same(await shown(1), ['BIRCH BEN', '2020-01-03'], 'at any price; one that names nobody is passed over');
  t.same(await shown(2), ['DOGWOOD DOT', null], 'an undated deed when there is no other');
  t.same(await shown(3), [null, null], 'only the grantor is named');
  await harness.load('deeds', [deed(1, 'b', { sale_date: '2018-01-03', grantee: 'BIRCH BEN' })]);
  t.same(await shown(1), ['ALDER ANN', '2020-01-01'], 'a corrected date');
});

t.test('deeds of a placeholder county are only listed, for the one parcel with their number', async (t) => {
  await clear(harness);
  const value = { total_assessed_value: 100_000 };
  await harness.load('parcels', [
    { ...at(1), ...value },
    { ...at(2), ...value },
    { ...at(2), ...value, county_fips: '31055' },
    { ...at(1), ...value, county_fips: '37183' },
  ]);
  const before = await writes(harness, 'parcels');
  const sale = { sale_date: '2020-01-01', sale_price_usd: 150_000, document_number: 'd1' };
  await harness.load('deeds', [
    { county_fips: '31000', parcel_id: 'p1', ...sale },
    { state_fips: '31', county_fips: '000', parcel_id: 'p2', ...sale },
    { county_fips: '31000', parcel_id: 'p9', ...sale },
    { county_fips: '31999', parcel_id: 'p1', ...sale, sale_date: '2019-01-01' },
  ]);
  t.match(
    (await get(`${COUNTY}:p1`, '/deeds')).data,
    ['31000', '31999'].map((county_fips) => ({ county_fips, parcel_id: 'p1', usable_for_stats: false })),
    'with the county as published, in their place by date',
  );
  t.equal((await get('31000:p1', '/deeds')).code, 'not_found', 'the placeholder is no parcel');
  t.same((await get(`${COUNTY}:p2`, '/deeds')).data, [], 'two parcels of the state have this number');
  t.same((await get('37183:p1', '/deeds')).data, [], 'another state');
  t.same(await writes(harness, 'parcels'), before, 'no parcel is written');
  t.match(await parcel(1), { sale_price: null, deal_score_parts: { held: null, value_gap: null } });

  const real = { ...at(1), ...sale, document_number: 'e1' };
  await harness.load('deeds', [
    real,
    { county_fips: '31000', parcel_id: 'p3', ...sale, document_number: 'e1' },
  ]);
  t.same(
    (await get(`${COUNTY}:p1`, '/deeds')).data
      .map((deed: Source) => [deed.document_number, deed.usable_for_stats])
      .sort(),
    [
      ['d1', false],
      ['d1', false],
      ['e1', true],
    ],
    'a placeholder deed makes no group with those of a real county',
  );
  await harness.load('parcels', [{ ...at(1), county_fips: '31055' }]);
  t.same((await get(`${COUNTY}:p1`, '/deeds')).data.length, 1, 'no longer the only parcel of that number');
});
