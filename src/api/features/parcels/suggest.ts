import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Typed, TypedWord } from '../../../domain/suggestion.ts';
import type { IndexView } from '../../../records/index-view.ts';
import { areaClauses, CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { List, limitTo, Substring } from '../../../records/schemas/common.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import {
  addressBegins,
  all,
  any,
  begun,
  LONGEST_TYPED,
  readAddress,
  SITUS,
  SITUS_WORDS as WORDS,
} from '../../../records/situs.ts';

export const SuggestQuery = Type.Object(
  {
    q: Substring('What was typed so far of an address or a parcel number', '1200 n oak s', LONGEST_TYPED),
    limit: limitTo(20, 10, 'Maximum number of rows, 1 to 20'),
    county_fips: Type.Optional(CountyFips),
    state_fips: Type.Optional(StateFips),
  },
  { additionalProperties: false },
);

const Suggestion = Type.Pick(
  Parcel,
  ['id', 'parcel_id', 'state', 'county_name', 'address', 'city', 'zip', 'location'],
  { title: 'Suggestion' },
);
type Suggestion = Type.Static<typeof Suggestion>;
const KEYS = Object.keys(Suggestion.properties);

type Query = estypes.QueryDslQueryContainer;

const NUMBER = 'internal.number';

const FIT = {
  wholeNumber: 7,
  addressBegins: 6,
  numberBegins: 5,
  words: 4,
  beginnings: 3,
  typo: 2,
  otherDigits: 1,
};
/** Shorter words and numbers have too many similar ones. */
const SHORTEST_TYPO = 3;
const LONGEST_TYPO = 24;
/** Elasticsearch refuses longer expressions (`index.max_regex_length`). */
const LONGEST_EXPRESSION = 1_000;
const SHORTEST_NUMBER_TYPO = 6;
const SHORTEST_BEGUN_TYPO = 4;

const fits = (boost: number, filter: Query): Query => ({ constant_score: { filter, boost } });

const whole = ({ raw, full }: TypedWord): Query => ({ terms: { [WORDS]: [...new Set([raw, full])] } });

const isDigits = ({ raw }: TypedWord) => /\d/.test(raw);
const mayBeTypo = ({ raw }: TypedWord) => raw.length >= SHORTEST_TYPO && raw.length <= LONGEST_TYPO;

/** Beginnings one typo away, as a regular expression: a wrong, missing or extra letter, or two swapped. */
function beginningsNear(word: string): string {
  const letters = [...word];
  const near = new Set<string>();
  const put = (from: number, to: number, middle: string) =>
    near.add(letters.slice(0, from).join('') + middle + letters.slice(to).join(''));
  for (let at = 0; at < letters.length; at++) {
    if (at + 1 < letters.length) put(at, at + 2, letters[at + 1]! + letters[at]!);
    if (letters.length < SHORTEST_BEGUN_TYPO) continue;
    put(at, at + 1, '.');
    put(at, at, '.');
    put(at, at + 1, '');
  }
  return `(${[...near].join('|')}).*`;
}

/** Matches a word with at most one typo. The last word may be only a beginning. */
function misspelled(word: TypedWord, isLast: boolean): Query {
  const { raw } = word;
  if (isDigits(word) || !mayBeTypo(word)) return begun(word);
  const value = isLast ? beginningsNear(raw) : '';
  // A beginning this long is usually the whole word.
  const near: Query =
    isLast && value.length <= LONGEST_EXPRESSION
      ? { regexp: { [WORDS]: { value } } }
      : { fuzzy: { [WORDS]: { value: raw, fuzziness: 1 } } };
  return any([begun(word), near]);
}

const otherDigits = (word: TypedWord, isLast: boolean): Query =>
  isDigits(word) && mayBeTypo(word)
    ? any([begun(word), { fuzzy: { [WORDS]: { value: word.raw, fuzziness: 1 } } }])
    : misspelled(word, isLast);

/** Parcels that match as typed: by the beginning of the address or number, or by all words or their beginnings. */
function fittingQuery(typed: Typed, area: Query[]): Query {
  const { words, number } = typed;
  const last = words.at(-1)!;
  const heads = words.slice(0, -1);
  const queries = [
    fits(FIT.addressBegins, addressBegins(typed)),
    fits(FIT.words, all([...heads.map(whole), heads.length > 0 && !typed.ended ? begun(last) : whole(last)])),
    fits(FIT.beginnings, all(words.map(begun))),
  ];
  if (number !== null) {
    queries.push(fits(FIT.wholeNumber, { term: { [NUMBER]: number } }));
    queries.push(fits(FIT.numberBegins, { prefix: { [NUMBER]: { value: number } } }));
  }
  return { bool: { must: [{ dis_max: { queries } }], filter: area } };
}

/** Parcels that match with one typo per word; those with another number come last. */
function nearQuery({ words, number }: Typed, area: Query[]): Query {
  const last = words.length - 1;
  const queries = [
    fits(FIT.typo, all(words.map((word, at) => misspelled(word, at === last)))),
    fits(FIT.otherDigits, all(words.map((word, at) => otherDigits(word, at === last)))),
  ];
  if (number !== null && number.length >= SHORTEST_NUMBER_TYPO) {
    queries.push(fits(FIT.otherDigits, { fuzzy: { [NUMBER]: { value: number, fuzziness: 1 } } }));
  }
  return { bool: { must: [{ dis_max: { queries } }], filter: area } };
}

const SUGGESTION_ORDER: estypes.SortCombinations[] = [
  { _score: { order: 'desc' } },
  { [SITUS]: { order: 'asc', missing: '_last' } },
  { 'internal.seq': 'asc' },
  { id: 'asc' },
];

async function read(parcels: IndexView, limit: number, query: Query): Promise<Suggestion[]> {
  const search = { size: limit, track_total_hits: false, _source: KEYS, query, sort: SUGGESTION_ORDER };
  const { hits } = await parcels.search<Suggestion>(search);
  return hits.hits.map(({ _source }) => _source!);
}

/** GET /parcels/suggest: parcels for the text typed so far. */
export const suggestRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'GET /parcels/suggest',
    {
      config: { access: 'optional' },
      schema: {
        summary: 'Parcels for an address or parcel number that is being typed',
        description:
          'Every word of `q` is the beginning of a word of the situs address, or all of `q` is the beginning of the ' +
          'parcel number. Case, accents, punctuation and abbreviations do not count: `STREET` is `ST`, `NORTH` is `N`, ' +
          '`48TH` is `48`, `FIRST` is `1`. First come the parcel of that number, addresses and then numbers that begin ' +
          'so; then addresses that have all words, and those that have words beginning so; each in the order of the ' +
          'addresses. Where nothing fits, one typo a word is forgiven; other house numbers come last of all.',
        tags: ['Parcels'],
        querystring: SuggestQuery,
        response: { 200: List(Suggestion) },
      },
    },
    async ({ query }) => {
      const { q, limit, ...area } = query;
      const typed = readAddress(q, 'q');
      const clauses = areaClauses(area);
      const parcels = app.records.of('parcels');
      const fitting = await read(parcels, limit!, fittingQuery(typed, clauses));
      if (fitting.length > 0) return { data: fitting };
      return { data: await read(parcels, limit!, nearQuery(typed, clauses)) };
    },
  );
};
