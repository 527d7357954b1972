import { foldStreet, shortenWords } from './street.ts';
import { DIRECTIONS, FULL_DIRECTIONS, FULL_SUFFIXES, ORDINALS, SUFFIXES } from './street-words.ts';

/** Null where there is nothing to match. */
export interface SuggestionKeys {
  /** The words of its situs address: "1200 NORTH OAK STREET APARTMENT 4 LINCOLN NE 68508". */
  situs: string | null;
  /** Its number, letters and digits alone: "0109109006000". */
  number: string | null;
}

export interface Situs {
  street: string | null;
  unit: string | null;
  city: string | null;
  state: string;
  zip: string | null;
}

/** Longer than anybody types; it keeps odd addresses within the limits of the index. */
const LONGEST_KEY = 200;

const SEPARATORS = /[^\p{L}\p{N}]+/gu;
const FULL_UNITS: ReadonlyMap<string, string> = new Map([
  ['APT', 'APARTMENT'],
  ['STE', 'SUITE'],
  ['BLDG', 'BUILDING'],
  ['RM', 'ROOM'],
]);

const fullWord = (short: string): string =>
  FULL_SUFFIXES.get(short) ?? FULL_DIRECTIONS.get(short) ?? FULL_UNITS.get(short) ?? short;

function split(text: string): string[] {
  const words = foldStreet(text).replace(SEPARATORS, ' ').trim();
  return words === '' ? [] : words.split(' ');
}

function spelled(words: readonly string[]): string[] {
  return shortenWords(words).map((word) => fullWord(DIRECTIONS.get(word) ?? word));
}

/** At most `LONGEST_KEY` of the text, without half a surrogate pair; null when nothing is left. */
const shortened = (text: string): string | null =>
  text
    .slice(0, LONGEST_KEY)
    .replace(/[\ud800-\udbff]$/, '')
    .trim() || null;

/** A parcel number as it is compared: folded, upper case, only letters and digits; null without any. */
export function numberKey(text: string): string | null {
  return shortened(foldStreet(text).replace(SEPARATORS, ''));
}

/**
 * The keys that find a parcel when its address or number is typed: the address in one spelling (NORTH for N, STREET for
 * ST, 48 for 48TH; case, accents and punctuation are ignored), and the bare number.
 */
export function suggestionKeys(situs: Situs, parcelId: string): SuggestionKeys {
  const { street, unit, city, state, zip } = situs;
  if (street === null) return { situs: null, number: numberKey(parcelId) };
  const words = spelled(split(`${street} ${unit ?? ''} ${city ?? ''}`)).join(' ');
  // NE after a city is not a direction.
  return {
    situs: shortened(`${words} ${state} ${split(zip ?? '').join(' ')}`.trim()),
    number: numberKey(parcelId),
  };
}

export interface TypedWord {
  /** As typed, folded: the beginning of a word. */
  raw: string;
  /** The full spelling, if it is a whole word. */
  full: string;
  /** Whole words that have another spelling beginning with it: NOR begins NORTH, SAI begins SAINT, which is STREET here. */
  begun: string[];
}

export interface Typed {
  words: TypedWord[];
  /** Whether a space or a mark follows the last word. */
  ended: boolean;
  /** The text as a parcel number; null when it has no digit. */
  number: string | null;
}

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [
    ...[...SUFFIXES, ...DIRECTIONS].map(([word, short]) => [word, fullWord(short)] as const),
    ...[...FULL_UNITS, ...ORDINALS],
  ].filter(([word, full]) => word !== full),
);
const SHORTEST_BEGUN = 3;
const ORDINAL_BEGUN = /^(\d+)(?:S|N|R|T)$/;

function begunBy(raw: string, full: string): string[] {
  const ordinal = ORDINAL_BEGUN.exec(raw)?.[1];
  if (ordinal !== undefined) return [ordinal];
  if (raw.length < SHORTEST_BEGUN) return [];
  const begun = new Set<string>();
  for (const [word, whole] of SPELLINGS) {
    if (word.startsWith(raw) && !whole.startsWith(raw) && whole !== full) begun.add(whole);
  }
  return [...begun];
}

/** Reads typed text the way that the keys are made. */
export function readTyped(text: string): Typed {
  const raws = split(text);
  const fulls = spelled(raws);
  // Two words may have become one ordinal: TWENTY FIRST.
  const paired = fulls.length === raws.length;
  const words = fulls.map((full, at) => {
    const raw = paired ? raws[at]! : full;
    return { raw, full, begun: begunBy(raw, full) };
  });
  return {
    words,
    ended: /[^\p{L}\p{N}\p{M}]$/u.test(text),
    number: /\d/.test(text) ? numberKey(text) : null,
  };
}
