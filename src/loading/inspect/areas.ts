import { readNumber } from '../../domain/written-number.ts';
import { writtenArea } from '../sources/units.ts';
import type { Candidate } from './candidates.ts';
import { percent } from './look.ts';
import type { TableProfile } from './profile.ts';
import { isZero } from './shapes.ts';

const SQM = { acres: 4046.856, sqft: 0.092903, sqm: 1 } as const;
export type AreaUnit = keyof typeof SQM;
const UNITS: readonly AreaUnit[] = ['acres', 'sqft', 'sqm'];
const FEWEST_POLYGONS = 5;

export interface Measured {
  unit: AreaUnit;
  /** Whether polygons, the values themselves or the name confirm the unit. */
  sure: boolean;
  /** Whether the polygons do. */
  isMapped: boolean;
  words: string;
}

/** The unit in which most values are about the area of the row's polygon; null where none is. */
function byPolygons({ values }: Candidate, { sample }: TableProfile): Measured | null {
  const pairs = sample.flatMap(({ area }, row) => {
    const number = values[row] == null ? null : readNumber(values[row]);
    return number !== null && number > 0 && area !== null && area > 0 ? [{ number, area }] : [];
  });
  if (pairs.length < FEWEST_POLYGONS) return null;
  const shares = UNITS.map((unit) => {
    const near = pairs.filter(({ number, area }) => {
      const ratio = (number * SQM[unit]) / area;
      return ratio > 0.8 && ratio < 1.25;
    });
    return { unit, share: near.length / pairs.length };
  });
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
  if (best.share < 0.5) return null;
  const words = `in ${best.unit} it is the area of the polygon in ${percent(best.share)} of rows`;
  return { unit: best.unit, sure: true, isMapped: true, words };
}

/** The unit that most values have after the figure; null where most have none. */
function byTexts({ values }: Candidate): Measured | null {
  const texts = values.filter((value) => value !== null);
  const written = texts.flatMap((text) => writtenArea(text)?.unit ?? []);
  if (written.length === 0 || written.length < texts.length / 2) return null;
  const acres = written.filter((unit) => unit === 'acres').length;
  const words = `${percent(written.length / texts.length)} of its values name their unit`;
  return { unit: acres > written.length / 2 ? 'acres' : 'sqft', sure: true, isMapped: false, words };
}

/** The unit by the name and the size of the numbers: half of all lots are between 0.02 and 50 acres. */
function bySize({ profile, form, said: { concepts } }: Candidate): Measured {
  const said: AreaUnit | null = concepts.has('ACRES')
    ? 'acres'
    : concepts.has('SQFT') || (concepts.has('SQUARE') && concepts.has('FEET'))
      ? 'sqft'
      : null;
  const median = profile.numbers?.median ?? 0;
  const isWhole = (profile.shapes.integer ?? 0) > 0.9;
  // Whole numbers, some of them large, are square feet, even where most are placeholders such as 1.
  const size = median < 300 && !(isWhole && (profile.numbers?.most ?? 0) > 20_000) ? 'acres' : 'sqft';
  const middle = `a median of ${median.toLocaleString('en-US', { maximumFractionDigits: 2 })}`;
  if (said === null) {
    const sure = isWhole ? median > 1_500 : median > 0.01 && median < 40;
    return { unit: size, sure, isMapped: false, words: `${middle} is more like ${size}` };
  }
  const fits = said === 'acres' ? median < 2_000 : median > 100;
  if (fits) return { unit: said, sure: true, isMapped: false, words: middle };
  const name = 'column' in form ? form.column : '';
  return {
    unit: size,
    sure: false,
    isMapped: false,
    words: `named ${name}, but ${middle} is more like ${size}`,
  };
}

/** The unit of a column of areas, by its texts or the polygons, or else by its name and the size of the numbers. */
export const measured = (candidate: Candidate, profile: TableProfile): Measured =>
  byTexts(candidate) ?? byPolygons(candidate, profile) ?? bySize(candidate);

/**
 * Whether the rows where a size is zero are stacked: most have an outline of the same area as another row, as the units of a
 * condominium do. They have no land of their own, so the area of the outline is not theirs.
 */
export function zeroIsStacked({ values }: Candidate, { sample }: TableProfile): boolean {
  const rows = new Map<number, number>();
  for (const { area } of sample) if (area !== null) rows.set(area, (rows.get(area) ?? 0) + 1);
  const zeros = sample.filter(({ area }, row) => area !== null && isZero(values[row] ?? ''));
  const stacked = zeros.filter(({ area }) => rows.get(area!)! > 1);
  return zeros.length > 0 && stacked.length > zeros.length / 2;
}
