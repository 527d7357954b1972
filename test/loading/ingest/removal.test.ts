import t, { type Test } from 'tap';
import { countRecords, deleteRecords } from '../../../src/loading/ingest/delete.ts';
import { readEdition } from '../../../src/stores/elastic/edition.ts';
import { aliasOf, VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { type Harness, makeHarness } from '../../helper.ts';
import { choices, seedOf } from '../../seed.ts';
import { square } from '../../squares.ts';
import { clear, contents, differences, stored, watched } from './support.ts';

const SEED = seedOf(20_261_122);
const { pick, random, whole } = choices(SEED);

/** The installation that records are removed from. */
const harness = await makeHarness(t);
/** One that is emptied, then loaded with what is left. */
const fresh = await makeHarness(t);

const LANCASTER = '31109';
const DOUGLAS = '31055';
const WAKE = '37183';
const COUNTIES = [LANCASTER, DOUGLAS, WAKE];
const OWNERS = ['ALDER HOMES LLC', 'BIRCH LAND INC', 'CEDAR FAMILY TRUST', 'WOOD ANNA', 'HILL BEN', null];
const PARTIES = ['ASH ADA', 'BAY BOB', 'OAK FLIPS LLC', 'YEW HOMES INC', null];
const BUILDERS = ['ROOF-IT INC', 'A & B PAVING LLC', 'OWNER', null];

type Row = Record<string, unknown> & { county_fips: string };
interface World {
  parcels: Row[];
  deeds: Row[];
  permits: Row[];
  risks: Row[];
}
const KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;

const parcelRow = (county_fips: string, n: number) => ({
  county_fips,
  parcel_id: `p${n}`,
  street: `${n} Elm St`,
  // Some own parcels in only one county, others in several.
  owner_name: n % 7 === 0 ? `ONLY ${county_fips} ${n % 21} LLC` : pick(OWNERS),
  mailing_state: pick(['NE', 'NV', 'NC']),
  total_assessed_value: pick([null, 0, 50_000, whole(1, 900_000)]),
  year_built: pick([null, 1950, 2001]),
  sale_price: pick([null, 120_000]),
  sale_date: pick([null, '2012-03-04']),
  acreage: pick([0.25, 1, null]),
  // Lots of each county are in a few map tiles of zoom 15.
  ...(n % 5 > 0 && {
    outline: square(-96.7 + COUNTIES.indexOf(county_fips) + (n % 8) * 0.0012, 40.8 + n * 0.0003),
  }),
});

const parcels = COUNTIES.flatMap((county) => Array.from({ length: 60 }, (_, n) => parcelRow(county, n)));
function deedRow(n: number) {
  const { county_fips, parcel_id } = pick(parcels.filter((_, at) => at % 60 < 25));
  return {
    county_fips,
    parcel_id,
    record_id: `r${n}`,
    // A document of several deeds makes them unusable for statistics, within a county.
    document_number: random() < 0.2 ? `shared ${whole(0, 9)}` : `d${n}`,
    sale_date: `${whole(2019, 2022)}-0${whole(1, 9)}-1${whole(0, 9)}`,
    sale_price_usd: pick([500, 90_000, 120_000, whole(50_000, 400_000)]),
    grantor: pick(PARTIES),
    grantee: pick(PARTIES),
  };
}
/** Some are the only sale of their quarter, the only parcel of their owner, or the only permit of their contractor. */
const world: World = {
  parcels,
  deeds: Array.from({ length: 260 }, (_, n) => ({
    ...deedRow(n),
    ...(n % 40 === 0 && { sale_date: `${1_990 + n / 40}-05-06` }),
  })),
  permits: Array.from({ length: 80 }, (_, n) => ({
    ...(({ county_fips, parcel_id }) => ({ county_fips, parcel_id }))(pick(parcels)),
    permit_number: `n${n}`,
    filed_date: `20${whole(10, 22)}-01-02`,
    contractor_name: n % 20 === 0 ? `ONLY ${n} ROOFING INC` : pick(BUILDERS),
    estimated_cost: pick([null, 1_000, 20_000]),
  })),
  risks: COUNTIES.flatMap((county_fips) => [
    { county_fips, overall_score: 12 },
    { county_fips, parcel_id: 'p1', overall_score: 90, source: 'mine' },
  ]),
};

async function loadAll(into: Harness, { ...records }: World): Promise<void> {
  for (const kind of KINDS) {
    const { error } = await into.load(kind, records[kind]);
    if (error !== null) throw new Error(error);
  }
}

let inFresh: World | null = null;

/** Checks that every record and figure is as in a new installation that was loaded with these records. */
async function equalsFresh(t: Test, left: World, what: string): Promise<void> {
  if (inFresh !== left) {
    await clear(fresh);
    await loadAll(fresh, left);
    inFresh = left;
  }
  for (const kind of [...KINDS, ...VIEW_KINDS]) {
    const [found, expected] = await Promise.all([contents(harness, kind), contents(fresh, kind)]);
    t.same(differences(found, expected), [], `${what}: the same ${kind}`);
    if (kind === 'flips') t.ok(Object.keys(expected).length > 3, `${what}: there are flips`);
  }
  t.equal((await stored(harness, 'removals')).size, 0, `${what}: no note of what was deleted is left`);
}

const elsewhere = (county: string) => (row: Row) => row.county_fips !== county;
const numberOf = ({ parcel_id }: Row) => Number(String(parcel_id).slice(1));
let left = world;

t.test('after corrections, every figure is as in a new installation', async (t) => {
  await loadAll(harness, world);
  const some = <R extends Row>(rows: R[], correct: (row: R, n: number) => Row) =>
    rows.map((row, n) => (n % 40 === 0 || random() < 0.3 ? correct(row, n) : row));
  const corrected: World = {
    parcels: some(parcels, (row) => ({
      ...parcelRow(row.county_fips, numberOf(row)),
      street: `${numberOf(row)} Oak Ave`,
      owner_name: pick(OWNERS),
    })),
    deeds: some(world.deeds, (_row, n) => deedRow(n)),
    permits: some(world.permits, (row) => ({ ...row, contractor_name: pick(BUILDERS), estimated_cost: 7 })),
    risks: some(world.risks, (row) => ({ ...row, overall_score: 55 })),
  };
  for (const kind of KINDS) {
    const changed = corrected[kind].filter((row, n) => row !== world[kind][n]);
    t.match(await harness.load(kind, changed), { error: null, updated: changed.length }, kind);
  }
  await equalsFresh(t, corrected, 'corrected');
});

t.test('a replacement leaves every figure as in a new installation', async (t) => {
  await loadAll(harness, world);
  const replacements = parcels
    .filter(({ county_fips }) => county_fips === LANCASTER)
    .flatMap((row) => {
      const n = numberOf(row);
      if (n % 3 === 0) return [];
      return [n % 3 === 1 ? row : { ...row, owner_name: 'MAPLE LAND LLC', total_assessed_value: 77 }];
    });
  const added = [parcelRow(LANCASTER, 100), parcelRow(LANCASTER, 101)];
  const report = await harness.load('parcels', [...replacements, ...added], { replace: true });
  t.match(report, { error: null, created: 2, updated: 20, unchanged: 20, removed: 20 });
  t.same(report.replaced, [{ county_fips: LANCASTER, before: 60, after: 42 }]);
  left = { ...world, parcels: [...parcels.filter(elsewhere(LANCASTER)), ...replacements, ...added] };
  await equalsFresh(t, left, 'replaced');
});

t.test('what an interrupted load did not derive is derived by the replacement too', async (t) => {
  // Like a load that was killed before its derive step: another value is stored, and nothing is derived from it yet.
  const index = aliasOf(harness.config.INDEX_PREFIX, 'parcels');
  const id = `${DOUGLAS}:p3`;
  const before = (await harness.client.get<Row & { internal: object }>({ index, id }))._source!;
  const internal = {
    ...before.internal,
    hash: 'of another record',
    load: Date.now(),
    touched_owners: [before.owner_id, 'ffffffffffffffffffffffffffffffff'].filter(Boolean),
  };
  await harness.client.index({ index, id, document: { ...before, total_assessed_value: 4, internal } });
  const douglas = left.parcels.filter((row) => row.county_fips === DOUGLAS && numberOf(row) !== 3);
  const report = await harness.load('parcels', douglas, { replace: true });
  t.match(report, { error: null, unchanged: 59, removed: 1 });
  left = { ...left, parcels: [...left.parcels.filter(elsewhere(DOUGLAS)), ...douglas] };
  await equalsFresh(t, left, 'after an interruption');
});

t.test('a deleted county leaves every figure as in a new installation', async (t) => {
  const chosen = { counties: [DOUGLAS] };
  const counted = await countRecords(harness.target, chosen);
  const deleted = await deleteRecords(harness.target, chosen);
  t.same(deleted, counted, 'as many as were counted before');
  const of = (kind: keyof World) => left[kind].filter(({ county_fips }) => county_fips === DOUGLAS).length;
  t.same(deleted, { parcels: of('parcels'), deeds: of('deeds'), permits: of('permits'), risks: of('risks') });
  left = {
    parcels: left.parcels.filter(elsewhere(DOUGLAS)),
    deeds: left.deeds.filter(elsewhere(DOUGLAS)),
    permits: left.permits.filter(elsewhere(DOUGLAS)),
    risks: left.risks.filter(elsewhere(DOUGLAS)),
  };
  await equalsFresh(t, left, 'deleted');
  t.same(
    await deleteRecords(harness.target, chosen),
    { parcels: 0, deeds: 0, permits: 0, risks: 0 },
    'again',
  );
  await equalsFresh(t, left, 'deleted twice');
});

t.test('only the chosen records of a county are deleted', async (t) => {
  // Deeds of one document made each other unusable: those that stay are usable again.
  const gone = new Set(world.deeds.filter((_, n) => n % 2).map(({ record_id }) => record_id));
  const ids = new Set(
    Object.entries((await contents(harness, 'deeds')) as Record<string, Row>)
      .filter(([, row]) => row.county_fips === WAKE)
      .filter((_, n) => n % 2)
      .map(([id]) => id),
  );
  t.ok(ids.size > 10 && gone.size > 0);
  const before = (await contents(harness, 'deeds')) as Record<string, Row & { document_number: string }>;
  await deleteRecords(harness.target, { counties: [WAKE], goes: ({ id }) => ids.has(id) });
  const kept = new Set(
    Object.entries(before)
      .filter(([id]) => !ids.has(id))
      .map(([, row]) => JSON.stringify([row.county_fips, row.parcel_id, row.sale_date, row.sale_price_usd])),
  );
  const deeds = left.deeds.filter((row) =>
    kept.has(JSON.stringify([row.county_fips, row.parcel_id, row.sale_date, row.sale_price_usd])),
  );
  left = { ...left, deeds };
  await equalsFresh(t, left, 'chosen');
});

const indicesOf = async (kind: 'removals') =>
  Object.keys(await harness.client.indices.get({ index: `${aliasOf(harness.config.INDEX_PREFIX, kind)}-*` }));

t.test('notes are deleted with their index; a load does not fail if the old one stays', async (t) => {
  await harness.load('risks', world.risks);
  const notes = await indicesOf('removals');
  await harness.load('parcels', [parcelRow(WAKE, 200)]);
  t.same(await indicesOf('removals'), notes, 'a load that deletes nothing leaves it');

  const counties = aliasOf(harness.config.INDEX_PREFIX, 'counties');
  let swapped = false;
  const target = watched(t, harness, async (_method, path) => {
    if (path === '/_aliases') swapped = true;
    else if (swapped && path.endsWith('/_stats/search')) throw new Error('no answer');
  });
  const chosen = { counties: [WAKE], goes: ({ id }: { id: string }) => id === `${WAKE}:p200` };
  t.match(await deleteRecords(target, chosen), { parcels: 1 });
  t.ok(swapped);
  t.match(await readEdition(harness.client, counties), { loading: false });
  t.equal((await stored(harness, 'removals')).size, 0);
  t.same((await indicesOf('removals')).length, 2, 'another one is in its place');

  await harness.load('risks', world.risks);
  t.equal((await indicesOf('removals')).length, 1, 'until the next load');
});

t.test('when everything is loaded again, every figure is as before', async (t) => {
  await loadAll(harness, world);
  await harness.load('parcels', world.parcels, { replace: true });
  await equalsFresh(t, world, 'loaded again');
});
