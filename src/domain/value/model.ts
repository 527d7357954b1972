import { booster, type Columns, leafOf, predict, type TreeOptions, type Trees } from './boosted-trees.ts';
import { AREA, ASSESSED, CLASSES, type Features, NUMBERS, type ValueClass, WORDS } from './features.ts';
import { FOLDS, type Sale, type Tested, tenFolds, tested } from './folds.ts';
import {
  accuracyRows,
  type ClassAccuracy,
  type Intervals,
  intervalsOf,
  LEAST_TESTED,
  otherFolds,
} from './intervals.ts';
import { growth, type PriceIndex, priceIndex } from './price-index.ts';

/** Fewer sales make no model. */
export const LEAST_SALES = 300;
const TREES: TreeOptions = { rounds: 120, rate: 0.2, depth: 7, growing: AREA };
/** For the residuals that the price index is made of. */
const FEW_TREES: TreeOptions = { ...TREES, rounds: 30, depth: 4 };
/** So many sales of the mean price are added to those of each word. */
const PRIOR_SALES = 20;
/** Which of the newest sales are tested: at most this share of all, and at most so many days. */
const LAST_SHARE = 0.1;
const LAST_DAYS = 183;
const YEAR = 365;
/** Assessed values are a feature if this share of the sales has one that is older than the sale. */
const MOSTLY = 0.9;
/** If this share of a class has a known floor area, parcels without one are not valued. */
const NEARLY_ALL = 0.8;
/** A feature that this share of the sales has is listed in `knows`. */
const SOME = 0.01;

/** The logarithm of a price on one day, from features. */
interface Estimator {
  index: PriceIndex;
  /** A number for each word of a column. */
  words: Record<string, number>[];
  trees: Trees;
  /** Days since 1970. */
  as_of: number;
}

/** `as_of` is the day of the newest sale. */
export interface ValueModel extends Estimator {
  /** Whether it knows assessed values. */
  knowsAssessed: boolean;
  intervals: Intervals;
  /** The classes of which nearly all sold parcels have a known floor area. */
  measured: ValueClass[];
}

/** What is known from the sales of a county or state. */
export interface Valuation<M = ValueModel> {
  model: M;
  /** By parcel: the estimate on `as_of` by a model that knows no sale of that parcel, USD. */
  outOfFold: Map<string, number>;
  /** By class, first the way that is published with its values. */
  accuracy: ClassAccuracy[];
  /** The features that more than one in a hundred sales have. */
  knows: string[];
}

/** Target encoding: a number for each word of a column, by the mean price of its sales. */
const wordNumbers = (sales: readonly Sale[], levels: Float64Array): Record<string, number>[] => {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return WORDS.map((_, column) => {
    const byWord = new Map<string, { sum: number; count: number }>();
    for (const [at, { words }] of sales.entries()) {
      const word = words[column];
      if (word == null) continue;
      const { sum, count } = byWord.get(word) ?? { sum: 0, count: 0 };
      byWord.set(word, { sum: sum + levels[at]!, count: count + 1 });
    }
    const numbers = [...byWord].map(([word, { sum, count }]) => [
      word,
      (sum + PRIOR_SALES * mean) / (count + PRIOR_SALES),
    ]);
    return Object.fromEntries(numbers);
  });
};

const numberOf = (numbers: Record<string, number>, word: string | null | undefined): number =>
  word != null && Object.hasOwn(numbers, word) ? numbers[word]! : Number.NaN;

/** A row of the trees. */
const rowOf = ({ words }: Pick<Estimator, 'words'>, features: Features): number[] => [
  ...features.numbers,
  ...words.map((numbers, column) => numberOf(numbers, features.words[column])),
];

/** Column by column: rows would be as many arrays as there are sales. */
function columnsOf(words: Estimator['words'], sales: readonly Sale[]): Columns {
  const columnOf = (read: (sale: Sale) => number) => {
    const column = new Float64Array(sales.length);
    for (const [at, sale] of sales.entries()) column[at] = read(sale);
    return column;
  };
  return [
    ...NUMBERS.map((_, at) => columnOf(({ numbers }) => numbers[at]!)),
    ...words.map((numbers, at) => columnOf((sale) => numberOf(numbers, sale.words[at]))),
  ];
}

/** A few trees separate the price level of each day from what was sold on it. Prices of one day then make the final trees. */
function fit(sales: readonly Sale[], as_of: number): Estimator {
  const days = sales.map(({ day }) => day);
  const prices = Float64Array.from(sales, ({ price }) => Math.log(price));
  const words = wordNumbers(sales, prices);
  const boost = booster(columnsOf(words, sales));
  const { predicted } = boost(prices, FEW_TREES);
  const index = priceIndex(
    days,
    prices.map((price, at) => price - predicted[at]!),
  );
  const levels = prices.map((price, at) => price + growth(index, days[at]!, as_of));
  return { index, words, trees: boost(levels, TREES).trees, as_of };
}

const estimated = (estimator: Estimator, features: Features): number =>
  Math.exp(predict(estimator.trees, rowOf(estimator, features)));

/** A price of another day on the day of the model. */
export const priceToday = (
  { index, as_of }: Estimator,
  { day, price }: Pick<Sale, 'day' | 'price'>,
): number => price * Math.exp(growth(index, day, as_of));

/** The last sales by what was known before them, at the prices that were paid. */
interface LastTests {
  /** The last day of the sales that they were estimated from, since 1970. */
  cut: number;
  tests: Tested[];
}

/** Trained on the sales up to a day, tested on those after it; no tests where either are few. */
function lastTests(sales: readonly Sale[], as_of: number): LastTests {
  const days = sales.map(({ day }) => day).sort((a, b) => a - b);
  const cut = Math.max(days[Math.floor((1 - LAST_SHARE) * days.length)]!, as_of - LAST_DAYS);
  const before = sales.filter(({ day }) => day <= cut);
  const sold = new Set(before.map(({ parcel }) => parcel));
  const last = sales.filter(({ day, parcel }) => day > cut && !sold.has(parcel));
  if (before.length < LEAST_SALES || last.length < LEAST_SALES) return { cut, tests: [] };
  const estimator = fit(before, cut);
  return {
    cut,
    tests: tested(last, (sale) => ({ estimate: estimated(estimator, sale), price: sale.price })),
  };
}

/** Whether a model can be made: of so many sold parcels. */
export const isEnough = (sales: readonly Sale[]): boolean =>
  new Set(sales.map(({ parcel }) => parcel)).size >= LEAST_SALES;

/** The same order of the same sales. */
export const inOrder = (a: Sale, b: Sale) =>
  a.parcel < b.parcel ? -1 : a.parcel > b.parcel ? 1 : a.day - b.day || a.price - b.price;

const shareOf = (sales: readonly Sale[], has: (sale: Sale) => boolean) =>
  sales.filter(has).length / sales.length;
const isKnown = (number: number) => (sale: Sale) => !Number.isNaN(sale.numbers[number]!);

function knownBy(sales: readonly Sale[]): string[] {
  const numbers = NUMBERS.filter((_, at) => shareOf(sales, isKnown(at)) > SOME);
  return [...numbers, ...WORDS.filter((_, at) => shareOf(sales, ({ words }) => words[at] != null) > SOME)];
}

/** Features as a model knows them. */
const as = <F extends Features>(features: F, { knowsAssessed }: Pick<ValueModel, 'knowsAssessed'>): F =>
  knowsAssessed ? features : { ...features, numbers: features.numbers.with(ASSESSED, Number.NaN) };

/** The estimates of folds that do not know the parcel. */
export const outOfFold = (tests: readonly Tested[]) =>
  new Map(tests.map(({ parcel, estimate }) => [parcel, estimate]));

/** Sales in one order, as their model knows them. */
function prepared(given: readonly Sale[]) {
  const knowsAssessed = shareOf(given, isKnown(ASSESSED)) >= MOSTLY;
  const sales = given.map((sale) => as(sale, { knowsAssessed })).sort(inOrder);
  const as_of = sales.reduce((day, sale) => Math.max(day, sale.day), Number.NEGATIVE_INFINITY);
  return { knowsAssessed, sales, as_of };
}

/** A valuation is made in two parts, which take about the same time and do not depend on each other. */
export const PARTS = 2;
/** The model and the test of the last sales, which the last part makes, take the time of two folds. */
const FOLDS_OF_FIRST = (FOLDS + 2) / 2;

/** The tests of some folds, and in the last part the model and the test of the last sales. */
export interface ValuationPart {
  folds: Tested[];
  whole: { estimator: Estimator; last: LastTests } | null;
}

/** @param part 0 or 1. */
export function valuationPart(given: readonly Sale[], part: number): ValuationPart {
  const { sales, as_of } = prepared(given);
  const learn = (others: readonly Sale[]) => {
    const estimator = fit(others, as_of);
    return (sale: Sale) => ({ estimate: estimated(estimator, sale), price: priceToday(estimator, sale) });
  };
  if (part === 0) return { folds: tenFolds(sales, learn, 0, FOLDS_OF_FIRST), whole: null };
  const folds = tenFolds(sales, learn, FOLDS_OF_FIRST);
  return { folds, whole: { estimator: fit(sales, as_of), last: lastTests(sales, as_of) } };
}

/**
 * Values what was sold: a model with its intervals, estimates of the sold parcels without their own sales, and how far off
 * such estimates were. The order of the sales does not matter.
 * @param given enough of them.
 * @param parts all parts of their valuation.
 */
export function valuation(
  given: readonly Sale[],
  parts: readonly ValuationPart[] = Array.from({ length: PARTS }, (_, part) => valuationPart(given, part)),
): Valuation {
  const { knowsAssessed, sales, as_of } = prepared(given);
  const folds = parts.flatMap((part) => part.folds);
  const { estimator, last } = parts.at(-1)!.whole!;
  const lastYear = folds.filter(({ day }) => day > as_of - YEAR);
  const asPaid = lastYear.map((test) => ({ ...test, price: test.paid }));
  const intervals = otherFolds(folds);
  const before = intervalsOf(folds.filter(({ day }) => day <= last.cut));
  const rows = [
    ...accuracyRows('last_sales', last.tests, () => before, LEAST_SALES),
    ...accuracyRows('ten_folds', folds, intervals),
    ...accuracyRows('last_year', asPaid, intervals, LEAST_TESTED),
  ];
  const ofClass = (of: ValueClass) => sales.filter(({ words }) => words[0] === of);
  const measured = CLASSES.filter((of) => shareOf(ofClass(of), isKnown(AREA)) > NEARLY_ALL);
  return {
    model: { ...estimator, knowsAssessed, intervals: intervalsOf(folds), measured },
    outOfFold: outOfFold(folds),
    accuracy: CLASSES.flatMap((of) => rows.filter((row) => row.class === of)),
    knows: knownBy(sales),
  };
}

/** The value of a parcel on the model's day, USD. */
export const estimateOf = (model: ValueModel, features: Features): number =>
  estimated(model, as(features, model));

/** The leaves that a parcel ends in, as words of an index: tree and leaf. */
export function leavesOf(model: ValueModel, features: Features): string[] {
  const row = rowOf(model, as(features, model));
  return model.trees.trees.map((tree, at) => `${at}.${leafOf(tree, row)}`);
}
