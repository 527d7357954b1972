import type { MessagePort } from 'node:worker_threads';
import type { Job } from './outcome.ts';
import type { Permit } from './permit.ts';

export interface DeliverData {
  devHosts: string[];
  ca?: string;
  /** Name servers that look hosts up; those of the system when empty. */
  dnsServers: string[];
  journal?: number;
}

export interface DeliverTask {
  jobs: Job[];
  port: MessagePort;
  permit: Permit;
}
