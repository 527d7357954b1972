import { accuracyOf } from './accuracy.ts';
import { boost, type Columns, leafOf, predict, type TreeOptions, type Trees } from './boosted-trees.ts';
import { AREA, ASSESSED, CLASSES, type Features, NUMBERS, type ValueClass, WORDS } from './features.ts';
import {
  type ClassAccuracy,
  FOLDS,
  foldAccuracy,
  type Intervals,
  intervalFor,
  intervalsOf,
  isWithin,
  type Residual,
  shareOf,
  spanOf,
} from './intervals.ts';
import { addIndex, growth, type PriceIndex, priceIndex } from './price-index.ts';

/** A usable sale with the features of its parcel as far as they were known before it. */
export interface Sale extends Features {
  parcel: string;
  /** Since 1970. */
  day: number;
  /** USD, above 0. */
  price: number;
}

/** Fewer sales make no model. */
export const LEAST_SALES = 300;
const TREES: TreeOptions = { rounds: 120, rate: 0.14, leaves: 48, least: 8, growing: [AREA] };
/** Only explain what is not time. */
const FEW_TREES: TreeOptions = { rounds: 40, rate: 0.15, leaves: 12, least: 20, growing: [] };
/** So many sales of the mean price are added to those of each word. */
const PRIOR_SALES = 20;
/** Which of the newest sales are tested: at most this share of all, and at most so many days. */
const LAST_SHARE = 0.1;
const LAST_DAYS = 183;

/** The logarithm of a price on one day, from features. */
export interface Estimator {
  index: PriceIndex;
  /** A number for each word of a column. */
  words: Record<string, number>[];
  trees: Trees;
}

export interface ValueModel extends Estimator {
  /** Days since 1970: that of the newest sale. */
  as_of: number;
  /** Whether it knows assessed values. */
  knowsAssessed: boolean;
  intervals: Intervals;
  /** The classes of which nearly all sold parcels have a known floor area. */
  measured: ValueClass[];
}

/** What is known from the sales of a county or state. */
export interface Valuation<M = ValueModel> {
  model: M;
  /** In the order of the sales: the estimate on `as_of` by a model that knows no sale of that parcel, USD. */
  outOfFold: Float64Array;
  /** By class, first the way that is published with its values. */
  accuracy: ClassAccuracy[];
  /** The features that more than one in a hundred sales have. */
  knows: string[];
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Sales of one parcel are in one fold, whatever other sales there are. */
export const foldOf = (parcel: string) => hashOf(parcel) % FOLDS;

function wordNumbers(sales: readonly Sale[], levels: Float64Array): Record<string, number>[] {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return WORDS.map((_, column) => {
    const found = new Map<string, { sum: number; count: number }>();
    sales.forEach(({ words }, at) => {
      const word = words[column];
      if (word == null) return;
      const one = found.get(word) ?? { sum: 0, count: 0 };
      found.set(word, { sum: one.sum + levels[at]!, count: one.count + 1 });
    });
    return Object.fromEntries(
      [...found].map(([word, { sum, count }]) => [word, (sum + PRIOR_SALES * mean) / (count + PRIOR_SALES)]),
    );
  });
}

/** A row of the trees. */
function rowOf({ words }: Pick<Estimator, 'words'>, features: Features): number[] {
  const numbered = words.map((numbers, column) => {
    const word = features.words[column];
    return word != null && Object.hasOwn(numbers, word) ? numbers[word]! : Number.NaN;
  });
  return [...features.numbers, ...numbered];
}

function columnsOf(words: Estimator['words'], sales: readonly Sale[]): Columns {
  const rows = sales.map((sale) => rowOf({ words }, sale));
  const width = NUMBERS.length + WORDS.length;
  return Array.from({ length: width }, (_, column) => Float64Array.from(rows, (row) => row[column]!));
}

function fit(sales: readonly Sale[], asOf: number): Estimator {
  const days = sales.map(({ day }) => day);
  const prices = Float64Array.from(sales, ({ price }) => Math.log(price));
  const today = (index: PriceIndex) => prices.map((price, at) => price + growth(index, days[at]!, asOf));
  const rough = priceIndex(days, prices);
  const roughly = today(rough);
  const roughWords = wordNumbers(sales, roughly);
  const { predicted } = boost(columnsOf(roughWords, sales), roughly, FEW_TREES);
  const left = roughly.map((level, at) => level - predicted[at]!);
  const index = addIndex(rough, priceIndex(days, left));
  const levels = today(index);
  const words = wordNumbers(sales, levels);
  return { index, words, trees: boost(columnsOf(words, sales), levels, TREES).trees };
}

const estimated = (estimator: Estimator, features: Features): number =>
  predict(estimator.trees, rowOf(estimator, features));

/** The day after which sales are the last ones. */
function lastDay(sales: readonly Sale[], asOf: number): number {
  const days = sales.map(({ day }) => day).sort((a, b) => a - b);
  return Math.max(days[Math.floor((1 - LAST_SHARE) * days.length)]!, asOf - LAST_DAYS);
}

/** Trained on the sales before a day, tested on those after it, at the prices that were paid. */
function lastAccuracy(sales: readonly Sale[], asOf: number, residuals: readonly Residual[]): ClassAccuracy[] {
  const cut = lastDay(sales, asOf);
  const before = sales.filter(({ day }) => day <= cut);
  const sold = new Set(before.map(({ parcel }) => parcel));
  const last = sales.filter(({ day, parcel }) => day > cut && !sold.has(parcel));
  if (before.length < LEAST_SALES || last.length < LEAST_SALES) return [];
  const estimator = fit(before, cut);
  const known = residuals.filter(({ day }) => day <= cut);
  return CLASSES.flatMap((of) => {
    const own = last.filter(({ words }) => words[0] === of);
    if (own.length < LEAST_SALES) return [];
    const tested = own.map((sale) => ({ estimate: Math.exp(estimated(estimator, sale)), price: sale.price }));
    const interval = intervalFor(of, known);
    const held = tested.filter(({ estimate, price }) =>
      isWithin(Math.log(price / estimate), interval),
    ).length;
    const accuracy = accuracyOf(tested);
    const interval_held_pct = shareOf(held, own.length);
    return { class: of, method: 'last_sales', ...spanOf(own), ...accuracy, interval_held_pct };
  });
}

const inOrder = (a: Sale, b: Sale) =>
  a.parcel < b.parcel ? -1 : a.parcel > b.parcel ? 1 : a.day - b.day || a.price - b.price;

const YEAR = 365.25;
/** Older sales than these many years count only where newer ones are few; still older ones never. */
const YEARS = [5, 10];
const MANY_SALES = 2_000;
/** The newest of them; more teach little more, and memory is flat. */
export const MOST_SALES = 50_000;

/**
 * The first day from which sales are used: five years before the newest, ten where that is few, less where it is too many.
 * @param newest day of a sale, since 1970.
 * @param countSince how many there are from a day on.
 */
export async function firstDay(
  newest: number,
  countSince: (day: number) => Promise<number>,
): Promise<number> {
  const [years, most] = YEARS as [number, number];
  let day = Math.floor(newest - years * YEAR);
  let count = await countSince(day);
  if (count < MANY_SALES) return Math.floor(newest - most * YEAR);
  while (count > MOST_SALES && day < newest) {
    day = Math.ceil((day + newest) / 2);
    count = await countSince(day);
  }
  return day;
}

/** The share of sales from which on assessed values are a feature: estimates must know what the tested ones knew. */
const MOSTLY = 0.9;

/**
 * Values what was sold: a model with its intervals, estimates of the sold parcels without their own sales, and how far off
 * such estimates were. The order of the sales does not matter.
 * @param given at least LEAST_SALES.
 */
export function valuation(given: readonly Sale[]): Valuation {
  const assessed = given.filter(({ numbers }) => !Number.isNaN(numbers[ASSESSED]!)).length;
  const knowsAssessed = assessed >= MOSTLY * given.length;
  const places = new Map(given.map((sale, at) => [sale, at]));
  const ordered = given.toSorted(inOrder);
  const sales = knowsAssessed
    ? ordered
    : ordered.map((sale) => ({ ...sale, numbers: without(sale.numbers) }));
  const as_of = sales.reduce((day, sale) => Math.max(day, sale.day), 0);
  const full = fit(sales, as_of);
  const outOfFold = new Float64Array(sales.length);
  const residuals: Residual[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = fit(
      sales.filter(({ parcel }) => foldOf(parcel) !== fold),
      as_of,
    );
    sales.forEach((sale, at) => {
      if (foldOf(sale.parcel) !== fold) return;
      const level = estimated(others, sale);
      outOfFold[places.get(ordered[at]!)!] = Math.exp(level);
      const today = Math.log(sale.price) + growth(others.index, sale.day, as_of);
      const tested = { estimate: Math.exp(level), price: Math.exp(today) };
      residuals.push({
        class: sale.words[0] as ValueClass,
        fold,
        day: sale.day,
        rest: today - level,
        tested,
      });
    });
  }
  const last = lastAccuracy(sales, as_of, residuals);
  const accuracy = CLASSES.flatMap((of) => {
    const folds = foldAccuracy(of, residuals);
    return [...last.filter((row) => row.class === of), ...(folds ? [folds] : [])];
  });
  const intervals = intervalsOf(residuals);
  const measured = CLASSES.filter((of) => isMeasured(sales.filter(({ words }) => words[0] === of)));
  return {
    model: { ...full, as_of, knowsAssessed, intervals, measured },
    outOfFold,
    accuracy,
    knows: knownBy(sales),
  };
}

const without = (numbers: readonly number[]) => numbers.with(ASSESSED, Number.NaN);

const isMeasured = (sales: readonly Sale[]) =>
  sales.filter(({ numbers }) => !Number.isNaN(numbers[AREA]!)).length > 0.8 * sales.length;

function knownBy(sales: readonly Sale[]): string[] {
  const share = (has: (sale: Sale) => boolean) => sales.filter(has).length / sales.length;
  const numbers = NUMBERS.filter((_, at) => share((sale) => !Number.isNaN(sale.numbers[at]!)) > 0.01);
  return [...numbers, ...WORDS.filter((_, at) => share((sale) => sale.words[at] != null) > 0.01)];
}

/** The value of a parcel on the model's day, USD. */
export const estimateOf = (model: ValueModel, features: Features): number =>
  Math.exp(predict(model.trees, rowFor(model, features)));

function rowFor(model: ValueModel, { numbers, words }: Features): number[] {
  return rowOf(model, { words, numbers: model.knowsAssessed ? numbers : without(numbers) });
}

/** The leaf of each tree that a parcel ends in. */
export function leavesOf(model: ValueModel, features: Features): number[] {
  const row = rowFor(model, features);
  return Array.from({ length: model.trees.count }, (_, tree) => leafOf(model.trees, tree, row));
}
