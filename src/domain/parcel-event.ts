import { hash } from 'node:crypto';
import { EVENT_TYPES, type EventfulKind, type EventType, entryOf, type StoredRecord } from './events.ts';
import { isPlaceholderCounty } from './geography.ts';

/** The columns that may date an event, best first, with their name in the payload. */
const DATED_BY: Record<EventfulKind, [column: string, basis: string][]> = {
  deeds: [
    ['recorded_date', 'recording_date'],
    ['sale_date', 'sale_date'],
  ],
  permits: [
    ['filed_date', 'filed_date'],
    ['issued_date', 'issued_date'],
  ],
};

export const OCCURRED_AT_BASES = [
  'recording_date',
  'sale_date',
  'filed_date',
  'issued_date',
  'ingested_at',
  'curated_at',
] as const;

export const MATCH_BASES = ['state_county_parcel_id', 'state_unique_parcel_id'] as const;
export type MatchBasis = (typeof MATCH_BASES)[number];

/** What is in every payload, except the attempt number and, for parcel endpoints, the matched parcel. */
export interface Envelope {
  event_id: string;
  event_type: EventType;
  occurred_at: string;
  occurred_at_basis: string;
  parcel_id: string;
  state_fips: string;
  county_fips: string;
  source_run_id: null;
}

/** What is sent for an event, and the parcel by which parcel endpoints match it. */
export interface ParcelEvent {
  envelope: Envelope;
  fields: Record<string, unknown>;
  /** `state:county:parcel`; null when the county is unknown and the number does not belong to exactly one parcel. */
  canonical_id: string | null;
  match_basis: MatchBasis | null;
  /** Its id in an earlier version, if that was another: it is not sent again. */
  former_id?: string;
}

/** `state_fips:county_fips:parcel_id` of a parcel, from its 5-digit county and number. */
export const canonicalId = (county: string, parcel: string) =>
  `${county.slice(0, 2)}:${county.slice(2)}:${parcel}`;

/** Lowercase hex SHA-256 of source (or an empty line), record id and event type, a line each. */
export const eventId = (source: string | null, record: string, type: string) =>
  hash('sha256', [source ?? '', record, type].join('\n'), 'hex');

function occurred(kind: EventfulKind, record: StoredRecord, ingestedAt: string) {
  for (const [column, basis] of DATED_BY[kind]) {
    const day = record[column];
    if (typeof day === 'string') return { occurred_at: `${day}T00:00:00.000Z`, occurred_at_basis: basis };
  }
  return { occurred_at: ingestedAt, occurred_at_basis: 'ingested_at' };
}

/**
 * The canonical id of a record's parcel, and how it was recognized; nulls when the county is unknown and the number
 * does not belong to exactly one parcel.
 * @param unique the 5-digit county of the only parcel with this number in the state, where the record's county is unknown.
 */
export function recognize(record: StoredRecord, unique: string | null) {
  const county = record.county_fips as string;
  const own = !isPlaceholderCounty(county);
  const known = own ? county : unique;
  if (known === null) return { canonical_id: null, match_basis: null };
  const match_basis: MatchBasis = own ? 'state_county_parcel_id' : 'state_unique_parcel_id';
  return { canonical_id: canonicalId(known, record.parcel_id as string), match_basis };
}

/**
 * An event of a record.
 * @param ingestedAt ISO 8601 UTC: dates the event when the record has no date of its own.
 * @param unique as for `recognize`.
 */
export function eventOf({
  type,
  record,
  fields,
  ingestedAt,
  unique = null,
}: {
  type: EventType;
  record: StoredRecord;
  fields: Record<string, unknown>;
  ingestedAt: string;
  unique?: string | null;
}): ParcelEvent {
  const county = record.county_fips as string;
  return {
    envelope: {
      event_id: eventId(record.source as string | null, record.id as string, type),
      event_type: type,
      ...occurred(entryOf(type).of, record, ingestedAt),
      parcel_id: record.parcel_id as string,
      state_fips: county.slice(0, 2),
      county_fips: county.slice(2),
      source_run_id: null,
    },
    fields,
    ...recognize(record, unique),
  };
}

const pick = (names: string[], record: StoredRecord) =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

/** The types of event that a new record fires; none without a parcel number. */
export function typesOf(kind: EventfulKind, record: StoredRecord): EventType[] {
  if (record.parcel_id === null) return [];
  return EVENT_TYPES.filter((type) => {
    const { of, fires } = entryOf(type);
    return of === kind && (fires?.(record) ?? true);
  });
}

/**
 * The events that a new record fires.
 * @param ingestedAt ISO 8601 UTC: dates the events when the record has no date of its own.
 * @param unique as for `recognize`.
 */
export const eventsOf = (
  kind: EventfulKind,
  record: StoredRecord,
  ingestedAt: string,
  unique: string | null = null,
): ParcelEvent[] =>
  typesOf(kind, record).map((type) => {
    const fields = pick(Object.keys(entryOf(type).fields), record);
    return eventOf({ type, record, fields, ingestedAt, unique });
  });
