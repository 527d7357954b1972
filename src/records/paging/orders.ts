import { type SortKey, TIEBREAK } from './paging.ts';

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
