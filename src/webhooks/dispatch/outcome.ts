import type { PHASES } from '../../domain/delivery-states.ts';

export type Phase = (typeof PHASES)[number];

export type Outcome =
  /** The endpoint answered, with any status. */
  | { kind: 'answered'; status: number }
  /** A network error or a timeout: it may have arrived. */
  | { kind: 'unknown'; error: string }
  | { kind: 'refused'; error: string }
  /** It provably was not sent in time: it may be sent later. */
  | { kind: 'unsent' }
  /** Its thread ended before it reported. */
  | { kind: 'lost' };

export interface Job {
  /** Number of the delivery. */
  id: number;
  deliveryId: string;
  account: number;
  url: string;
  secret: string;
  /** The event as stored, JSON. */
  event: string;
  eventId: string;
  eventType: string;
  attempt: number;
  record: number | null;
  parcelScoped: boolean;
  canonicalId: string | null;
  matchBasis: string | null;
}
