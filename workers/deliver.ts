import { type MessagePort, workerData } from 'node:worker_threads';
import type { Job, Outcome } from '../src/dispatch/outcome.ts';
import { createSender } from '../src/dispatch/send.ts';

/** What the pool is started with. */
export interface DeliverData {
  devHosts: string[];
  ca?: string;
}

/** A small batch; what becomes of each job is told through the port as it happens. */
export interface DeliverTask {
  jobs: Job[];
  port: MessagePort;
  /** Epoch milliseconds after which it is too late to begin. */
  until: number;
}

const { devHosts, ca } = workerData as DeliverData;
const sender = createSender({ devHosts: new Set(devHosts), ca });

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

/** Signs and sends a batch, all at once. One that comes too late is not sent: others may have decided about it. */
export default async function deliver({ jobs, port, until }: DeliverTask): Promise<void> {
  if (Date.now() > until) return port.close();
  const report = reporter(port);
  await Promise.all(jobs.map(async (job) => report.tell(job.id, await sender.send(job))));
  report.end();
}
