import { distance } from 'fastest-levenshtein';
import type { Column } from '../readers/table.ts';
import { ALONE, type Meaning, type Readings, SAYINGS, SPELLINGS, weightOf } from './vocabulary.ts';

const LONGEST_DBF_NAME = 10;
const SHORTEST_FUZZY = 5;
const MOST_READINGS = 96;
/** The weight of letters that are not a known word, and of those that many column names share. */
const STRANGE = 0.4;
const SHARED = 0.1;
/** A factor for names of a second column or an earlier year, which are less likely the field itself. */
const SECOND = 0.6;

interface Word {
  readings: Readings;
  /** The letters, if they are not a known word. */
  strange: string | null;
}

const costOf = (length: number) => (length < 3 ? 2.2 : length === 3 ? 1.4 : 1);
const STRANGE_COST = 1.3;
/** The share of a short run that may be unexplained; beyond that, the whole run is one unknown word. */
const MOST_STRANGE = 0.4;
const LONGEST_PARTLY = 9;

/** What a single letter before other words stands for. */
const FIRST_LETTERS: Readonly<Record<string, Readings>> = {
  M: [['MAIL']],
  O: [['OWNER']],
  P: [['SITUS']],
  S: [['SALE'], ['SITUS']],
};

/** The shortest known word that a cut-off part begins. Two letters stand only for words written in full. */
function cutWord(part: string): Readings | null {
  if (part.length === 1) return null;
  let shortest: string | null = null;
  for (const [spelling, readings] of SPELLINGS) {
    if (spelling.length <= part.length || !spelling.startsWith(part)) continue;
    if (part.length < 3 && readings[0]![0] !== spelling) continue;
    if (shortest === null || spelling.length < shortest.length) shortest = spelling;
  }
  return shortest === null ? null : SPELLINGS.get(shortest)!;
}

/** A known long word with one letter wrong; not the first letter, which seldom is. */
function nearWord(part: string): Readings | null {
  if (part.length < SHORTEST_FUZZY) return null;
  for (const [spelling, readings] of SPELLINGS) {
    if (
      spelling.length >= SHORTEST_FUZZY &&
      spelling[0] === part[0] &&
      Math.abs(spelling.length - part.length) < 2 &&
      distance(spelling, part) === 1
    )
      return readings;
  }
  return null;
}

/** Two words that share a letter, the last of one and the first of the other (`RESQFT`). */
function sharedWords(run: string): Readings[] | null {
  for (let end = run.length - 2; end > 2; end--) {
    const words = [run.slice(0, end), run.slice(end - 1)];
    if (words.every((word) => SPELLINGS.has(word) && !ALONE.has(word)))
      return words.map((word) => SPELLINGS.get(word)!);
  }
  return null;
}

interface Way {
  cost: number;
  /** How many words have two letters: several in one run are chance. */
  short: number;
  words: Word[];
}

/** The words of a run of letters without separators (`OWNERNME`): those that leave the least unexplained. */
function segment(run: string, isCut: boolean): Word[] {
  const known = SPELLINGS.get(run);
  if (known) return [{ readings: known, strange: null }];
  const near = nearWord(run);
  const best: Way[] = [{ cost: 0, short: 0, words: [] }];
  for (let end = 1; end <= run.length; end++) {
    let way: Way | null = null;
    for (let start = 0; start < end; start++) {
      const part = run.slice(start, end);
      const before = best[start]!;
      const readings =
        ALONE.has(part) || part.length < 2
          ? undefined
          : (SPELLINGS.get(part) ??
            (isCut && end === run.length && start > 0 ? (cutWord(part) ?? undefined) : undefined));
      const short = before.short + (readings && part.length < 3 ? 1 : 0);
      const cost =
        before.cost +
        (readings ? costOf(part.length) + (short > 1 ? 3 : 0) : 1.4 + STRANGE_COST * part.length);
      if (way === null || cost < way.cost)
        way = {
          cost,
          short,
          words: [...before.words, readings ? { readings, strange: null } : { readings: [], strange: part }],
        };
    }
    best.push(way!);
  }
  const least = best[run.length]!;
  const strange = least.words.reduce((sum, word) => sum + (word.strange?.length ?? 0), 0);
  if (near && (strange > 0 || least.short > 1)) return [{ readings: near, strange: null }];
  if (strange <= run.length / 8 && least.short < 2) return least.words;
  const cut = isCut ? cutWord(run) : null;
  if (cut) return [{ readings: cut, strange: null }];
  const shared = sharedWords(run);
  if (shared) return shared.map((readings) => ({ readings, strange: null }));
  return run.length <= LONGEST_PARTLY && strange <= run.length * MOST_STRANGE && least.short === 0
    ? least.words
    : [{ readings: [], strange: run }];
}

/** The parts of a name: at separators, at figures and where lower case turns to upper case. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll('#', ' NUMBER ')
    .replaceAll('%', ' PERCENT ')
    .replace(/tax[ _]?payer/i, ' TAXPAYER ')
    .replace(/st_?area/i, ' AREA ')
    .replace(/st_?length/i, ' PERIMETER ')
    .replace(/zip_?5/i, 'ZIP')
    .replace(/(?<!e)sq(?:uare)?[ _.]*f(?:(?:ee|oo)?t|ootage)(?![a-z])/i, ' SQFT ')
    .replace(/(?<![A-Za-z])[EF]?911/i, ' SITUS ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z]{2})/g, '$1 $2')
    .toUpperCase()
    .split(/[^A-Z0-9]+|(?<=\d)(?=[A-Z])|(?<=[A-Z])(?=\d)/)
    .filter((part) => part !== '');

const isDigits = (text: string) => /^\d+$/.test(text);

interface Name {
  words: Word[];
  /** A single digit, such as the 2 in `OWNER2`; null without one. */
  figure: number | null;
  /** A year in it; null without one. */
  year: number | null;
}

/** The words of a column's name; a table's name before a dot does not count. */
function wordsIn(name: string): Name {
  const own = name
    .replace(/(?<=\w) *\(.{9,}\)$/, '')
    .replace(/\(\)$/, '')
    .replace(/^.*\.(?! )(?=[^.]*[A-Za-z][^.]*$)/, (table) => (/shape[^.]*\.$/i.test(table) ? 'SHAPE ' : ''));
  const parts = partsOf(own);
  const figures = parts.filter(isDigits);
  const isCut = name.length === LONGEST_DBF_NAME;
  const letters = parts.filter((part) => !isDigits(part));
  const words = letters.flatMap((part, at) => {
    const isLast = isCut && at === letters.length - 1 && figures.length === 0;
    if (part.length > 2 || SPELLINGS.has(part)) return segment(part, isLast);
    const readings = isLast ? cutWord(part) : at === 0 && letters.length > 1 ? FIRST_LETTERS[part] : null;
    return readings
      ? [{ readings, strange: null }]
      : part.length === 1
        ? []
        : [{ readings: [], strange: part }];
  });
  const single = figures.find((figure) => figure.length === 1);
  const year = figures.find((figure) => /^(?:19|20)\d{2}$/.test(figure));
  return {
    words,
    figure: single === undefined ? null : Number(single),
    year: year === undefined ? null : Number(year),
  };
}

/** The ways to read a name: one for each combination of what its words can stand for. */
function readingsOf(words: readonly Word[]): string[][] {
  let all: string[][] = [[]];
  for (const { readings } of words) {
    if (readings.length === 0) continue;
    all = all
      .flatMap((before) => readings.map((concepts) => [...before, ...concepts]))
      .slice(0, MOST_READINGS);
  }
  return all.map((concepts) => [...new Set(concepts)]);
}

/** What a name says about a column. */
export interface Said {
  /** How surely it says each meaning: 1 in plain words, less the more other words it has. */
  scores: ReadonlyMap<Meaning, number>;
  /** All concepts that it may name. */
  concepts: ReadonlySet<string>;
  /** The share of its words that are not known, 0–1. */
  strange: number;
  figure: number | null;
  /** Where it comes from: `named OWNER`. */
  by: string;
  /** The same for one meaning: the name or the description, whichever says it more surely. */
  byOf: (meaning: Meaning) => string;
}

/** How much each word weighs in the names of one table. */
interface Weights {
  strange: (letters: string) => number;
  /** Whether another column has the same words with a later year. */
  isOutdated: (words: string, year: number) => boolean;
}

function scoresOf({ words, figure, year }: Name, weights: Weights): Map<Meaning, number> {
  const unknown = words.reduce(
    (sum, { strange }) => sum + (strange === null ? 0 : weights.strange(strange)),
    0,
  );
  const scores = new Map<Meaning, number>();
  for (const concepts of readingsOf(words)) {
    const all = concepts.reduce((sum, concept) => sum + weightOf(concept), 0);
    const has = new Set(concepts);
    for (const { meaning, concepts: phrase, weight } of concepts.flatMap(
      (concept) => SAYINGS.get(concept) ?? [],
    )) {
      let told = 0;
      for (const concept of phrase) told += has.has(concept) ? weightOf(concept) : Number.NEGATIVE_INFINITY;
      if (told <= 0) continue;
      const score = (weight * Math.max(told, 0.5)) / (Math.max(told, 0.5) + all - told + unknown);
      if (score > (scores.get(meaning) ?? 0)) scores.set(meaning, score);
    }
  }
  if (figure !== null && figure > 1 && figure < 6) second(scores, figure);
  if (year !== null && weights.isOutdated(wordsKey(words), year))
    for (const [meaning, score] of scores) scores.set(meaning, score * SECOND);
  return scores;
}

/** Lowers the scores of a numbered name: `OWNER2` is another owner, `ADDR3` another line of an address. */
function second(scores: Map<Meaning, number>, figure: number): void {
  const owner = scores.get('owner_name') ?? 0;
  const best = Math.max(...scores.values());
  for (const [meaning, score] of scores) {
    if (/^-|(?:city|state|zip|city_line)$/.test(meaning) || meaning === 'owner_name_2') continue;
    scores.set(meaning, score * SECOND);
  }
  if (owner > 0 && owner >= best - 0.1 && figure === 2) scores.set('owner_name_2', owner);
}

const wordsKey = (words: readonly Word[]) =>
  words.map(({ readings, strange }) => strange ?? readings[0]!.join('+')).join(' ');

function weightsOf(names: readonly Name[]): Weights {
  const counts = new Map<string, number>();
  const newest = new Map<string, number>();
  for (const { words, year } of names) {
    for (const word of new Set(words.flatMap(({ strange }) => strange ?? [])))
      counts.set(word, (counts.get(word) ?? 0) + 1);
    const key = wordsKey(words);
    if (year !== null) newest.set(key, Math.max(newest.get(key) ?? 0, year));
  }
  return {
    strange: (letters) => ((counts.get(letters) ?? 0) > Math.max(3, 0.15 * names.length) ? SHARED : STRANGE),
    isOutdated: (key, year) => (newest.get(key) ?? 0) > year,
  };
}

type Named = Pick<Column, 'name' | 'alias'>;

function saidOf({ name, alias }: Named, weights: Weights): Said {
  const own = wordsIn(name);
  const other = alias === null ? null : wordsIn(alias);
  const scores = scoresOf(own, weights);
  const described = other === null ? null : scoresOf(other, weights);
  const merged = new Map(scores);
  for (const [meaning, score] of described ?? [])
    if (score > (merged.get(meaning) ?? 0)) merged.set(meaning, score);
  const all = [...own.words, ...(other?.words ?? [])];
  const isAlias = (meaning: Meaning) => (described?.get(meaning) ?? 0) > (scores.get(meaning) ?? 0);
  const strangeIn = ({ words }: Name) =>
    words.length === 0 ? 1 : words.filter((word) => word.strange !== null).length / words.length;
  return {
    scores: merged,
    concepts: new Set(all.flatMap(({ readings }) => readings.flat())),
    strange: Math.min(strangeIn(own), other === null || described!.size === 0 ? 1 : strangeIn(other)),
    figure: own.figure,
    by: `named ${name}`,
    byOf: (meaning) => (isAlias(meaning) ? `described as “${alias}”` : `named ${name}`),
  };
}

const FEWEST_SHARING = 6;
const MOST_SHARING = 0.8;

/** What the names of nearly all columns begin with, up to a separator; empty where they do not. */
function sharedPrefix(names: readonly string[]): string {
  const prefixes = names.flatMap((name) => /^[A-Za-z0-9]+[ _.:-]+(?=.)/.exec(name)?.[0] ?? []);
  const counted = [...Map.groupBy(prefixes, (prefix) => prefix)].map(
    ([prefix, all]) => [prefix, all.length] as const,
  );
  const shared = counted.find(([, count]) => count >= FEWEST_SHARING && count >= MOST_SHARING * names.length);
  return shared?.[0] ?? '';
}

/** The table before the name of a column, as a layer of joined tables has it: `GIS.Parcels.`, `CAMA.dbo.Roll.`. */
const TABLE = /^(?:\w+\.)+(?=[^.]+$)/;

/** The columns without their tables, if nearly all have one. */
function withoutTables(columns: readonly Named[]): readonly Named[] {
  const joined = columns.filter(({ name }) => TABLE.test(name));
  return joined.length < MOST_SHARING * columns.length
    ? columns
    : columns.map((column) => ({ ...column, name: column.name.replace(TABLE, '') }));
}

/**
 * What the names and descriptions of a table's columns say, with words weighed by how many columns share them. What nearly
 * all begin with says nothing about one of them, unless the rest says nothing without it: `PARCEL_ID`, `PARCEL_OWNER`.
 */
export function readNames(published: readonly Named[]): Said[] {
  const columns = withoutTables(published);
  const prefix = sharedPrefix(columns.map(({ name }) => name));
  const bare = columns.map((column) =>
    prefix !== '' && column.name.startsWith(prefix)
      ? { ...column, name: column.name.slice(prefix.length) }
      : column,
  );
  const weights = weightsOf(bare.map(({ name }) => wordsIn(name)));
  return columns.map((column, at) => {
    const said = saidOf(bare[at]!, weights);
    if (bare[at] === column) return said;
    const whole = saidOf(column, weights);
    const scores = new Map(said.scores);
    for (const [meaning, score] of whole.scores)
      if (score > (scores.get(meaning) ?? 0)) scores.set(meaning, score);
    return { ...said, scores, by: whole.by, byOf: whole.byOf };
  });
}
