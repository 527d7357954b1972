import { readNumber } from './written-number.ts';

/** The forms of dates that publishers use, by their names in source files; the least ambiguous come first. */
export const DATE_FORMS = [
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'YYYY/MM/DD',
  'MM-DD-YYYY',
  'DD-MM-YYYY',
  'DD-MON-YYYY',
  'MM/DD/YY',
  'DD/MM/YY',
  'DD-MON-YY',
  'MON DD YYYY',
  'YYYYMMDD',
  'MMDDYYYY',
  'DDMMYYYY',
  'epoch_ms',
  'epoch_s',
  'excel',
  'MMDDYY',
  'YYMMDD',
  'DDMMYY',
  'CYYMMDD',
  'YYYY-MM',
  'YYYY-MMDD',
  'MM/YYYY',
  'YYYYMM',
  'YYYY',
] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/**
 * Reads a text of one form as `YYYY-MM-DD`, even if there is no such day; the first day where the form has none. Zeros
 * are `0000-00-00`, which stands for "no date"; other text is null.
 */
export type ReadDate = (text: string) => string | null;

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;
const TOKEN = /YYYY|YY|CC|C|MON|MM|DD/g;
const SEPARATORS = /^[-/., ]*$/;
const TIME = String.raw`(?:[T ] *\d{1,2}:\d{2}.*)?`;
/** A day that stands for "no date". */
export const NO_DATE = '0000-00-00';
/** `0`, `00000000`, `0.0`, `0 0`, `00/00/0000`, `0000-00-00 00:00:00`; the time of a spreadsheet's day zero. */
const ZERO = /^(?:0[0\s./:T-]*|12:00(?::00)? ?AM)$/i;
const WRITTEN_OUT = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER';
const MONTHS = WRITTEN_OUT.split(' ');
const DAY_MS = 86_400_000;
const LAST_MS = 8_640_000_000_000_000;
// Serial 0 of a spreadsheet, which counts 29 February 1900: right from March 1900 on.
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const FIRST_RIGHT_SERIAL = 61;
const LAST_SERIAL = 2_958_465;

const orZero =
  (read: ReadDate): ReadDate =>
  (text) =>
    ZERO.test(text) ? NO_DATE : read(text);

/** The day of a text `YYYY-MM-DD`, with or without a time after it. */
export const readIsoDate: ReadDate = orZero((text) => ISO.exec(text)?.[1] ?? null);

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function fromEpoch(milliseconds: number): ReadDate {
  return (text) => {
    const time = (readNumber(text) ?? Number.NaN) * milliseconds;
    return Math.abs(time) <= LAST_MS ? dayOf(time) : null;
  };
}

const fromSerial: ReadDate = (text) => {
  const serial = Math.floor(readNumber(text) ?? Number.NaN);
  return serial >= FIRST_RIGHT_SERIAL && serial <= LAST_SERIAL ? dayOf(SERIAL_ZERO + serial * DAY_MS) : null;
};

/** The pattern of what separates the pieces of a form: a blank may have a comma before it. */
const separatorOf = (text: string): string =>
  text === ' ' ? '(?: +|, *)' : text.replaceAll('.', '[.]').replaceAll(' ', ' *');

/** Whether a form has a year, and no piece twice. A day needs a month, and a century needs a `YY`. */
function isForm(names: readonly string[]): boolean {
  const times = (...wanted: string[]) => names.filter((name) => wanted.includes(name)).length;
  const [years, months, days] = [times('YYYY', 'YY'), times('MM', 'MON'), times('DD')];
  if (years !== 1 || months > 1 || days > months) return false;
  const centuries = times('CC', 'C');
  return centuries === 0 || (centuries === 1 && names.includes('YY'));
}

/**
 * The pattern of a form. Months and days may lack their leading zero after a separator, and at the beginning, since a column
 * of numbers drops its zero.
 */
function patternOf(form: string): RegExp | null {
  const names: readonly string[] = form.match(TOKEN) ?? [];
  const between = form.split(TOKEN);
  if (!isForm(names) || !between.every((text) => SEPARATORS.test(text))) return null;
  const isApart = between.slice(1, -1).every((text) => text !== '');
  const pointZero = isApart && !form.includes('.') ? '(?:[.]0+)?' : '';
  const pieceOf = (name: string, at: number): string => {
    const digits = at === 0 || between[at] !== '' ? '{1,2}' : '{2}';
    const pieces: Record<string, string> = {
      YYYY: String.raw`(?<year>\d{4})`,
      YY: String.raw`(?<year>\d${digits})`,
      CC: '(?<century>1[6-9]|20)',
      C: '(?<century>[01]?)',
      MON: '(?<month>[A-Za-z]{3,9})[.]?',
      MM: String.raw`(?<month>\d${digits})`,
      DD: String.raw`(?<day>\d${digits})`,
    };
    return pieces[name]! + (name === 'MON' ? '' : pointZero);
  };
  const body = names.map((name, at) => separatorOf(between[at]!) + pieceOf(name, at)).join('');
  const time = names.includes('DD') ? TIME : '';
  const end = isApart && names.length > 1 ? time : `(?:[.]0*|${time})`;
  return new RegExp(`^${body}${separatorOf(between.at(-1)!)}${end}$`);
}

function monthOf(published: string): string | null {
  if (/^\d/.test(published)) return published;
  const at = MONTHS.findIndex((name) => name.startsWith(published.toUpperCase()));
  return at < 0 ? null : String(at + 1);
}

/** The year in four digits. A century is its first two digits, or 0 for 19 and 1 for 20; without one, a year up to this. */
function yearOf(published: string, century: string | undefined, thisYear: number): string {
  if (published.length === 4) return published;
  const years = published.padStart(2, '0');
  if (century !== undefined)
    return century.length === 2 ? century + years : (century === '1' ? '20' : '19') + years;
  const inCentury = thisYear - (thisYear % 100) + Number(published);
  return String(inCentury <= thisYear ? inCentury : inCentury - 100);
}

function fromPattern(pattern: RegExp, thisYear: number): ReadDate {
  return (text) => {
    const found = pattern.exec(text)?.groups;
    if (!found) return null;
    const { year = '', century, month = '1', day = '1' } = found;
    const number = monthOf(month);
    if (number === null) return null;
    const beginning = `${yearOf(year, century, thisYear)}-${number.padStart(2, '0')}-`;
    // Assessors write a day of zero where they know only the month.
    const isMonth = Number(day) === 0 && dateFault(`${beginning}01`) === null;
    return isMonth ? `${beginning}01` : beginning + day.padStart(2, '0');
  };
}

function readerOf(form: string, thisYear: number): ReadDate | null {
  if (form === 'epoch_ms') return fromEpoch(1);
  if (form === 'epoch_s') return fromEpoch(1_000);
  if (form === 'excel') return fromSerial;
  const pattern = patternOf(form);
  return pattern && fromPattern(pattern, thisYear);
}

/**
 * A reader of the dates of a form: `YYYY` or `YY`, perhaps `MM` or `MON`, and `DD`, in any order, with a time after them;
 * `CC` is the century of a `YY` (19, 20), and `C` counts it from 19 (0, 1). `epoch_ms`, `epoch_s` (UTC) and `excel` are
 * numbers. Two digits alone are a year up to this one; a day of zero is the first. Null for text that is not a form.
 */
export function dateReader(form: string, thisYear = new Date().getUTCFullYear()): ReadDate | null {
  const read = readerOf(form, thisYear);
  return read && orZero(read);
}

/** The form in which the same digits are another day: `DD/MM/YYYY` for `MM/DD/YYYY`. The same form where there is none. */
export const otherOrder = (form: string): string =>
  /MM\W?DD|DD\W?MM/.test(form) && !form.startsWith('YY')
    ? form.replace(/MM|DD/g, (token) => (token === 'MM' ? 'DD' : 'MM'))
    : form;

/** Days that stand for "none" in databases and spreadsheets, besides those of the year 9999. */
const PLACEHOLDERS = new Set([
  ...[NO_DATE, '0001-01-01', '1111-11-11', '1753-01-01', '1899-12-30', '1899-12-31'],
  // A spreadsheet shows its day zero as 1/0/1900.
  ...['1900-00-00', '1900-00-01', '1900-01-00', '1900-01-01'],
]);
const EARLIEST = '1700-01-01';

export type DateFault = 'no_such_date' | 'placeholder_date' | 'too_early';

/** Why a day `YYYY-MM-DD` cannot be one of a record's; null when it can. */
export function dateFault(day: string): DateFault | null {
  if (PLACEHOLDERS.has(day) || day.startsWith('9999')) return 'placeholder_date';
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (month < 1 || month > 12 || date < 1) return 'no_such_date';
  if (date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return 'no_such_date';
  return day < EARLIEST ? 'too_early' : null;
}
