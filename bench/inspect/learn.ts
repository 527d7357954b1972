import type { Candidate } from '../../src/loading/inspect/candidates.ts';
import { FEATURES, FIELDS, featuresOf, type Pair, type Table } from '../../src/loading/inspect/evidence.ts';
import type { Form } from '../../src/loading/inspect/form.ts';
import { assign, type Choice, type Model, SURE_FEATURES } from '../../src/loading/inspect/model.ts';
import { readTable } from '../../src/loading/inspect/read.ts';
import type { Meaning } from '../../src/loading/inspect/vocabulary.ts';
import { columnsOf } from '../../src/loading/sources/mapping.ts';
import type { Answer, Case } from './cases.ts';

const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Meanings with values of several columns, where more columns than the label names do no harm. */
const LINES = new Set<Meaning>(['address', 'mailing_address', 'owner_name', 'description']);
const isWhole = (form: Form) => 'columns' in form || ('column' in form && form.pattern === undefined);

/** Whether a candidate is a right answer. */
export function isRight(meaning: Meaning, form: Form, answers: readonly Answer[]): boolean {
  const mine = new Set(columnsOf(form).map(squeezed));
  return answers.some(({ columns, isPart }) => {
    const want = new Set(columns.map(squeezed));
    const has = [...want].every((one) => mine.has(one)) && (mine.size === want.size || LINES.has(meaning));
    return has && !(isPart && isWhole(form));
  });
}

const VALUE_TWINS: Partial<Record<Meaning, Meaning>> = {
  total_assessed_value: 'market_value',
  market_value: 'total_assessed_value',
};

/** Whether the label leaves open which field a column is, as with one column that is both totals. */
export const isOpen = ({ labels }: Case, meaning: Meaning, form: Form): boolean => {
  const twin = VALUE_TWINS[meaning];
  const answers = twin === undefined ? undefined : labels.get(twin);
  return !labels.has(meaning) && answers !== undefined && isRight(meaning, form, answers);
};

/** Newton's method for a logistic regression with a penalty on large weights. */
function logistic(rows: readonly (readonly number[])[], told: readonly boolean[], penalty: number): number[] {
  const size = rows[0]!.length;
  let weights = Array.from({ length: size }, () => 0);
  for (let step = 0; step < 25; step++) {
    const slope = weights.map((weight) => -penalty * weight);
    const curve = weights.map((_, i) => weights.map((__, j) => (i === j ? penalty : 0)));
    rows.forEach((row, at) => {
      let odds = 0;
      for (let i = 0; i < size; i++) odds += row[i]! * weights[i]!;
      const chance = 1 / (1 + Math.exp(-odds));
      const [error, spread] = [(told[at] ? 1 : 0) - chance, chance * (1 - chance) + 1e-9];
      for (let i = 0; i < size; i++) {
        if (row[i] === 0) continue;
        slope[i]! += error * row[i]!;
        for (let j = 0; j < size; j++) curve[i]![j]! += spread * row[i]! * row[j]!;
      }
    });
    const by = solved(curve, slope);
    weights = weights.map((weight, i) => weight + by[i]!);
    if (Math.max(...by.map(Math.abs)) < 1e-6) break;
  }
  return weights;
}

/** The same with no weight below zero except the first: a feature can only count in favor of a choice. */
function monotone(rows: readonly (readonly number[])[], told: readonly boolean[], penalty: number): number[] {
  const weights = rows[0]!.map(() => 0);
  let free = weights.map((_, i) => i);
  for (;;) {
    const found = logistic(
      rows.map((row) => free.map((i) => row[i]!)),
      told,
      penalty,
    );
    const [worst] = found
      .map((weight, at) => ({ weight, at }))
      .slice(1)
      .sort((x, y) => x.weight - y.weight);
    if (worst === undefined || worst.weight >= 0) {
      free.forEach((i, at) => {
        weights[i] = found[at]!;
      });
      return weights;
    }
    free = free.filter((_, at) => at !== worst.at);
  }
}

/** Gaussian elimination. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let best = i;
    for (let k = i + 1; k < size; k++) if (Math.abs(rows[k]![i]!) > Math.abs(rows[best]![i]!)) best = k;
    [rows[i], rows[best]] = [rows[best]!, rows[i]!];
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= size; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}

const tables = new Map<Case, Table>();
/** The evidence of a table, which does not depend on what is learned. */
export function weighed(one: Case): Table {
  const table = tables.get(one) ?? readTable(one.kind, one.profile);
  tables.set(one, table);
  return table;
}

const EMPTY: Model = {
  weights: FEATURES.map(() => 0),
  sure: SURE_FEATURES.map(() => 0),
  propose: 0,
  certain: 0,
  frequent: {},
};

const round4 = (value: number) => Math.round(value * 1e4) / 1e4;

/** How common each field is in tables of a kind, as log odds. */
function frequencies(cases: readonly Case[]): Model['frequent'] {
  const all = Object.entries(FIELDS).flatMap(([kind, fields]) => {
    const own = cases.filter((one) => one.kind === kind);
    return fields.map((field) => {
      const has = own.filter(({ labels }) => labels.has(field)).length;
      return [`${kind} ${field}`, round4(Math.log((has + 2) / (own.length + 8)))] as const;
    });
  });
  return Object.fromEntries(all);
}

/** Whether a choice is right; null where the label leaves it open, or for a part, which no label names. */
export function grade(
  one: Case,
  { meaning, candidate }: Pick<Choice | Pair, 'meaning' | 'candidate'>,
  candidates: readonly Candidate[],
): boolean | null {
  return gradeForm(one, meaning, candidates[candidate]!.form);
}

/** The same for what a field is made of. */
export function gradeForm(one: Case, meaning: Meaning, form: Form): boolean | null {
  if (!FIELDS[one.kind].includes(meaning) || (one.hasGeometry && (meaning === 'lat' || meaning === 'lon')))
    return null;
  const answers = one.labels.get(meaning);
  if (answers) return isRight(meaning, form, answers);
  return isOpen(one, meaning, form) ? null : false;
}

const PENALTY = 1;
const SURE_PENALTY = 0.5;

/** Learns the weights of pairs. */
function learnPairs(cases: readonly Case[]): Model {
  const frequent = frequencies(cases);
  const rows: (readonly number[])[] = [];
  const told: boolean[] = [];
  for (const one of cases) {
    const { pairs, candidates } = weighed(one);
    for (const pair of pairs) {
      const right = grade(one, pair, candidates);
      if (right === null) continue;
      rows.push(featuresOf(pair, frequent));
      told.push(right);
    }
  }
  return { ...EMPTY, frequent, weights: logistic(rows, told, PENALTY).map(round4), propose: PROPOSE };
}
const PROPOSE = -1.2;
const CERTAIN = 2.8;

const FOLDS = 5;
/** The tables in fifths, with all tables of a publisher in the same one. */
export function folds(cases: readonly Case[]): Case[][] {
  const groups = [...Map.groupBy(cases, ({ publisher }) => publisher).values()];
  return Array.from({ length: FOLDS }, (_, fold) =>
    groups.filter((__, at) => at % FOLDS === fold).flat(),
  ).filter((fold) => fold.length > 0);
}

/** Learns what sets right choices apart from wrong ones, on tables that the weights of pairs have not seen. */
export function learn(cases: readonly Case[]): Model {
  const model = learnPairs(cases);
  const rows: (readonly number[])[] = [];
  const told: boolean[] = [];
  for (const out of folds(cases)) {
    const without = learnPairs(cases.filter((one) => !out.includes(one)));
    for (const one of out) {
      const table = weighed(one);
      for (const choice of assign(table, without)) {
        const right = grade(one, choice, table.candidates);
        if (right === null || choice.isPart) continue;
        rows.push(choice.sureFeatures);
        told.push(right);
      }
    }
  }
  const sure = monotone(rows, told, SURE_PENALTY).map(round4);
  return { ...model, sure, certain: CERTAIN };
}
