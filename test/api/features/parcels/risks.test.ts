import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { asking, BARE, BARE_ID, DOUGLAS, LANCASTER } from './asking.ts';

const HAZARD_KEYS = ['score', 'rating', 'source', 'as_of', 'geography'];
const harness = await makeHarness(t);
const app = await harness.app();
const { get, json } = asking(app, await harness.key());
const FULL = { county_fips: LANCASTER, parcel_id: '01-09-109' };
const FULL_ID = `${LANCASTER}:${FULL.parcel_id}`;
await harness.load('parcels', [FULL, BARE]);

t.test('risks are null without data, and combine the figures of several publishers', async (t) => {
  const none = {
    id: FULL_ID,
    county_fips: LANCASTER,
    overall_score: null,
    flood: null,
    wildfire: null,
    air_quality: null,
    crime: null,
  };
  t.equal((await get(FULL_ID, '/risks')).text, JSON.stringify(none), 'without data');

  await harness.load('risks', [
    { county_fips: LANCASTER, source: 'crime-book', crime_score: 55.5, as_of: '2014' },
    { county_fips: LANCASTER, source: 'air-book', median_aqi: 38, unhealthy_days: 4, as_of: '2025' },
    {
      county_fips: LANCASTER,
      source: 'hazard-book',
      overall_score: 38.4,
      inland_flood_score: 41.2,
      coastal_flood_score: 12,
      wildfire_score: 3,
      wildfire_rating: 'Very Low',
    },
    { county_fips: DOUGLAS, source: 'hazard-book', overall_score: 99 },
  ]);
  await harness.load('risks', [
    {
      county_fips: LANCASTER,
      parcel_id: FULL.parcel_id,
      source: 'flood-map',
      flood_score: 90,
      as_of: '2024-05',
    },
  ]);
  const bare = await json(BARE_ID, '/risks');
  t.same(Object.keys(bare), Object.keys(none));
  t.match(bare, {
    id: BARE_ID,
    county_fips: LANCASTER,
    overall_score: 38.4,
    flood: { score: 41.2, source: 'hazard-book', as_of: null, geography: 'county' },
    wildfire: { score: 3, rating: 'very_low', geography: 'county' },
    air_quality: {
      source: 'air-book',
      as_of: '2025',
      geography: 'county',
      median_aqi: 38,
      unhealthy_days: 4,
    },
    crime: { score: 55.5, source: 'crime-book', as_of: '2014', geography: 'county' },
  });
  for (const name of ['flood', 'wildfire', 'crime']) t.same(Object.keys(bare[name]), HAZARD_KEYS, name);
  t.same(Object.keys(bare.air_quality), [...HAZARD_KEYS, 'median_aqi', 'unhealthy_days']);

  const full = await json(FULL_ID, '/risks');
  t.match(full.flood, { score: 90, source: 'flood-map', as_of: '2024-05', geography: 'parcel' }, 'own first');
  t.same({ ...full, id: BARE_ID, flood: bare.flood }, bare, 'the rest is its county’s');

  await harness.load('risks', [{ county_fips: LANCASTER, source: 'newer-crime-book', crime_score: 10 }]);
  t.match(await json(FULL_ID, '/risks'), { crime: { score: 10, source: 'newer-crime-book' } }, 'newer first');
  await harness.load('risks', [{ county_fips: LANCASTER, source: 'county-flood', flood_score: 5 }]);
  t.match(await json(FULL_ID, '/risks'), { flood: { score: 90 } }, 'a parcel’s own before a newer county’s');
  t.match(await json(BARE_ID, '/risks'), { flood: { score: 5 } });

  for (const round of [1, 2]) {
    const tied = ['z-book', 'a-book', 'm-book'].map((source, at) => ({
      county_fips: LANCASTER,
      source,
      wildfire_score: round * 10 + at,
    }));
    await harness.load('risks', round === 1 ? tied : tied.toReversed());
    t.match(await json(BARE_ID, '/risks'), { wildfire: { source: 'a-book' } }, 'of one load, first by name');
  }
});
