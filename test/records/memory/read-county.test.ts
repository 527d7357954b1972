/** Counties of several slices, read while others search. */
import t from 'tap';
import { marksOf, readChanges, readCounty } from '../../../src/records/memory/read-county.ts';
import { aliasOf } from '../../../src/stores/elastic/indices.ts';
import { sequenceOf } from '../../../src/stores/elastic/sequence.ts';
import { makeHarness } from '../../helper.ts';

const PARCELS = 1_300;
const CHANGED = 310;
const FIPS = '31109';

const harness = await makeHarness(t);
const index = aliasOf(harness.config.INDEX_PREFIX, 'parcels');
const parcels = Array.from({ length: PARCELS }, (_, n) => ({
  county_fips: FIPS,
  parcel_id: `R-${n}`,
  year_built: 1950,
  location: { lat: 40 + n / 10_000, lon: -96 },
}));
const numbers = parcels.map(({ parcel_id }) => sequenceOf(`${FIPS}:${parcel_id}`)).sort((a, b) => a - b);

/** There are searches during every slice. */
const busy = () => {
  let searches = 0;
  return {
    stopped: new AbortController().signal,
    get searches() {
      return searches++;
    },
  };
};

t.test('every parcel is read once, and once again what a load has changed', async (t) => {
  await harness.load('parcels', [...parcels, { ...parcels[0], county_fips: '31055' }]);
  const county = await readCounty(harness.client, index, FIPS, busy());
  t.same(
    [...county.seq].sort((a, b) => a - b),
    numbers,
  );
  const changed = parcels.slice(0, CHANGED).map((parcel) => ({ ...parcel, year_built: 1999 }));
  await harness.load('parcels', changed);
  const now = (await marksOf(harness.client, index, [FIPS])).get(FIPS)!;
  t.not(now.mark, county.mark);
  const next = await readChanges(harness.client, index, county, now, busy());
  t.same(
    [...next!.seq].sort((a, b) => a - b),
    numbers,
  );
  const years = next!.columns.get('year_built') as unknown as Iterable<number>;
  t.equal([...years].filter((year) => year === 1999).length, CHANGED);
});

t.test('it can be stopped', async (t) => {
  const pace = { stopped: AbortSignal.abort(), searches: 0 };
  await t.rejects(readCounty(harness.client, index, FIPS, pace), { name: 'AbortError' });
});
