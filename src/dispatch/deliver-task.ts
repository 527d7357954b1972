import type { MessagePort } from 'node:worker_threads';
import type { Job } from './outcome.ts';
import type { Permit } from './permit.ts';

export interface DeliverData {
  devHosts: string[];
  ca?: string;
  /** Name servers that look hosts up; those of the system when empty. */
  dnsServers: string[];
  /** The open file of the journal, when one is kept. */
  journal?: number;
}

/** A small batch; the port reports the outcome of each job as it happens. */
export interface DeliverTask {
  jobs: Job[];
  port: MessagePort;
  permit: Permit;
}
