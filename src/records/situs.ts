import type { estypes } from '@elastic/elasticsearch';
import { wrong } from '../domain/problems.ts';
import { readTyped, type Typed, type TypedWord } from '../domain/suggestion.ts';

type Query = estypes.QueryDslQueryContainer;

/** The situs address in one spelling, and its words. */
export const SITUS = 'internal.situs';
export const SITUS_WORDS = 'internal.situs.words';

const MOST_WORDS = 20;
export const LONGEST_TYPED = 200;

export const all = (filter: Query[]): Query => (filter.length === 1 ? filter[0]! : { bool: { filter } });
export const any = (should: Query[]): Query =>
  should.length === 1 ? should[0]! : { bool: { should, minimum_should_match: 1 } };

/** Reads a partly typed address. Throws 400, naming the field, for no words or too many. */
export function readAddress(text: string, field: string): Typed {
  const typed = readTyped(text);
  if (typed.words.length === 0) throw wrong(field, 'must hold a letter or a digit');
  if (typed.words.length > MOST_WORDS) throw wrong(field, `must have at most ${MOST_WORDS} words`);
  return typed;
}

/** The word or one that begins with it, in any spelling. */
export function begun({ raw, full, begun }: TypedWord): Query {
  const other = [full, ...begun].filter((word) => !word.startsWith(raw));
  const beginning: Query = { prefix: { [SITUS_WORDS]: { value: raw } } };
  return any([beginning, ...(other.length > 0 ? [{ terms: { [SITUS_WORDS]: other } }] : [])]);
}

/** Addresses that begin as typed. */
export function addressBegins({ words, ended }: Typed): Query {
  const last = words.at(-1)!;
  const head = words
    .slice(0, -1)
    .map(({ full }) => `${full} `)
    .join('');
  // A number in another spelling must match whole: 1ST is not the beginning of 12.
  const ends = [last.full, ...last.begun].map((word) => (word === last.raw ? word : `${word} `));
  const tails = ended ? [`${last.full} `] : [last.raw, ...ends];
  const begins = [...new Set(tails)].map((tail): Query => ({ prefix: { [SITUS]: { value: head + tail } } }));
  return any([...begins, { term: { [SITUS]: head + last.full } }]);
}

/** Addresses that begin as typed, or that have each word or one that begins with it. */
export const addressFits = (typed: Typed): Query => any([addressBegins(typed), all(typed.words.map(begun))]);
