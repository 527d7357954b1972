import { numberOrder } from './recorded-number.ts';

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
