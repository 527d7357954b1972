import Type, { type Static } from 'typebox';
import { PHASES, SETTLEMENTS, SETTLERS, STATUSES } from '../domain/delivery-states.ts';
import { EVENT_TYPES } from '../domain/events.ts';
import { integer, Nullable, text, timestamp } from './common.ts';

export const FILTER_KINDS = ['parcel_ids', 'state_fips', 'county_fips'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

export const MOST_PARCELS = 1_000;
/** Repetitions included. */
const MOST_LISTED = 10_000;

const time = (description: string, example: string | null = null) =>
  Nullable(Type.String({ format: 'date-time' }), { description, examples: [example] });

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

export const EndpointChanges = Type.Object(
  {
    url: Type.Optional(Url),
    event_types: Type.Optional(EventTypes),
    filter_kind: Type.Optional(Kind),
    filter_value: Type.Optional(FilterValue),
    description: Type.Optional(
      Nullable(Type.String({ maxLength: LONGEST_DESCRIPTION }), {
        description: 'Your own note; null for none',
      }),
    ),
    is_active: Type.Optional(
      Type.Boolean({ description: 'false disables the endpoint, true enables it again', examples: [true] }),
    ),
    queue_missed: Type.Optional(
      Type.Boolean({
        description:
          'true also queues what was not sent because the endpoint was disabled: the oldest first, 5,000 at most, as far ' +
          'as the quota of the day goes. Repeat it for more',
        examples: [true],
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'What is not named stays. filter_kind needs filter_value; filter_value alone keeps the kind',
    examples: [{ event_types: ['parcel.sold'], is_active: true, queue_missed: true }],
  },
);
export type EndpointChanges = Static<typeof EndpointChanges>;

export const TestRequest = Type.Object(
  {
    event_type: Type.Optional(
      Type.Enum([...EVENT_TYPES], {
        description: 'One that the endpoint subscribes to; the first of them when not given',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ event_type: 'parcel.permit_filed' }] },
);

/** A webhook endpoint. The order of the keys is the order on the wire. */
export const WebhookEndpoint = Type.Object(
  {
    id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
    url: Url,
    event_types: EventTypes,
    filter_kind: Kind,
    filter_value: FilterValue,
    description: text('The note given at creation'),
    is_active: Type.Boolean({ description: 'Whether anything is sent to it' }),
    disabled_reason: text('Why it is disabled: user, or failing when for three days all sends failed'),
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

/** Signs the examples of the document, and nothing else. */
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
        'The canonical ids that no loaded parcel has now; they may be misspelled. They are watched all the same',
      examples: [['31:109:0109109006000']],
    }),
  },
  { title: 'CreatedWebhookEndpoint' },
);

export const ChangedEndpoint = Type.Object(
  {
    ...WebhookEndpoint.properties,
    unmatched_parcel_ids: Type.Array(Type.String(), {
      description:
        'The canonical ids of a new filter that no loaded parcel has now. They are watched all the same',
      examples: [[]],
    }),
    missed: Nullable(
      Type.Object({
        events: integer(
          'How many were not sent because the endpoint was disabled, and are kept; null is unknown: an earlier version ' +
            'disabled it',
          12,
        ),
        queued: Type.Integer({ description: 'How many of them this request queued', examples: [12] }),
      }),
      { description: 'When the endpoint is enabled again, or queue_missed is true; else null' },
    ),
  },
  { title: 'ChangedWebhookEndpoint' },
);

export const Rotation = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'Hours for which deliveries are signed with the old secret too',
        examples: [24],
      }),
    ),
  },
  { additionalProperties: false, examples: [{ overlap_hours: 24 }] },
);

export const RotatedEndpoint = Type.Object(
  {
    ...WebhookEndpoint.properties,
    secret: CreatedEndpoint.properties.secret,
    previous_secret_until: timestamp('Until when deliveries are signed with the old secret too'),
  },
  { title: 'RotatedWebhookEndpoint' },
);

const Quota = (what: string) => ({
  limit: Nullable(Type.Integer(), { description: `${what}; null is unlimited`, examples: [null] }),
  used: Type.Integer({ description: 'How many of them are used', examples: [3] }),
});

export const EndpointList = Type.Object({
  data: Type.Array(WebhookEndpoint, {
    description:
      'Newest first, disabled ones included: for 90 days, and at most the 1,000 of them that were disabled last',
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

/** A webhook delivery. The order of the keys is the order on the wire. */
export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'Id of the delivery, the same on retries', examples: ['dlv_1234'] }),
    endpoint_id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
    event_id: Type.String({
      description: 'Id of the event: de-duplicate on it',
      examples: ['3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226'],
    }),
    event_type: Type.Enum([...EVENT_TYPES]),
    canonical_id: text('The watched parcel that matched; null on state and county endpoints'),
    status: Type.Enum([...STATUSES], {
      description:
        'pending: queued or waiting for its next attempt; in_flight: being sent, or outcome unknown; delivered; ' +
        'dead_lettered: every attempt failed or it was not sent; failed is no longer used',
    }),
    attempt: Type.Integer({ minimum: 0, description: 'Attempts begun', examples: [1] }),
    created_at: timestamp('When it was queued'),
    next_attempt_at: time('When it is sent next, while it is pending', '2026-01-31T12:00:00.000Z'),
    delivered_at: time('When the endpoint answered 2xx'),
    last_attempt_at: time('When the last attempt began'),
    last_response_status: integer('Status of the last answer; null when there was none', 503),
    last_response_body: text('A fixed text when the endpoint answered: bodies are not persisted'),
    last_error: text('Why the last attempt did not succeed'),
    outcome_unknown: Type.Boolean({
      description:
        'Whether it is in_flight with nobody sending it: it may have arrived, and waits to be settled',
      examples: [false],
    }),
    settled: Nullable(
      Type.Object({
        as: Type.Enum([...SETTLEMENTS], { description: 'The decision', examples: ['delivered'] }),
        by: Type.Enum([...SETTLERS], { description: 'Who decided', examples: ['account'] }),
        at: timestamp('When it was decided'),
      }),
      { description: 'How an unknown outcome was settled last; null when it never was' },
    ),
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer({ minimum: 1 }),
        started_at: timestamp('When it began'),
        duration_ms: integer('Milliseconds until the answer or the failure', 87),
        response_status: integer('Status of the answer', 503),
        error: text('Why there was no answer'),
      }),
      { description: 'Attempts that have ended, in order' },
    ),
  },
  { title: 'WebhookDelivery' },
);

const MOST_LISTED_DELIVERIES = 500;
const LONGEST_ID = 128;

/** Chooses events. */
export const ChosenEvents = {
  event_type: Type.Optional(Type.Enum([...EVENT_TYPES], { description: 'Only those of this type' })),
  canonical_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_ID,
      description: 'Only those of this parcel; either spelling of its id',
      examples: ['31:109:0109109006000'],
    }),
  ),
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'Only those queued at this time or later',
    }),
  ),
};

/** Chooses deliveries of an endpoint. */
const Chosen = {
  ...ChosenEvents,
  until: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'Only those queued before this time' }),
  ),
};

export const DeliveryQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum([...STATUSES], { description: 'Only those of this status' })),
    ...Chosen,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_LISTED_DELIVERIES,
        default: 100,
        description: `Page size, 1 to ${MOST_LISTED_DELIVERIES}`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        pattern: '^dlv_[1-9][0-9]{0,14}$',
        'x-form': 'the `next_cursor` of an answer',
        description: 'The `next_cursor` of an earlier answer, with the same filters: the page after it',
      }),
    ),
  },
  { additionalProperties: false },
);

export const DeliveryList = Type.Object({
  data: Type.Array(WebhookDelivery, { description: 'Newest first' }),
  next_cursor: text('The cursor of the next page; null at the end', 'dlv_1234'),
});

export const DeliveryDetail = Type.Object(
  {
    ...WebhookDelivery.properties,
    payload: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The body as the last attempt sent it, or as the first one will: as compact JSON with the keys in this order',
      },
    ),
    headers: Type.Object(
      {},
      {
        additionalProperties: { type: 'string' },
        description: 'Its headers, but for the signature: that is made anew for each attempt and not kept',
      },
    ),
  },
  { title: 'WebhookDeliveryDetail' },
);

export const RetryRequest = Type.Object(
  {
    status: Type.Optional(
      Type.Enum(['dead_lettered', 'failed'], {
        description: 'Only those of this status; both when not given',
      }),
    ),
    ...Chosen,
  },
  {
    additionalProperties: false,
    examples: [{ event_type: 'parcel.sold', since: '2026-01-31T12:00:00.000Z' }],
  },
);

export const RetryResult = Type.Object({
  queued: Type.Integer({ description: 'How many are queued again', examples: [12] }),
  has_more: Type.Boolean({
    description: 'Whether more fit: repeat the request, or wait for quota when fewer than 5,000 were queued',
    examples: [false],
  }),
});

const As = Type.Enum([...SETTLEMENTS], {
  description: 'delivered: it arrived; requeue: send it again; dead_letter: give it up',
});
export const SettleRequest = Type.Object(
  { as: As },
  { additionalProperties: false, examples: [{ as: 'delivered' }] },
);
export const SettleManyRequest = Type.Object(
  {
    as: As,
    phases: Type.Array(Type.Enum([...PHASES]), {
      minItems: 1,
      maxItems: 20,
      description: 'How far the last attempt came: the first word of last_error. Before send it has not left',
      examples: [['dns', 'connect', 'tls']],
    }),
    ...Chosen,
  },
  { additionalProperties: false, examples: [{ as: 'requeue', phases: ['dns', 'connect', 'tls'] }] },
);
export const SettleResult = Type.Object({
  settled: Type.Integer({ description: 'How many are settled', examples: [12] }),
  has_more: Type.Boolean({
    description: 'Whether more fit: 5,000 are settled at most, so repeat the request',
    examples: [false],
  }),
});
