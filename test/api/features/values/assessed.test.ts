import t from 'tap';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../../helper.ts';
import { type Made, madeCounty } from './made-county.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at any depth
const get = async (path: string): Promise<any> => (await call(app, 'GET', `/api/v1/${path}`, { key })).ok();

/** Houses assessed at some share of what a sale brought, in a tax year. */
function assessed(parcels: Made[], deeds: Made[], share: number, tax_year: number): Made[] {
  const prices = new Map(deeds.map(({ parcel_id, sale_price_usd }) => [parcel_id, Number(sale_price_usd)]));
  return parcels.map((parcel, at) => ({
    ...parcel,
    tax_year,
    total_assessed_value: Math.round(
      (prices.get(parcel.parcel_id) ?? 300_000) * share * (0.9 + (at % 5) / 20),
    ),
  }));
}

t.test('where few were sold, a value is the assessed one times the ratio of prices to it', async (t) => {
  const { parcels, deeds } = madeCounty('31109', 60, { withheld: 20 });
  await harness.load('deeds', deeds);
  await harness.load('parcels', assessed(parcels, deeds, 0.5, 2023));
  const [row] = (await get('market/accuracy?county_fips=31109')).data;
  t.match(row, { scope: 'assessment', class: 'residential', method: 'ten_folds', sales_tested: 60 });
  t.same(row.knows, ['total_assessed_value']);
  for (const { parcel_id } of parcels.slice(60)) {
    const { total_assessed_value } = await get(`parcels/31109:${parcel_id}`);
    const { estimate, low, high, based_on, reason, error, comparables } = await get(
      `parcels/31109:${parcel_id}/value`,
    );
    t.match({ based_on, reason, error }, { based_on: 'assessment', reason: null, error: row });
    t.ok(Math.abs(estimate / total_assessed_value - 2) < 0.02, `${estimate} of ${total_assessed_value}`);
    t.ok(low < estimate && estimate < high);
    t.same(comparables, [], 'no sale was compared');
  }
});

t.test('a county without sales is valued by what its state has: no model is made again', async (t) => {
  const index = aliasOf(harness.config.INDEX_PREFIX, 'values');
  const version = async () => (await harness.client.get({ index, id: 'model:31', _source: false }))._version;
  const before = await version();
  const parcel = { county_fips: '31001', parcel_id: 'A-1', land_use: 'SINGLE FAMILY', bedrooms: 3 };
  await harness.load('parcels', [{ ...parcel, total_assessed_value: 200_000, tax_year: 2023 }]);
  t.match(await get('parcels/31001:A-1/value'), { based_on: 'assessment', estimate: Number });
  t.equal(await version(), before);
});

t.test('a value that was assessed in the year of the sales or later tells nothing of them', async (t) => {
  const { parcels, deeds } = madeCounty('37183', 60);
  await harness.load('deeds', deeds);
  await harness.load('parcels', assessed(parcels, deeds, 0.5, 2024));
  t.same((await get('market/accuracy?county_fips=37183')).data, []);
  t.match(await get('parcels/37183:10003/value'), { estimate: null, based_on: null, reason: 'few_sales' });
});

t.test('what was sold before it was assessed is valued by its assessed value, also a new one', async (t) => {
  const { parcels, deeds } = madeCounty('31055', 60);
  const before = assessed(parcels, deeds, 0.5, 2023);
  const [sold, ...others] = before;
  const later = { ...sold!, tax_year: 2024 };
  await harness.load('deeds', deeds);
  await harness.load('parcels', [later, ...others]);
  const { estimate } = await get(`parcels/31055:${sold!.parcel_id}/value`);
  await harness.load('parcels', [
    { ...later, total_assessed_value: 2 * Number(sold!.total_assessed_value) },
    ...others,
  ]);
  const after = (await get(`parcels/31055:${sold!.parcel_id}/value`)).estimate;
  t.ok(Math.abs(after / estimate - 2) < 0.01, `${estimate}, then ${after}`);
});

t.test('a replaced county is valued by the sales of its new file; without sales, not at all', async (t) => {
  const replace = { replace: true };
  const published = (sold: number, seed: number) =>
    madeCounty('45003', sold, { seed, published: sold }).parcels;
  await harness.load('parcels', published(330, 5));
  const [before] = (await get('market/accuracy?county_fips=45003')).data;
  t.match(before, { scope: 'county', sales_tested: 330 });
  await harness.load('parcels', published(310, 6), replace);
  const [after] = (await get('market/accuracy?county_fips=45003')).data;
  t.match(after, { scope: 'county', sales_tested: 310 });
  const [parcel] = published(310, 6);
  const { error, comparables } = await get(`parcels/45003:${parcel!.parcel_id}/value`);
  t.same(error, after);
  const prices = new Set(published(310, 6).map(({ sale_price }) => sale_price));
  t.ok(comparables.length === 5 && comparables.every((one: Made) => prices.has(one.sale_price)), 'only new');
  await harness.load('parcels', madeCounty('45003', 310, { seed: 6 }).parcels, replace);
  t.same((await get('market/accuracy?county_fips=45003')).data, []);
  t.match(await get(`parcels/45003:${parcel!.parcel_id}/value`), { estimate: null, reason: 'few_sales' });
});
