import t from 'tap';
import { VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../helper.ts';
import { clear, everythingOf, stored } from './support.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });
const get = async (path: string) => (await call(app, 'GET', `/api/v1/${path}`, { key })).json();
const rows = async (path: string) => (await get(path)).data;
const owner = (name: string) => get(`owners/${encodeURIComponent(name)}`);
const views = () => everythingOf(harness, VIEW_KINDS);

const LANCASTER = '31109';
const DOUGLAS = '31055';
const WAKE = '37183';
const at = (parcel_id: string, county_fips = LANCASTER) => ({ county_fips, parcel_id });

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
    [2020, 2021].map((year) => ({
      ...at('p1', county),
      record_id: `${county}-${year}`,
      sale_date: `${year}-03-04`,
      sale_price_usd: 50_000 * (c + 2),
      grantor: `SELLER${year} C${c}`,
      grantee: `SELLER${year + 1} C${c}`,
    })),
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
    [],
    'its county’s and state’s share is what it was',
  );
  const elsewhere = { ...parcels[0]!, parcel_id: 'p4', owner_name: 'OWNER 23 LLC' };
  const byOwner = await rewritten(() => harness.load('parcels', [elsewhere]));
  t.same(
    byOwner.filter((one) => /^(owners|holdings)/.test(one)).map((one) => one.split(' ')[1]!),
    [`${wake3}:31109:LLC`, `${wake3}:31:LLC`, `${wake3}:US:LLC`, wake3],
    'a parcel in another county: not the rows of the counties where nothing changed',
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

t.test('a replacement of counties changes what is derived from their parcels only', async (t) => {
  await loadWorld();
  const { parcels } = world();
  const before = await views();
  const fewer = parcels
    .filter(({ county_fips, parcel_id }) => county_fips !== WAKE && parcel_id !== 'p3')
    .map((parcel) => ({ ...parcel, street: '5 New Rd', owner_name: 'MAPLE LAND LLC' }));
  await harness.load('parcels', fewer, { replace: true });
  t.match(await owner('maple land llc'), { property_count: 4, total_assessed_value: 6_000, counties: 2 });
  t.match(await owner('OWNER 01 LLC'), { code: 'not_found' }, 'the owners of before are gone');
  t.match(await owner('OWNER 21 LLC'), { property_count: 1 }, 'those of the other county are not');
  t.match(await get('coverage'), { total_parcels: 7, states_covered: 2 });
  t.match(await get('deals/entities?top=true'), {
    total: 4,
    summary: { entity_count: 4, property_count: 7 },
  });
  t.match(await rows(`deals/flips?county_fips=${DOUGLAS}`), [{ address: /^5 New Rd/ }]);
  t.match(await rows(`deals/flips?county_fips=${WAKE}`), [{ address: /^1 Elm St/ }]);
  const after = await views();
  for (const kind of ['market', 'trends', 'contractors', 'flippers']) t.same(after[kind], before[kind], kind);
  await harness.load('parcels', parcels, { replace: true });
  t.same(await views(), before, 'and back again');
});
