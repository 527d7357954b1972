import type { Column } from '../readers/table.ts';
import { damagedAmong } from '../sources/damaged-numbers.ts';
import { type Candidate, says } from './candidates.ts';
import { type Evidence, LEAST_READ, percent, shareOf } from './look.ts';
import { readNames, type Said } from './names.ts';
import type { ColumnProfile } from './profile.ts';
import { equalShare } from './relations.ts';
import type { Meaning } from './vocabulary.ts';

/** The most numbers that may repeat: usually, and where condominiums repeat the number of their lot. */
export const MOST_REPEATED = 0.05;
export const MOST_STACKED = 0.2;
const SURELY_NOT = 0.6;
const SAME_NUMBER = 0.95;

/** Whether the column only counts the rows of its file. */
const countsRows = (profile: ColumnProfile, rows: number): boolean =>
  profile.counts && (profile.numbers?.most ?? Number.POSITIVE_INFINITY) <= 20 * rows + 1_000;

/**
 * Whether values can be parcel numbers: short, with digits, in few patterns, and nearly all different unless a parcel may
 * have several rows. Those of a column that is named so may have any signs.
 */
export function numberEvidence(
  { profile, values }: Candidate,
  rows: number,
  isUnique: boolean,
  isNamed: boolean,
): Evidence {
  const { repeated, count } = profile.distinct;
  const shape = shareOf(profile, isNamed ? 'any_number' : 'parcel_number');
  const different = `${percent(1 - repeated)} of its numbers occur in one row only`;
  const like = `${percent(shape)} of its values look like parcel numbers`;
  const no = (words: string): Evidence => ({ fit: 0, isVetoed: true, words });
  if (shape < 0.5) return no(like);
  const told = values.filter((value) => value !== null);
  if (damagedAmong(told).length > told.length * LEAST_READ) return no('a spreadsheet has changed its values');
  if (shareOf(profile, 'guid', 'latitude', 'longitude', 'street_address') > 0.5)
    return no('its values are something else');
  if (countsRows(profile, rows)) return no('it only numbers the rows of the file');
  const isFew = rows > 20 && count < rows * profile.filled * 0.2;
  if (isUnique && (repeated > SURELY_NOT || isFew)) return no(different);
  const isSteady = profile.stability >= 0.5 ? 1 : 0.8;
  const fit = Math.min(1, shape / 0.9) * Math.min(1, profile.filled / 0.9) * isSteady;
  const times = repeated <= MOST_REPEATED ? 1 - repeated : repeated <= MOST_STACKED ? 0.8 : 0.5;
  return { fit: isUnique ? fit * times : fit, isVetoed: false, words: isUnique ? different : like };
}

/** What two spellings of one number share: its letters and digits without zeros. */
const core = (text: string) => text.replace(/[^A-Z1-9]/gi, '').toUpperCase();

/** Whether two columns write the same numbers in two ways, such as `3-55-18` and `003 005501800`. */
export const sameNumber = (a: Candidate, b: Candidate): boolean =>
  (equalShare(a, b, core, 5_000, 1) ?? 0) >= SAME_NUMBER;

/** Whether most values have a separator, as printed numbers do. */
export const isPrinted = ({ profile, values }: Candidate): boolean =>
  (profile.shapes.number ?? 0) < 0.5 &&
  values.filter((value) => /\w[-.:/]\w/.test(value ?? '')).length > values.length / 2;

/** The best of several spellings of one number: the printed one, with separators, or else the one with the better name. */
export function preferred<T extends Candidate>(spellings: readonly T[]): T {
  const worth = (candidate: T) =>
    (isPrinted(candidate) ? 2 : 0) -
    (candidate.said.concepts.has('INDEX') || candidate.isIgnored ? 3 : 0) +
    (candidate.known?.has('parcel_id') ? 3 : 0) +
    says(candidate, 'parcel_id');
  return spellings.reduce((a, b) => (worth(b) > worth(a) ? b : a));
}

const PARTS = ['map', 'block', 'lot', 'qualifier'] as const;
const PAPER_PARTS = ['book', 'page', 'parcel_id', 'sub_parcel'] as const;
const LEAST = 0.6;

function columnFor(columns: readonly Column[], said: readonly Said[]) {
  return (meaning: Meaning): string | undefined => {
    let best: string | undefined;
    let most = LEAST;
    said.forEach(({ scores }, index) => {
      const score = scores.get(meaning) ?? 0;
      if (score > most) [best, most] = [columns[index]!.name, score];
    });
    return best;
  };
}

/** Beside block and lot, `QUAL` is their qualifier; elsewhere it says whether a sale is qualified. */
const shortQualifier = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ name }) => (/^qual(?:[ _]?code)?$/i.test(name) ? [name] : [])).slice(0, 1);

/**
 * Groups of columns that could be a parcel number together, shortest first: block and lot; map, block and lot; then also
 * with the qualifier and the town.
 */
export function numberParts(columns: readonly Column[]): string[][] {
  const find = columnFor(columns, readNames(columns));
  const isLot = find('block') !== undefined && find('lot') !== undefined;
  const named = (meanings: readonly Meaning[]) => [
    ...new Set(
      meanings.flatMap(
        (meaning) => find(meaning) ?? (meaning === 'qualifier' && isLot ? shortQualifier(columns) : []),
      ),
    ),
  ];
  const paper = named(PAPER_PARTS);
  const groups = [
    named(['block', 'lot']),
    named(['map', 'lot']),
    named(['block', 'lot', 'qualifier']),
    named(['map', 'block', 'lot']),
    named(PARTS),
    named(['town_code', ...PARTS]),
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
