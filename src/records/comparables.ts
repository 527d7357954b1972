import type { estypes } from '@elastic/elasticsearch';
import type { Static } from 'typebox';
import type { Described, Features } from '../domain/value/features.ts';
import { leavesOf, type ValueModel } from '../domain/value/model.ts';
import type { Records } from './records.ts';
import type { Comparable } from './schemas/value.ts';

type Clause = estypes.QueryDslQueryContainer;
type Found = Static<typeof Comparable>;
type Differing = keyof Found['differs'];
type Stored = Omit<Found, 'meters' | 'similarity' | 'differs'> & Pick<Described, Differing>;

const SHOWN = ['id', 'address', 'location', 'sale_date', 'sale_price', 'price_today'] as const;
const DIFFERING = ['building_sqft', 'lot_sqft', 'year_built', 'bedrooms', 'bathrooms'] as const;

/** Fields that a comparable can be asked to have in common with the parcel. */
export const SAME = ['class', 'zip', 'city', 'land_use', 'bedrooms', 'bathrooms'] as const;
export type Same = (typeof SAME)[number];

export interface Wanted {
  limit: number;
  /** The oldest sale; all without this. */
  since?: string | undefined;
  meters?: number;
  same?: readonly Same[];
}

/** How much each tree matters: the mean distance of its leaves from 0. */
const weightsOf = ({ trees }: ValueModel): number[] =>
  trees.trees.map(({ leaves }) => leaves.reduce((sum, leaf) => sum + Math.abs(leaf), 0) / leaves.length);

/** What a comparable must have, when it must be the same; null where the parcel lacks it, so that none has. */
function sameClauses(same: readonly Same[], parcel: Described, { words }: Features): Clause[] | null {
  const own = { ...parcel, class: words[0], zip: words[1], land_use: words[3] };
  const clauses: Clause[] = [];
  for (const field of same) {
    const value = own[field];
    if (value == null) return null;
    clauses.push({ term: { [field]: value } });
  }
  return clauses;
}

/** The sales of other parcels that are most alike in the eyes of the model, each parcel once. */
export async function comparablesOf(
  records: Records,
  key: string,
  model: ValueModel,
  parcel: Described & { id: string },
  features: Features,
  { limit, since, meters, same = [] }: Wanted,
): Promise<Found[]> {
  const { location } = parcel;
  const sameAs = sameClauses(same, parcel, features);
  if (sameAs === null || (meters !== undefined && !location)) return [];
  const filter: Clause[] = [{ term: { 'internal.key': key } }, ...sameAs];
  if (since !== undefined) filter.push({ range: { sale_date: { gte: since } } });
  if (meters !== undefined) filter.push({ geo_distance: { location: location!, distance: `${meters}m` } });
  const weights = weightsOf(model);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const should = leavesOf(model, features).map((leaf, tree) => ({
    constant_score: { filter: { term: { 'internal.leaves': leaf } }, boost: weights[tree]! / all },
  }));
  const nearest: estypes.SortCombinations[] = location
    ? [{ _geo_distance: { location, order: 'asc', unit: 'm' } }]
    : [];
  const { hits } = await records.of('sales').search<Stored>({
    size: limit,
    track_total_hits: false,
    track_scores: true,
    _source_excludes: ['internal'],
    query: { bool: { filter, must_not: { term: { id: parcel.id } }, should } },
    sort: [{ _score: { order: 'desc' } }, ...nearest, { sale_date: 'desc' }, { 'internal.seq': 'asc' }],
    collapse: { field: 'id' },
  });
  return hits.hits.map(({ _score, _source, sort }) => {
    const sale = _source!;
    const more = (key: Differing) =>
      sale[key] === null || parcel[key] === null ? null : sale[key] - parcel[key];
    return {
      ...(Object.fromEntries(SHOWN.map((key) => [key, sale[key]])) as Pick<Found, (typeof SHOWN)[number]>),
      meters: location && sale.location ? Math.round(Number(sort![1])) : null,
      similarity: Number(Math.min(1, _score ?? 0).toFixed(3)),
      differs: Object.fromEntries(DIFFERING.map((key) => [key, more(key)])) as Found['differs'],
    };
  });
}
