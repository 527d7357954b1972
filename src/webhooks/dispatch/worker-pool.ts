import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { DeliverData, DeliverTask, Job, Outcome } from './deliver-task.ts';
import { DEADLINE } from './send.ts';
import { SEND_WINDOW } from './send-window.ts';

const WORKER = new URL('../../../workers/deliver.ts', import.meta.url).href;
/** In effect no limit: the queues and slots limit what is under way. */
const BATCHES_A_THREAD = 4_096;
/** How long the threads have to report after a stall of the whole process, in milliseconds. */
const REPORT_WAIT = 1_000;

/** The pool of threads that sign and send. */
export function createWorkerPool(threads: number, data: DeliverData) {
  const pool = new Piscina<DeliverTask, void>({
    filename: WORKER,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: BATCHES_A_THREAD,
    // A thread that waits in an Atomics call would not notice that idle connections are to be closed.
    atomics: 'disabled',
    workerData: data,
  });
  // A thread that dies idle is replaced by the pool.
  pool.on('error', () => {});
  /** By this time, in milliseconds, every attempt sent in time has ended; the lease of a send lasts longer. */
  const overdueAfter = SEND_WINDOW + (data.deadline ?? DEADLINE) + 3_000;

  return {
    pool,
    /**
     * Sends a batch of attempts that have begun, all at once. The outcome of each is reported as soon as it is known, even if
     * the thread dies.
     */
    send<D extends Job>(batch: D[], report: (delivery: D, outcome: Outcome) => void): void {
      const { port1: port, port2 } = new MessageChannel();
      const unreported = new Map(batch.map((delivery) => [delivery.claim.id, delivery]));
      function settle(id: number, outcome: Outcome): void {
        const delivery = unreported.get(id);
        if (delivery && unreported.delete(id)) report(delivery, outcome);
      }
      port.on('message', (results: [number, Outcome][]) => {
        for (const [id, outcome] of results) settle(id, outcome);
      });
      // The pool may keep a batch forever when a thread dies at a bad moment.
      let overdue = setTimeout(() => {
        overdue = setTimeout(() => port.close(), REPORT_WAIT);
      }, overdueAfter);
      port.on('close', () => {
        clearTimeout(overdue);
        for (const id of [...unreported.keys()]) settle(id, { kind: 'lost' });
      });
      // The rest of a delivery cannot be copied to a thread.
      const jobs = batch.map(({ claim, endpoint, event, deliveryId }) => ({
        claim,
        endpoint,
        event,
        deliveryId,
      }));
      pool.run({ jobs, port: port2 }, { transferList: [port2] }).catch(() => port.close());
    },
    async close(): Promise<void> {
      await pool.destroy();
    },
  };
}
export type WorkerPool = ReturnType<typeof createWorkerPool>;
