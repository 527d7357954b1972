import type { Deed } from '../../records/schemas/deed.ts';
import type { Parcel } from '../../records/schemas/parcel.ts';
import type { Permit } from '../../records/schemas/permit.ts';

/** The most bytes of an answer: some 6,000 tokens. */
export const MOST_BYTES = 20_000;
/** In characters; longer texts are cut and end in `…`. */
const LONGEST_TEXT = 300;
const LONGEST_LIST = 10;
/** Bytes for the notes about what was left out. */
const NOTES_BYTES = 1_000;

export interface Found {
  about: Record<string, unknown>;
  /** By name of the list; the most important rows first. */
  lists?: Record<string, object[]>;
  next_cursor?: string | null;
}

/** A value without its unknown parts, and with long texts and lists cut. */
export function compact(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, LONGEST_LIST).map(compact);
    return value.length > LONGEST_LIST ? [...kept, `… ${value.length - LONGEST_LIST} more`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(known.map(([key, part]) => [key, compact(part)]));
}

/** Rows without their unknown parts, and with long texts and lists cut. */
export const compactRows = (rows: readonly object[]): object[] => rows.map((row) => compact(row) as object);

/** Some fields of a row, without the unknown ones. */
export function pick<R extends object>(row: R, fields: readonly (keyof R)[]): object {
  return compact(Object.fromEntries(fields.map((field) => [field, row[field]]))) as object;
}

const PARCEL = [
  'id',
  'address',
  'location',
  'owner_name',
  'entity_type',
  'absentee_owner',
  'mailing_state',
  'total_assessed_value',
  'land_use',
  'zoning_category',
  'acreage',
  'building_sqft',
  'year_built',
  'sale_price',
  'sale_date',
  'latest_grantee',
  'latest_deed_date',
  'deal_score',
] as const satisfies (keyof Parcel)[];

const DEED = [
  'recorded_date',
  'sale_date',
  'sale_price_usd',
  'grantor',
  'grantee',
  'document_type',
  'is_arm_length',
  'arm_length_reasons',
  'document_number',
] as const satisfies (keyof Deed)[];

const PERMIT = [
  'permit_number',
  'permit_type',
  'permit_status',
  'filed_date',
  'issued_date',
  'completed_date',
  'description',
  'estimated_cost',
  'contractor_name',
  'jurisdiction_id',
] as const satisfies (keyof Permit)[];

type Some<R, K extends keyof R> = Pick<R, K>;

/** The fields of a parcel that a list shows. */
export const parcelRow = (parcel: Some<Parcel, (typeof PARCEL)[number]>) => pick(parcel, PARCEL);
/** The fields of a deed that a list shows. */
export const deedRow = (deed: Some<Deed, (typeof DEED)[number]>) => pick(deed, DEED);
/** The fields of a permit that a list shows. */
export const permitRow = (permit: Some<Permit, (typeof PERMIT)[number]>) => pick(permit, PERMIT);

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

function fitting(rows: object[], bytes: number): object[] {
  let size = 0;
  const end = rows.findIndex((row) => {
    size += sizeOf(row) + 1;
    return size > bytes;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

function cutText(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD+$/, '');
}

/**
 * The answer as JSON of at most `MOST_BYTES`. Rows that do not fit are left out, from the end of the last list, and
 * `notes` say so. `next_cursor` is present only when every row before it is.
 */
export function toText({ about, lists = {}, next_cursor }: Found): string {
  const notes: string[] = [];
  const head = compact(about) as object;
  let left = MOST_BYTES - NOTES_BYTES - sizeOf(head) - (next_cursor?.length ?? 0);
  const shown: Record<string, object[]> = {};
  let whole = true;
  for (const [name, rows] of Object.entries(lists)) {
    const kept = fitting(rows, left);
    left -= sizeOf(kept);
    shown[name] = kept;
    if (kept.length === rows.length) continue;
    whole = false;
    notes.push(
      `${name}: only the first ${kept.length} of ${rows.length} fit into this answer; narrow the question or ask for fewer rows`,
    );
  }
  const goesOn = whole && typeof next_cursor === 'string';
  if (goesOn)
    notes.push('There are more rows: repeat the call with the same arguments and cursor = next_cursor');
  const text = JSON.stringify({
    ...head,
    ...shown,
    ...(goesOn ? { next_cursor } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  });
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  return `${cutText(text, MOST_BYTES - 100)}\n[cut: the answer is longer than ${MOST_BYTES} bytes]`;
}
