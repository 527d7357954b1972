import { BroadcastChannel, type MessagePort, workerData } from 'node:worker_threads';
import type { DeliverData, DeliverTask, Outcome } from '../src/webhooks/dispatch/deliver-task.ts';
import { markIn } from '../src/webhooks/dispatch/journal.ts';
import { createSender } from '../src/webhooks/dispatch/send.ts';
import { createNames, nameServers } from '../src/webhooks/names.ts';

const { devHosts, ca, dnsServers, lookUp, journal, deadline } = workerData as DeliverData;
const names = createNames(nameServers(dnsServers, lookUp));
const mark = (record: number) => journal !== undefined && markIn(journal, record);
/** Tells the other threads of an origin that closes its connections. */
const closing = new BroadcastChannel('terrier: closing origins').unref();
const onClosing = (origin: string) => closing.postMessage(origin);
const sender = createSender({ devHosts: new Set(devHosts), ca, names, mark, onClosing, deadline });
closing.onmessage = ({ data }) => sender.closes(data);

/** Gathers the results of one turn of the event loop into one message. */
function reporter(port: MessagePort) {
  let results: [id: number, outcome: Outcome][] = [];
  function post(): void {
    if (results.length > 0) port.postMessage(results);
    results = [];
  }
  return {
    add(id: number, outcome: Outcome): void {
      if (results.length === 0) setImmediate(post);
      results.push([id, outcome]);
    },
    end(): void {
      post();
      port.close();
    },
  };
}

/** Signs and sends a batch concurrently. */
export default async function deliver({ jobs, port }: DeliverTask): Promise<void> {
  const report = reporter(port);
  await Promise.all(jobs.map(async (job) => report.add(job.claim.id, await sender.send(job))));
  report.end();
}
