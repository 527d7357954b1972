import type { estypes } from '@elastic/elasticsearch';
import type { Search } from '../src/api/features/search/routes.ts';
import { elasticConditions } from '../src/records/question.ts';
import { conditionsOf } from '../src/records/region.ts';
import { isPlain } from '../src/records/touching.ts';

/** The clauses of a search that needs no outlines. */
export function searchClauses(search: Search): estypes.QueryDslQueryContainer[] {
  const filter = elasticConditions(conditionsOf(search));
  if (!isPlain(filter)) throw new Error('the search needs outlines');
  return filter;
}
