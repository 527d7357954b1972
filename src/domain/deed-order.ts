const DIGITS = /\d+/g;
const LONGEST_RUN = 99;

/** Whether a document or permit number is one: `0`, `000-000` and words without a digit are not. */
const isNumber = (number: string | null): number is string =>
  number !== null && /\d/.test(number) && /[1-9\p{L}]/u.test(number);

/**
 * What identifies a document or permit by its number. Many recorders and offices begin again each year, so the year of its
 * date belongs to the number; without a date, the number stands alone.
 * @param date `YYYY-MM-DD`
 * @returns null when `number` is not a number.
 */
export function numberAndYear(number: string | null, date: string | null): string[] | null {
  if (!isNumber(number)) return null;
  return date === null ? [number] : [number, date.slice(0, 4)];
}

/**
 * A text that sorts as a document or permit number does when its digits are read as numbers: each run of digits follows its
 * length. ASCII, so that Elasticsearch sorts it like JavaScript; empty when `number` is not a number.
 */
export function numberOrder(number: string | null): string {
  if (!isNumber(number)) return '';
  return number
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, '-')
    .replace(DIGITS, (run) => {
      const digits = run.replace(/^0+(?=\d)/, '');
      return String(Math.min(digits.length, LONGEST_RUN)).padStart(2, '0') + digits;
    });
}

/** What places a deed among those of its parcel: `YYYY-MM-DD`. */
export interface OrderedDeed {
  id: string;
  sale_date: string | null;
  recorded_date: string | null;
  document_number: string | null;
}

/** So much of an id orders the deeds without a number. */
const ID_LENGTH = 8;

/**
 * A text by which deeds sort from the oldest to the newest: by sale (else recorded) date, recorded date, and the document
 * number with its digits as numbers, or the id if there is no number. What is unknown comes first.
 */
export function deedOrder({ id, sale_date, recorded_date, document_number }: OrderedDeed): string {
  const number = numberOrder(document_number);
  const last = number === '' ? ` ${id.slice(0, ID_LENGTH)}` : number;
  return [sale_date ?? recorded_date ?? '', recorded_date ?? '', last].join(' ');
}

/** A text by which deeds sort in the order of recording: by recorded (else sale) date, then as `deedOrder`. Undated ones are last. */
export const recordingOrder = (deed: OrderedDeed): string =>
  `${deed.recorded_date ?? deed.sale_date ?? '9999'} ${deedOrder(deed)}`;

/** The same items, sorted by a text that is made of each once. */
export const sortedBy = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ item }) => item);
