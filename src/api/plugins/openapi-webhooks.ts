import { examplePayload, payloadSchema } from '../../domain/event-payload.ts';
import { EVENT_TYPES, type EventType, entryOf } from '../../domain/events.ts';
import { EXAMPLE_DELIVERY } from '../../records/schemas/delivery.ts';
import { EXAMPLE_SECRET } from '../../records/schemas/webhook.ts';
import { deliveryHeaders } from '../../webhooks/delivery-headers.ts';

const HEADERS = {
  'X-Terrier-Signature':
    '`t=<unix ms>,v1=<hex>`: v1 is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Compare it in ' +
    'constant time, over the raw body, and reject a t that is more than 5 minutes off. The example is signed with ' +
    `\`${EXAMPLE_SECRET}\`, over the example of the body without blanks`,
  'X-Terrier-Event-Id': 'The event_id of the payload, the same on retries',
  'X-Terrier-Event-Type': 'The event_type of the payload',
  'X-Terrier-Delivery-Id': 'Id of the delivery, the same on retries',
  'X-Terrier-Attempt': 'Number of the attempt, from 1',
  'webhook-id': 'The event_id again, as libraries for Standard Webhooks read it',
  'webhook-timestamp': 'When it was signed, Unix epoch seconds, for the same libraries',
  'webhook-signature':
    '`v1,<base64>`: the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with what follows `whsec_` in the ' +
    'secret, decoded from base64',
  'User-Agent': 'Terrier-Webhooks/1.0',
};

const SIGNED_AT = Date.UTC(2026, 0, 31, 12);

function exampleOf(type: EventType) {
  const attempt = 1;
  const body = examplePayload(type, attempt);
  const { event_id } = JSON.parse(body) as { event_id: string };
  const sent = {
    deliveryId: EXAMPLE_DELIVERY,
    secret: EXAMPLE_SECRET,
    eventId: event_id,
    eventType: type,
    attempt,
  };
  return { body, headers: deliveryHeaders(sent, body, SIGNED_AT) };
}

function webhook(type: EventType) {
  const { body, headers } = exampleOf(type);
  return {
    post: {
      operationId: `on_${type.replaceAll('.', '_')}`,
      tags: ['Webhooks'],
      summary: entryOf(type).summary,
      description:
        `Fires when ${entryOf(type).description}.\n\n` +
        'Answer 2xx within 10 seconds; the body of the answer is not read. Any other status is tried again: up to 8 ' +
        'attempts, after 1, 5, 15, 30, 60, 120 and 360 minutes. A network error or a timeout leaves the outcome unknown, ' +
        'and is not retried automatically. Order is not guaranteed: de-duplicate on event_id, order by occurred_at.',
      security: [{ signature: [] }],
      parameters: Object.entries(HEADERS).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
        description,
        example: headers[name.toLowerCase()],
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: payloadSchema(type), example: JSON.parse(body) } },
      },
      responses: { '2XX': { description: 'Received' } },
    },
  };
}

/** What is sent to webhook endpoints, for the OpenAPI document. */
export const webhooksBlock = () => Object.fromEntries(EVENT_TYPES.map((type) => [type, webhook(type)]));
