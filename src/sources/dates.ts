import { serialDate } from '../ingest/adapters/dates.ts';

/** How dates may be written besides a form of year, month and day: `epoch_ms`, `epoch_s`, `excel`. */
const NAMED = ['epoch_ms', 'epoch_s', 'excel'] as const;
const TOKEN = /YYYY|MON|MM|DD/g;
const SEPARATORS = /^[-/. ]*$/;
const FIGURES = /^-?\d+(?:\.\d+)?$/;
const ZERO = /^0+(?:\.0+)?$/;
const DAY_END = 8_640_000_000_000_000;
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** Examples of what `dates` may say, for messages. */
export const DATE_FORMS: readonly string[] = [
  'YYYYMMDD',
  'MM/DD/YYYY',
  'YYYY/MM/DD',
  'DD-MON-YYYY',
  ...NAMED,
];

type ReadDate = (text: string) => string;

function fromEpoch(milliseconds: number): ReadDate {
  return (text) => {
    const time = FIGURES.test(text) ? Number(text) * milliseconds : Number.NaN;
    return Math.abs(time) <= DAY_END ? new Date(time).toISOString().slice(0, 10) : text;
  };
}

function monthOf(published: string): string | undefined {
  const named = MONTHS.indexOf(published.slice(0, 3).toUpperCase());
  return named < 0 ? undefined : String(named + 1);
}

/** The pattern of a form: months and days may lack their zero where something stands between them. */
function patternOf(form: string): RegExp | null {
  const names = form.match(TOKEN) ?? [];
  const once = (...wanted: string[]) => names.filter((name) => wanted.includes(name)).length === 1;
  if (!once('YYYY') || !once('MM', 'MON') || !once('DD')) return null;
  const between = form.split(TOKEN);
  if (!between.every((text) => SEPARATORS.test(text))) return null;
  const digits = between.slice(1, -1).every((text) => text !== '') ? '{1,2}' : '{2}';
  const pieces: Record<string, string> = {
    YYYY: String.raw`(?<year>\d{4})`,
    MM: String.raw`(?<month>\d${digits})`,
    MON: '(?<month>[A-Za-z]{3,9})',
    DD: String.raw`(?<day>\d${digits})`,
  };
  const body = form.replace(TOKEN, (name) => pieces[name]!).replaceAll('.', '[.]');
  return new RegExp(`^${body}(?:[T ].*)?$`);
}

/**
 * A reader of published dates to `YYYY-MM-DD`, by their form: `YYYY`, `MM` or `MON`, and `DD` in any order, perhaps with a
 * time after them; `epoch_ms`, `epoch_s` (UTC) and `excel` (serial days). Text of another form stays as it is, so that it
 * is counted as nulled; zeros are blank. Null for a form that is none.
 */
export function dateReader(form: string): ReadDate | null {
  const read = readerOf(form);
  return read && ((published) => (ZERO.test(published) ? '' : read(published)));
}

function readerOf(form: string): ReadDate | null {
  if (form === 'epoch_ms') return fromEpoch(1);
  if (form === 'epoch_s') return fromEpoch(1_000);
  if (form === 'excel') return serialDate;
  const pattern = patternOf(form);
  if (pattern === null) return null;
  return (text) => {
    const found = pattern.exec(text)?.groups;
    if (!found) return text;
    const { year, month = '', day = '' } = found;
    const number = /^\d/.test(month) ? month : monthOf(month);
    return number === undefined ? text : `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
  };
}
