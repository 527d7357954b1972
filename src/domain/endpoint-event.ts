import type { EventType } from './events.ts';
import { type Envelope, eventId } from './parcel-event.ts';

/** What is sent of an event of an endpoint: in the envelope of all events, with no parcel. */
export interface EndpointEvent {
  envelope: Envelope<null>;
  fields: Record<string, unknown>;
  canonical_id: null;
  match_basis: null;
}

/**
 * An event of an endpoint.
 * @param id the endpoint's public id.
 * @param at ISO 8601 UTC: when it was disabled, which tells apart the events of one endpoint.
 */
export function endpointEvent(
  type: EventType,
  { id, at, fields }: { id: string; at: string; fields: Record<string, unknown> },
): EndpointEvent {
  return {
    envelope: {
      event_id: eventId(null, id, type, [at]),
      event_type: type,
      occurred_at: at,
      occurred_at_basis: 'disabled_at',
      parcel_id: null,
      state_fips: null,
      county_fips: null,
      source_run_id: null,
    },
    fields,
    canonical_id: null,
    match_basis: null,
  };
}
