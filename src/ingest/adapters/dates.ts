const US_DATE = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s|$)/;
const SERIAL = /^\d+(?:\.\d+)?$/;
const DAY_MS = 86_400_000;
// Serial 0 of a spreadsheet, which counts 29 February 1900: right from March 1900 on.
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const FIRST_RIGHT_SERIAL = 61;
const LAST_SERIAL = 2_958_465;

/** `M/D/YYYY`, perhaps with a time, as `YYYY-MM-DD`; other text unchanged, so that it is counted as nulled. */
export function isoDate(published: string): string {
  const match = US_DATE.exec(published);
  if (!match) return published;
  return `${match[3]}-${match[1]!.padStart(2, '0')}-${match[2]!.padStart(2, '0')}`;
}

/** A spreadsheet's serial day (`40701.50935`) as `YYYY-MM-DD`; 0 is blank, any other text is unchanged. */
export function serialDate(published: string): string {
  if (!SERIAL.test(published)) return isoDate(published);
  const serial = Math.floor(Number(published));
  if (serial === 0) return '';
  if (serial < FIRST_RIGHT_SERIAL || serial > LAST_SERIAL) return published;
  return new Date(SERIAL_ZERO + serial * DAY_MS).toISOString().slice(0, 10);
}
