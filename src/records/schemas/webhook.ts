import Type, { type Static } from 'typebox';
import { EVENT_TYPES } from '../../domain/events.ts';
import { Nullable, text, time, timestamp } from './common.ts';

export const FILTER_KINDS = ['parcel_ids', 'state_fips', 'county_fips'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

export const MOST_PARCELS = 1_000;
/** Including repetitions. */
const MOST_LISTED = 10_000;

const StateFips = Type.String({
  pattern: '^\\d{2}$',
  'x-form': 'a 2-digit state FIPS code',
  description: '2-digit state FIPS code',
  examples: ['31'],
});

export const FilterValue = Type.Object(
  {
    parcel_ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 71 }), {
        minItems: 1,
        maxItems: MOST_LISTED,
        description:
          'For parcel_ids: canonical ids, state_fips:county_fips:parcel_id, of up to 1,000 parcels; the id of a parcel, ' +
          'county_fips:parcel_id, is read as its canonical id. A bare parcel number is accepted when exactly one loaded parcel has it. Repetitions count once',
        examples: [['31:109:1701100000000']],
      }),
    ),
    state_fips: Type.Optional(StateFips),
    county_fips: Type.Optional(
      Type.String({
        pattern: '^\\d{3}(\\d{2})?$',
        'x-form': 'a 3-digit county FIPS code, or all 5 digits',
        description: '3-digit county FIPS code; all 5 digits are accepted too, and returned as 3',
        examples: ['109'],
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      '{"parcel_ids": […]} for parcel_ids, {"state_fips": "31"} for state_fips, {"state_fips": "31", "county_fips": ' +
      '"109"} for county_fips',
    examples: [{ parcel_ids: ['31:109:0109109006000'] }],
  },
);

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'https address that leads to public addresses; no credentials, no fragment',
  examples: ['https://example.com/hooks/terrier'],
});
const EventTypes = Type.Array(Type.Enum([...EVENT_TYPES]), {
  minItems: 1,
  maxItems: 100,
  description: 'Events to send; repetitions count once',
});
const Kind = Type.Enum([...FILTER_KINDS], { description: 'What is watched: parcels, a state or a county' });
const LONGEST_DESCRIPTION = 500;

export const NewEndpoint = Type.Object(
  {
    url: Url,
    event_types: EventTypes,
    filter_kind: Kind,
    filter_value: FilterValue,
    description: Type.Optional(Type.String({ maxLength: LONGEST_DESCRIPTION, description: 'Your own note' })),
  },
  {
    additionalProperties: false,
    examples: [
      {
        url: 'https://example.com/hooks/terrier',
        event_types: ['parcel.sold', 'parcel.permit_filed'],
        filter_kind: 'parcel_ids',
        filter_value: { parcel_ids: ['31:109:0109109006000'] },
      },
    ],
  },
);
export type NewEndpoint = Static<typeof NewEndpoint>;

/** A webhook endpoint. The order of the keys is the order on the wire. */
export const WebhookEndpoint = Type.Object(
  {
    id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
    url: Url,
    event_types: Type.Array(Type.Enum([...EVENT_TYPES]), {
      description:
        'Events that are sent; none when an earlier version sent only others to it: create a new endpoint then',
      examples: [['parcel.sold', 'parcel.permit_filed']],
    }),
    filter_kind: Kind,
    filter_value: FilterValue,
    description: text('The note given at creation'),
    is_active: Type.Boolean({ description: 'Whether anything is sent to it' }),
    disabled_reason: text(
      'Why it is disabled: user when it was deleted; failing when an earlier version did it',
    ),
    disabled_at: time('When it was disabled'),
    created_at: timestamp('When it was created'),
    consecutive_failures: Type.Integer({
      description:
        'Sends that failed since the last success; tests and what was queued by hand are not counted',
      examples: [0],
    }),
    failing_since: time('When the first of them failed'),
    last_success_at: time('When the last send succeeded', '2026-01-31T12:00:00.000Z'),
    next_attempt_at: time('When the next delivery is due'),
  },
  { title: 'WebhookEndpoint' },
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

/** Signs the examples in the OpenAPI document, and nothing else. */
export const EXAMPLE_SECRET = 'whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35';

export const CreatedEndpoint = Type.Object(
  {
    ...WebhookEndpoint.properties,
    secret: Type.String({
      description: 'Signs the deliveries: the key of the HMAC is this whole text. It is shown once',
      examples: [EXAMPLE_SECRET],
    }),
    unmatched_parcel_ids: Type.Array(Type.String(), {
      description:
        'The canonical ids that match no loaded parcel now; they may be misspelled. They are watched anyway',
      examples: [['31:109:0109109006000']],
    }),
  },
  { title: 'CreatedWebhookEndpoint' },
);

const Quota = (what: string) => ({
  limit: Nullable(Type.Integer(), { description: `${what}; null is unlimited`, examples: [null] }),
  used: Type.Integer({ description: 'How many of them are used', examples: [3] }),
});

export const EndpointList = Type.Object({
  data: Type.Array(WebhookEndpoint, {
    description: 'Newest first, disabled ones included',
  }),
  quota: Type.Object({
    endpoints: Type.Object(Quota('Most active endpoints')),
    events_per_day: Type.Object({
      ...Quota('Most events a day (UTC), counted for each endpoint'),
      resets_at: timestamp('When the day ends'),
    }),
  }),
  tier: Type.String({ description: 'API tier of the key', examples: ['scale'] }),
});
