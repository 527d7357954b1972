import type { MessagePort } from 'node:worker_threads';
import type { Job } from './outcome.ts';
import type { SendWindow } from './send-window.ts';

export interface DeliverData {
  devHosts: string[];
  ca?: string;
  /** Name servers for look-ups; the system's when empty. */
  dnsServers: string[];
  journal?: number;
  /** Milliseconds that an answer may take; 10 s if not given. */
  deadline?: number;
}

export interface DeliverTask {
  jobs: Job[];
  port: MessagePort;
  sendWindow: SendWindow;
}
