import t from 'tap';
import { VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../helper.ts';
import { clear, contents, stored } from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key({ tier: 'license' });

const LANCASTER = '31109';
const DOUGLAS = '31055';
const WAKE = '37183';
const at = (parcel_id: string, county_fips = LANCASTER) => ({ county_fips, parcel_id });

const ask = (path: string) => call(app, 'GET', `/api/v1/${path}`, { key });
/** The answer to a request that must succeed. */
async function get(path: string) {
  const { status, text, json } = await ask(path);
  if (status !== 200) throw new Error(`${status} ${text} to ${path}`);
  return json();
}
const rows = async (path: string) => (await get(path)).data;
const owner = (name: string) => get(`owners/${encodeURIComponent(name)}`);
const noOwner = async (name: string) => (await ask(`owners/${encodeURIComponent(name)}`)).status === 404;

/** Every document of every view. */
const views = async () =>
  Object.fromEntries(
    await Promise.all(VIEW_KINDS.map(async (kind) => [kind, await contents(harness, kind)])),
  );
/** How many documents each view has; empty views are left out. */
async function sizes() {
  const counted = VIEW_KINDS.map(
    async (kind): Promise<[string, number]> => [kind, (await stored(harness, kind)).size],
  );
  return Object.fromEntries((await Promise.all(counted)).filter(([, size]) => size > 0));
}

/** A sale at arm's length, with the given keys replaced. */
const sale = (
  record_id: string,
  sale_date: string,
  sale_price_usd: number,
  more: Record<string, unknown> = {},
) => ({
  ...at('p1'),
  record_id,
  sale_date,
  sale_price_usd,
  ...more,
});

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

t.test('a permit whose contractor is corrected moves to the other contractor', async (t) => {
  await clear(harness);
  const permit = (
    permit_number: string,
    contractor_name: string | null,
    more: Record<string, unknown> = {},
  ) => ({
    ...at('p1'),
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

/** A little of everything in three counties. */
const world = () => ({
  parcels: [LANCASTER, DOUGLAS, WAKE].flatMap((county, c) =>
    [1, 2, 3].map((n) => ({
      ...at(`p${n}`, county),
      owner_name: `OWNER ${c}${n} LLC`,
      street: `${n} Elm St`,
      total_assessed_value: 1_000 * n,
    })),
  ),
  deeds: [LANCASTER, DOUGLAS, WAKE].flatMap((county, c) =>
    [2020, 2021].map((year) =>
      sale(`${county}-${year}`, `${year}-03-04`, 50_000 * (c + 2), {
        ...at('p1', county),
        grantor: `SELLER${year} C${c}`,
        grantee: `SELLER${year + 1} C${c}`,
      }),
    ),
  ),
  permits: [LANCASTER, DOUGLAS, WAKE].map((county, c) => ({
    ...at('p2', county),
    permit_number: county,
    contractor_name: `BUILDER ${c}X`,
    filed_date: '2020-01-02',
  })),
});

async function loadWorld() {
  await clear(harness);
  for (const kind of ['parcels', 'deeds', 'permits'] as const) await harness.load(kind, world()[kind]);
}

/** The documents of every view that a load rewrote or deleted, as `view id`. */
async function rewritten(load: () => Promise<unknown>): Promise<string[]> {
  const versions = async () =>
    new Map(
      (
        await Promise.all(
          VIEW_KINDS.map(async (kind) =>
            [...(await stored(harness, kind))].map(([id, { version }]): [string, number] => [
              `${kind} ${id}`,
              version,
            ]),
          ),
        )
      ).flat(),
    );
  const before = await versions();
  await load();
  const after = await versions();
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id)).sort();
}

t.test('a load rewrites the documents of the keys that it affects, and no others', async (t) => {
  await loadWorld();
  const { parcels, deeds, permits } = world();
  t.same(await rewritten(() => harness.load('parcels', parcels)), [], 'the same parcels again: nothing');
  t.same(await rewritten(() => harness.load('deeds', deeds)), [], 'the same deeds again: nothing');

  const id = async (name: string) => (await owner(name)).owner_id;
  const [wake3, wake1] = [await id('OWNER 23 LLC'), await id('OWNER 21 LLC')];
  const owners = (one: string) => [one, `${one}:US:LLC`, `${one}:37:LLC`, `${one}:37183:LLC`];
  const parcel = { ...parcels[8]!, total_assessed_value: 77 };
  const byParcel = await rewritten(() => harness.load('parcels', [parcel]));
  const ofOwner = byParcel.filter((one) => /^(owners|holdings)/.test(one)).map((one) => one.split(' ')[1]!);
  t.equal(ofOwner.length, 4);
  t.ok(
    ofOwner.every((one) => one.startsWith(wake3)),
    `a parcel’s value: its owner’s ${owners(wake3).length} documents`,
  );
  t.same(
    byParcel.filter((one) => !/^(owners|holdings)/.test(one)),
    ['coverage 37', 'coverage 37183'],
    'and its county’s and state’s share',
  );

  const byPermit = await rewritten(() =>
    harness.load('permits', [{ ...permits[0]!, filed_date: '2020-02-03' }]),
  );
  const kinds = byPermit.map((one) => one.split(' ')[0]!);
  t.ok(
    byPermit.filter((one) => one.startsWith('contractors')).length === 2 && !kinds.includes('market'),
    `a permit: the contractor’s two: ${byPermit}`,
  );

  const byDeed = await rewritten(() => harness.load('deeds', [{ ...deeds[5]!, sale_price_usd: 300_000 }]));
  const places = byDeed.filter((one) => /^(market|trends|coverage)/.test(one));
  t.ok(
    places.every((one) => /37183|coverage 37$/.test(one)),
    `a deed in Wake: no other county’s: ${places}`,
  );
  t.equal(byDeed.filter((one) => one.startsWith('flips')).length, 1, 'its one flip');
  t.ok(
    byDeed.filter((one) => one.startsWith('owners')).every((one) => one.endsWith(wake1)),
    'and no other owner’s than its parcel’s',
  );
});

t.test(
  'a replacement of counties changes what is derived from their parcels, and not other counties',
  async (t) => {
    await loadWorld();
    const { parcels } = world();
    const before = await views();
    const fewer = parcels
      .filter(({ county_fips, parcel_id }) => county_fips !== WAKE && parcel_id !== 'p3')
      .map((parcel) => ({ ...parcel, street: '5 New Rd', owner_name: 'MAPLE LAND LLC' }));
    await harness.load('parcels', fewer, { replace: true });
    t.match(await owner('maple land llc'), { property_count: 4, total_assessed_value: 6_000, counties: 2 });
    t.ok(await noOwner('OWNER 01 LLC'), 'the owners of before are gone');
    t.match(await owner('OWNER 21 LLC'), { property_count: 1 }, 'those of the other county are not');
    t.match(await get('coverage'), { total_parcels: 7, states_covered: 2 });
    t.match(await get('deals/entities?top=true'), {
      total: 4,
      summary: { entity_count: 4, property_count: 7 },
    });
    t.match(await rows(`deals/flips?county_fips=${DOUGLAS}`), [{ address: /^5 New Rd/ }]);
    t.match(await rows(`deals/flips?county_fips=${WAKE}`), [{ address: /^1 Elm St/ }]);
    const after = await views();
    for (const kind of ['market', 'trends', 'contractors', 'flippers'])
      t.same(after[kind], before[kind], kind);
    await harness.load('parcels', parcels, { replace: true });
    t.same(await views(), before, 'and back again');
  },
);
