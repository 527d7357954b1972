import type { MessagePort } from 'node:worker_threads';
import type { Job } from './outcome.ts';
import type { Permit } from './permit.ts';

/** What the pool is started with. */
export interface DeliverData {
  devHosts: string[];
  ca?: string;
  /** Name servers that look hosts up; those of the system when empty. */
  dnsServers: string[];
  /** The open file of the journal, when one is kept. */
  journal?: number;
}

/** A small batch; what becomes of each job is told through the port as it happens. */
export interface DeliverTask {
  jobs: Job[];
  port: MessagePort;
  permit: Permit;
}
