import type { estypes } from '@elastic/elasticsearch';
import type { StoredAddress, Wanted } from '../domain/match.ts';
import { DIRECTIONS, SUFFIXES } from '../domain/street-words.ts';
import { numberKey, readTyped, type TypedWord } from '../domain/suggestion.ts';
import type { Search } from './index-view.ts';
import { all, any, SITUS_WORDS as WORDS } from './situs.ts';

type Query = estypes.QueryDslQueryContainer;

export interface WantedNumber {
  county_fips: string;
  parcel_id: string;
}

export type Candidate = StoredAddress & { id: string; parcel_id: string };
export const KEYS = ['id', 'parcel_id', 'street', 'unit', 'city', 'state', 'zip', 'county_fips'];

/** More would make too many clauses, and no street has more. */
const MOST_WORDS = 8;
const SHORTEST_PART = 3;
const LONGEST_TYPO = 24;
/** Spreadsheets drop the zeros at the beginning of a number. */
const MOST_ZEROS = 6;

const word = (...texts: string[]): Query => ({ terms: { [WORDS]: [...new Set(texts)] } });
const fits = (filter: Query, boost: number): Query => ({ constant_score: { filter, boost } });
const inWords = ({ raw, full }: TypedWord): Query => word(raw, full);

/** A word in one or two, or with a typo: FERNBANK and FERN BANK, BRAEMAR and BRAEMER. */
function nearly(typed: TypedWord): Query {
  const { raw } = typed;
  const misspelled: Query = { fuzzy: { [WORDS]: { value: raw, fuzziness: 1 } } };
  if (raw.length > LONGEST_TYPO) return inWords(typed);
  if (raw.length <= SHORTEST_PART) return any([inWords(typed), misspelled]);
  const beginnings = Array.from({ length: raw.length - SHORTEST_PART }, (_, at) =>
    raw.slice(0, SHORTEST_PART + at),
  );
  return any([inWords(typed), misspelled, word(...beginnings), { prefix: { [WORDS]: { value: raw } } }]);
}

const isGeneric = ({ raw, full }: TypedWord) => SUFFIXES.has(raw) || DIRECTIONS.has(raw) || full !== raw;

const wordsOfCity = (city: string | null) => readTyped(city ?? '').words.slice(0, MOST_WORDS);

function wordsOf({ line, street }: Wanted) {
  const [number, ...words] = readTyped(line).words.slice(0, 1 + MOST_WORDS);
  const names = words.filter((word) => !isGeneric(word));
  return {
    number: word(number!.full, street.number.split(/[^A-Z0-9]/)[0]!),
    words,
    names: names.length > 0 ? names : words,
  };
}

/** In the county, else in the ZIP code or the city. */
function inPlace({ county, zip, city }: Wanted, read: (typed: TypedWord) => Query): Query {
  if (county !== null) return { term: { county_fips: county } };
  const cityWords = wordsOfCity(city);
  return any([
    ...(zip === null ? [] : [word(zip)]),
    ...(cityWords.length === 0 ? [] : [all(cityWords.map(read))]),
  ]);
}

/** The parcels whose address has the number and the words of a name. */
export function plainQuery(wanted: Wanted): Query {
  const { number, names } = wordsOf(wanted);
  return all([number, inPlace(wanted, inWords), ...names.map(inWords)]);
}

/** The parcels that could have an address, those with its words first. */
export function nearSearch(wanted: Wanted, size: number): Search {
  const { unit, city, state, zip } = wanted;
  const { number, words, names } = wordsOf(wanted);
  const others = [...words.filter((word) => !names.includes(word)), ...wordsOfCity(city)];
  return {
    size,
    track_total_hits: false,
    _source: KEYS,
    query: {
      bool: {
        filter: [
          number,
          inPlace(wanted, nearly),
          any(names.map(nearly)),
          ...(state === null ? [] : [word(state)]),
        ],
        should: [
          ...names.map((name) => fits(inWords(name), 8)),
          ...(unit === '' ? [] : [fits(word(unit), 4)]),
          ...(zip === null ? [] : [fits(word(zip), 4)]),
          ...others.map((word) => fits(inWords(word), 1)),
        ],
      },
    },
  };
}

/** The parcels that have a number in some spelling, perhaps without its zeros. */
export function numberQuery({ county_fips, parcel_id }: WantedNumber): Query {
  const own = numberKey(parcel_id)!;
  const bare = own.replace(/^0+(?=.)/, '');
  const keys = Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => '0'.repeat(zeros) + bare);
  return all([{ term: { county_fips } }, { terms: { 'internal.number': [...new Set([own, ...keys])] } }]);
}
