import type { estypes } from '@elastic/elasticsearch';
import type { Static } from 'typebox';
import type { Described, Features } from '../domain/value/features.ts';
import { leavesOf, type ValueModel } from '../domain/value/model.ts';
import type { Records } from './records.ts';
import type { Comparable } from './schemas/value.ts';
import { leafWords } from './value-model.ts';

type Clause = estypes.QueryDslQueryContainer;
type Stored = Omit<Static<typeof Comparable>, 'meters' | 'similarity' | 'differs'> & Differing;
type Differing = Pick<Described, 'building_sqft' | 'lot_sqft' | 'year_built' | 'bedrooms' | 'bathrooms'>;

/** Fields that a comparable can be asked to have in common with the parcel. */
export const SAME = ['class', 'zip', 'city', 'land_use', 'bedrooms', 'bathrooms'] as const;
export type Same = (typeof SAME)[number];

export interface Wanted {
  limit: number;
  /** The oldest sale; all without this. */
  since?: string;
  meters?: number;
  same?: readonly Same[];
}

/** How much each tree matters: the mean distance of its leaves from 0. */
function weightsOf({ trees: { count, size, feature, value } }: ValueModel): number[] {
  return Array.from({ length: count }, (_, tree) => {
    let [sum, leaves] = [0, 0];
    for (let place = tree * size; place < (tree + 1) * size; place++) {
      if (feature[place]! >= 0 || value[place] === 0) continue;
      sum += Math.abs(value[place]!);
      leaves++;
    }
    return leaves > 0 ? sum / leaves : 0;
  });
}

const differsBy = (of: Differing, from: Differing, key: keyof Differing) =>
  of[key] === null || from[key] === null ? null : of[key] - from[key];

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
): Promise<Static<typeof Comparable>[]> {
  const { location } = parcel;
  const sameAs = sameClauses(same, parcel, features);
  if (sameAs === null || (meters !== undefined && !location)) return [];
  const filter: Clause[] = [{ term: { 'internal.key': key } }, ...sameAs];
  if (since !== undefined) filter.push({ range: { sale_date: { gte: since } } });
  if (meters !== undefined) filter.push({ geo_distance: { location: location!, distance: `${meters}m` } });
  const weights = weightsOf(model);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const leaf = leafWords(leavesOf(model, features));
  const should = leaf.map((word, tree) => ({
    constant_score: { filter: { term: { 'internal.leaves': word } }, boost: weights[tree]! / all },
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
    const { building_sqft, lot_sqft, year_built, bedrooms, bathrooms, ...sale } = _source!;
    const own = { building_sqft, lot_sqft, year_built, bedrooms, bathrooms };
    const away = location && sale.location ? Math.round(Number(sort![1])) : null;
    const { id, address, sale_date, sale_price, price_today } = sale;
    return {
      ...{ id, address, location: sale.location, sale_date, sale_price, price_today, meters: away },
      similarity: Number(Math.min(1, _score ?? 0).toFixed(3)),
      differs: {
        building_sqft: differsBy(own, parcel, 'building_sqft'),
        lot_sqft: differsBy(own, parcel, 'lot_sqft'),
        year_built: differsBy(own, parcel, 'year_built'),
        bedrooms: differsBy(own, parcel, 'bedrooms'),
        bathrooms: differsBy(own, parcel, 'bathrooms'),
      },
    };
  });
}
