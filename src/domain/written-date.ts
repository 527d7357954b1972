import { readNumber } from './written-number.ts';

/** The forms of dates that publishers use, by the names that a source file gives them; what is mistaken least comes first. */
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
  'YYYYMMDD',
  'MMDDYYYY',
  'DDMMYYYY',
  'epoch_ms',
  'epoch_s',
  'excel',
] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/** Reads a text of one form as `YYYY-MM-DD`, whether there is such a day or not; zeros are blank, other text is null. */
export type ReadDate = (text: string) => string | null;

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;
const TOKEN = /YYYY|YY|MON|MM|DD/g;
const SEPARATORS = /^[-/. ]*$/;
const TIME = String.raw`(?:[T ] *\d{1,2}:\d{2}.*)?`;
const ZERO = /^0+(?:\.0+)?$/;
const WRITTEN_OUT = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER';
const MONTHS = WRITTEN_OUT.split(' ');
const DAY_MS = 86_400_000;
const LAST_MS = 8_640_000_000_000_000;
// Serial 0 of a spreadsheet, which counts 29 February 1900: right from March 1900 on.
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const FIRST_RIGHT_SERIAL = 61;
const LAST_SERIAL = 2_958_465;

/** The day of a text `YYYY-MM-DD`, perhaps with a time after it; null for any other. */
export const readIsoDate: ReadDate = (text) => ISO.exec(text)?.[1] ?? null;

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

/** The pattern of a form: months and days may lack their zero where something stands between them. */
function patternOf(form: string): RegExp | null {
  const names = form.match(TOKEN) ?? [];
  const once = (...wanted: string[]) => names.filter((name) => wanted.includes(name)).length === 1;
  if (!once('YYYY', 'YY') || !once('MM', 'MON') || !once('DD')) return null;
  const between = form.split(TOKEN);
  if (!between.every((text) => SEPARATORS.test(text))) return null;
  const isApart = between.slice(1, -1).every((text) => text !== '');
  const digits = isApart ? '{1,2}' : '{2}';
  const pieces: Record<string, string> = {
    YYYY: String.raw`(?<year>\d{4})`,
    YY: String.raw`(?<year>\d{2})`,
    MM: String.raw`(?<month>\d${digits})`,
    MON: '(?<month>[A-Za-z]{3,9})',
    DD: String.raw`(?<day>\d${digits})`,
  };
  const body = form.replace(TOKEN, (name) => pieces[name]!).replaceAll('.', '[.]');
  // Figures alone may come out of a column of numbers.
  return new RegExp(`^${body}${isApart ? TIME : `(?:[.]0*|${TIME})`}$`);
}

function monthOf(published: string): string | null {
  if (/^\d/.test(published)) return published;
  const at = MONTHS.findIndex((name) => name.startsWith(published.toUpperCase()));
  return at < 0 ? null : String(at + 1);
}

/** Of two digits, a year up to this one. */
function yearOf(published: string, thisYear: number): string {
  if (published.length === 4) return published;
  const inCentury = thisYear - (thisYear % 100) + Number(published);
  return String(inCentury <= thisYear ? inCentury : inCentury - 100);
}

function fromPattern(pattern: RegExp, thisYear: number): ReadDate {
  return (text) => {
    const found = pattern.exec(text)?.groups;
    if (!found) return null;
    const { year = '', month = '', day = '' } = found;
    const number = monthOf(month);
    if (number === null) return null;
    return `${yearOf(year, thisYear)}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
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
 * A reader of the dates of a form: `YYYY` or `YY`, `MM` or `MON`, and `DD` in any order, perhaps with a time after them;
 * `epoch_ms`, `epoch_s` (UTC) and `excel` (serial days). Two digits are a year up to this one. Null for a form that is none.
 */
export function dateReader(form: string, thisYear = new Date().getUTCFullYear()): ReadDate | null {
  const read = readerOf(form, thisYear);
  return read && ((text) => (ZERO.test(text) ? '' : read(text)));
}

/** The form in which the same figures are another day: `DD/MM/YYYY` for `MM/DD/YYYY`. Itself where there is none. */
export const otherOrder = (form: string): string =>
  /MM\W?DD|DD\W?MM/.test(form) && !form.startsWith('YY')
    ? form.replace(/MM|DD/g, (token) => (token === 'MM' ? 'DD' : 'MM'))
    : form;

/** Days that stand for "none" in databases and spreadsheets. */
const PLACEHOLDERS = new Set([
  '0000-00-00',
  '0001-01-01',
  '1753-01-01',
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '9999-12-31',
]);
const EARLIEST = '1700-01-01';

export type DateFault = 'no_such_date' | 'placeholder_date' | 'too_early';

/** Why a day `YYYY-MM-DD` cannot be one of a record's; null when it can. */
export function dateFault(day: string): DateFault | null {
  if (PLACEHOLDERS.has(day)) return 'placeholder_date';
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (month < 1 || month > 12 || date < 1) return 'no_such_date';
  if (date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return 'no_such_date';
  return day < EARLIEST ? 'too_early' : null;
}
