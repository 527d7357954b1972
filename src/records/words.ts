import type { estypes } from '@elastic/elasticsearch';
import { normalizeOwnerName } from '../domain/owner-name.ts';
import { wrong } from '../domain/problems.ts';

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

const MOST_WORDS = 100;

/** The words of an owner's name as they are stored. Throws 400, naming the field, for no words or too many. */
export function ownerWords(text: string, field: string): string[] {
  const name = normalizeOwnerName(text);
  if (name === '') throw wrong(field, 'must hold a letter or a digit');
  const words = [...new Set(name.split(' '))];
  if (words.length > MOST_WORDS) throw wrong(field, `must have at most ${MOST_WORDS} words`);
  return words;
}

/** The name has each word, or one that begins with it. `field` holds the words of normalized names. */
export const namesBegin = (field: string, words: readonly string[]): estypes.QueryDslQueryContainer[] =>
  words.map((word) => ({ prefix: { [field]: { value: word } } }));
