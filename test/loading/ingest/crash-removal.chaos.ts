import t from 'tap';
import { deleteRecords } from '../../../src/loading/ingest/delete.ts';
import { VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../helper.ts';
import { square } from '../../squares.ts';
import { deriving, killer, loading, type Moment, removing } from './killing.ts';
import { clear, different, everythingOf, inputFile, ndjson } from './support.ts';

const harness = await makeHarness(t);
const { killed } = killer(t, harness);
const everything = () => everythingOf(harness, ['parcels', 'deeds', ...VIEW_KINDS]);
const LANCASTER = '31109';
const COUNTIES = [LANCASTER, '31055'];

const parcels = Array.from({ length: 2_400 }, (_, n) => ({
  county_fips: COUNTIES[n % 2]!,
  parcel_id: `p${n}`,
  owner_name: `OWNER ${n % 500} LLC`,
  total_assessed_value: 50_000 + ((n * 7_919) % 400_000),
  sale_price: n % 3 ? null : 100_000,
  sale_date: n % 3 ? null : '2012-03-04',
  ...(n % 4 === 0 && { outline: square(-96.7 + (n % 40) * 0.0005, 40.8 + n * 0.00001, 0.0004) }),
}));
const deeds = Array.from({ length: 900 }, (_, n) => ({
  county_fips: COUNTIES[n % 2]!,
  parcel_id: `p${n % 300}`,
  record_id: `r${n}`,
  sale_date: `20${10 + (n % 12)}-0${1 + (n % 9)}-11`,
  sale_price_usd: 40_000 + ((n * 104_729) % 600_000),
}));
const idOf = ({ county_fips, parcel_id }: (typeof parcels)[number]) => `${county_fips}:${parcel_id}`;
const others = parcels.filter(({ county_fips }) => county_fips !== LANCASTER);
/** Lancaster, published again: some are gone, some have changed, some are new. */
const replacements = [
  ...parcels
    .filter(({ county_fips }, n) => county_fips === LANCASTER && n % 5 !== 0)
    .map((one, n) => (n % 2 ? one : { ...one, owner_name: 'MAPLE LAND LLC', total_assessed_value: 9_000 })),
  ...Array.from({ length: 700 }, (_, n) => ({ ...parcels[0]!, parcel_id: `new${n}` })),
];

async function loadBoth(made: object[]): Promise<void> {
  await clear(harness);
  await harness.load('parcels', made);
  await harness.load('deeds', deeds);
}

t.test('a killed replacement is completed by the same command', async (t) => {
  const file = await inputFile(t, 'replacements.ndjson', ndjson(replacements));
  const wanted = [...others, ...replacements];
  await loadBoth(wanted);
  const complete = await everything();
  const before = new Set(parcels.map(idOf));
  const stays = wanted.map(idOf).filter((id) => before.has(id));
  const moments: [string, Moment][] = [
    ['in the load', loading(500)],
    ['while parcels are deleted', removing],
    ['in the derive step', deriving(1)],
  ];
  for (const [name, when] of moments) {
    await loadBoth(parcels);
    t.ok(await killed(['load', 'parcels', file, 'replace'], when), `killed ${name}`);
    const found = (await everything()).parcels!;
    // Parcels are deleted when all of the file is in.
    const isDeleting = [...before].some((id) => !(id in found));
    const missing = (isDeleting ? wanted.map(idOf) : stays).filter((id) => !(id in found));
    t.same(missing, [], `killed ${name}: nothing is missing`);
    // Another load comes in between; it derives from what it finds.
    t.match(await harness.load('parcels', [others[0]!]), { error: null, unchanged: 1 });
    t.match(await harness.load('parcels', { files: [file] }, { replace: true }), { error: null });
    t.same(different(await everything(), complete), [], `killed ${name}: then all of the new`);
  }
});

t.test('a killed deletion is completed by the same command, also after another load', async (t) => {
  await loadBoth(parcels);
  const chosen = { counties: [LANCASTER] };
  await deleteRecords(harness.target, chosen);
  const wanted = await everything();
  t.notOk(Object.keys(wanted.parcels!).some((id) => id.startsWith(LANCASTER)));
  const moments: [string, Moment, boolean][] = [
    ['while records are deleted', removing, false],
    ['while records are deleted, before another load', removing, true],
    ['in the derive step', deriving(1), false],
  ];
  for (const [name, when, isBetween] of moments) {
    await loadBoth(parcels);
    t.ok(await killed(['delete', LANCASTER], when), `killed ${name}`);
    if (isBetween) await harness.load('parcels', [others[0]!]);
    await deleteRecords(harness.target, chosen);
    t.same(different(await everything(), wanted), [], `killed ${name}`);
  }
});
