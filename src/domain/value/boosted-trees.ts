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
    /** A bin has 2^shift ranks. The first has fewer by a start, which each tree chooses. */
    shift,
    size: ((values.length + 2 ** shift - 1) >> shift) + 1,
  };
}

/** The rows of a leaf. Its histogram has for each bin of all features the sum of residuals and the number of rows, in turn. */
interface Leaf {
  start: number;
  end: number;
  histogram: Float64Array;
}

/** A split: the last bin that is not above the border, among the bins of all features. */
interface Split {
  at: number;
  bin: number;
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

/** Adds to the gains of a feature’s bins what a split after each would gain in a leaf of `all` rows. */
function addGains(
  gains: Float64Array,
  histogram: Float64Array,
  first: number,
  end: number,
  all: number,
  mayFall: boolean,
): void {
  let sum = 0;
  for (let bin = first; bin < end; bin++) sum += histogram[2 * bin]!;
  const unsplit = sum * meanOf(sum, all);
  let [below, left] = [0, 0];
  for (let bin = first; bin < end - 1; bin++) {
    below += histogram[2 * bin]!;
    left += histogram[2 * bin + 1]!;
    if (left === 0) continue;
    if (left === all) break;
    const [low, high] = [meanOf(below, left), meanOf(sum - below, all - left)];
    if (mayFall || low <= high) gains[bin] = gains[bin]! + below * low + (sum - below) * high - unsplit;
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
  const width = telling.length;
  /** The first bin of each feature, and the number of all bins. */
  const firsts = new Uint16Array(width + 1);
  for (const [at, { size }] of telling.entries()) firsts[at + 1] = firsts[at]! + size;
  const allBins = firsts[width]!;
  /** Row by row: the ranks of its features, and their bins among those of all features. */
  const ranks = new Uint16Array(count * width);
  for (const [at, of] of telling.entries())
    for (let row = 0; row < count; row++) ranks[row * width + at] = of.ranks[row]!;
  const bins = new Uint16Array(count * width);
  const rest = new Float64Array(count);
  const order = new Int32Array(count);
  const aside = new Int32Array(count);
  const gains = new Float64Array(allBins);
  const shifts = telling.map(({ shift }) => shift);
  const pool: Float64Array[] = [];

  function fill(histogram: Float64Array, start: number, end: number): Float64Array {
    histogram.fill(0);
    for (let place = start; place < end; place++) {
      const row = order[place]!;
      const residual = rest[row]!;
      for (let at = row * width, last = at + width; at < last; at++) {
        const bin = 2 * bins[at]!;
        histogram[bin] = histogram[bin]! + residual;
        histogram[bin + 1] = histogram[bin + 1]! + 1;
      }
    }
    return histogram;
  }

  /** The split with the most gain; null when none gains anything. */
  function bestOf(leaves: readonly Leaf[], growing: number): Split | null {
    gains.fill(0);
    for (const { histogram, start, end } of leaves) {
      if (end - start < 2) continue;
      for (const [at, { feature }] of telling.entries())
        addGains(gains, histogram, firsts[at]!, firsts[at + 1]!, end - start, feature !== growing);
    }
    let [bin, most] = [-1, 1e-9];
    for (let other = 0; other < allBins; other++) {
      if (gains[other]! <= most) continue;
      most = gains[other]!;
      bin = other;
    }
    return bin < 0 ? null : { bin, at: firsts.findLastIndex((first) => first <= bin) };
  }

  /** Splits a leaf. The histogram of the smaller part is counted, and subtracted from the leaf's to get the other's. */
  function split({ start, end, histogram }: Leaf, { at, bin }: Split, free: Float64Array): Leaf[] {
    let [middle, behind] = [start, 0];
    for (let place = start; place < end; place++) {
      const row = order[place]!;
      if (bins[row * width + at]! <= bin) order[middle++] = row;
      else aside[behind++] = row;
    }
    for (let place = 0; place < behind; place++) order[middle + place] = aside[place]!;
    const isLeftSmaller = middle - start < end - middle;
    // Histograms of single rows are not read.
    if (end - start > 1) {
      fill(free, isLeftSmaller ? start : middle, isLeftSmaller ? middle : end);
      for (let place = 0; place < histogram.length; place++)
        histogram[place] = histogram[place]! - free[place]!;
    }
    return [
      { start, end: middle, histogram: isLeftSmaller ? free : histogram },
      { start: middle, end, histogram: isLeftSmaller ? histogram : free },
    ];
  }

  /** Limits the residuals to `most`, takes some of the rows, and puts their features into bins. Returns how many rows. */
  function take(round: number, starts: readonly number[], most: number): number {
    let taken = 0;
    for (let row = 0; row < count; row++) {
      rest[row] = Math.min(most, Math.max(-most, rest[row]!));
      if (hashOf(row, round) >= SHARE_OF_ROWS * 2 ** 32) continue;
      order[taken++] = row;
      for (let at = 0; at < width; at++)
        bins[row * width + at] = firsts[at]! + ((ranks[row * width + at]! + starts[at]!) >> shifts[at]!);
    }
    return taken;
  }

  /** Adds to the prediction of each row the value of the leaf that it ends in. */
  function addTo(
    predicted: Float64Array,
    splits: readonly { at: number; above: number }[],
    values: Float64Array,
  ): void {
    const ats = Uint16Array.from(splits, ({ at }) => at);
    const aboves = Int32Array.from(splits, ({ above }) => above);
    for (let row = 0; row < count; row++) {
      let leaf = 0;
      for (let level = 0; level < ats.length; level++)
        leaf = 2 * leaf + (ranks[row * width + ats[level]!]! >= aboves[level]! ? 1 : 0);
      predicted[row] = predicted[row]! + values[leaf]!;
    }
  }

  /**
   * @param target one number a row.
   * @returns the trees, and their predictions for the rows that they were made of.
   */
  return function boost(target: Float64Array, { rounds, rate, depth, growing }: TreeOptions) {
    const base = quantileOf(target, 0.5);
    const predicted = new Float64Array(count).fill(base);
    while (pool.length < 2 ** depth) pool.push(new Float64Array(2 * allBins));

    function grow(round: number): Tree {
      for (let row = 0; row < count; row++) rest[row] = target[row]! - predicted[row]!;
      const starts = telling.map(({ feature, shift }) => hashOf(feature, round) % 2 ** shift);
      const taken = take(round, starts, quantileOf(rest, ORDINARY, Math.abs));
      const splits: { at: number; above: number }[] = [];
      let leaves: Leaf[] = [{ start: 0, end: taken, histogram: fill(pool[0]!, 0, taken) }];
      while (splits.length < depth) {
        const best = bestOf(leaves, growing);
        if (best === null) break;
        const { at, bin } = best;
        splits.push({ at, above: ((bin - firsts[at]! + 1) << shifts[at]!) - starts[at]! });
        leaves = leaves.flatMap((leaf, place) => split(leaf, best, pool[leaves.length + place]!));
      }
      const features = splits.map(({ at }) => telling[at]!.feature);
      const borders = splits.map(({ at, above }) => telling[at]!.borderBelow(above));
      const values = leaves.map(({ start, end }) => {
        let sum = 0;
        for (let place = start; place < end; place++) sum += rest[order[place]!]!;
        return Number((rate * meanOf(sum, end - start)).toPrecision(DIGITS));
      });
      const grown = features.flatMap((feature, level) => (feature === growing ? [level] : []));
      grown.sort((a, b) => borders[a]! - borders[b]!);
      raise(
        values,
        grown.map((level) => 2 ** (features.length - 1 - level)),
      );
      addTo(predicted, splits, Float64Array.from(values));
      return { features, borders, leaves: values };
    }

    const trees = Array.from({ length: rounds }, (_, round) => grow(round));
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
