import Type, { type TSchema } from 'typebox';
import { type EventType, entryOf, nullable, text } from './events.ts';
import { eventOf, MATCH_BASES, OCCURRED_AT_BASES } from './parcel-event.ts';

export interface Addressed {
  attempt: number;
  /** Whether the endpoint watches single parcels: its payloads then name the one that matched. */
  parcelScoped: boolean;
  canonical_id: string | null;
  match_basis: string | null;
}

/** The exact body of a delivery. `stored` is the JSON of `{...envelope, ...fields}` as stored. */
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

/** Null today; a text once it is used. */
export const SourceRunId = nullable(Type.String(), 'Reserved; null today');

/** The JSON schema of a payload, for the documents. */
export const payloadSchema = (type: EventType): TSchema =>
  Type.Object(
    {
      event_id: Type.String({
        description: 'SHA-256 of source, record and event type; the same on retries',
      }),
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
      test: Type.Optional(Type.Boolean({ description: 'true in a test delivery' })),
      ...entryOf(type).fields,
    },
    { title: type },
  );

function exampleFields(type: EventType): Record<string, unknown> {
  const fields = Object.entries(entryOf(type).fields as Record<string, TSchema & { examples?: unknown[] }>);
  return Object.fromEntries(fields.map(([name, { examples }]) => [name, examples?.[0] ?? null]));
}

interface ExampleRecord {
  id: string;
  source: string | null;
  county_fips: string;
  parcel_id: string;
}

/**
 * An event of a type with the fields of its example.
 * @param at ISO 8601 UTC: when it was ingested.
 * @param day `YYYY-MM-DD`, in place of every date of the example when given.
 */
export function exampleEvent(type: EventType, record: ExampleRecord, at: string, day?: string) {
  const fields = Object.fromEntries(
    Object.entries(exampleFields(type)).map(([name, value]) => [
      name,
      day !== undefined && name.endsWith('_date') ? day : value,
    ]),
  );
  return eventOf({ type, record: { ...fields, ...record }, fields, ingestedAt: at });
}

/** The exact body of an example, as an endpoint that watches its parcel gets it. */
export function examplePayload(type: EventType, attempt: number): string {
  const record = { id: 'example', source: null, county_fips: '31109', parcel_id: '0109109006000' };
  const { envelope, fields, ...match } = exampleEvent(type, record, '2026-01-31T12:00:00.000Z');
  return payload(JSON.stringify({ ...envelope, ...fields }), { attempt, parcelScoped: true, ...match });
}
