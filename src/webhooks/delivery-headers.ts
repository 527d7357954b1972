import { sign } from '../verify/verify.mjs';
import { deliveryId } from './delivery-id.ts';

/** What the headers of a delivery are made of. */
export interface Sent {
  /** Number of the delivery. */
  id: number;
  secret: string;
  eventId: string;
  eventType: string;
  attempt: number;
}

/** The headers of a delivery of `body`, signed at `now` (epoch milliseconds); the names are lower case. */
export const deliveryHeaders = (sent: Sent, body: string, now: number): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Terrier-Webhooks/1.0',
  'x-terrier-signature': sign(sent.secret, now, body),
  'x-terrier-event-id': sent.eventId,
  'x-terrier-event-type': sent.eventType,
  'x-terrier-delivery-id': deliveryId(sent.id),
  'x-terrier-attempt': String(sent.attempt),
});
