import { readNumber } from '../domain/written-number.ts';
import { writtenArea } from '../sources/units.ts';
import { type Candidate, certaintyOf, type Desk, reasonOf } from './candidates.ts';
import { percent, shareOf } from './fits.ts';
import type { Unit } from './form.ts';
import type { TableProfile } from './profile.ts';
import type { FieldProposal } from './proposal.ts';
import { isZero } from './shapes.ts';
import { wordsOf } from './words.ts';

export const SQM_PER_ACRE = 4046.856;
const SQM: Readonly<Record<'acres' | 'sqft' | 'sqm', number>> = {
  acres: SQM_PER_ACRE,
  sqft: 0.092903,
  sqm: 1,
};
type AreaUnit = keyof typeof SQM;
const UNITS: readonly AreaUnit[] = ['acres', 'sqft', 'sqm'];
const FEWEST_POLYGONS = 5;

interface Measured {
  unit: AreaUnit;
  /** Whether the polygons bear the unit out. */
  sure: boolean;
  words: string;
}

/** The share of rows whose polygon has about the stated area, for each unit. */
function byPolygons(index: number, { sample }: TableProfile): Measured | null {
  const pairs = sample.flatMap(({ values, area }) => {
    const number = values[index] == null ? null : readNumber(values[index]);
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
  return {
    unit: best.unit,
    sure: true,
    words: `in ${best.unit} it is the area of the polygon in ${percent(best.share)} of rows`,
  };
}

/** The unit that most texts write behind their figures; null where most write none. */
function byTexts(index: number, { sample }: TableProfile): Measured | null {
  const texts = sample.flatMap(({ values }) => values[index] ?? []);
  const written = texts.flatMap((text) => writtenArea(text)?.unit ?? []);
  if (written.length === 0 || written.length < texts.length / 2) return null;
  const acres = written.filter((unit) => unit === 'acres').length;
  return {
    unit: acres > written.length / 2 ? 'acres' : 'sqft',
    sure: true,
    words: `${percent(written.length / texts.length)} of its values name their unit`,
  };
}

/**
 * Whether the rows where a size is zero are stacked: most have an outline of the same area as another row, as the parts of
 * a condominium have. They have no land of their own, so the area of the outline is not theirs.
 */
export function zeroIsStacked(index: number, { sample }: TableProfile): boolean {
  const rows = new Map<number, number>();
  for (const { area } of sample) if (area !== null) rows.set(area, (rows.get(area) ?? 0) + 1);
  const zeros = sample.filter(({ values, area }) => area !== null && isZero(values[index] ?? ''));
  const stacked = zeros.filter(({ area }) => rows.get(area!)! > 1);
  return zeros.length > 0 && stacked.length > zeros.length / 2;
}

/** The unit by the name and the size of the numbers: half of all lots are between 0.02 and 50 acres. */
function bySize({ name, profile }: Candidate, said: AreaUnit | null): Measured {
  const median = profile.numbers?.median ?? 0;
  const size = median < 300 ? 'acres' : 'sqft';
  const middle = `${median.toLocaleString('en-US', { maximumFractionDigits: 2 })} in the middle`;
  if (said === null) return { unit: size, sure: false, words: `${middle} is more like ${size}` };
  const fits = said === 'acres' ? median < 2_000 : median > 100;
  if (fits) return { unit: said, sure: true, words: `${middle}` };
  return { unit: size, sure: false, words: `named ${name}, but ${middle} is more like ${size}` };
}

function unitSaid(name: string, alias: string | null): AreaUnit | null {
  const words = [name, alias ?? ''].flatMap((text) => wordsOf(text).words);
  if (words.includes('ACRES')) return 'acres';
  return words.includes('SQFT') || (words.includes('SQUARE') && words.includes('FEET')) ? 'sqft' : null;
}

interface Area extends Candidate {
  measured: Measured;
}

/** Deeded or assessed acres first, those that a map gives last; a column that is mostly zero comes after all. */
function preference({ name, profile, score, measured }: Area): number {
  const { words } = wordsOf(name);
  const told = profile.filled * (1 - profile.zeros);
  return (
    score +
    (told > 0.5 ? 2 : 0) +
    (measured.sure ? 0.3 : 0) -
    (words.includes('CALC') ? 0.1 : 0) -
    (words.includes('SHAPE') ? 1 : 0)
  );
}

function proposalOf(field: 'acreage' | 'lot_sqft', areas: readonly Area[], desk: Desk): FieldProposal[] {
  const [best, ...others] = areas;
  if (best === undefined) return [];
  const own: AreaUnit = field === 'acreage' ? 'acres' : 'sqft';
  const unit: { unit?: Unit } = best.measured.unit === own ? {} : { unit: best.measured.unit };
  const certainty = best.measured.sure ? certaintyOf(best, [], desk) : 'likely';
  return [
    {
      field,
      form: { column: best.name, ...unit },
      certainty,
      reason: `${reasonOf(best)}; ${best.measured.words}`,
      runnersUp: others.map((other) => ({
        columns: [other.name],
        reason: `${other.by}; ${other.measured.words}`,
      })),
    },
  ];
}

/**
 * The area of the lot, its unit told by the polygons, else by the name and the size of the numbers. Columns of the shape
 * itself count only where there is no polygon to measure.
 */
export function proposeAreas(desk: Desk, hasPolygons: boolean): FieldProposal[] {
  const shapes = hasPolygons ? [] : desk.candidates('shape_area').map((one) => ({ ...one, score: 0.5 }));
  const all = [...desk.candidates('acreage'), ...desk.candidates('lot_sqft'), ...shapes].filter(
    ({ profile }) => shareOf(profile, 'number', 'area', 'comma_decimal') >= 0.8,
  );
  const seen = new Set<number>();
  const areas = all.flatMap((candidate): Area[] => {
    if (seen.has(candidate.index)) return [];
    seen.add(candidate.index);
    const said = unitSaid(candidate.name, candidate.profile.column.alias);
    const { index } = candidate;
    const measured =
      byTexts(index, desk.profile) ?? byPolygons(index, desk.profile) ?? bySize(candidate, said);
    return [
      {
        ...candidate,
        verdict: {
          ...candidate.verdict,
          fit: 'strong',
          words: `${percent(shareOf(candidate.profile, 'number', 'area'))} of its values are numbers`,
        },
        measured,
      },
    ];
  });
  areas.sort((a, b) => preference(b) - preference(a));
  return [
    ...proposalOf(
      'acreage',
      areas.filter(({ measured }) => measured.unit === 'acres'),
      desk,
    ),
    ...proposalOf(
      'lot_sqft',
      areas.filter(({ measured }) => measured.unit !== 'acres'),
      desk,
    ),
  ];
}
