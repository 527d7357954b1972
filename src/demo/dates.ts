/** Days since 1970-01-01 of a calendar day; `month` is 1–12. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/** The newest day in the demo data. It is fixed, so the data never changes. */
export const LAST_DAY = dayOf(2026, 9, 30);

/** The calendar year of a day number. */
export function yearOf(day: number): number {
  return new Date(day * 86_400_000).getUTCFullYear();
}

/** `YYYY-MM-DD` of a day number. */
export function isoDay(day: number): string {
  // Civil-from-days (Howard Hinnant): several times faster than Date#toISOString.
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor(
    (doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365,
  );
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const d = doy - Math.floor((153 * mp + 2) / 5) + 1;
  const m = mp < 10 ? mp + 3 : mp - 9;
  const y = yoe + era * 400 + (m <= 2 ? 1 : 0);
  return `${y}-${m < 10 ? '0' : ''}${m}-${d < 10 ? '0' : ''}${d}`;
}
