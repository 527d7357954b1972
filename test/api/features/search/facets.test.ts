import fc from 'fast-check';
import t from 'tap';
import { FACETS, FIGURES } from '../../../../src/records/facets.ts';
import { eventually } from '../../../eventually.ts';
import { call, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { each } from '../../../listed.ts';
import { choices, runsOf, seedOf } from '../../../seed.ts';
import { type Request, type Row, slowSearch } from './slow-search.ts';

const SEED = seedOf(20261124);
const { pick, random, whole } = choices(SEED);

const WORLD = { north: 90, south: -90, east: 180, west: -180 };
const WEST = { north: 41, south: 40, east: -96.7, west: -97 };
const COUNTIES = ['31109', '31055', '37183'];

const records = Array.from({ length: 900 }, (_, n) => ({
  county_fips: pick(COUNTIES),
  parcel_id: `F-${n}`,
  street: `${n} Elm St`,
  // More cities than are listed.
  city: random() < 0.1 ? null : `Town ${n % 2 === 0 ? whole(0, 400) : whole(0, 3)}`,
  zip: pick(['68508', '68508-1234', null]),
  location: random() < 0.1 ? null : { lat: 40.5, lon: -97 + whole(0, 60) / 100 },
  owner_name: pick(['QUILL IDA', 'ALDER HOMES LLC', 'CITY OF LINCOLN', 'CEDAR FAMILY TRUST', null]),
  mailing_address: pick(['9 Pier Rd', null]),
  mailing_state: pick(['NV', 'NE', null]),
  total_assessed_value: random() < 0.1 ? null : whole(0, 90_000_000) / 100,
  sale_price: random() < 0.5 ? null : whole(1, 9) * 50_000,
  acreage: random() < 0.2 ? null : whole(0, 5_000) / 1_000,
  building_sqft: pick([null, 850, 1_840.5]),
  year_built: random() < 0.2 ? null : whole(1880, 2020),
  land_use: pick(['Single Family', 'Vacant land', null]),
  zoning_category: pick(['residential', 'commercial', null]),
  tax_year: pick([2024, 2025, null]),
}));

const harness = await makeHarness(t);
await harness.load('parcels', records);
const { app, key } = await harness.api({ tier: 'license' });
const ask = async (path: string, body: object) =>
  (await call(app, 'POST', `/api/v1/search${path}`, { key, body })).ok();

type Stored = Row & Record<string, unknown>;
const rows: Stored[] = [];
for (let offset = 0; offset < records.length; offset += 500) {
  const page = await ask('', { filters: { updatedSince: '1970-01-01T00:00:00Z' }, limit: 500, offset });
  rows.push(...page.data);
}

const requests: fc.Arbitrary<Request> = fc
  .record({
    bounds: fc.constantFrom(WORLD, WEST, undefined),
    filters: fc.constantFrom<NonNullable<Request['filters']>>(
      { stateFips: '31' },
      { stateFips: '37', absenteeOnly: true },
      { countyFips: '31055', landUse: 'family' },
      { zip: '68508', located: false },
      { stateFips: '31', valueRange: { min: 500_000 } },
      { countyFips: '37183', yearBuiltRange: { min: 3_000 } },
    ),
  })
  .map(({ bounds, filters }) => (bounds ? { bounds, filters } : { filters }));

t.test('a count is the total of the search', async (t) => {
  await holds(runsOf(30), [requests], async (request) => {
    const { total } = await ask('/count', request);
    const expected = slowSearch(rows, request).length;
    if (total !== expected) throw new Error(`${total} in place of ${expected}`);
  });
  t.same(await ask('/count', { near: { lat: 0, lon: 0, meters: 1 } }), { total: 0 });
});

/** Counts by a key, the most frequent first; equal ones by value. */
function countBy(found: Stored[], name: string) {
  const counts = new Map<unknown, number>();
  for (const row of found) if (row[name] !== null) counts.set(row[name], (counts.get(row[name]) ?? 0) + 1);
  const all = [...counts].sort(
    ([one, many], [other, more]) => more - many || ((one as string) < (other as string) ? -1 : 1),
  );
  const listed = all.slice(0, 100).map(([value, count]) => ({ value, count }));
  const other = all.slice(100).reduce((sum, [, count]) => sum + count, 0);
  return { key: name, values: listed, other, missing: found.filter((row) => row[name] === null).length };
}

/** A quantile, interpolated between the two nearest values. */
function quantile(sorted: number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

function figureOf(found: Stored[], name: string) {
  const sorted = found.flatMap((row) => (row[name] as number | null) ?? []).sort((a, b) => a - b);
  const [p10, p25, p50, p75, p90] = [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => quantile(sorted, share));
  const [min, max] = [sorted[0] ?? null, sorted.at(-1) ?? null];
  return { figure: name, count: sorted.length, min, p10, p25, p50, p75, p90, max };
}

const close = (one: number | null, other: number | null) =>
  one === other || Math.abs(one! - other!) <= Math.abs(other!) * 1e-9;

t.test('facets and quantiles are those of a plain computation over the rows of the search', async () => {
  const keys = Object.keys(FACETS);
  await holds(runsOf(40), [requests, fc.subarray(keys)], async (request, some) => {
    const answer = await ask('/facets', {
      ...request,
      by: some.length > 0 ? some : keys,
      figures: FIGURES,
    });
    const found = slowSearch(rows, request) as Stored[];
    if (answer.total !== found.length) throw new Error(`${answer.total} in place of ${found.length}`);
    const expected = (some.length > 0 ? some : keys).map((name) => countBy(found, name));
    if (JSON.stringify(answer.facets) !== JSON.stringify(expected))
      throw new Error(`${JSON.stringify(answer.facets)} in place of ${JSON.stringify(expected)}`);
    for (const figure of answer.figures) {
      const wanted: Record<string, unknown> = figureOf(found, figure.figure);
      for (const [name, value] of Object.entries(wanted))
        if (value !== figure[name] && !close(figure[name], value as number))
          throw new Error(`${name} of ${figure.figure}: ${figure[name]} in place of ${value}`);
    }
  });
});

/** The facets of fields that are in memory. */
const IN_MEMORY = each(
  'state_fips county_fips zip zoning_category entity_type absentee_owner out_of_state_owner tax_year',
);

t.test('the facets of counties in memory are those of a plain computation', async (t) => {
  const metric = async (line: string) =>
    Number(new RegExp(`^${line} (.*)$`, 'm').exec((await call(app, 'GET', '/metrics')).text)![1]);
  const answered = () => metric('terrier_memory_searches_total{outcome="answered"}');
  await eventually('the counties are in memory', async () => {
    await ask('/count', { bounds: WORLD });
    return (await metric('terrier_memory_parcels')) === records.length;
  });
  const before = await answered();
  const places = [
    { bounds: WORLD },
    { bounds: WEST },
    ...COUNTIES.map((countyFips) => ({ filters: { countyFips } })),
  ];
  for (const place of places)
    for (const filters of [{}, { absenteeOnly: true }, { taxYearRange: { min: 2025 } }]) {
      const request = { ...place, filters: { ...('filters' in place ? place.filters : {}), ...filters } };
      const found = slowSearch(rows, request) as Stored[];
      const expected = IN_MEMORY.map((name) => countBy(found, name));
      const answer = await ask('/facets', { ...request, by: IN_MEMORY });
      t.same(answer, { total: found.length, facets: expected, figures: [] }, JSON.stringify(request));
      t.same(await ask('/count', request), { total: found.length });
    }
  const all = async () => (await answered()) - before === 2 * 3 * places.length;
  await eventually('memory answered all of them', all);
});

t.test('the listed values of a facet, the others and the missing ones add up to all parcels', async (t) => {
  const answer = await ask('/facets', { filters: { stateFips: '31' }, by: Object.keys(FACETS) });
  t.ok(
    answer.facets.some(({ other }: { other: number }) => other > 0),
    'some values are not listed',
  );
  for (const { key: name, values, other, missing } of answer.facets) {
    const listed = values.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    t.equal(listed + other + missing, answer.total, name);
  }
});

t.test('what touches a region is counted as it is found', async (t) => {
  const near = { lat: 40.5, lon: -96.8, meters: 9_000 };
  const { total } = await ask('', { near, touches: true });
  t.ok(total > 0);
  t.same(await ask('/count', { near, touches: true }), { total });
  t.equal((await ask('/facets', { near, touches: true, figures: ['acreage'] })).total, total);
});

t.test('a count and a facet request cost one lookup each', async (t) => {
  const counted = await harness.key({ tier: 'scale' });
  const used = async () => (await call(app, 'GET', '/api/v1/usage', { key: counted })).json().month.used;
  const region = { filters: { stateFips: '31' } };
  await call(app, 'POST', '/api/v1/search/count', { key: counted, body: region });
  t.equal(await used(), 1);
  const facets = { ...region, by: Object.keys(FACETS), figures: FIGURES };
  await call(app, 'POST', '/api/v1/search/facets', { key: counted, body: facets });
  t.equal(await used(), 2);
});

t.test('a request that breaks a rule is refused', async (t) => {
  const zip = { filters: { zip: '68508' } };
  const cases: [object, RegExp][] = [
    [{}, /exactly one of bounds, within, near is required, or filters with at least one of/],
    [{ ...zip, by: [], figures: ['acreage'] }, /by must not be empty/],
    [{ ...zip, by: ['owner_name'] }, /by\.0 must be one of state_fips/],
    [{ ...zip, by: ['zip', 'zip'] }, /by must not have the same item twice/],
    [{ ...zip, figures: ['bedrooms'] }, /figures\.0 must be one of total_assessed_value/],
    [{ ...zip, by: 'zip' }, /by must be an array/],
    [{ ...zip, by: ['zip'], limit: 5 }, /limit is not a known field/],
    [zip, /by must be given where figures are not/],
    [{ filters: { zip: '68508', countyFips: '99999' }, by: ['zip'] }, /filters\.countyFips must be the FIPS/],
  ];
  for (const [body, error] of cases) {
    const answer = await call(app, 'POST', '/api/v1/search/facets', { key, body });
    t.equal(answer.status, 400, JSON.stringify(body));
    t.match(answer.json().error, error);
  }
  for (const body of [{}, { ...zip, sort: 'acreage' }, { ...zip, limit: 1 }]) {
    t.equal((await call(app, 'POST', '/api/v1/search/count', { key, body })).status, 400);
  }
});
