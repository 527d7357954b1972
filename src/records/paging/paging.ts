import type { estypes } from '@elastic/elasticsearch';
import type { Condition, ElasticCondition } from '../question.ts';
import type { PageRequest } from '../schemas/common.ts';

export type Direction = 'asc' | 'desc';

/** Rows without a value come last in both directions. */
export interface SortKey {
  field: string;
  order: Direction;
  /** Whether its values are times, which Elasticsearch sorts as milliseconds. */
  isTime?: boolean;
  /** Orders a field of points by distance from this one. */
  from?: { lat: number; lon: number };
}

export interface Sorting {
  /** With more than 10,000 rows, the last key must be the tiebreaker, see `sequenceOf`. */
  keys: SortKey[];
  /** A keyword that orders the few rows that share a tiebreaker. */
  tie: string;
}

export interface Paging<C = Condition> extends PageRequest, Sorting {
  filter: C[];
}
/** With its filter as Elasticsearch takes it. */
export type ElasticPaging = Paging<ElasticCondition>;

/** The field that makes every order total; see `sequenceOf`. */
export const TIEBREAK = 'internal.seq';

/** Sorts nulls last, and ties by the sequence number, then by `tie`: about one pair in a billion shares a number. */
export function sortClauses({ keys, tie }: Sorting): estypes.SortCombinations[] {
  const sorted = keys.map(({ field, order, from }): estypes.SortCombinations => {
    if (field === TIEBREAK) return { [field]: order };
    if (from) return { _geo_distance: { [field]: from, order, unit: 'm' } };
    return { [field]: { order, missing: '_last' } };
  });
  return [...sorted, { [tie]: keys.at(-1)!.order }];
}

/** The default order of parcels: highest assessed value first, unknown values last. */
export const BY_VALUE = {
  keys: [
    { field: 'total_assessed_value', order: 'desc' },
    { field: TIEBREAK, order: 'desc' },
  ] as SortKey[],
  tie: 'id',
};

const desc = (field: string): SortKey => ({ field, order: 'desc' });

/** An order of derived rows: descending by each field in turn, then ascending by id. */
export const largestFirst = (fields: string[], tie: string) => ({
  keys: [...fields.map(desc), { field: TIEBREAK, order: 'asc' } as SortKey],
  tie,
});
