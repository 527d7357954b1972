import { type Test as AnyTest, type Condition, isTest, type Place } from '../question.ts';
import { COLUMNS } from './columns.ts';
import { type Box, encodeBox, type Shape } from './points.ts';
import { areaOf, circleOf } from './shapes.ts';

/** A condition on a column, both ends included; days and times are numbers, as in their column. */
export type Test =
  | { is: 'between'; field: string; from: number; to: number }
  | { is: 'among'; field: string; accepts: (word: string) => boolean };

/** Where a search looks: in a box, or without one at a whole county, parcels without a location included. */
export type Scope = { box: Box } | { box: null; fips: string };

/** A search that memory understands; with a shape, only what lies in it. */
export type Question = Scope & { shape: Shape | null; tests: Test[] };

const COUNTY = 'county_fips';

function rangeOf(field: string, from?: number | string, to?: number | string): Test | null {
  const column = COLUMNS.get(field);
  if (!column || column.is === 'words') return null;
  const endOf = (end: number | string | undefined, open: number) => {
    if (end === undefined) return open;
    return 'unit' in column ? Date.parse(end as string) / column.unit : (end as number);
  };
  return {
    is: 'between',
    field,
    from: endOf(from, Number.NEGATIVE_INFINITY),
    to: endOf(to, Number.POSITIVE_INFINITY),
  };
}

/** A test as one of a column; null without such a column. */
function columnTest(test: Exclude<AnyTest, { is: 'in' }>): Test | null {
  const { field } = test;
  if (test.is === 'between') return rangeOf(field, test.from, test.to);
  if (COLUMNS.get(field)?.is !== 'words') return null;
  if (test.is === 'equal') return { is: 'among', field, accepts: (word) => word === String(test.value) };
  if (test.is === 'begun') return { is: 'among', field, accepts: (word) => word.startsWith(test.with) };
  const words = new Set(test.values);
  return { is: 'among', field, accepts: (word) => words.has(word) };
}

/** The box that a place lies in, and its shape if it is no box; null when memory might tell it differently. */
function scopeOf(place: Place): { box: Box; shape: Shape | null } | null {
  if ('box' in place) {
    const { south, north, west, east } = place.box;
    const box = encodeBox(south, north, west, east);
    return box && { box, shape: null };
  }
  const shape = 'circle' in place ? circleOf(place.circle) : areaOf(place.polygons);
  return shape && { box: shape.box, shape };
}

/** A filter as a scope and tests of columns. Null when memory might answer it differently from Elasticsearch. */
export function questionOf(filter: readonly Condition[]): Question | null {
  const tests: Test[] = [];
  let scope: { box: Box; shape: Shape | null } | null = null;
  let fips: string | null = null;
  for (const condition of filter) {
    if (!isTest(condition)) return null;
    if (condition.is === 'in') {
      if (scope !== null || condition.field !== 'location') return null;
      scope = scopeOf(condition.place);
      if (scope === null) return null;
    } else {
      const test = columnTest(condition);
      if (test === null) return null;
      tests.push(test);
      if (condition.is === 'equal' && condition.field === COUNTY) fips ??= String(condition.value);
    }
  }
  if (scope !== null) return { ...scope, tests };
  return fips === null ? null : { box: null, fips, shape: null, tests };
}
