import type { estypes } from '@elastic/elasticsearch';

/**
 * Values that hold `text` anywhere, in any case. The field holds them in lower case: pieces of three characters under
 * its own name, of one and two under `.short` (see the analyzers in index-templates/).
 */
export function substringClause(field: string, text: string): estypes.QueryDslQueryContainer {
  const wanted = text.toLowerCase();
  return [...wanted].length < 3
    ? { term: { [`${field}.short`]: wanted } }
    : { match_phrase: { [field]: wanted } };
}

/** Few distinct values, kept whole in lower case, that hold `text` anywhere. */
export function codeSubstringClause(field: string, text: string): estypes.QueryDslQueryContainer {
  const escaped = text.toLowerCase().replace(/[\\*?]/g, '\\$&');
  return { wildcard: { [field]: { value: `*${escaped}*` } } };
}
