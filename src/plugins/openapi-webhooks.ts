import { EVENT_CATALOGUE, EVENT_TYPES, type EventType, payloadSchema } from '../domain/events.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});

const HEADERS = [
  header(
    'X-Terrier-Signature',
    '`t=<unix ms>,v1=<hex>`: v1 is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Compare it in ' +
      'constant time, over the raw body, and reject a t that is more than 5 minutes off',
  ),
  header('X-Terrier-Event-Id', 'The event_id of the payload, the same on retries'),
  header('X-Terrier-Event-Type', 'The event_type of the payload'),
  header('X-Terrier-Delivery-Id', 'Id of the delivery, the same on retries'),
  header('X-Terrier-Attempt', 'Number of the attempt, from 1'),
  header('User-Agent', 'Terrier-Webhooks/1.0'),
];

const webhook = (type: EventType) => ({
  post: {
    operationId: `on_${type.replace('.', '_')}`,
    tags: ['Webhooks'],
    summary: EVENT_CATALOGUE[type].description,
    description:
      'Answer 2xx within 10 seconds; the body of the answer is not read. Any other status is tried again: up to 8 ' +
      'attempts, after 1, 5, 15, 30, 60, 120 and 360 minutes. A network error or a timeout leaves the outcome unknown, ' +
      'and is not tried again by itself. Order is not guaranteed: de-duplicate on event_id, order by occurred_at.',
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: payloadSchema(type) } } },
    responses: { '2XX': { description: 'Received' } },
  },
});

/** What is sent to webhook endpoints, for the OpenAPI document. */
export const webhooksBlock = () => Object.fromEntries(EVENT_TYPES.map((type) => [type, webhook(type)]));
