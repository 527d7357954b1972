import { type MessagePort, workerData } from 'node:worker_threads';
import { markIn } from '../src/dispatch/journal.ts';
import type { Job, Outcome } from '../src/dispatch/outcome.ts';
import type { Permit } from '../src/dispatch/permit.ts';
import { createSender } from '../src/dispatch/send.ts';
import { createNames, nameServers } from '../src/webhooks/names.ts';

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

const { devHosts, ca, dnsServers, journal } = workerData as DeliverData;
const names = createNames(nameServers(dnsServers));
const mark = (record: number) => journal !== undefined && markIn(journal, record);
const sender = createSender({ devHosts: new Set(devHosts), ca, names, mark });

/** Gathers what happens in one turn of the event loop into one message. */
function reporter(port: MessagePort) {
  let news: [id: number, outcome: Outcome][] = [];
  function post(): void {
    if (news.length > 0) port.postMessage(news);
    news = [];
  }
  return {
    tell(id: number, outcome: Outcome): void {
      if (news.length === 0) setImmediate(post);
      news.push([id, outcome]);
    },
    end(): void {
      post();
      port.close();
    },
  };
}

/** Signs and sends a batch, all at once. */
export default async function deliver({ jobs, port, permit }: DeliverTask): Promise<void> {
  const report = reporter(port);
  await Promise.all(jobs.map(async (job) => report.tell(job.id, await sender.send(job, permit))));
  report.end();
}
