import { fewLettersApart } from './near-word.ts';
import { parseStreet, type Street } from './street.ts';
import { FULL_DIRECTIONS, FULL_SUFFIXES, PLAIN_SUFFIXES, SUFFIXES } from './street-words.ts';

/** `near`: the same number, and names one letter apart. null: one line has no street. */
export type StreetMatch = 'same' | 'near' | 'other' | null;

const EXTENSION = / EXT$/;

function agree(a: string, b: string): boolean {
  return a === '' || b === '' || a === b;
}

function sameDirections(a: Street, b: Street): boolean {
  if (a.before !== '' && b.before !== '') return a.before === b.before && agree(a.after, b.after);
  if (a.after !== '' && b.after !== '') return a.after === b.after;
  // Directions on opposite sides of the name (N ELM, ELM S) must be the same.
  return agree(a.before || a.after, b.before || b.after);
}

function sameButSuffix(short: string, long: string): boolean {
  if (short === '' || !long.startsWith(short) || long[short.length] !== ' ') return false;
  if (!SUFFIXES.has(long.slice(short.length + 1))) return false;
  const space = short.lastIndexOf(' ');
  return space < 0 || !PLAIN_SUFFIXES.has(short.slice(space + 1));
}

/** A name without its blanks, in full words so that HILL TOP is HILLTOP; its last suffix apart. */
type Glued = { name: string; suffix: string };

/** Null for a name with a figure: figures run together could be any street. */
function glued(body: string): Glued | null {
  if (/\d/.test(body)) return null;
  const words = body.split(' ');
  const suffix = words.length > 1 && PLAIN_SUFFIXES.has(words.at(-1)!) ? words.pop()! : '';
  const full = words.map((word) => FULL_SUFFIXES.get(word) ?? FULL_DIRECTIONS.get(word) ?? word);
  return { name: full.join(''), suffix };
}

function sameNames(a: string, b: string): boolean {
  return a === b || sameButSuffix(a, b) || sameButSuffix(b, a);
}

function sameGlued(a: Glued, b: Glued, direction: string): boolean {
  if (!agree(a.suffix, b.suffix)) return false;
  // "N GATE DR" and "NORTHGATE DR": the direction of one side may be a part of the other's name.
  return (
    a.name === b.name || (direction !== '' && (FULL_DIRECTIONS.get(direction) ?? '') + a.name === b.name)
  );
}

// "AVENUE A" and "AVENUE B" are one letter apart too.
const ONE_LETTER_WORD = /(?:^| )[A-Z](?: |$)/;

/** As `matchStreets`, of streets that are parsed. */
export function matchParsed(left: Street, right: Street): StreetMatch {
  if (left.body === '' || right.body === '') return null;
  if (left.number !== right.number || !agree(left.keeper, right.keeper) || !sameDirections(left, right))
    return 'other';
  // An extension, like a suffix, is ignored where only one side has it.
  const a = left.body.replace(EXTENSION, '');
  const b = right.body.replace(EXTENSION, '');
  if (sameNames(a, b)) return 'same';
  const [gluedA, gluedB] = [glued(a), glued(b)];
  if (gluedA === null || gluedB === null) return 'other';
  if (sameGlued(gluedA, gluedB, right.before === '' ? left.before : '')) return 'same';
  if (sameGlued(gluedB, gluedA, left.before === '' ? right.before : '')) return 'same';
  if (left.number === '' || ONE_LETTER_WORD.test(a) || ONE_LETTER_WORD.test(b)) return 'other';
  const near = agree(gluedA.suffix, gluedB.suffix) && fewLettersApart(gluedA.name, gluedB.name, 1);
  return near ? 'near' : 'other';
}

/**
 * How two street lines, raw or normalized, compare.
 *
 * - `same`: one street address. A suffix, a direction, an extension (EXT) or the keeper of a numbered road on only one
 *   side is ignored, and so are blanks within the name ("FERN BANK WAY", "FERNBANK WAY").
 * - `near`: the same number, and names that differ by one letter ("BRAEMAR RD", "BRAEMER RD").
 * - `other`: different streets. null: one of them has no street.
 *
 * Source: docs/rules.md.
 */
export function matchStreets(a: string, b: string): StreetMatch {
  const left = parseStreet(a);
  return matchParsed(left, a === b ? left : parseStreet(b));
}

/** Whether two street lines name one street address, letter for letter; null when one of them has no street. */
export function compareStreets(a: string, b: string): boolean | null {
  const matched = matchStreets(a, b);
  return matched === null ? null : matched === 'same';
}

/** As `compareStreets`; a line without a street equals none. */
export function sameStreet(a: string, b: string): boolean {
  return matchStreets(a, b) === 'same';
}
