import { readFileSync } from 'node:fs';
import { munkres } from 'munkres';
import type { Candidate } from './candidates.ts';
import { FEATURES, featuresOf, type Pair, type Table } from './evidence.ts';
import { LINE_PARTS } from './form.ts';
import { sameNumber } from './parcel-number.ts';
import { sameValues } from './relations.ts';
import type { Meaning } from './vocabulary.ts';

/** What `bench/inspect` learned and wrote to `data/weights.json`. */
export interface Model {
  /** Of the features of a pair, as `FEATURES` lists them. */
  weights: readonly number[];
  /** Of the features of a choice, as `SURE_FEATURES` lists them; only the first may be below zero. */
  sure: readonly number[];
  /** The least log odds of a choice that is proposed, and of one that is certain. */
  propose: number;
  certain: number;
  /** The log odds that a table of a kind has a field, by `kind field`. */
  frequent: Readonly<Record<string, number>>;
}

// The file is not checked: it is part of this project.
export const MODEL = JSON.parse(
  readFileSync(new URL('./data/weights.json', import.meta.url), 'utf8'),
) as Model;

export const dot = (weights: readonly number[], features: readonly number[]): number => {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * features[i]!;
  return sum;
};

/** What decides whether a choice is certain; higher figures only make it more so. */
export const SURE_FEATURES = [
  'bias',
  'log odds',
  'margin over other meanings',
  'margin over other columns',
  'borne out',
  'known layout',
] as const;

/** The least log odds of a certain choice, and the least fit of its values. */
const SURE_ODDS = 0.4;
const SURE_FIT = 0.4;
/** A choice is not certain if another column fits nearly as well. */
const SURE_MARGIN = 0.25;
const SURE_NUMBER = 0.9;
const SURE_MARGIN_AT = SURE_FEATURES.indexOf('margin over other columns');
const MARGIN_AT = FEATURES.indexOf('margin over other meanings');
const LAYOUT_AT = FEATURES.indexOf('known layout');

/** Whether a choice may be taken without asking. */
export const isSure = (
  { meaning, odds, pair, sureFeatures, isPart }: Choice,
  { sure, certain }: Model,
): boolean =>
  !isPart &&
  odds >= SURE_ODDS &&
  // Values tell parcel numbers from other numbers only in a table of parcels.
  (meaning !== 'parcel_id' || pair.kind === 'parcels' || pair.name >= SURE_NUMBER) &&
  pair.support >= 0 &&
  pair.side >= 0 &&
  pair.evidence.fit >= SURE_FIT &&
  sureFeatures[SURE_MARGIN_AT]! >= SURE_MARGIN &&
  dot(sure, sureFeatures) >= certain;

/** The candidate that was chosen for a meaning. */
export interface Choice {
  meaning: Meaning;
  candidate: number;
  pair: Pair;
  odds: number;
  /** Other pairs of the meaning, best first. */
  others: readonly Pair[];
  sureFeatures: readonly number[];
  /** Whether it is a part of a column, which is never certain. */
  isPart: boolean;
  /** Whether it is the only column whose values can be parcel numbers, whatever its name. */
  isAlone?: boolean;
}

const MOST_MARGIN = 4;
const clip = (value: number, most: number) => Math.max(0, Math.min(most, value));
/** The cost of leaving a column out. */
const NOTHING = 0;
const FORBIDDEN = 1e6;

const isSame = (meaning: Meaning, a: Candidate, b: Candidate) =>
  meaning === 'parcel_id'
    ? sameNumber(a, b)
    : sameValues(a, b) || a.columns.some((index) => b.columns.includes(index));

const isPart = ({ form, known }: Candidate) =>
  known === null && 'column' in form && form.pattern !== undefined && !LINE_PARTS.has(form.pattern);

function choiceOf(pair: Pair, odds: (pair: Pair) => number, { pairs, candidates }: Table): Choice {
  const { meaning, candidate, features, name, evidence, support } = pair;
  const own = odds(pair);
  const others = pairs
    .filter((other) => other.meaning === meaning && other.candidate !== candidate)
    .sort((a, b) => odds(b) - odds(a) || a.candidate - b.candidate);
  // A column that is named like the parcel number and hardly repeats is it, whatever other columns look like.
  const isNumber = meaning === 'parcel_id' && name >= 0.95 && evidence.fit >= 0.9;
  const rival = isNumber
    ? undefined
    : others.find((other) => !isSame(meaning, candidates[candidate]!, candidates[other.candidate]!));
  const besides = Math.max(
    -9,
    ...pairs.filter((other) => other.candidate === candidate && other.meaning !== meaning).map(odds),
  );
  const sureFeatures = [
    1,
    clip(own + 2, 8),
    clip(Math.min(own - besides, MOST_MARGIN * (features[MARGIN_AT]! + 0.5)), MOST_MARGIN),
    clip(own - (rival ? odds(rival) : -9), MOST_MARGIN),
    clip(support, 1),
    features[LAYOUT_AT]!,
  ];
  return {
    meaning,
    candidate,
    pair,
    odds: own,
    others,
    sureFeatures,
    isPart: isPart(candidates[candidate]!),
  };
}

/** Gives each meaning at most one candidate and each candidate at most one meaning, with the highest sum of log odds. */
export function assign(
  table: Table,
  { weights, propose, frequent }: Pick<Model, 'weights' | 'propose' | 'frequent'>,
): Choice[] {
  const known = new Map(table.pairs.map((pair) => [pair, dot(weights, featuresOf(pair, frequent))]));
  const odds = (pair: Pair) => known.get(pair)!;
  const worth = new Map<string, Pair>();
  for (const pair of table.pairs)
    if (odds(pair) > propose) worth.set(`${pair.candidate} ${pair.meaning}`, pair);
  const used = [...worth.values()];
  const rows = [...new Set(used.map(({ candidate }) => candidate))];
  const meanings = [...new Set(used.map(({ meaning }) => meaning))];
  if (rows.length === 0) return [];
  // Each candidate may also be left out: that is a column of its own.
  const costs = rows.map((candidate, at) => [
    ...meanings.map((meaning) => {
      const pair = worth.get(`${candidate} ${meaning}`);
      return pair ? propose - odds(pair) : FORBIDDEN;
    }),
    ...rows.map((_, other) => (other === at ? NOTHING : FORBIDDEN)),
  ]);
  return munkres(costs).flatMap(([row, column]) => {
    const pair = worth.get(`${rows[row]} ${meanings[column]}`);
    return pair ? [choiceOf(pair, odds, table)] : [];
  });
}
