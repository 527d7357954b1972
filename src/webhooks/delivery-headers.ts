import { sign } from './verify/verify.mjs';

export interface SignedDelivery {
  deliveryId: string;
  secret: string;
  eventId: string;
  eventType: string;
  attempt: number;
}

/** The headers of a delivery of `body`, signed at `now` (epoch milliseconds); the names are lower case. */
export const deliveryHeaders = (
  delivery: SignedDelivery,
  body: string,
  now: number,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Terrier-Webhooks/1.0',
  'x-terrier-signature': sign(delivery.secret, now, body),
  'x-terrier-event-id': delivery.eventId,
  'x-terrier-event-type': delivery.eventType,
  'x-terrier-delivery-id': delivery.deliveryId,
  'x-terrier-attempt': String(delivery.attempt),
});
