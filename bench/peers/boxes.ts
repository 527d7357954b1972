import { type Search, sortKeys } from '../../src/api/features/search/routes.ts';
import { sortClauses } from '../../src/records/paging/paging.ts';
import { withoutTie } from '../../src/records/read-rows.ts';
import { boundsAround, type Point } from '../boxes.ts';
import { randomNumbers } from '../measure.ts';
import { searchClauses } from '../search-clauses.ts';

const LIMIT = 100;
/** The same order as the API's `assessed_value`. */
const BY_VALUE = [{ total_assessed_value: 'desc' }];

/** Filters to use in turn: none, two, three. */
const FILTERS: Search['filters'][] = [
  undefined,
  { zoningCategories: ['residential', 'commercial'], valueRange: { min: 100_000, max: 600_000 } },
  { absenteeOnly: true, yearBuiltRange: { min: 1950 }, acreageRange: { min: 0.1, max: 2 } },
];

/** A box, as requested from every service. */
export interface Box {
  bounds: { north: number; south: number; east: number; west: number };
  filters: Search['filters'];
  /** Body of `POST /search`. */
  api: string;
  /** Body of `_search` on Terrier's own index, as the API requests whole rows. */
  own: string;
  /** Body of `_search` on the plain index. */
  plain: string;
}

function plainClauses({ bounds, filters = {} }: Pick<Box, 'bounds' | 'filters'>): object[] {
  const { north, south, east, west } = bounds;
  const range = (field: string, given?: { min?: number; max?: number }) =>
    given ? [{ range: { [field]: { gte: given.min, lte: given.max } } }] : [];
  return [
    { geo_bounding_box: { location: { top: north, bottom: south, right: east, left: west } } },
    ...(filters.zoningCategories ? [{ terms: { zoning_category: filters.zoningCategories } }] : []),
    ...range('total_assessed_value', filters.valueRange),
    ...(filters.absenteeOnly ? [{ term: { absentee_owner: true } }] : []),
    ...range('year_built', filters.yearBuiltRange),
    ...range('acreage', filters.acreageRange),
  ];
}

function ownBody(search: Search): string {
  const sort = sortClauses({ keys: sortKeys(search), tie: 'id' });
  const query = { bool: { filter: searchClauses(search) } };
  const given = { size: LIMIT, from: 0, track_total_hits: true, query, sort };
  return JSON.stringify(withoutTie({ index: '', source: { index: '' }, search: given }));
}

/** A box around a point; `at` selects the filters. */
export function boxAround(point: Point, meters: number, at: number): Box {
  const bounds = boundsAround(point, meters);
  const filters = FILTERS[at % FILTERS.length];
  const search: Search = { bounds, filters, sort: 'assessed_value', order: 'desc', limit: LIMIT, offset: 0 };
  const query = { bool: { filter: plainClauses({ bounds, filters }) } };
  return {
    bounds,
    filters,
    api: JSON.stringify(search),
    own: ownBody(search),
    plain: JSON.stringify({ size: LIMIT, track_total_hits: true, query, sort: BY_VALUE }),
  };
}

/** Boxes around points, up to a fifth smaller or larger than `meters`. */
export function boxesAround(points: Point[], meters: number, seed: number): Box[] {
  const random = randomNumbers(seed);
  return points.map((point, at) => boxAround(point, meters * (0.8 + random() * 0.4), at));
}
