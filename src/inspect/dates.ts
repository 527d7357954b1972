/** How a column writes its dates, by the names that a source file uses. */
export const DATE_FORMS = [
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'YYYY/MM/DD',
  'MM-DD-YYYY',
  'DD-MON-YYYY',
  'YYYYMMDD',
  'MMDDYYYY',
  'epoch_ms',
  'epoch_s',
  'excel',
] as const;
export type DateForm = (typeof DATE_FORMS)[number];

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAY_MS = 86_400_000;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const FIRST = Date.UTC(1900, 0, 2);
const LAST = Date.UTC(2100, 0, 1);

const TIME = String.raw`(?:[T ]+\d{1,2}:\d{2}.*)?`;
type Order = readonly [year: number, month: number, day: number];

const WRITTEN: readonly (readonly [DateForm, RegExp, Order])[] = [
  ['YYYY-MM-DD', new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${TIME}$`), [1, 2, 3]],
  ['MM/DD/YYYY', new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${TIME}$`), [3, 1, 2]],
  ['YYYY/MM/DD', new RegExp(String.raw`^(\d{4})/(\d{1,2})/(\d{1,2})${TIME}$`), [1, 2, 3]],
  ['MM-DD-YYYY', new RegExp(String.raw`^(\d{1,2})-(\d{1,2})-(\d{4})${TIME}$`), [3, 1, 2]],
  ['DD-MON-YYYY', /^(\d{1,2})-([A-Z]{3})-(\d{4})$/, [3, 2, 1]],
  ['YYYYMMDD', /^(\d{4})(\d{2})(\d{2})(?:\.0*)?$/, [1, 2, 3]],
  ['MMDDYYYY', /^(\d{2})(\d{2})(\d{4})(?:\.0*)?$/, [3, 1, 2]],
];

function iso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return year >= 1700 && year < 2100 ? date.toISOString().slice(0, 10) : null;
}

function fromTime(time: number): string | null {
  return time >= FIRST && time < LAST ? new Date(time).toISOString().slice(0, 10) : null;
}

function fromNumber(text: string, form: DateForm): string | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return null;
  const number = Number(text);
  // Smaller numbers are money, areas and codes.
  if (form === 'epoch_ms') return Math.abs(number) >= 1e9 ? fromTime(number) : null;
  if (form === 'epoch_s') return Math.abs(number) >= 1e7 ? fromTime(number * 1000) : null;
  return number >= 10_000 && number < 80_000 ? fromTime(SERIAL_ZERO + Math.floor(number) * DAY_MS) : null;
}

/** The date `YYYY-MM-DD` that the text is in a form; null when it is none, or outside of 1700–2099. */
export function readDate(text: string, form: DateForm): string | null {
  const written = WRITTEN.find(([name]) => name === form);
  if (written === undefined) return fromNumber(text, form);
  const [, pattern, [year, month, day]] = written;
  const found = pattern.exec(text.toUpperCase());
  if (found === null) return null;
  const named = MONTHS.indexOf(found[month]!);
  const number = named < 0 ? Number(found[month]) : named + 1;
  return iso(Number(found[year]), number, Number(found[day]));
}
