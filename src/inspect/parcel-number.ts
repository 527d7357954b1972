import type { Column } from '../readers/table.ts';
import { percent, shareOf, type Verdict } from './fits.ts';
import { type Meaning, saidBy } from './meanings.ts';
import type { ColumnProfile, SampleRow } from './profile.ts';

/** Of single parcels, and where condominiums repeat the number of their lot. */
export const MOST_REPEATED = 0.05;
export const MOST_STACKED = 0.2;
const SURELY_NOT = 0.6;
const SAME_NUMBER = 0.95;

/** Whether the column only counts the rows of its file. */
export function countsRows(profile: ColumnProfile, rows: number): boolean {
  return profile.counts && (profile.numbers?.most ?? Number.POSITIVE_INFINITY) <= 20 * rows + 1_000;
}

/**
 * Whether values can be parcel numbers: short, with figures, of few patterns, and nearly all different unless a parcel
 * may have several rows.
 * @param most share of numbers that may stand in several rows where each parcel has one.
 */
export function judgeNumber(
  profile: ColumnProfile,
  rows: number,
  unique: boolean,
  most = MOST_REPEATED,
): Verdict {
  const { repeated, count } = profile.distinct;
  if (profile.judged === 0) return { fit: 'empty', words: 'it is empty' };
  const shape = shareOf(profile, 'parcel_number');
  const different = `${percent(1 - repeated)} of its numbers stand in one row only`;
  if (shape < 0.5)
    return { fit: 'against', words: `${percent(shape)} of its values look like parcel numbers` };
  if (shareOf(profile, 'guid', 'latitude', 'longitude', 'street_address') > 0.5) {
    return { fit: 'against', words: 'its values are something else' };
  }
  if (countsRows(profile, rows)) return { fit: 'against', words: 'it counts the rows of the file' };
  const few = rows > 20 && count < rows * profile.filled * 0.2;
  if (unique && (repeated > SURELY_NOT || few)) return { fit: 'against', words: different };
  const sure =
    shape >= 0.9 && profile.filled >= 0.9 && profile.stability >= 0.5 && (!unique || repeated <= most);
  return {
    fit: sure ? 'strong' : 'weak',
    words: unique ? different : `${percent(shape)} of its values look like parcel numbers`,
  };
}

/** What two spellings of one number share: its letters and figures without zeros. */
const core = (text: string) => text.replace(/[^A-Z1-9]/gi, '').toUpperCase();

/** Whether two columns write the same numbers in two ways, such as `3-55-18` and `003 005501800`. */
export function sameNumber(a: number, b: number, sample: readonly SampleRow[]): boolean {
  let both = 0;
  let same = 0;
  for (const { values } of sample) {
    const [left, right] = [values[a], values[b]];
    if (left == null || right == null) continue;
    both++;
    if (core(left) === core(right)) same++;
  }
  return both > 0 && same / both >= SAME_NUMBER;
}

/** Whether most values have a separator, as numbers on paper have. */
export const isPrinted = ({ shapes }: ColumnProfile, sample: readonly SampleRow[], index: number): boolean =>
  (shapes.number ?? 0) < 0.5 &&
  sample.filter(({ values }) => /\w[-.:/]\w/.test(values[index] ?? '')).length > sample.length / 2;

const PARTS = ['map', 'block', 'lot', 'qualifier'] as const;
const PAPER_PARTS = ['book', 'page', 'parcel_id', 'sub_parcel'] as const;

function columnFor(columns: readonly Column[]) {
  const best = new Map<Meaning, { name: string; score: number }>();
  for (const column of columns) {
    for (const { meaning, score } of saidBy(column)) {
      if (score > (best.get(meaning)?.score ?? 0.6)) best.set(meaning, { name: column.name, score });
    }
  }
  return (meaning: Meaning) => best.get(meaning)?.name;
}

/**
 * Groups of columns that could be a parcel number together, shortest first: block and lot; map, block and lot; with the
 * town before and the qualifier behind.
 */
export function numberParts(columns: readonly Column[]): string[][] {
  const find = columnFor(columns);
  const named = (meanings: readonly Meaning[]) => meanings.flatMap((meaning) => find(meaning) ?? []);
  const paper = named(PAPER_PARTS);
  const full = named(PARTS);
  const town = [find('town_code'), ...full].filter((name) => name !== undefined);
  const groups = [
    named(['block', 'lot']),
    named(['map', 'lot']),
    named(['block', 'lot', 'qualifier']),
    named(['map', 'block', 'lot']),
    full,
    town,
    paper.length >= 3 ? paper : [],
  ];
  const seen = new Set<string>();
  return groups.filter((group) => {
    const key = group.join('\n');
    if (group.length < 2 || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
