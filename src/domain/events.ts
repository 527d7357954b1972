import { hash } from 'node:crypto';
import Type, { type TSchema } from 'typebox';
import { isPlaceholderCounty } from './geography.ts';
import { PERMIT_STATUSES } from './permit-status.ts';

/** The kinds of records whose news are told. */
export type EventfulKind = 'deeds' | 'permits';

type StoredRecord = Record<string, unknown>;

interface CatalogueEntry {
  /** The records that it tells of. */
  of: EventfulKind;
  description: string;
  /** The fields of its own, as they stand in the payload: each has the name that the record gives it. */
  fields: Record<string, TSchema>;
  /** Whether a new record is such an event; every one is, when not given. */
  fires?(record: StoredRecord): boolean;
}

const nullable = (schema: TSchema, description: string, examples: unknown[] = []) =>
  Type.Union([schema, Type.Null()], { description, ...(examples.length === 0 ? {} : { examples }) });
const text = (description: string, example: string) => nullable(Type.String(), description, [example]);
const date = (description: string, example: string) =>
  nullable(Type.String({ format: 'date' }), description, [example]);
const flag = (description: string) => nullable(Type.Boolean(), description, [true]);
const amount = (description: string, example: number) => nullable(Type.Number(), description, [example]);

/** Every event type there is: payload, creation rules, documents and the OpenAPI webhooks follow from this table. */
export const EVENT_CATALOGUE = {
  'parcel.sold': {
    of: 'deeds',
    description: 'A deed was recorded that is a sale: a price above 0, at arm’s length',
    fires: (deed) => deed.is_sale === true,
    fields: {
      sale_date: date('Date of the sale', '2019-06-14'),
      sale_price_usd: amount('Price, USD', 241_000),
      grantor: text('Seller as recorded', 'WREN, ODETTE'),
      grantee: text('Buyer as recorded', 'OAK STREET HOLDINGS LLC'),
      recorded_date: date('Date recorded with the county', '2019-06-20'),
      is_arm_length: flag('Whether the transfer was at arm’s length'),
      document_type: text('Kind of deed, as warranty_deed, quitclaim, trust_transfer', 'warranty_deed'),
    },
  },
  'parcel.owner_changed': {
    of: 'deeds',
    description: 'Any deed was recorded: sales, quitclaims, gift deeds, trust transfers',
    fields: {
      recorded_date: date('Date recorded with the county', '2019-06-20'),
      document_type: text('Kind of deed', 'warranty_deed'),
      document_number: text('Recorder’s document number', '2019024411'),
      prior_owner: text('The grantor', 'WREN, ODETTE'),
      new_owner: text('The grantee', 'OAK STREET HOLDINGS LLC'),
      is_sale: flag('Whether the transfer is a sale, so that parcel.sold is sent too'),
    },
  },
  'parcel.permit_filed': {
    of: 'permits',
    description: 'A permit appeared; once for each permit and parcel',
    fields: {
      permit_id: Type.String({
        description: 'Internal id, stable across loads',
        examples: ['lincoln-ne-B-77'],
      }),
      permit_number: text('Number issued by the jurisdiction', 'B-77'),
      permit_type: text('Kind of permit as published', 'Roofing'),
      permit_status: nullable(Type.Enum([...PERMIT_STATUSES]), 'Where the permit stands', ['issued']),
      filed_date: date('Date of application', '2024-03-01'),
      issued_date: date('Date of issue', '2024-03-08'),
      description: text('Work description', 'Replace the shingles'),
      estimated_cost: amount('Declared cost, USD', 8_200),
      contractor_name: text('Contractor as published', 'ALDERS ROOFING, INC.'),
      contractor_license: text('Contractor’s licence number', 'L.30411'),
      applicant_name: text('Applicant as published', 'ALDER, BENEDICT'),
      jurisdiction_id: text('Issuing jurisdiction', 'lincoln-ne'),
    },
  },
} as const satisfies Record<string, CatalogueEntry>;

export type EventType = keyof typeof EVENT_CATALOGUE;
export const EVENT_TYPES = Object.keys(EVENT_CATALOGUE) as EventType[];

/** The columns that may date an event, best first, with the name that the payload gives them. */
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

/** What `occurred_at_basis` may say. */
export const OCCURRED_AT_BASES = [
  'recording_date',
  'sale_date',
  'filed_date',
  'issued_date',
  'ingested_at',
  'curated_at',
] as const;

/** How a watched parcel was recognised. */
export const MATCH_BASES = ['state_county_parcel_id', 'state_unique_parcel_id'] as const;
export type MatchBasis = (typeof MATCH_BASES)[number];

/** What every payload says, but for the number of the attempt and, to parcel endpoints, the matched parcel. */
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

/** An event: what is sent of it, and the parcel that parcel endpoints know it by. */
export interface ParcelEvent {
  envelope: Envelope;
  fields: Record<string, unknown>;
  /** `state:county:parcel`; null when the county is unknown and the number is not that of one parcel. */
  canonical_id: string | null;
  match_basis: MatchBasis | null;
}

/** `state_fips:county_fips:parcel_id` of a parcel, from its 5-digit county and number. */
export const canonicalId = (county: string, parcel: string) =>
  `${county.slice(0, 2)}:${county.slice(2)}:${parcel}`;

/** Lowercase hex SHA-256 of source, record id and event type, a line each; no source is an empty line. */
export const eventId = (source: string | null, record: string, type: string) =>
  hash('sha256', [source ?? '', record, type].join('\n'), 'hex');

function occurred(kind: EventfulKind, record: StoredRecord, ingestedAt: string) {
  for (const [column, basis] of DATED_BY[kind]) {
    const day = record[column];
    if (typeof day === 'string') return { occurred_at: `${day}T00:00:00.000Z`, occurred_at_basis: basis };
  }
  return { occurred_at: ingestedAt, occurred_at_basis: 'ingested_at' };
}

const pick = (names: string[], record: StoredRecord) =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

/**
 * The canonical id that a record's parcel is known by, and how it was recognised; nulls when the county is unknown and
 * the number is not that of one parcel.
 * @param unique the 5-digit county of the one parcel of this number in the state, where the record's county is unknown.
 */
export function recognise(record: StoredRecord, unique: string | null) {
  const county = record.county_fips as string;
  const own = !isPlaceholderCounty(county);
  const known = own ? county : unique;
  if (known === null) return { canonical_id: null, match_basis: null };
  const match_basis: MatchBasis = own ? 'state_county_parcel_id' : 'state_unique_parcel_id';
  return { canonical_id: canonicalId(known, record.parcel_id as string), match_basis };
}

/**
 * The events that a new record of a kind is. A permit that names no parcel is none.
 * @param ingestedAt ISO 8601 UTC: dates the event when the record has no date of its own.
 * @param unique the 5-digit county of the one parcel of this number in the state, where the record's county is unknown.
 */
export function eventsOf(
  kind: EventfulKind,
  record: StoredRecord,
  ingestedAt: string,
  unique: string | null = null,
): ParcelEvent[] {
  const county = record.county_fips as string;
  const parcel = record.parcel_id as string | null;
  if (parcel === null) return [];
  const entries = Object.entries(EVENT_CATALOGUE) as [EventType, CatalogueEntry][];
  return entries
    .filter(([, entry]) => entry.of === kind && (entry.fires?.(record) ?? true))
    .map(([type, entry]) => ({
      envelope: {
        event_id: eventId(record.source as string | null, record.id as string, type),
        event_type: type,
        ...occurred(kind, record, ingestedAt),
        parcel_id: parcel,
        state_fips: county.slice(0, 2),
        county_fips: county.slice(2),
        source_run_id: null,
      },
      fields: pick(Object.keys(entry.fields), record),
      ...recognise(record, unique),
    }));
}

/** What of an event a payload depends on besides the event itself. */
export interface Addressed {
  attempt: number;
  /** The endpoint watches single parcels, and is told which one matched. */
  parcelScoped: boolean;
  canonical_id: string | null;
  match_basis: string | null;
}

/** The exact body of a delivery. `stored` is the JSON of `{...envelope, ...fields}` as it is kept. */
export function payload(
  stored: string,
  { attempt, parcelScoped, canonical_id, match_basis }: Addressed,
): string {
  const { event_id, event_type, occurred_at, occurred_at_basis, ...rest } = JSON.parse(stored);
  const { parcel_id, state_fips, county_fips, source_run_id, ...fields } = rest;
  return JSON.stringify({
    event_id,
    event_type,
    occurred_at,
    occurred_at_basis,
    delivery_attempt: attempt,
    parcel_id,
    state_fips,
    county_fips,
    ...(parcelScoped ? { canonical_id, match_basis } : {}),
    source_run_id,
    ...fields,
  });
}

/** Reserved: null today, and a text when it comes to be used. */
export const SourceRunId = nullable(Type.String(), 'Reserved; null today');

/** The schema of a payload, for documents. */
export function payloadSchema(type: EventType): TSchema {
  const entry: CatalogueEntry = EVENT_CATALOGUE[type];
  return Type.Object(
    {
      event_id: Type.String({ description: 'SHA-256 of source, record and event type; the same on retries' }),
      event_type: Type.Enum([type]),
      occurred_at: Type.String({ format: 'date-time', description: 'The record’s own date when it has one' }),
      occurred_at_basis: Type.Enum([...OCCURRED_AT_BASES]),
      delivery_attempt: Type.Integer({ minimum: 1, description: 'Grows by one with each attempt' }),
      parcel_id: Type.String({ description: 'Parcel number of the county assessor' }),
      state_fips: text('2-digit state FIPS code', '31'),
      county_fips: text(
        '3-digit county FIPS code as published; placeholders such as 000 are passed through',
        '109',
      ),
      canonical_id: Type.Optional(
        text('Endpoints that watch parcels only: the watched parcel that matched', '31:109:0109109006000'),
      ),
      match_basis: Type.Optional(
        nullable(Type.Enum([...MATCH_BASES]), 'Endpoints that watch parcels only: how it matched'),
      ),
      source_run_id: SourceRunId,
      test: Type.Optional(Type.Boolean({ description: 'true in a delivery that was asked for as a test' })),
      ...entry.fields,
    },
    { title: type },
  );
}

/** What each field of an event of its own is in examples. */
export function exampleFields(type: EventType): Record<string, unknown> {
  const fields = Object.entries(
    EVENT_CATALOGUE[type].fields as Record<string, TSchema & { examples?: unknown[] }>,
  );
  return Object.fromEntries(fields.map(([name, { examples }]) => [name, examples?.[0] ?? null]));
}

/** The exact body of an example, as an endpoint gets it that watches the parcel. */
export function examplePayload(type: EventType, attempt: number): string {
  const record = { ...exampleFields(type), id: 'example', county_fips: '31109', parcel_id: '0109109006000' };
  const { of } = EVENT_CATALOGUE[type];
  const all = eventsOf(of, { source: null, is_sale: true, ...record }, '2026-01-31T12:00:00.000Z');
  const { envelope, fields, ...match } = all.find((event) => event.envelope.event_type === type)!;
  return payload(JSON.stringify({ ...envelope, ...fields }), { attempt, parcelScoped: true, ...match });
}
