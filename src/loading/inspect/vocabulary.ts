import { readFileSync } from 'node:fs';
import type { DeedKey } from '../ingest/kinds/deeds.ts';
import type { ParcelKey } from '../ingest/kinds/parcels.ts';
import type { PermitKey } from '../ingest/kinds/permits.ts';

export type Field = ParcelKey | DeedKey | PermitKey;

/** The weight of a concept that seldom changes what a name means; the others weigh 1. */
const IDLE = 0.12;

const linesOf = (file: string) =>
  readFileSync(new URL(`./data/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** What a spelling can stand for: each reading is one concept or several. */
export type Readings = readonly (readonly string[])[];

function readTokens() {
  const spellings = new Map<string, string[][]>();
  const alone = new Set<string>();
  const idle = new Set<string>();
  for (const line of linesOf('tokens.txt')) {
    const [name = '', list = ''] = line.split(': ');
    const concepts = name.replaceAll('*', '').split('+');
    if (name.endsWith('*')) idle.add(concepts[0]!);
    for (const written of list.split(' ')) {
      const spelling = written.replace(/[()_]/g, '');
      if (written.startsWith('(')) alone.add(spelling);
      const readings = spellings.get(spelling) ?? [];
      spellings.set(spelling, readings);
      if (!readings.some((reading) => reading.join() === concepts.join())) readings.push(concepts);
    }
  }
  return { spellings, alone, idle };
}

const tokens = readTokens();

/** The concepts that each spelling stands for. */
export const SPELLINGS: ReadonlyMap<string, Readings> = tokens.spellings;
/** Spellings that count only by themselves, not within a longer run of letters. */
export const ALONE: ReadonlySet<string> = tokens.alone;

export const weightOf = (concept: string): number => (tokens.idle.has(concept) ? IDLE : 1);

/** The parts of a street, in the order in which they are written. */
export const STREET = [
  'house_number',
  'house_suffix',
  'street_prefix',
  'street_name',
  'street_suffix',
  'street_postfix',
] as const;

/** Parts of which fields are made, but which are not fields by themselves. */
export const PARTS = [
  'state',
  ...STREET,
  'city_line',
  'mailing_city_line',
  'map',
  'block',
  'lot',
  'qualifier',
  'town_code',
  'sub_parcel',
  'sale_year',
  'sale_month',
  'sale_monthday',
  'owner_first',
  'owner_last',
] as const;
type Part = (typeof PARTS)[number];
/** What a column can be: a field of a record, a part of one, or, after a minus, something that Terrier does not keep. */
export type Meaning = Field | Part | `-${string}`;

interface Phrase {
  concepts: readonly string[];
  weight: number;
}

/** A phrase of a meaning. */
interface Saying extends Phrase {
  meaning: Meaning;
}

export interface Entry {
  meaning: Meaning;
  /** How its values look: a key of `LOOKS` in `values.ts`. */
  values: string;
  phrases: readonly Phrase[];
}

const CONCEPTS = new Set([...SPELLINGS.values()].flat(2));
/** A word of a phrase is a concept, or the spelling of one. */
const conceptsOf = (word: string): readonly string[] =>
  CONCEPTS.has(word) ? [word] : (SPELLINGS.get(word)?.[0] ?? [word]);

/** The phrases that a short form stands for: `A/B (C)` is A, B, A C and B C. */
function spelledOut(text: string): Phrase[] {
  const [words = '', weight = '1'] = text.trim().split('~');
  let all: string[][] = [[]];
  for (const word of words.trim().split(' ')) {
    const isOptional = word.startsWith('(');
    const choices = word.replace(/[()]/g, '').split('/');
    all = all.flatMap((before) => [
      ...(isOptional ? [before] : []),
      ...choices.map((choice) => [...before, choice]),
    ]);
  }
  return all.map((words) => ({ concepts: [...new Set(words.flatMap(conceptsOf))], weight: Number(weight) }));
}

/** All meanings with their phrases. */
export const ENTRIES: readonly Entry[] = linesOf('fields.txt').map((line) => {
  const at = line.indexOf(': ');
  const [meaning = '', values = ''] = line.slice(0, at).split(' ');
  const phrases = line
    .slice(at + 2)
    .split('|')
    .flatMap(spelledOut);
  // A test checks that the file has only names of this type.
  return { meaning: meaning as Meaning, values, phrases };
});

/** All phrases, by the first of their concepts. */
export const SAYINGS: ReadonlyMap<string, readonly Saying[]> = Map.groupBy(
  ENTRIES.flatMap(({ meaning, phrases }) => phrases.map((phrase) => ({ ...phrase, meaning }))),
  ({ concepts }) => concepts[0]!,
);
