import Type from 'typebox';
import { PHASES, SETTLEMENTS, SETTLERS, STATUSES } from '../../domain/delivery-states.ts';
import { EVENT_TYPES } from '../../domain/events.ts';
import { integer, limitTo, Nullable, text, time, timestamp } from './common.ts';

/** The id of a delivery in examples. */
export const EXAMPLE_DELIVERY = 'dlv_6f1d2c5be0a94738b1d7c0e52f83a964';

/** A webhook delivery. The order of the keys is the order on the wire. */
export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'Id of the delivery, the same on retries', examples: [EXAMPLE_DELIVERY] }),
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
    limit: limitTo(500, 100),
    cursor: Type.Optional(
      Type.String({
        pattern: '^dlv_([1-9][0-9]{0,11}|[0-9a-f]{32})$',
        'x-form': 'the `next_cursor` of an answer',
        description: 'The `next_cursor` of an earlier answer, with the same filters: the page after it',
      }),
    ),
  },
  { additionalProperties: false },
);

export const DeliveryList = Type.Object({
  data: Type.Array(WebhookDelivery, { description: 'Newest first' }),
  next_cursor: text('The cursor of the next page; null at the end', EXAMPLE_DELIVERY),
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
        description: 'Its headers, except the signatures, which are made for each attempt and not kept',
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

export const TestRequest = Type.Object(
  {
    event_type: Type.Optional(
      Type.Enum([...EVENT_TYPES], {
        description: 'One that the endpoint subscribes to; the first of them when not given',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ event_type: 'parcel.sold' }] },
);
