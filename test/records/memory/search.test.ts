import t from 'tap';
import { type County, newCounty } from '../../../src/records/memory/county.ts';
import { questionOf } from '../../../src/records/memory/memory.ts';
import { countBy, countIn, isOrdered, pageIn } from '../../../src/records/memory/search.ts';
import type { SortKey } from '../../../src/records/paging/paging.ts';
import type { Condition, Test } from '../../../src/records/question.ts';
import { positions } from '../../squares.ts';

/** What the plain computation of the search in test/api/features/search/ cannot show. */
interface Parcel {
  seq: number;
  at: { lat: number; lon: number } | null;
  value: number | null;
  year: number | null;
  day: string | null;
  zoning: string | null;
  absentee: boolean | null;
}

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

t.test('memory does not answer if only the id would order two parcels on a page or next to it', async (t) => {
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
});

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

const LINE = positions('1 1, 2 1, 3 1, 1 1');
const INSIDE: Test = { is: 'in', field: 'location', place: { circle: { lat: 1, lon: 1, meters: 1 } } };

t.test('what memory cannot answer for certain is left to Elasticsearch', async (t) => {
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
