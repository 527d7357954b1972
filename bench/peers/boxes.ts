import type { Search } from '../../src/features/search/query.ts';
import { sortKeys } from '../../src/features/search/query.ts';
import { sortClauses } from '../../src/records/paging/paging.ts';
import { randomNumbers } from '../measure.ts';
import type { Rig } from '../rig.ts';
import { searchClauses } from '../search-clauses.ts';

export const LIMIT = 100;
const METERS_PER_DEGREE = 111_320;

/** Filters by turns: none, two, three. */
const FILTERS: Search['filters'][] = [
  undefined,
  { zoningCategories: ['residential', 'commercial'], valueRange: { min: 100_000, max: 600_000 } },
  { absenteeOnly: true, yearBuiltRange: { min: 1950 }, acreageRange: { min: 0.1, max: 2 } },
];

/** One box asked of every service. */
export interface Box {
  bounds: { north: number; south: number; east: number; west: number };
  filters: Search['filters'];
  /** Body of `POST /search`. */
  api: string;
  /** Body of `_search` on Terrier's own index: its query. */
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

export type Point = { lat: number; lon: number };

export function boxAround({ lat, lon }: Point, meters: number, at: number): Box {
  const up = meters / 2 / METERS_PER_DEGREE;
  const aside = up / Math.cos((lat * Math.PI) / 180);
  const bounds = { north: lat + up, south: lat - up, east: lon + aside, west: lon - aside };
  const filters = FILTERS[at % FILTERS.length];
  const search: Search = { bounds, filters, order: 'desc', limit: LIMIT, offset: 0 };
  const counted = { size: LIMIT, track_total_hits: true };
  return {
    bounds,
    filters,
    api: JSON.stringify(search),
    own: JSON.stringify({
      ...counted,
      query: { bool: { filter: searchClauses(search) } },
      sort: sortClauses({ keys: sortKeys(search), tie: 'id' }),
    }),
    plain: JSON.stringify({ ...counted, query: { bool: { filter: plainClauses({ bounds, filters }) } } }),
  };
}

/** Points where parcels lie, drawn evenly over all parcels or over those of a county. */
export async function pointsOf(rig: Rig, count: number, county?: string): Promise<Point[]> {
  const filter: object[] = [{ exists: { field: 'location' } }];
  if (county !== undefined) filter.push({ term: { county_fips: county } });
  const { hits } = await rig.client.search<{ location: Point }>({
    index: rig.parcels,
    size: count,
    _source: ['location'],
    query: { bool: { filter } },
    sort: [{ 'internal.seq': 'asc' }],
  });
  return hits.hits.map((hit) => hit._source!.location);
}

/** Boxes around points, up to a fifth smaller or larger than `meters`. */
export function boxesAround(points: Point[], meters: number, seed: number): Box[] {
  const random = randomNumbers(seed);
  return points.map((point, at) => boxAround(point, meters * (0.8 + random() * 0.4), at));
}
