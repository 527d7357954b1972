import type { estypes } from '@elastic/elasticsearch';

/**
 * Matches values that contain `text`, in any case. The field is indexed in lower case: as trigrams, and under `.short` as
 * single characters and bigrams.
 */
export function substringClause(field: string, text: string): estypes.QueryDslQueryContainer {
  const lower = text.toLowerCase();
  return [...lower].length < 3
    ? { term: { [`${field}.short`]: lower } }
    : { match_phrase: { [field]: lower } };
}

/** Matches values that contain `text`, in a keyword field of few distinct values in lower case. */
export function codeSubstringClause(field: string, text: string): estypes.QueryDslQueryContainer {
  const escaped = text.toLowerCase().replace(/[\\*?]/g, '\\$&');
  return { wildcard: { [field]: { value: `*${escaped}*` } } };
}
