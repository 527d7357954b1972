import type { MessagePort } from 'node:worker_threads';
import type { PHASES } from '../../domain/delivery-states.ts';
import type { LOOK_UP } from '../names.ts';
import type { Claimed } from './claim.ts';
import type { StoredEvent } from './due.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { Endpoint } from './endpoints.ts';

export interface DeliverData {
  devHosts: string[];
  ca?: string;
  /** Name servers for look-ups; the system's when empty. */
  dnsServers: string[];
  /** How long they are asked; 2 s if not given. */
  lookUp?: typeof LOOK_UP;
  journal?: number;
  /** Milliseconds that an answer may take; 10 s if not given. */
  deadline?: number;
}

/** What a thread needs of a delivery whose attempt has begun. */
export interface Job {
  claim: Claimed;
  endpoint: Endpoint;
  event: StoredEvent;
  /** Its id as customers see it. */
  deliveryId: string;
}

/** A delivery that this dispatcher has claimed, until it has ended or is given back. */
export interface Delivery extends Job {
  queue: EndpointQueue;
  /** Frees its slot in the queue. */
  freeSlot: () => void;
}

export interface DeliverTask {
  jobs: Job[];
  port: MessagePort;
}

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
