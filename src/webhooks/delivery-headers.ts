import { createHmac } from 'node:crypto';
import { sign } from './verify/verify.mjs';

export interface SignedDelivery {
  deliveryId: string;
  secret: string;
  eventId: string;
  eventType: string;
  attempt: number;
}

/**
 * A signature as Standard Webhooks defines it (https://www.standardwebhooks.com): its key is what the secret says in base64,
 * and its time is in seconds.
 */
function standardSignature({ secret, eventId }: SignedDelivery, body: string, seconds: number): string {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
  return `v1,${createHmac('sha256', key).update(`${eventId}.${seconds}.${body}`).digest('base64')}`;
}

/** The headers of a delivery of `body`, signed at `now` (epoch milliseconds); the names are lower case. */
export const deliveryHeaders = (
  delivery: SignedDelivery,
  body: string,
  now: number,
): Record<string, string> => {
  const seconds = Math.floor(now / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Terrier-Webhooks/1.0',
    'x-terrier-signature': sign(delivery.secret, now, body),
    'x-terrier-event-id': delivery.eventId,
    'x-terrier-event-type': delivery.eventType,
    'x-terrier-delivery-id': delivery.deliveryId,
    'x-terrier-attempt': String(delivery.attempt),
    'webhook-id': delivery.eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standardSignature(delivery, body, seconds),
  };
};
