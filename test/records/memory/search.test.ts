import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { type County, newCounty } from '../../../src/records/memory/county.ts';
import { questionOf } from '../../../src/records/memory/question.ts';
import { countBy, countIn, isOrdered, pageIn } from '../../../src/records/memory/search.ts';
import type { SortKey } from '../../../src/records/paging/paging.ts';
import type { Condition, Test } from '../../../src/records/question.ts';
import { runsOf, seedOf } from '../../seed.ts';

/** Compares the columns with a plain computation over the same parcels. */
const SEED = seedOf(20261126);
t.comment(`seed ${SEED}`);

/** The steps between coordinates that Elasticsearch can store. */
const [LAT_STEP, LON_STEP] = [180 / 2 ** 32, 360 / 2 ** 32];
const stored = (degrees: number, step: number) => Math.floor(degrees / step) * step;

interface Parcel {
  seq: number;
  at: { lat: number; lon: number } | null;
  value: number | null;
  year: number | null;
  day: string | null;
  zoning: string | null;
  absentee: boolean | null;
}

// Few places and values, so that edges go through points and values are equal. Most cells under a box have several
// places.
const NORTH = [-89.99, 40.7, 40.704, 40.71, 40.714, 40.72, 40.9];
const EAST = [-179.99, -96.8, -96.785, -96.78, -96.775, -96.77, 179.99];
const lats = fc.constantFrom(...NORTH).map((lat) => stored(lat, LAT_STEP));
const lons = fc.constantFrom(...EAST).map((lon) => stored(lon, LON_STEP));
const VALUES = [0, 1, 100_000, 100_000.1, 16_777_217, 1e12];
const DAYS = ['1899-12-31', '1970-01-01', '2024-02-29', '2024-03-01'];
const parcels: fc.Arbitrary<Parcel> = fc.record({
  seq: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  at: fc.option(fc.record({ lat: lats, lon: lons }), { freq: 8 }),
  value: fc.option(fc.constantFrom(...VALUES)),
  year: fc.option(fc.integer({ min: 1900, max: 1904 })),
  day: fc.option(fc.constantFrom(...DAYS)),
  zoning: fc.option(fc.constantFrom('residential', 'commercial', 'other')),
  absentee: fc.option(fc.boolean()),
});
const sets = fc.uniqueArray(parcels, { selector: ({ seq }) => seq, minLength: 40, maxLength: 120 });

const given = <T>(value: T | null): T[] | undefined => (value === null ? undefined : [value]);

function countyOf(fips: string, some: readonly Parcel[]): Promise<County> {
  const county = newCounty(fips, some.length);
  for (const { seq, at, value, year, day, zoning, absentee } of some)
    county.add({
      'internal.seq': [seq],
      location: given(at && `${at.lat}, ${at.lon}`),
      total_assessed_value: given(value),
      year_built: given(year),
      sale_date: given(day && String(Date.parse(day))),
      zoning_category: given(zoning),
      absentee_owner: given(absentee),
      county_fips: [fips],
    });
  return county.finish();
}

const ends = <V>(values: fc.Arbitrary<V>) => fc.record({ gte: values, lte: values }, { requiredKeys: [] });
const FILTERS = {
  total_assessed_value: ends(fc.constantFrom(...VALUES, 99_999.9, 16_777_216)),
  year_built: ends(fc.integer({ min: 1899, max: 1905 })),
  sale_date: ends(fc.constantFrom(...DAYS, '2024-02-28', '1970-01-02')),
};
/** Few searches have each filter, so that most find more than a page. */
const seldom = <T, O>(usual: O, rest: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rest });
/** Half of the boxes include all places on an axis. */
const sides = (some: fc.Arbitrary<number>, all: readonly number[]) =>
  fc.oneof(fc.constant([all[0]!, all.at(-1)!]), fc.tuple(some, some));
const searches = fc.record({
  /** Null is a whole county. */
  box: fc.option(fc.record({ lat: sides(lats, NORTH), lon: sides(lons, EAST) })),
  ranges: seldom({}, fc.record(FILTERS, { requiredKeys: [] })),
  zoning: seldom(null, fc.subarray(['residential', 'commercial', 'unheard-of'], { minLength: 1 })),
  absentee: seldom(false, fc.constant(true)),
  sort: fc.option(fc.constantFrom('total_assessed_value', 'year_built', 'sale_date')),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  offset: fc.integer({ min: 0, max: 12 }),
  limit: fc.integer({ min: 1, max: 20 }),
});
type Search = typeof searches extends fc.Arbitrary<infer S> ? S : never;

const FIELDS = { total_assessed_value: 'value', year_built: 'year', sale_date: 'day' } as const;

const conditionsOf = ({ box, ranges, zoning, absentee }: Search): Condition[] => [
  box
    ? {
        is: 'in',
        field: 'location',
        place: {
          box: {
            south: Math.min(...box.lat),
            north: Math.max(...box.lat),
            west: Math.min(...box.lon),
            east: Math.max(...box.lon),
          },
        },
      }
    : { is: 'equal', field: 'county_fips', value: '31109' },
  ...Object.entries(ranges).map(
    ([field, { gte, lte }]): Condition => ({ is: 'between', field, from: gte, to: lte }),
  ),
  ...(zoning ? [{ is: 'among', field: 'zoning_category', values: zoning } as const] : []),
  ...(absentee ? [{ is: 'equal', field: 'absentee_owner', value: true } as const] : []),
];

const within = <V extends number | string>(value: V | null, { gte, lte }: { gte?: V; lte?: V }) =>
  value !== null ? (gte === undefined || value >= gte) && (lte === undefined || value <= lte) : false;

function slowly(all: readonly Parcel[], { box, ranges, zoning, absentee, sort, order }: Search): Parcel[] {
  const sign = order === 'asc' ? 1 : -1;
  return all
    .filter(
      ({ at }) =>
        box === null ||
        (at !== null &&
          within(at.lat, { gte: Math.min(...box.lat), lte: Math.max(...box.lat) }) &&
          within(at.lon, { gte: Math.min(...box.lon), lte: Math.max(...box.lon) })),
    )
    .filter((parcel) =>
      Object.entries(ranges).every(([field, range]) =>
        within(parcel[FIELDS[field as keyof typeof FIELDS]], range as { gte?: never; lte?: never }),
      ),
    )
    .filter((parcel) => zoning === null || (parcel.zoning !== null && zoning.includes(parcel.zoning)))
    .filter((parcel) => !absentee || parcel.absentee === true)
    .sort((one, other) => {
      const [a, b] = [one, other].map((parcel) => (sort === null ? 0 : parcel[FIELDS[sort]]));
      if (a === b) return sign * (one.seq - other.seq);
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a! < b! ? -1 : 1) * sign;
    });
}

function valueCounts(values: (string | number | null)[]) {
  const counts = Map.groupBy(
    values.filter((value) => value !== null),
    (value) => value,
  );
  const missing = values.filter((value) => value === null).length;
  return { counts: new Map([...counts].map(([value, those]) => [value, those.length])), missing };
}

t.test('pages, totals and counts of values are those of the plain computation', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      sets,
      fc.nat(),
      fc.array(searches, { minLength: 1, maxLength: 8 }),
      async (all, cut, asked) => {
        const middle = cut % (all.length + 1);
        const counties = await Promise.all([
          countyOf('31109', all.slice(0, middle)),
          countyOf('31055', all.slice(middle)),
        ]);
        for (const search of asked) {
          const question = questionOf(conditionsOf(search));
          if (question === null) throw new Error('not understood');
          const first = search.sort === null ? [] : [{ field: search.sort, order: search.order }];
          const keys: SortKey[] = [...first, { field: 'internal.seq', order: search.order }];
          if (!isOrdered(keys)) throw new Error('not ordered');
          const here = search.box === null ? counties.slice(0, 1) : counties;
          const found = pageIn(here, question, keys, search);
          const expected = slowly(search.box === null ? all.slice(0, middle) : all, search);
          const page = expected.slice(search.offset, search.offset + search.limit).map(({ seq }) => seq);
          if (found?.total !== expected.length) throw new Error(`${found?.total} of ${expected.length}`);
          if (countIn(here, question) !== expected.length) throw new Error('counted otherwise');
          const { values } = countBy(here, question, ['zoning_category', 'year_built'])!;
          const counted = [expected.map(({ zoning }) => zoning), expected.map(({ year }) => year)].map(
            valueCounts,
          );
          if (!isDeepStrictEqual(values, counted)) throw new Error('values counted otherwise');
          const seqs = found.parcels.map(({ county, row }) => county.seq[row]);
          if (JSON.stringify(seqs) !== JSON.stringify(page)) throw new Error(`${seqs}, expected ${page}`);
        }
      },
    ),
    { seed: SEED, numRuns: runsOf(1_200) },
  );
  t.pass('searches');
});

const parcel = (seq: number, more: Partial<Parcel> = {}): Parcel => ({
  seq,
  at: { lat: 40.7, lon: -96.8 },
  value: 1,
  year: null,
  day: null,
  zoning: null,
  absentee: null,
  ...more,
});
const inBox = (south: number, north: number, west: number, east: number, field = 'location'): Condition => ({
  is: 'in',
  field,
  place: { box: { south, north, west, east } },
});
const box = inBox(40, 41, -97, -96);
const equal = (field: string, value: string): Condition => ({ is: 'equal', field, value });
const upTo = (field: string, to: number): Condition => ({ is: 'between', field, to });
const TIEBREAK: SortKey = { field: 'internal.seq', order: 'desc' };

t.test(
  'if only the id would order two parcels on a page or next to it, memory does not answer',
  async (t) => {
    const counties = [
      await countyOf('31109', [parcel(9), parcel(5), parcel(2)]),
      await countyOf('31055', [parcel(7), parcel(5), parcel(1)]),
    ];
    const ask = (offset: number, limit: number) =>
      pageIn(counties, questionOf([box])!, [TIEBREAK], { offset, limit });
    t.equal(ask(0, 1)?.total, 6);
    t.equal(ask(0, 2)?.parcels.length, 2);
    for (const [offset, limit] of [
      [0, 3],
      [0, 4],
      [2, 1],
      [3, 1],
      [4, 9],
    ] as const)
      t.equal(ask(offset, limit), null, `${limit} from ${offset}`);
  },
);

const circle = (lat: number, lon: number, meters: number): Condition => ({
  is: 'in',
  field: 'location',
  place: { circle: { lat, lon, meters } },
});

t.test('a circle holds what is nearer than its radius, and leaves its border to Elasticsearch', async (t) => {
  const north = (meters: number) => ({ lat: 40.7 + meters / 111_195.08, lon: -96.8 });
  const county = await countyOf('31109', [
    parcel(1, { at: north(99) }),
    parcel(2, { at: north(100) }),
    parcel(3, { at: north(-99) }),
    parcel(4, { at: { lat: 40.7, lon: -96.8 - 99 / 111_195.08 / Math.cos((40.7 * Math.PI) / 180) } }),
    parcel(5, { at: null }),
  ]);
  const count = (meters: number) => countIn([county], questionOf([circle(40.7, -96.8, meters)])!);
  t.equal(count(98.5), 0);
  t.equal(count(99.5), 3);
  t.equal(count(100), null, 'on its border');
  t.equal(count(100.5), 4);
});

t.test('a circle with too many parcels to measure is left to Elasticsearch', async (t) => {
  const parcels = Array.from({ length: 20_001 }, (_, n) => parcel(n + 1, { value: n }));
  const county = await countyOf('31109', parcels);
  const count = (most: number) => {
    const value = upTo('total_assessed_value', most);
    return countIn([county], questionOf([circle(40.7, -96.8, 100), value])!);
  };
  t.equal(count(19_999), 20_000, 'other filters go first');
  t.equal(count(20_000), null);
  t.equal(count(19_999), 20_000, 'each search by itself');
});

t.test('more than 1,000 values are left to Elasticsearch', async (t) => {
  const parcels = Array.from({ length: 1_001 }, (_, n) =>
    parcel(n + 1, { zoning: `${n}`, year: n, value: n }),
  );
  const county = await countyOf('31109', parcels);
  const count = (field: string, most: number) => {
    const question = questionOf([box, upTo('total_assessed_value', most)])!;
    return countBy([county], question, [field])?.values[0]?.counts.size;
  };
  for (const field of ['zoning_category', 'year_built']) {
    t.equal(count(field, 999), 1_000, field);
    t.equal(count(field, 1_000), undefined, field);
  }
});

const LINE = [
  [1, 1],
  [2, 1],
  [3, 1],
  [1, 1],
];
const INSIDE: Test = { is: 'in', field: 'location', place: { circle: { lat: 1, lon: 1, meters: 1 } } };

t.test('what memory cannot answer for certain is left to Elasticsearch', (t) => {
  const cases: [string, Condition[]][] = [
    ['no region and no county', [equal('state_fips', '31'), equal('zip', '68508')]],
    ['two boxes', [box, box]],
    ['a box across the antimeridian', [inBox(1, 2, 179, -179)]],
    ['a box that begins at the antimeridian', [inBox(1, 2, 180, 180)]],
    ['a box of another field', [inBox(1, 2, 3, 4, 'internal.middle')]],
    ['a box and a circle', [box, circle(40.7, -96.8, 10)]],
    ['a circle across the antimeridian', [circle(1, 179.9999, 20)]],
    ['a circle around a pole', [circle(89.999, 1, 2000)]],
    ['an area without an inside', [{ is: 'in', field: 'location', place: { polygons: [[LINE]] } }]],
    ['outlines', [{ touches: { polygons: [[LINE]] }, points: { location: INSIDE, middle: INSIDE } }]],
    ['words', [box, { match: { 'land_use.words': { query: 'farm', operator: 'and' } } }]],
    ['a field without a column', [box, equal('owner_id', 'x')]],
    ['a city in any case', [box, { term: { city: { value: 'Lincoln', case_insensitive: true } } }]],
    ['words as numbers', [box, upTo('zip', 1)]],
    ['a number as a word', [box, equal('acreage', '1')]],
    ['a missing value', [box, { bool: { must_not: [{ exists: { field: 'location' } }] } }]],
  ];
  for (const [what, filter] of cases) t.equal(questionOf(filter), null, what);
  const place = { lat: 1, lon: 1 };
  for (const keys of [
    [{ field: 'location', order: 'asc', from: place }, TIEBREAK],
    [{ field: 'zip', order: 'asc' }, TIEBREAK],
    [{ field: 'owner_id', order: 'asc' }, TIEBREAK],
    [{ field: 'acreage', order: 'asc' }],
    [{ field: 'acreage', order: 'asc' }, { field: 'year_built', order: 'asc' }, TIEBREAK],
  ] as SortKey[][])
    t.equal(isOrdered(keys), false, JSON.stringify(keys));
  t.end();
});

t.test('a county that columns cannot store exactly is not kept', async (t) => {
  const add = (values: object) => () => newCounty('31109', 1).add({ 'internal.seq': [1], ...values });
  t.throws(add({ acreage: [1, 2] }), 'several values');
  t.throws(add({ acreage: [-0] }), 'a zero below zero');
  t.throws(add({ acreage: ['many'] }), 'no number');
  await t.rejects(newCounty('31109', 1).finish(), 'too few parcels');
  const tied = newCounty('31109', 2);
  for (const _ of [1, 2]) tied.add({ 'internal.seq': [7] });
  await t.rejects(tied.finish(), 'two parcels with one number');
  const full = newCounty('31109', 0);
  t.throws(() => full.add({ 'internal.seq': [1] }), 'too many parcels');
});

t.test('a search does not read more than 300,000 parcels in the cells under a box', async (t) => {
  const many = newCounty('31109', 300_001);
  for (let seq = 0; seq < 300_001; seq++)
    many.add({ 'internal.seq': [seq * 3e10], location: ['40.7, -96.8'] });
  const county = await many.finish();
  const at = (lat: number) => questionOf([inBox(lat, lat, -97, -96)])!;
  t.equal(pageIn([county], at(40.7001), [TIEBREAK], { offset: 0, limit: 1 }), null);
  t.equal(countIn([county], at(40.7001)), null);
  t.equal(countIn([county], at(40.5)), 0);
});
