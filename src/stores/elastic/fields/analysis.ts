import type { Fields } from './types.ts';

const TOKENIZERS: Record<string, object> = {
  trigrams: { type: 'ngram', min_gram: 3, max_gram: 3 },
  short_grams: { type: 'ngram', min_gram: 1, max_gram: 2 },
  words: { type: 'whitespace', max_token_length: 1000 },
};

const analyzersIn = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ analyzer, fields: further = {}, properties = {} }) => [
    ...(analyzer === undefined ? [] : [analyzer]),
    ...analyzersIn(further),
    ...analyzersIn(properties),
  ]);

/** The analysis settings that an index of these fields needs; undefined for built-in analyzers. */
export function analysisOf(fields: Fields) {
  const names = [...new Set(analyzersIn(fields))].filter((name) => name in TOKENIZERS);
  if (names.length === 0) return undefined;
  return {
    tokenizer: Object.fromEntries(names.map((name) => [name, TOKENIZERS[name]])),
    analyzer: Object.fromEntries(names.map((name) => [name, { type: 'custom', tokenizer: name }])),
  };
}
