/** Numbers by feature, one column each, all of the same length; NaN is unknown. */
export type Columns = readonly Float64Array[];

export interface TreeOptions {
  rounds: number;
  /** The learning rate. */
  rate: number;
  /** Splits of a tree: one for each level. */
  depth: number;
  /** The feature in which predictions never fall. */
  growing: number;
}

/**
 * An oblivious tree: all nodes of a level have the same split, by whether a feature is above a border. Unknown values are not.
 * The answers are the bits of the number of a row's leaf.
 */
export interface Tree {
  features: number[];
  borders: number[];
  leaves: number[];
}

/** A prediction is `base` and what each tree adds. */
export interface Trees {
  base: number;
  trees: Tree[];
}

const RIDGE = 1;
const SHARE_OF_ROWS = 0.6;
/** Residuals beyond this quantile count as if they were at it. */
const ORDINARY = 0.9;
const MEASURED_ROWS = 1_001;
/** The most bins of a feature. Their borders differ from tree to tree. */
const BINS = 64;
/** Significant digits of the value of a leaf. */
const DIGITS = 6;

/** A pseudorandom number below 2^32, the same in any run. */
function hashOf(a: number, b: number): number {
  let hash = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A quantile, from a sample of the rows. */
function quantileOf(values: Float64Array, share: number, read = (value: number) => value): number {
  const step = Math.max(1, Math.floor(values.length / MEASURED_ROWS));
  const length = Math.ceil(values.length / step);
  const some = Float64Array.from({ length }, (_, at) => read(values[at * step]!)).sort();
  return some[Math.floor(share * (some.length - 1))]!;
}

/** How many of the sorted values are at most this one. */
function rankOf(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A column by the ranks of its values, from 1 on; 0 is unknown. Neighboring ranks share a bin. */
function ranked(column: Float64Array, feature: number) {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const values = sorted.filter((value, at) => value !== sorted[at - 1]);
  const shift = Math.max(0, Math.ceil(Math.log2((values.length + 1) / BINS)));
  return {
    feature,
    ranks: Uint16Array.from(column, (value) => rankOf(values, value)),
    /** Between a rank and the one before, which is unknown where that is 0. */
    borderBelow: (rank: number) =>
      rank <= 1 ? -Number.MAX_VALUE : (values[rank - 2]! + values[rank - 1]!) / 2,
    /** A bin has 2^shift ranks. The first has fewer by `start`, which each tree chooses. */
    shift,
    start: 0,
    bins: new Uint8Array(column.length),
    size: ((values.length + 2 ** shift - 1) >> shift) + 1,
  };
}
type Ranked = ReturnType<typeof ranked>;

interface Split {
  of: Ranked;
  /** The last bin that is not above the border. */
  bin: number;
}

/** The rows of a leaf. A histogram has for each bin of a feature the sum of residuals and the number of rows, in turn. */
interface Leaf {
  start: number;
  end: number;
  histograms: Float64Array[];
}

const meanOf = (sum: number, count: number) => sum / (count + RIDGE);

/**
 * Makes the values of leaves monotonic where only these answers change from no to yes: each becomes the mean of the largest
 * value up to it and the smallest from it on.
 */
function raise(values: number[], bits: readonly number[]): void {
  const all = bits.reduce((sum, bit) => sum + bit, 0);
  for (const leaf of values.keys()) {
    if ((leaf & all) !== 0) continue;
    const chain = [leaf];
    for (const bit of bits) chain.push(chain.at(-1)! + bit);
    const own = chain.map((at) => values[at]!);
    for (const [place, at] of chain.entries())
      values[at] = (Math.max(...own.slice(0, place + 1)) + Math.min(...own.slice(place))) / 2;
  }
}

/**
 * Makes gradient-boosted regression trees of columns, for one target after the other. A level's split is the one with the most
 * gain in all of its leaves. Huber's loss: outliers count less. The same rows in the same order give the same trees.
 */
export function booster(columns: Columns) {
  const count = columns[0]!.length;
  // A column with only one value cannot split.
  const telling = columns.map(ranked).filter(({ ranks }) => ranks.some((rank) => rank !== ranks[0]));
  const rest = new Float64Array(count);
  const order = new Int32Array(count);
  const aside = new Int32Array(count);
  const places = new Uint8Array(count);

  function fill(histograms: Float64Array[], start: number, end: number): Float64Array[] {
    telling.forEach(({ bins }, at) => {
      const histogram = histograms[at]!.fill(0);
      for (let place = start; place < end; place++) {
        const row = order[place]!;
        const bin = 2 * bins[row]!;
        histogram[bin] = histogram[bin]! + rest[row]!;
        histogram[bin + 1] = histogram[bin + 1]! + 1;
      }
    });
    return histograms;
  }

  /** Adds to the gains of a feature what each split would gain in a leaf. */
  function addGains(gains: Float64Array, histogram: Float64Array, all: number, mayFall: boolean): void {
    let sum = 0;
    for (let place = 0; place < histogram.length; place += 2) sum += histogram[place]!;
    const unsplit = sum * meanOf(sum, all);
    let [below, left] = [0, 0];
    for (let bin = 0; bin < gains.length - 1; bin++) {
      below += histogram[2 * bin]!;
      left += histogram[2 * bin + 1]!;
      if (left === 0) continue;
      if (left === all) break;
      const [low, high] = [meanOf(below, left), meanOf(sum - below, all - left)];
      if (mayFall || low <= high) gains[bin] = gains[bin]! + below * low + (sum - below) * high - unsplit;
    }
  }

  /** The split with the most gain; null when none gains anything. */
  function bestOf(leaves: readonly Leaf[], growing: number): Split | null {
    let best: Split | null = null;
    let most = 1e-9;
    for (const [at, of] of telling.entries()) {
      const gains = new Float64Array(of.size);
      for (const { histograms, start, end } of leaves)
        if (end - start > 1) addGains(gains, histograms[at]!, end - start, of.feature !== growing);
      for (const [bin, gain] of gains.entries()) {
        if (gain <= most) continue;
        most = gain;
        best = { of, bin };
      }
    }
    return best;
  }

  /** Splits a leaf. The histograms of the smaller part are counted, and subtracted from the leaf's to get the other's. */
  function split({ start, end, histograms }: Leaf, { of, bin }: Split, free: Float64Array[]): Leaf[] {
    let [middle, behind] = [start, 0];
    for (let at = start; at < end; at++) {
      const row = order[at]!;
      if (of.bins[row]! <= bin) order[middle++] = row;
      else aside[behind++] = row;
    }
    order.set(aside.subarray(0, behind), middle);
    // Histograms of single rows are not read.
    if (end - start < 2)
      return [
        { start, end: middle, histograms },
        { start: middle, end, histograms: free },
      ];
    const isLeftSmaller = middle - start < end - middle;
    fill(free, isLeftSmaller ? start : middle, isLeftSmaller ? middle : end);
    histograms.forEach((histogram, at) => {
      const smaller = free[at]!;
      for (let place = 0; place < histogram.length; place++)
        histogram[place] = histogram[place]! - smaller[place]!;
    });
    return [
      { start, end: middle, histograms: isLeftSmaller ? free : histograms },
      { start: middle, end, histograms: isLeftSmaller ? histograms : free },
    ];
  }

  /**
   * @param target one number a row.
   * @returns the trees, and their predictions for the rows that they were made of.
   */
  return function boost(target: Float64Array, { rounds, rate, depth, growing }: TreeOptions) {
    const base = quantileOf(target, 0.5);
    const predicted = new Float64Array(count).fill(base);
    const pool = Array.from({ length: 2 ** depth }, () =>
      telling.map(({ size }) => new Float64Array(2 * size)),
    );
    const trees = Array.from({ length: rounds }, (_, round): Tree => {
      for (let row = 0; row < count; row++) rest[row] = target[row]! - predicted[row]!;
      const most = quantileOf(rest, ORDINARY, Math.abs);
      let taken = 0;
      for (let row = 0; row < count; row++) {
        rest[row] = Math.min(most, Math.max(-most, rest[row]!));
        if (hashOf(row, round) < SHARE_OF_ROWS * 2 ** 32) order[taken++] = row;
      }
      for (const of of telling) {
        of.start = hashOf(of.feature, round) % 2 ** of.shift;
        const { ranks, bins, start, shift } = of;
        for (let at = 0; at < taken; at++) bins[order[at]!] = (ranks[order[at]!]! + start) >> shift;
      }
      places.fill(0);
      const [features, borders]: [number[], number[]] = [[], []];
      let leaves: Leaf[] = [{ start: 0, end: taken, histograms: fill(pool[0]!, 0, taken) }];
      while (features.length < depth) {
        const best = bestOf(leaves, growing);
        if (best === null) break;
        const { of, bin } = best;
        const { ranks } = of;
        const above = ((bin + 1) << of.shift) - of.start;
        features.push(of.feature);
        borders.push(of.borderBelow(above));
        leaves = leaves.flatMap((leaf, at) => split(leaf, best, pool[leaves.length + at]!));
        for (let row = 0; row < count; row++) places[row] = 2 * places[row]! + (ranks[row]! >= above ? 1 : 0);
      }
      const values = leaves.map(({ start, end }) => {
        const sum = order.subarray(start, end).reduce((sum, row) => sum + rest[row]!, 0);
        return Number((rate * meanOf(sum, end - start)).toPrecision(DIGITS));
      });
      const grown = features.flatMap((feature, level) => (feature === growing ? [level] : []));
      grown.sort((a, b) => borders[a]! - borders[b]!);
      raise(
        values,
        grown.map((level) => 2 ** (features.length - 1 - level)),
      );
      for (let row = 0; row < count; row++) predicted[row] = predicted[row]! + values[places[row]!]!;
      return { features, borders, leaves: values };
    });
    return { trees: { base, trees }, predicted };
  };
}

/** The number of the leaf that a row ends in. */
export function leafOf({ features, borders }: Tree, row: ArrayLike<number>): number {
  let leaf = 0;
  for (const [level, feature] of features.entries())
    leaf = 2 * leaf + (row[feature]! > borders[level]! ? 1 : 0);
  return leaf;
}

/** The prediction for a row, which has features in the order of the columns. */
export const predict = ({ base, trees }: Trees, row: ArrayLike<number>): number =>
  trees.reduce((sum, tree) => sum + tree.leaves[leafOf(tree, row)]!, base);
