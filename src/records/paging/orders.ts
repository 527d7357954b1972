import { type SortKey, TIEBREAK } from './paging.ts';

/** The order of lists of parcels that have no other: highest assessed value first, unknown ones last. */
export const BY_VALUE = {
  keys: [
    { field: 'total_assessed_value', order: 'desc' },
    { field: TIEBREAK, order: 'desc' },
  ] as SortKey[],
  tie: 'id',
};

const desc = (field: string): SortKey => ({ field, order: 'desc' });

/** An order of derived rows: the largest first, by each field in turn; equal ones by their id, rising. */
export const ranked = (fields: string[], tie: string) => ({
  keys: [...fields.map(desc), { field: TIEBREAK, order: 'asc' } as SortKey],
  tie,
});
