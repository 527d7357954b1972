import { DATE_FORMS, type DateForm, otherOrder } from '../../domain/written-date.ts';
import { evidence, LEAST_READ, type Look, percent, shareOf, vetoed } from './look.ts';
import type { ColumnProfile } from './profile.ts';

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
    const found = evidence(share, 1, LEAST_READ, words);
    return !isRecent && rows > 50 && profile.distinct.count <= 2 ? { ...found, fit: 0.1 } : found;
  };

export interface DatesFound {
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
  const found = dateFormOf(profile);
  const share = found?.share ?? 0;
  return evidence(
    share,
    0.95,
    0.5,
    `${percent(share)} of its values are dates${found ? ` (${found.form})` : ''}`,
  );
};

/** Dates of sales are spread over years; the day on which a file was made or loaded is in most rows. */
export const spreadDate: Look = (profile, rows) => {
  const found = date(profile, rows);
  const most = profile.values?.[0]?.[1] ?? 0;
  const sameDay = rows > 30 && (profile.distinct.count <= 3 || most > rows * profile.filled * 0.6);
  return !found.isVetoed && sameDay && profile.judged > 20
    ? vetoed('most rows have the same day, as when a file is loaded')
    : found;
};

/** Dates in an extract may be few. Where all are the same, it is a day's report, or the day on which a file was loaded. */
export const day: Look = (profile, rows) => {
  const found = date(profile, rows);
  return rows > 30 && profile.distinct.count === 1 ? { ...found, fit: found.fit * 0.5 } : found;
};
