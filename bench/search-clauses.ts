import type { estypes } from '@elastic/elasticsearch';
import { type Search, searchConditions } from '../src/features/search/query.ts';
import { isPlain } from '../src/records/touching.ts';

/** The clauses of a search that needs no outlines. */
export function searchClauses(search: Search): estypes.QueryDslQueryContainer[] {
  const filter = searchConditions(search);
  if (!isPlain(filter)) throw new Error('the search needs outlines');
  return filter;
}
