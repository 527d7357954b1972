/** Days since 1970-01-01 of a calendar day; `month` is 1–12. */
export const dayOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / 86_400_000;

/** The newest day in the demo data. It is fixed, so the data never changes. */
export const LAST_DAY = dayOf(2026, 9, 30);

/** The calendar year of a day number. */
export const yearOf = (day: number): number => new Date(day * 86_400_000).getUTCFullYear();

/** `YYYY-MM-DD` of a day number. */
export const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
