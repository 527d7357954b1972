import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { at, COUNTY, reader } from './one-county.ts';
import { clear } from './support.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness);
const parcel = (n: number | string) => get(`${COUNTY}:p${n}`);

t.test('the value gap is the assessed value over the last price, against the county’s median', async (t) => {
  await clear(harness);
  const sold = (n: number, assessed: number) => ({
    ...at(n),
    total_assessed_value: assessed,
    sale_price: 100_000,
    sale_date: '2010-01-01',
  });
  const gaps = async (...parcels: number[]) =>
    Promise.all(parcels.map(async (n) => (await parcel(n)).deal_score_parts.value_gap?.points ?? null));

  await harness.load('parcels', [
    sold(1, 100_000),
    sold(2, 150_000),
    { ...at(3), total_assessed_value: 90_000 },
  ]);
  // The ratios are 1 and 1.5, the median 1.25.
  t.same(await gaps(1, 2, 3), [0, 5, null], 'an even number of parcels');
  await harness.load('parcels', [sold(4, 120_000), { ...sold(5, 500_000), county_fips: '31055' }]);
  t.same(await gaps(1, 2, 4), [0, 6.25, 0], 'an odd number: the others of this county are scored again');
  await harness.load('deeds', [{ ...at(3), sale_date: '2012-01-01', sale_price_usd: 45_000 }]);
  // The ratios are 1, 1.2, 1.5 and 2, the median 1.35.
  t.same(await gaps(1, 2, 3, 4), [0, 2.7778, 12.037, 0], 'a deed changes the median');
  await harness.load('deeds', [
    { ...at(1), sale_date: '2013-01-01', sale_price_usd: 50_000, document_number: 'x1' },
    { ...at(3), sale_date: '2013-01-01', sale_price_usd: 50_000, document_number: 'x1' },
    { ...at(3), sale_date: '2012-01-01', sale_price_usd: 900 },
  ]);
  t.same(await gaps(1, 3), [5.303, 2.2727], 'one price of several parcels counts: 2 and 1.8 against 1.65');
  await harness.load(
    'parcels',
    [1, 2, 3, 4].map((n) => ({ ...at(n), sale_price: 100_000 })),
    { replace: true },
  );
  t.same(await gaps(1, 2, 3, 4), [null, null, null, null], 'no parcel has both');
});

t.test('"no permit in 15 years" counts only once a permit of the county names a loaded parcel', async (t) => {
  await clear(harness);
  const old = { year_built: 1950 };
  const permit = { permit_number: '1', filed_date: '2021-01-01' };
  const points = async (...parcels: number[]) =>
    Promise.all(parcels.map(async (n) => (await parcel(n)).deal_score_parts.permits?.points ?? null));

  await harness.load('parcels', [
    { ...at(1), ...old },
    { ...at(2), ...old },
    { ...at(3), year_built: 2015 },
    at(4),
  ]);
  await harness.load('permits', [
    { county_fips: COUNTY, ...permit },
    { ...at(9), ...permit, permit_number: '2' },
    { ...at(1), ...permit, county_fips: '31055' },
  ]);
  t.same(await points(1, 2, 3, 4), [null, null, null, null], 'no parcel, one not loaded, elsewhere');
  await harness.load('parcels', [{ ...at(9), ...old }]);
  t.same(await points(1, 2, 3, 4, 9), [10, 10, 0, null, 0], 'then its parcel is loaded');
  await harness.load('permits', [
    { ...at(1), ...permit, permit_id: 'own-3', filed_date: null, issued_date: '2019-01-01' },
    { ...at(2), ...permit, permit_number: '4', filed_date: '2001-01-01' },
  ]);
  t.same(await points(1, 2), [0, 10], 'an issued date where none was filed, and a permit of long ago');
  await harness.load('permits', [
    { ...at(1), ...permit, permit_id: 'own-3', issued_date: '1999-01-01', filed_date: null },
  ]);
  t.same(await points(1), [10], 'a corrected date');
  await harness.load('parcels', [{ ...at(7), ...old }], { replace: true, allowShrink: true });
  t.same(await points(7), [null], 'no permit names a parcel of the new records');
});
