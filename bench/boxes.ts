import { type Search, sortKeys } from '../src/api/features/search/routes.ts';
import { sortClauses } from '../src/records/paging/paging.ts';
import { randomNumbers } from './measure.ts';
import type { Rig } from './rig.ts';
import { searchClauses } from './search-clauses.ts';

export const BOXES_A_SIZE = 400;
const METERS_PER_DEGREE = 111_320;
const MOST_SIZES = 3;

/** Used for the boxes in turn; no filter and no sort are the most frequent. */
const FILTERS: Search['filters'][] = [
  undefined,
  undefined,
  { absenteeOnly: true },
  undefined,
  { zoningCategories: ['residential', 'commercial'] },
  undefined,
  { valueRange: { min: 100_000, max: 600_000 } },
  { ownerTypes: ['llc', 'trust'], yearBuiltRange: { min: 1950 } },
  undefined,
  { acreageRange: { min: 0.1, max: 2 } },
];
const ORDERS: Pick<Search, 'sort' | 'order'>[] = [
  { order: 'desc' },
  { order: 'desc' },
  { sort: 'assessed_value', order: 'desc' },
  { order: 'desc' },
  { sort: 'year_built', order: 'asc' },
  { order: 'desc' },
  { sort: 'deal_score', order: 'desc' },
];

export interface Case {
  api: string;
  raw: string;
}

export type Point = { lat: number; lon: number };

/** Locations of parcels, drawn evenly from all parcels, or from those that meet `clauses`. */
export async function pointsOf(rig: Rig, count: number, clauses: object[] = []): Promise<Point[]> {
  const { hits } = await rig.client.search<{ location: Point }>({
    index: rig.parcels,
    size: count,
    _source: ['location'],
    query: { bool: { filter: [{ exists: { field: 'location' } }, ...clauses] } },
    sort: [{ 'internal.seq': 'asc' }],
  });
  return hits.hits.map((hit) => hit._source!.location);
}

/** A square with sides of so many meters. */
export function boundsAround({ lat, lon }: Point, meters: number) {
  const up = meters / 2 / METERS_PER_DEGREE;
  const aside = up / Math.cos((lat * Math.PI) / 180);
  return { north: lat + up, south: lat - up, east: lon + aside, west: lon - aside };
}

function toCase(point: Point, meters: number, at: number, limit: number): Case {
  const search: Search = {
    bounds: boundsAround(point, meters),
    filters: FILTERS[at % FILTERS.length],
    ...ORDERS[at % ORDERS.length]!,
    limit,
    offset: 0,
  };
  return {
    api: JSON.stringify(search),
    raw: JSON.stringify({
      size: limit,
      from: 0,
      track_total_hits: true,
      query: { bool: { filter: searchClauses(search) } },
      sort: sortClauses({ keys: sortKeys(search), tie: 'id' }),
    }),
  };
}

/** Boxes around parcels, up to a fifth smaller or larger than `meters`; `nth` selects which. */
export async function casesOf(rig: Rig, nth: number, meters: number, limit: number): Promise<Case[]> {
  const points = await pointsOf(rig, BOXES_A_SIZE * MOST_SIZES);
  const random = randomNumbers(nth + 1);
  return points
    .slice(nth * BOXES_A_SIZE, (nth + 1) * BOXES_A_SIZE)
    .map((point, at) => toCase(point, meters * (0.8 + random() * 0.4), at, limit));
}
