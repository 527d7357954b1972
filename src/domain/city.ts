import { fewLettersApart } from './near-word.ts';

const NOT_A_LETTER = /[^A-Z]+/g;
const KIND_OF_PLACE = /^(?:CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP) OF (?=[A-Z])/;
const FULL_WORDS: ReadonlyMap<string, string> = new Map(
  'ST:SAINT STE:SAINTE MT:MOUNT FT:FORT N:NORTH NO:NORTH S:SOUTH SO:SOUTH E:EAST W:WEST'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const DIRECTION = /^(?:NORTH|SOUTH|EAST|WEST)/;
const LETTERS_APART = 2;

function cityKey(city: string): string {
  const text = city.toUpperCase().replace(/[.']/g, '').replace(NOT_A_LETTER, ' ').trim();
  if (!text.includes(' ')) return text;
  const words = text.replace(KIND_OF_PLACE, '').split(' ');
  return words.map((word) => FULL_WORDS.get(word) ?? word).join('');
}

/** NORTH and SOUTH QUILLTON are two places. */
function misspelled(a: string, b: string): boolean {
  return DIRECTION.exec(a)?.[0] === DIRECTION.exec(b)?.[0] && fewLettersApart(a, b, LETTERS_APART);
}

/**
 * Whether two cities are the same; null when one of them is unknown or blank. Blanks are ignored, and SAINT and ST, NORTH
 * and N, "CITY OF PIKE" and PIKE count as equal. Names one or two letters apart (BRAINTREE, BRAINTEE) are the same unless
 * `sameZip` is false.
 */
export function sameCity(a: string | null, b: string | null, sameZip: boolean | null): boolean | null {
  const left = cityKey(a ?? '');
  const right = a === b ? left : cityKey(b ?? '');
  if (left === '' || right === '') return null;
  return left === right || (sameZip !== false && misspelled(left, right));
}
