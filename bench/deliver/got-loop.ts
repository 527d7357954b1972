/**
 * The bare engine: a thread that does nothing but sign bodies and post them with got over kept connections.
 * Given {urls, count, sockets}, it sends `count` bodies to the `urls` in turn, and returns how many seconds that took.
 */
import http from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import got from 'got';
import { sign } from '../../src/webhooks/verify/verify.mjs';

export interface LoopTask {
  urls: string[];
  count: number;
  sockets: number;
  body: string;
}

async function send({ urls, count, sockets, body }: LoopTask): Promise<number> {
  const agent = new http.Agent({ keepAlive: true });
  let next = 0;
  async function one(): Promise<void> {
    while (next < count) {
      const url = urls[next++ % urls.length]!;
      await got.post(url, {
        body,
        agent: { http: agent },
        retry: { limit: 0 },
        timeout: { request: 10_000 },
        headers: {
          'content-type': 'application/json',
          'x-terrier-signature': sign('whsec_bench', Date.now(), body),
        },
      });
    }
  }
  const started = performance.now();
  await Promise.all(Array.from({ length: sockets }, one));
  agent.destroy();
  return (performance.now() - started) / 1000;
}

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  worker.on('message', (message) => process.send!(message));
  process.on('message', (task) => worker.postMessage(task));
  process.once('disconnect', () => process.exit(0));
} else {
  parentPort!.on('message', (task: LoopTask) =>
    send(task).then((seconds) => parentPort!.postMessage({ seconds })),
  );
  parentPort!.postMessage({ ready: true });
}
