import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { clear } from './support.ts';
import { at, DOUGLAS, LANCASTER, sale, viewAnswers, WAKE } from './view-answers.ts';

const harness = await makeHarness(t);
const { get, noOwner, owner, rows, sizes } = await viewAnswers(harness);

t.test('a corrected owner name changes the figures of both owners', async (t) => {
  await clear(harness);
  const of = (
    parcel_id: string,
    owner_name: string | null,
    total_assessed_value: number,
    county = LANCASTER,
  ) => ({
    ...at(parcel_id, county),
    owner_name,
    total_assessed_value,
    acreage: 2,
  });
  await harness.load('parcels', [
    of('p1', 'ALDER HOMES LLC', 100),
    of('p2', 'ALDER HOMES LLC', 200),
    of('p3', 'BIRCH LAND LLC', 400, WAKE),
  ]);
  t.match(await owner('alder homes llc'), { property_count: 2, total_assessed_value: 300, states: ['NE'] });
  t.match(await owner('birch land llc'), { property_count: 1, total_assessed_value: 400, states: ['NC'] });

  await harness.load('parcels', [of('p2', 'Birch Land, L.L.C.', 250)]);
  t.match(await owner('alder homes llc'), { property_count: 1, total_assessed_value: 100, total_acreage: 2 });
  t.match(await owner('birch land llc'), {
    property_count: 2,
    total_assessed_value: 650,
    avg_assessed_value: 325,
    states: ['NC', 'NE'],
    counties: 2,
    name_variants: ['BIRCH LAND LLC', 'Birch Land, L.L.C.'],
  });
  const top = await get('deals/entities?top=true');
  t.match(top.summary, { entity_count: 2, property_count: 3, total_assessed_value: 750 });
  t.match(top.data, [{ property_count: 2, total_assessed_value: 650 }, { property_count: 1 }]);
  t.match(await rows(`deals/entities?top=true&county_fips=${LANCASTER}`), [
    { property_count: 1, total_assessed_value: 250, owner_name: 'Birch Land, L.L.C.' },
    { property_count: 1, total_assessed_value: 100 },
  ]);

  await harness.load('parcels', [of('p1', null, 100)]);
  t.ok(await noOwner('alder homes llc'), 'an owner whose last parcel went is gone');
  t.same(await rows('owners/search?q=alder'), [], 'from the search too');
  t.match(await get('deals/entities?top=true'), {
    total: 1,
    summary: { entity_count: 1, property_count: 2 },
  });
  t.match(await get(`deals/entities?top=true&search=alder`), { total: 0, summary: { entity_count: 0 } });

  await harness.load('parcels', [of('p2', 'WOOD ANNA', 250), of('p3', 'WOOD ANNA', 400, WAKE)]);
  t.same(await sizes(), { coverage: 4, owners: 1 }, 'a person has a profile and no holding');
  t.match(await owner('wood anna'), { property_count: 2, entity_type: 'individual', entity_class: null });
});

t.test('an owner’s dates and the answer of /owner follow a deed', async (t) => {
  await clear(harness);
  const own = { sale_price: 150_000, sale_date: '2010-05-01' };
  await harness.load('parcels', [
    { ...at('p1'), owner_name: 'WOOD ANNA', ...own },
    { ...at('p2'), owner_name: 'WOOD ANNA' },
  ]);
  t.match(await owner('wood anna'), { first_acquired: '2010-05-01', last_acquired: '2010-05-01' });
  await harness.load('deeds', [sale('r1', '2016-03-04', 200_000, at('p2'))]);
  t.match(await owner('wood anna'), { first_acquired: '2010-05-01', last_acquired: '2016-03-04' });
  await harness.load('deeds', [sale('r1', '2008-03-04', 200_000, at('p2'))]);
  t.match(await owner('wood anna'), { first_acquired: '2008-03-04', last_acquired: '2010-05-01' });
  await harness.load('deeds', [sale('r1', '2008-03-04', 0, at('p2'))]);
  t.match(await owner('wood anna'), { first_acquired: '2010-05-01', last_acquired: '2010-05-01' });
});

t.test('a permit whose contractor is corrected moves to the other contractor', async (t) => {
  await clear(harness);
  const permit = (
    permit_number: string,
    contractor_name: string | null,
    more: Record<string, unknown> = {},
  ) => ({
    ...at('p1'),
    // Without it, the year of its date is part of what it is known by.
    permit_id: permit_number,
    permit_number,
    contractor_name,
    estimated_cost: 1_000,
    filed_date: '2020-01-02',
    ...more,
  });
  const contractors = (query = '') => rows(`deals/contractors?min_permits=1${query}`);
  const inWake = { ...at('w1', WAKE), filed_date: '2021-01-02' };
  await harness.load('permits', [permit('1', 'CEDAR ROOFING INC'), permit('2', 'CEDAR ROOFING INC', inWake)]);
  t.match(await contractors(), [{ permit_count: 2, total_permit_value: 2_000, states: ['NC', 'NE'] }]);

  await harness.load('permits', [permit('2', 'Poplar Paving LLC', { ...inWake, estimated_cost: 500 })]);
  t.match(await contractors(), [
    { contractor_name: 'CEDAR ROOFING INC', permit_count: 1, total_permit_value: 1_000, states: ['NE'] },
    { contractor_name: 'Poplar Paving LLC', permit_count: 1, total_permit_value: 500, states: ['NC'] },
  ]);
  t.match(await contractors('&state=NC'), [{ contractor_name: 'Poplar Paving LLC' }]);
  t.equal((await contractors('&state=NC')).length, 1, 'its row of the state is gone');

  await harness.load('permits', [
    permit('1', 'OWNER'),
    permit('2', 'POPLAR PAVING', { ...inWake, filed_date: null }),
  ]);
  t.match(await contractors(), [{ contractor_name: 'POPLAR PAVING', first_permit_date: null }]);
  t.same(await contractors('&search=cedar'), []);
  await harness.load('permits', [permit('2', null, inWake)]);
  t.same(await sizes(), {}, 'no contractor is left');
});

t.test('the share of complete parcels follows a load', async (t) => {
  await clear(harness);
  const parcel = (parcel_id: string, more = {}) => ({ ...at(parcel_id, DOUGLAS), ...more });
  await harness.load('parcels', [parcel('d1', { owner_name: 'WOOD ANNA' }), parcel('d2')]);
  t.match(await get('coverage?state=NE'), { data: [{ parcel_count: 2, owner_pct: 50, value_pct: 0 }] });
  await harness.load('parcels', [
    parcel('d2', { owner_name: 'WOOD BEN', total_assessed_value: 5 }),
    parcel('d3'),
  ]);
  t.match(await get('coverage?state=NE'), { data: [{ parcel_count: 3, owner_pct: 66.7, value_pct: 33.3 }] });
});
