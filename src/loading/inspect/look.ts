import { DATE_FORMS, type DateForm, otherOrder } from '../../domain/written-date.ts';
import type { ColumnProfile } from './profile.ts';
import type { ShapeName } from './shapes.ts';

/** What the values of a column show for one meaning. */
export interface Evidence {
  /** How well they fit, 0–1. */
  fit: number;
  /** Whether they rule it out, whatever the name says. */
  isVetoed: boolean;
  /** Whether too few of them can be read as the meaning. */
  isUnread?: boolean;
  /** The end of a sentence: `97 % of its values read as names of people or firms`. */
  words: string;
}

export type Look = (profile: ColumnProfile, rows: number) => Evidence;

/** A column of which fewer values can be read as what it is called is something else. */
export const LEAST_READ = 0.5;

export const figure = (number: number): string => number.toLocaleString('en-US');

export const percent = (share: number): string =>
  share > 0 && share < 0.005
    ? 'under 1 %'
    : share < 1 && share > 0.995
      ? 'over 99 %'
      : `${Math.round(share * 100)} %`;

export const shareOf = ({ shapes }: ColumnProfile, ...names: ShapeName[]): number =>
  Math.min(
    1,
    names.reduce((sum, name) => sum + (shapes[name] ?? 0), 0),
  );

/** The share of the filled values that are figures of these shapes, with zeros. */
export const figuresOf = (profile: ColumnProfile, ...names: ShapeName[]): number =>
  profile.zeros + (1 - profile.zeros) * shareOf(profile, ...names);

/** Evidence from a share of values: `usual` or more is a full fit, less than `least` rules the meaning out. */
export const evidence = (share: number, usual: number, least: number, words: string): Evidence => ({
  fit: Math.min(1, share / usual),
  isVetoed: share < least,
  isUnread: share < least,
  words,
});
export const vetoed = (words: string): Evidence => ({ fit: 0, isVetoed: true, words });

export const looks =
  (what: string, usual: number, least: number, ...names: ShapeName[]): Look =>
  (profile) => {
    const share = shareOf(profile, ...names);
    return evidence(share, usual, least, `${percent(share)} of its values read as ${what}`);
  };

export const countOf = ({ distinct: { count } }: ColumnProfile) =>
  count === 1 ? 'one value' : `${figure(count)} different values`;

/** Whether a column has hardly anything but years. */
export const isYears = (profile: ColumnProfile) =>
  shareOf(profile, 'year') >= 0.95 &&
  profile.numbers !== null &&
  profile.numbers.most - profile.numbers.least < 400;

/** Years: of a tax roll, which are few and recent, or of any kind. */
export const year =
  (isRecent: boolean): Look =>
  (profile, rows) => {
    const share = shareOf(profile, 'year', 'year_with_comma');
    const words = `${percent(share)} of its values are years`;
    const { least, most: newest } = profile.numbers ?? { least: 0, most: 0 };
    const few =
      newest >= new Date().getUTCFullYear() - 15 &&
      (profile.distinct.count <= 5 || (profile.distinct.count <= 12 && newest - least <= 20));
    if (isRecent && share >= 0.8 && !few) return vetoed('its values are years of many decades');
    const look = evidence(share, 1, LEAST_READ, words);
    return !isRecent && rows > 50 && profile.distinct.count <= 2 ? { ...look, fit: 0.1 } : look;
  };

interface DatesFound {
  form: DateForm;
  share: number;
}

/** The form in which most values are dates; null when hardly any are. The month comes before the day unless values show otherwise. */
export function dateFormOf({ shapes }: Pick<ColumnProfile, 'shapes'>): DatesFound | null {
  let best: DatesFound | null = null;
  for (const form of DATE_FORMS) {
    const share = shapes[`date:${form}`] ?? 0;
    const isTwin: boolean = best !== null && form === otherOrder(best.form);
    // Earlier forms are preferred: they are the ones that other values look like least.
    if (share > (best?.share ?? 0) + (isTwin ? 0 : 0.02)) best = { form, share };
  }
  return best;
}

export const date: Look = (profile) => {
  const dates = dateFormOf(profile);
  const share = dates?.share ?? 0;
  return evidence(
    share,
    0.95,
    0.5,
    `${percent(share)} of its values are dates${dates ? ` (${dates.form})` : ''}`,
  );
};

/** Dates of sales are spread over years; the day on which a file was made or loaded is in most rows. */
export const spreadDate: Look = (profile, rows) => {
  const look = date(profile, rows);
  const most = profile.values?.[0]?.[1] ?? 0;
  const sameDay = rows > 30 && (profile.distinct.count <= 3 || most > rows * profile.filled * 0.6);
  return !look.isVetoed && sameDay && profile.judged > 20
    ? vetoed('most rows have the same day, as when a file is loaded')
    : look;
};

/** Dates in an extract may be few. Where all are the same, it is a day's report, or the day on which a file was loaded. */
export const day: Look = (profile, rows) => {
  const look = date(profile, rows);
  return rows > 30 && profile.distinct.count === 1 ? { ...look, fit: look.fit * 0.5 } : look;
};
