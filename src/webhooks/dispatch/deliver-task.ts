import type { MessagePort } from 'node:worker_threads';
import type { LOOK_UP } from '../names.ts';
import type { Job } from './outcome.ts';
import type { SendWindow } from './send-window.ts';

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

export interface DeliverTask {
  jobs: Job[];
  port: MessagePort;
  sendWindow: SendWindow;
}
