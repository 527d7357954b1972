/** Numbers by feature, one column each, all of the same length; NaN is unknown. */
export type Columns = readonly Float64Array[];

export interface TreeOptions {
  rounds: number;
  /** The share of each tree that counts. */
  rate: number;
  /** Most leaves of a tree, and the fewest rows of a leaf. */
  leaves: number;
  least: number;
  /** Features that never lower a prediction when they grow. */
  growing: readonly number[];
}

/**
 * Trees one after the other in flat arrays, `size` nodes each. A node with a feature sends values up to its threshold, and
 * unknown ones, to the node `left` of its tree, larger ones to the node after that. A leaf has feature -1.
 */
export interface Trees {
  base: number;
  size: number;
  count: number;
  feature: Int8Array;
  threshold: Float64Array;
  left: Int16Array;
  value: Float64Array;
}

/** Most borders between the bins of a feature, and the rows for which there is one more. */
const MOST_BORDERS = 254;
const FEW_BORDERS = 30;
const ROWS_OF_A_BORDER = 2;
const RIDGE = 1;
const SHARE_OF_ROWS = 0.6;
/** Residuals beyond this quantile count as if they were at it. */
const ORDINARY = 0.9;
const MEASURED_ROWS = 1_001;

/** The borders between bins: midpoints of neighboring values. */
function bordersOf(column: Float64Array): Float64Array {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const distinct = sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
  const most = Math.min(MOST_BORDERS, Math.max(FEW_BORDERS, Math.floor(column.length / ROWS_OF_A_BORDER)));
  const from = distinct.length <= most + 1 ? distinct : sorted;
  const count = Math.min(distinct.length - 1, most);
  const borders = new Set<number>();
  for (let at = 1; at <= count; at++) {
    const upper = from === distinct ? at : Math.round((at * from.length) / (count + 1));
    if (from[upper] !== from[upper - 1]) borders.add((from[upper - 1]! + from[upper]!) / 2);
  }
  // A quantile within many equal values is no border; the value itself is told apart from the next.
  return Float64Array.from(borders);
}

/** The place of the first border that is not below a value. */
function binOf(borders: Float64Array, value: number): number {
  let [low, high] = [0, borders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (borders[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Bins row by row: 0 is unknown. */
function binned(columns: Columns, borders: Float64Array[], count: number): Uint8Array {
  const bins = new Uint8Array(count * columns.length);
  columns.forEach((column, feature) => {
    for (let row = 0; row < count; row++) {
      const value = column[row]!;
      if (!Number.isNaN(value)) bins[row * columns.length + feature] = 1 + binOf(borders[feature]!, value);
    }
  });
  return bins;
}

/** Whether a tree is made from a row: the same for the same place and round, in any run. */
function isTaken(row: number, round: number): boolean {
  let hash = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32 < SHARE_OF_ROWS;
}

/** A middle value of some of the rows. */
function quantileOf(values: Float64Array, share: number): number {
  const step = Math.max(1, Math.floor(values.length / MEASURED_ROWS));
  const some = new Float64Array(Math.ceil(values.length / step));
  for (let at = 0; at < some.length; at++) some[at] = values[at * step]!;
  some.sort();
  return some[Math.floor(share * (some.length - 1))] ?? 0;
}

export interface Boosted {
  trees: Trees;
  /** What the trees say of the rows that they were made from. */
  predicted: Float64Array;
}

interface Leaf {
  node: number;
  start: number;
  end: number;
  sum: number;
  /** Bounds of its value that follow from growing features. */
  low: number;
  high: number;
  histogram: Float64Array;
  gain: number;
  feature: number;
  bin: number;
  leftSum: number;
  leftCount: number;
}

const within = (value: number, { low, high }: Pick<Leaf, 'low' | 'high'>) =>
  Math.min(high, Math.max(low, value));
const meanOf = (sum: number, count: number) => sum / (count + RIDGE);

/**
 * Boosted regression trees on binned columns, grown leaf by leaf where it explains most. Huber's loss: outliers count less.
 * The same rows in the same order give the same trees.
 * @param target one number a row.
 */
export function boost(given: Columns, target: Float64Array, options: TreeOptions): Boosted {
  const { rounds, rate, leaves, least } = options;
  // A column in which all is the same, or unknown, tells nothing.
  const telling = given.flatMap((column, at) => {
    const known = column.find((value) => !Number.isNaN(value));
    return known !== undefined && column.some((value) => value !== known) ? [at] : [];
  });
  const columns = telling.map((at) => given[at]!);
  const [count, width] = [target.length, columns.length];
  const growing = Uint8Array.from(columns, (_, feature) =>
    Number(options.growing.includes(telling[feature]!)),
  );
  const borders = columns.map(bordersOf);
  // Two numbers a bin, one after the other: the sum of what is left to explain, and the number of rows.
  const offsets: number[] = [];
  let places = 0;
  for (const { length } of borders) {
    offsets.push(places);
    places += 2 * (length + 2);
  }
  const bins = binned(columns, borders, count);
  const size = 2 * leaves - 1;
  const trees: Trees = {
    base: quantileOf(target, 0.5),
    size,
    count: rounds,
    feature: new Int8Array(rounds * size).fill(-1),
    threshold: new Float64Array(rounds * size),
    left: new Int16Array(rounds * size),
    value: new Float64Array(rounds * size),
  };
  const splitBin = new Uint8Array(rounds * size);
  const splitFeature = new Int8Array(rounds * size).fill(-1);
  const predicted = new Float64Array(count).fill(trees.base);
  const gradient = new Float64Array(count);
  const distance = new Float64Array(count);
  const order = new Int32Array(count);
  const aside = new Int32Array(count);
  const histograms = Array.from({ length: leaves + 1 }, () => new Float64Array(places));

  function fill(histogram: Float64Array, start: number, end: number): void {
    histogram.fill(0);
    for (let at = start; at < end; at++) {
      const row = order[at]!;
      const rest = gradient[row]!;
      const from = row * width;
      for (let feature = 0; feature < width; feature++) {
        const place = offsets[feature]! + 2 * bins[from + feature]!;
        histogram[place] = histogram[place]! + rest;
        histogram[place + 1] = histogram[place + 1]! + 1;
      }
    }
  }

  /** Finds where a leaf is best split; its gain is 0 where nowhere. */
  function look(leaf: Leaf): void {
    const { histogram, sum } = leaf;
    const all = leaf.end - leaf.start;
    leaf.gain = 0;
    if (all < 2 * least) return;
    const unsplit = (sum * sum) / (all + RIDGE);
    for (let feature = 0; feature < width; feature++) {
      let [leftSum, left] = [0, 0];
      const from = offsets[feature]!;
      for (let bin = 0; bin <= borders[feature]!.length; bin++) {
        leftSum += histogram[from + 2 * bin]!;
        left += histogram[from + 2 * bin + 1]!;
        if (left < least) continue;
        const right = all - left;
        if (right < least) break;
        const rightSum = sum - leftSum;
        const gain = (leftSum * leftSum) / (left + RIDGE) + (rightSum * rightSum) / (right + RIDGE) - unsplit;
        if (gain <= leaf.gain + 1e-12) continue;
        if (growing[feature] && meanOf(leftSum, left) > meanOf(rightSum, right)) continue;
        Object.assign(leaf, { gain, feature, bin, leftSum, leftCount: left });
      }
    }
  }

  /** Moves the rows of the left part to the front, each part in its order. */
  function part({ start, end, feature, bin }: Leaf): number {
    let [front, behind] = [start, 0];
    for (let at = start; at < end; at++) {
      const row = order[at]!;
      if (bins[row * width + feature]! <= bin) order[front++] = row;
      else aside[behind++] = row;
    }
    order.set(aside.subarray(0, behind), front);
    return front;
  }

  /** Splits a leaf in two, of which the first takes its place in the list. */
  function split(leaf: Leaf, first: number, next: number, free: Float64Array): [Leaf, Leaf] {
    const { node, start, end, feature, bin, sum, leftSum, leftCount, histogram } = leaf;
    const at = first + node;
    trees.feature[at] = telling[feature]!;
    trees.threshold[at] = bin === 0 ? Number.NEGATIVE_INFINITY : borders[feature]![bin - 1]!;
    trees.left[at] = next;
    splitBin[at] = bin;
    splitFeature[at] = feature;
    const middle = part(leaf);
    const none = { gain: 0, feature: -1, bin: 0, leftSum: 0, leftCount: 0, low: leaf.low, high: leaf.high };
    const [smaller, larger] = middle - start <= end - middle ? [0, 1] : [1, 0];
    const parts: [Leaf, Leaf] = [
      { ...none, node: next, start, end: middle, sum: leftSum, histogram },
      { ...none, node: next + 1, start: middle, end, sum: sum - leftSum, histogram },
    ];
    if (growing[feature]) {
      const means = [meanOf(leftSum, leftCount), meanOf(sum - leftSum, end - middle)];
      const border = (within(means[0]!, leaf) + within(means[1]!, leaf)) / 2;
      parts[0].high = border;
      parts[1].low = border;
    }
    fill(free, parts[smaller]!.start, parts[smaller]!.end);
    for (let place = 0; place < histogram.length; place++)
      histogram[place] = histogram[place]! - free[place]!;
    parts[smaller]!.histogram = free;
    parts[larger]!.histogram = histogram;
    return parts;
  }

  for (let round = 0; round < rounds; round++) {
    for (let row = 0; row < count; row++) {
      gradient[row] = target[row]! - predicted[row]!;
      distance[row] = Math.abs(gradient[row]!);
    }
    const most = quantileOf(distance, ORDINARY);
    let [rows, untaken, sum] = [0, count, 0];
    for (let row = 0; row < count; row++) {
      gradient[row] = Math.min(most, Math.max(-most, gradient[row]!));
      if (isTaken(row, round)) {
        order[rows++] = row;
        sum += gradient[row]!;
      } else order[--untaken] = row;
    }
    const root: Leaf = {
      ...{ node: 0, start: 0, end: rows, sum, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY },
      ...{ histogram: histograms[0]!, gain: 0, feature: -1, bin: 0, leftSum: 0, leftCount: 0 },
    };
    fill(root.histogram, 0, rows);
    look(root);
    const open = [root];
    const first = round * size;
    while (open.length < leaves) {
      let best = open[0]!;
      for (const leaf of open) if (leaf.gain > best.gain) best = leaf;
      if (best.gain <= 0) break;
      const parts = split(best, first, 2 * open.length - 1, histograms[open.length]!);
      for (const leaf of parts) look(leaf);
      open[open.indexOf(best)] = parts[0];
      open.push(parts[1]);
    }
    for (const leaf of open) {
      const value = rate * within(meanOf(leaf.sum, leaf.end - leaf.start), leaf);
      trees.value[first + leaf.node] = value;
      for (let at = leaf.start; at < leaf.end; at++) {
        const row = order[at]!;
        predicted[row] = predicted[row]! + value;
      }
    }
    for (let at = rows; at < count; at++) {
      const row = order[at]!;
      let place = first;
      for (let feature = splitFeature[place]!; feature >= 0; feature = splitFeature[place]!) {
        const isLeft = bins[row * width + feature]! <= splitBin[place]!;
        place = first + trees.left[place]! + (isLeft ? 0 : 1);
      }
      predicted[row] = predicted[row]! + trees.value[place]!;
    }
  }
  return { trees, predicted };
}

/** The leaf of one tree that a row ends in, as its place among the tree's nodes. */
export function leafOf(
  { feature, threshold, left, size }: Trees,
  tree: number,
  row: ArrayLike<number>,
): number {
  const first = tree * size;
  let node = 0;
  for (let of = feature[first]!; of >= 0; of = feature[first + node]!) {
    // Unknown values are not above any threshold.
    node = left[first + node]! + (row[of]! > threshold[first + node]! ? 1 : 0);
  }
  return node;
}

/** What the trees say of a row: its features in the order of the columns. */
export function predict(trees: Trees, row: ArrayLike<number>): number {
  let sum = trees.base;
  for (let tree = 0; tree < trees.count; tree++)
    sum += trees.value[tree * trees.size + leafOf(trees, tree, row)]!;
  return sum;
}
