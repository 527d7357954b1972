import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';
import { writes } from '../../../loading/ingest/support.ts';
import { madeCounty } from './made-county.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api();
const LANCASTER = madeCounty('31109', 330, { withheld: 100, published: 80 });
const WAKE = madeCounty('37183', 301, { seed: 8 });
/** A county with few sales, and a state with few. */
const DURHAM = madeCounty('37063', 20, { seed: 9 });
const AIKEN = madeCounty('45003', 40, { seed: 10 });
const ALL = [LANCASTER, WAKE, DURHAM, AIKEN];
const UNSOLD = [...LANCASTER.withheld.keys()].map((id) => `31109:${id}`);

await harness.load(
  'deeds',
  ALL.flatMap(({ deeds }) => deeds),
);
await harness.load(
  'parcels',
  ALL.flatMap(({ parcels }) => parcels),
);

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at any depth
type Json = Record<string, any>;
const get = async (path: string): Promise<Json> => (await call(app, 'GET', `/api/v1/${path}`, { key })).ok();
const value = (id: string) => get(`parcels/${id}/value`);
const comparables = async (id: string, query = ''): Promise<Json[]> =>
  (await get(`parcels/${id}/comparables${query}`)).data;
const accuracy = async (query = ''): Promise<Json[]> => (await get(`market/accuracy${query}`)).data;

t.test('values of parcels whose sale is in no file are as far off as published', async (t) => {
  const [row] = await accuracy('?county_fips=31109');
  t.match(row, {
    ...{
      county_fips: '31109',
      class: 'residential',
      scope: 'county',
      method: 'ten_folds',
      sales_tested: 330,
    },
    knows: ['building_sqft'],
  });
  let held = 0;
  const errors: number[] = [];
  for (const [parcel, { price, days }] of LANCASTER.withheld) {
    const { estimate, low, high, as_of, based_on, reason, error } = await value(`31109:${parcel}`);
    t.match(
      { as_of, based_on, reason, error },
      { as_of: '2024-12-31', based_on: 'sales', reason: null, error: row },
    );
    // The made prices grow by 6 % a year.
    const today = price * Math.exp((0.06 * (365 - days)) / 365.25);
    errors.push(100 * Math.abs(estimate / today - 1));
    if (low <= today && today <= high) held++;
  }
  const middle = errors.sort((a, b) => a - b)[errors.length >> 1]!;
  t.ok(Math.abs(middle - row!.median_abs_pct_error) < 2, `${middle} and ${row!.median_abs_pct_error} %`);
  t.ok(
    Math.abs((100 * held) / errors.length - row!.interval_held_pct) < 8,
    `${held} of ${errors.length} held`,
  );
});

t.test('prices of the last year are as far from the values of today as published', async (t) => {
  const rows = await accuracy('?county_fips=31109');
  const row = rows.find(({ method }) => method === 'last_year')!;
  t.match(row, { class: 'residential', sold_to: '2024-12-31' });
  t.ok(row.sold_from >= '2024-01-01' && row.sales_tested <= 330);
  t.ok(row.median_ratio > rows[0]!.median_ratio + 0.01, 'prices have grown since');
  const off: number[] = [];
  let held = 0;
  for (const [parcel, { price }] of LANCASTER.withheld) {
    const { estimate, low, high } = await value(`31109:${parcel}`);
    off.push(100 * Math.abs(estimate / price - 1));
    if (low <= price && price <= high) held++;
  }
  const middle = off.sort((a, b) => a - b)[off.length >> 1]!;
  t.ok(Math.abs(middle - row.median_abs_pct_error) < 2, `${middle} and ${row.median_abs_pct_error} %`);
  // Of 100 sales, chance alone moves this by up to 13 points.
  t.ok(Math.abs(held - row.interval_held_pct) < 13, `${held} of 100 held`);
});

t.test('the five comparables of a value are the first of all, sold parcels other than its own', async (t) => {
  const sold = new Set(LANCASTER.parcels.map(({ parcel_id }) => `31109:${parcel_id}`));
  for (const id of UNSOLD) sold.delete(id);
  for (const id of [UNSOLD[0]!, '31109:10000', '31109:10300']) {
    const all = await comparables(id, '?limit=50');
    t.equal(all.length, 50);
    t.same((await value(id)).comparables, all.slice(0, 5));
    const ids = all.map((row) => row.id);
    t.equal(new Set(ids).size, ids.length, 'each once');
    t.notOk(ids.includes(id), 'not its own sale');
    t.ok(
      ids.every((one) => sold.has(one)),
      'only sold ones',
    );
    t.same(
      valuesOf(all, 'similarity'),
      all.map((row) => row.similarity).sort((a, b) => b - a),
      'in order',
    );
    t.ok(all.every(({ similarity }) => similarity >= 0 && similarity <= 1));
  }
});

t.test('a value lies among the prices of its comparables', async (t) => {
  let among = 0;
  for (const id of UNSOLD.slice(0, 40)) {
    const { estimate, comparables } = await value(id);
    const prices = comparables.map((row: Json) => row.price_today);
    if (estimate >= 0.8 * Math.min(...prices) && estimate <= 1.2 * Math.max(...prices)) among++;
  }
  t.ok(among >= 38, `${among} of 40`);
});

t.test('comparables are chosen by distance, time and what must be the same', async (t) => {
  const id = UNSOLD[1]!;
  const subject = await get(`parcels/${id}`);
  const near = await comparables(id, '?meters=3000&limit=50');
  t.ok(near.length > 0 && near.length < 50);
  t.ok(near.every(({ meters }) => meters <= 3_000));
  const late = await comparables(id, '?months=2&limit=50');
  t.ok(late.length > 0 && late.every(({ sale_date }) => sale_date >= '2024-10-31'));
  const alike = await comparables(id, '?same=bedrooms,zip&limit=50');
  t.ok(alike.length > 0 && alike.every(({ differs }) => differs.bedrooms === 0));
  for (const row of alike.slice(0, 5)) {
    const other = await get(`parcels/${row.id}`);
    t.equal(other.zip, subject.zip);
    t.equal(row.differs.building_sqft, other.building_sqft - subject.building_sqft);
    t.match(other, { sale_price: row.sale_price, sale_date: row.sale_date, address: row.address });
  }
});

t.test('a county with few sales is valued by those of its state, a state with few not at all', async (t) => {
  const [row] = await accuracy('?county_fips=37063');
  t.match(row, { county_fips: '37063', scope: 'state', sales_tested: 321 });
  t.match(await value('37063:10003'), { based_on: 'sales', error: row });
  t.match(await value('45003:10003'), {
    estimate: null,
    low: null,
    based_on: null,
    reason: 'few_sales',
    error: null,
  });
  t.same(await comparables('45003:10003'), []);
  t.same(await accuracy('?state_fips=45'), []);
  t.same(
    (await accuracy()).map(({ county_fips, method }) => `${county_fips} ${method}`),
    ['31109', '37063', '37183'].flatMap((county) => [`${county} ten_folds`, `${county} last_year`]),
  );
});

t.test('parcels can be sorted and filtered by their value, and show it with its bounds', async (t) => {
  const search = async (body: object) =>
    (
      await call(app, 'POST', '/api/v1/search', { key, body: { filters: { countyFips: '31109' }, ...body } })
    ).json();
  const { data } = await search({ sort: 'estimated_value', limit: 30 });
  const values = data.map((row: Json) => row.estimated_value);
  t.same(
    values,
    [...values].sort((a, b) => b - a),
  );
  t.ok(
    data.every(
      (row: Json) =>
        row.estimated_value_low < row.estimated_value && row.estimated_value < row.estimated_value_high,
    ),
  );
  const { data: some, total } = await search({
    filters: { countyFips: '31109', estimatedValueRange: { min: values[29], max: values[20] } },
  });
  t.equal(total, 10);
  t.ok(some.every((row: Json) => row.estimated_value >= values[29] && row.estimated_value <= values[20]));
});

t.test('the same load writes nothing', async (t) => {
  const before = await Promise.all([
    writes(harness, 'parcels'),
    writes(harness, 'values'),
    writes(harness, 'sales'),
  ]);
  await harness.load('parcels', LANCASTER.parcels);
  await harness.load('deeds', LANCASTER.deeds);
  t.same(
    await Promise.all([writes(harness, 'parcels'), writes(harness, 'values'), writes(harness, 'sales')]),
    before,
  );
});

t.test('a parcel that was not sold is valued again by the same model', async (t) => {
  const id = UNSOLD[2]!;
  const [before, other] = [await value(id), await value(UNSOLD[3]!)];
  const parcel = LANCASTER.parcels.find(({ parcel_id }) => id.endsWith(parcel_id))!;
  await harness.load('parcels', [{ ...parcel, building_sqft: 5_000 }]);
  t.ok((await value(id)).estimate > before.estimate);
  t.same(await value(UNSOLD[3]!), other);
  await harness.load('parcels', [parcel]);
  t.same(await value(id), before);
});

t.test(
  'one sale changed moves no other county, and not its own value; an unusable one is none',
  async (t) => {
    const deed = LANCASTER.deeds[0]!;
    const own = `31109:${deed.parcel_id}`;
    const [mine, wake] = [await value(own), await value('37183:10007')];
    const values = () => Promise.all(UNSOLD.slice(0, 40).map(async (id) => (await value(id)).estimate));
    const before = await values();
    await harness.load('deeds', [{ ...deed, sale_price_usd: 3 * (deed.sale_price_usd as number) }]);
    t.equal((await value(own)).estimate, mine.estimate);
    t.same(await value('37183:10007'), wake);
    t.not((await values()).join(), before.join(), 'others of its county move');
    await harness.load('deeds', [{ ...deed, document_type: 'QUITCLAIM DEED' }]);
    t.match((await accuracy('?county_fips=31109'))[0], { sales_tested: 329 }, 'an unusable sale is none');
    t.notOk((await comparables(UNSOLD[4]!, '?limit=50')).some(({ id }) => id === own));
    await harness.load('deeds', [deed]);
    t.same(await values(), before);
  },
);

t.test('a first load writes the score and the value of a parcel together', async (t) => {
  const { parcels } = madeCounty('55025', 310, { seed: 12, published: 310 });
  const assessed = parcels.map((parcel) => ({
    ...parcel,
    total_assessed_value: 0.9 * (parcel.sale_price as number),
    tax_year: 2025,
  }));
  const { derived } = await harness.load('parcels', assessed);
  t.equal(derived, assessed.length);
  const all = Object.entries(await writes(harness, 'parcels')).filter(([id]) => id.startsWith('55025:'));
  t.same(new Set(all.map(([, { version }]) => version)), new Set([2]));
  const parcel = await get('parcels/55025:10007');
  t.ok(parcel.estimated_value > 0);
  t.type(parcel.deal_score_parts.value_gap.points, 'number');
});
