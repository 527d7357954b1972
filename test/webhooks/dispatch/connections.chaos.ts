import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import t, { type Test } from 'tap';
import type { Outcome } from '../../../src/webhooks/dispatch/deliver-task.ts';
import { createWorkerPool } from '../../../src/webhooks/dispatch/worker-pool.ts';
import { eventually } from '../support.ts';
import type { Certificate } from './certificates.ts';
import type { Closes } from './closer.ts';
import { begunAgain, jobTo, LOOPBACK, senderFor } from './jobs.ts';
import { rawReceiver } from './raw-receiver.ts';
import { authority, here, OK, stayAwake, untilReused, urlOf } from './sockets.ts';

stayAwake(t);

t.test('a connection is used again after an answer without a body or with a small whole one', async (t) => {
  const answers = {
    '204': 'HTTP/1.1 204 No Content\r\n\r\n',
    'an empty 200': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    'a small body': OK,
    'a small body in chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    'an error': 'HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops',
  };
  const cases = [undefined, here].flatMap((tls) => Object.values(answers).map((answer) => ({ tls, answer })));
  await Promise.all(
    cases.map(async ({ tls, answer }) => {
      const receiver = await rawReceiver(t, { tls, onRequest: (socket) => socket.write(answer) });
      const { send } = senderFor(t, { ca: authority.ca });
      const url = urlOf(receiver.port, tls);
      await untilReused(receiver, async () => t.match(await send(jobTo(url)), { kind: 'answered' }));
    }),
  );
});

/** A receiver that resets each reused connection after `allowed` requests on reused connections were answered. */
async function resettingReceiver(t: Test, tls?: Certificate) {
  const limit = { allowed: Number.POSITIVE_INFINITY };
  const receiver = await rawReceiver(t, {
    tls,
    onRequest: (socket, _number, { reset, reused }) =>
      reused > limit.allowed ? reset(socket) : socket.write(OK),
  });
  return {
    receiver,
    /** Sends until one of them is reset. */
    async untilReset(send: () => Promise<Outcome>): Promise<void> {
      limit.allowed = receiver.reused;
      await eventually(
        'a connection that is used again is reset',
        async () => (await send()).kind === 'unknown',
      );
      limit.allowed = Number.POSITIVE_INFINITY;
    },
  };
}

t.test('after one reset of a reused connection, no connection is reused', async (t) => {
  for (const tls of [undefined, here]) {
    const { receiver, untilReset } = await resettingReceiver(t, tls);
    const { send } = senderFor(t, { ca: authority.ca });
    const job = jobTo(urlOf(receiver.port, tls));
    const several = () => Promise.all(Array.from({ length: 5 }, () => send(job)));
    await untilReused(receiver, several);
    const before = receiver.requests;
    let sent = 0;
    await untilReset(async () => {
      sent++;
      return send(job);
    });
    t.equal(receiver.requests - before, sent, 'what was reset may have been read: it is not sent again');
    const { reused } = receiver;
    for (let round = 0; round < 10; round++)
      for (const outcome of await several()) t.match(outcome, { kind: 'answered' });
    t.equal(receiver.reused, reused);
  }
});

t.test('an origin that closes its connections is known to all threads', async (t) => {
  const { receiver, untilReset } = await resettingReceiver(t);
  const workerPool = createWorkerPool(2, { devHosts: [...LOOPBACK], dnsServers: [] });
  t.teardown(workerPool.close);
  const job = jobTo(`http://127.0.0.1:${receiver.port}/`);
  const send = () =>
    new Promise<Outcome>((done) => workerPool.send([begunAgain(job)], (_job, outcome) => done(outcome)));
  const several = () => Promise.all(Array.from({ length: 8 }, send));
  for (let round = 0; round < 5; round++) await untilReused(receiver, several);
  await untilReset(send);
  await eventually('no connection is used again', async () => {
    const { reused } = receiver;
    for (let round = 0; round < 5; round++) await several();
    return receiver.reused === reused;
  });
});

t.test('what an answer says about its connection is respected', async (t) => {
  let says = '';
  let ignored = 0;
  const told = new WeakSet<object>();
  const receiver = await rawReceiver(t, {
    onRequest: (socket) => {
      if (told.has(socket)) ignored++;
      if (says !== '') told.add(socket);
      socket.write(`HTTP/1.1 200 OK\r\n${says}Content-Length: 2\r\n\r\nok`);
    },
  });
  const { send } = senderFor(t);
  const sendOne = async () =>
    t.match(await send(jobTo(`http://127.0.0.1:${receiver.port}/`)), { kind: 'answered' });
  for (const header of ['Connection: close', 'Keep-Alive: timeout=1', 'Keep-Alive: max=9, timeout=1']) {
    says = '';
    await untilReused(receiver, sendOne);
    says = `${header}\r\n`;
    for (let n = 0; n < 10; n++) await sendOne();
    t.equal(ignored, 0, header);
  }
  for (const header of ['Connection: keep-alive', 'Keep-Alive: timeout=5', 'Keep-Alive: timeout=60, max=9']) {
    says = `${header}\r\n`;
    await untilReused(receiver, sendOne);
  }
});

t.test('connections are closed soon when idle, and at once with an incomplete answer', async (t) => {
  for (const answer of [OK, 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nnot yet']) {
    const receiver = await rawReceiver(t, { onRequest: (socket) => socket.write(answer) });
    const { send } = senderFor(t);
    const jobs = Array.from({ length: 200 }, () => jobTo(`http://127.0.0.1:${receiver.port}/`));
    const outcomes = await Promise.all(jobs.map((job) => send(job)));
    t.ok(outcomes.every(({ kind }) => kind === 'answered'));
    await eventually('all closed', () => receiver.open.size === 0);
  }
});

t.test('a receiver that closes idle connections without notice makes no outcome unknown', async (t) => {
  // Long enough that a busy machine does not stop the sender for as long between its check and its write.
  const IDLE = 1_500;
  const worker = new Worker(new URL('./closer.ts', import.meta.url), {
    workerData: { after: IDLE, from: 'last answer' } satisfies Closes,
  });
  t.teardown(() => worker.terminate());
  const [{ port }] = await once(worker, 'message');
  const { send } = senderFor(t);
  const url = `http://127.0.0.1:${port}/`;
  const unknown: Outcome[] = [];
  async function sendAll(count: number) {
    const outcomes = await Promise.all(Array.from({ length: count }, () => send(jobTo(url))));
    unknown.push(...outcomes.filter(({ kind }) => kind !== 'answered'));
  }
  const ROUNDS = 28;
  for (let round = 0; round < ROUNDS - 4; round++) {
    await sendAll(50);
    // Around the times at which the sender and the receiver close.
    await sleep(round % 3 === 0 ? 160 + round * 2 : round % 3 === 1 ? IDLE - 40 + round * 2 : 0);
  }
  // While this thread is blocked for longer than that, no timer can close a connection in time.
  for (let round = 0; round < 4; round++) {
    await sendAll(50);
    const until = performance.now() + IDLE + 200;
    while (performance.now() < until);
  }
  await sendAll(50);
  t.same(unknown, []);
  worker.postMessage('how many');
  const [{ answered, closed }] = await once(worker, 'message');
  t.equal(answered, (ROUNDS + 1) * 50, 'each came once');
  t.ok(closed > 0, 'it did close some');
});
