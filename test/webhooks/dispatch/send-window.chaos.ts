import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { SEND_LEASE } from '../../../src/webhooks/dispatch/claim.ts';
import { DEADLINE } from '../../../src/webhooks/dispatch/send.ts';
import { openSendWindow, SEND_WINDOW, type SendWindow } from '../../../src/webhooks/dispatch/send-window.ts';
import { eventually } from '../support.ts';
import { jobTo, senderFor } from './jobs.ts';
import { rawReceiver } from './raw-receiver.ts';
import { authority, here, OK, SHORT, stayAwake, untilReused, urlOf } from './sockets.ts';

stayAwake(t);

/** A permit with this many milliseconds left. */
function windowOf(left: number): SendWindow {
  const { steady, wall } = openSendWindow();
  return { steady: steady - SEND_WINDOW + left, wall: wall - SEND_WINDOW + left };
}

t.test('the permit to send and the deadline of the answer end before the lease does', (t) => {
  const CLOCKS_DIFFER = 5_000;
  t.ok(SEND_WINDOW + DEADLINE + CLOCKS_DIFFER < SEND_LEASE);
  t.end();
});

t.test('nothing is written once the permit is over by either clock', async (t) => {
  for (const tls of [undefined, here]) {
    let bytes = 0;
    const receiver = await rawReceiver(t, {
      tls,
      onConnection: (socket) => socket.on('data', (chunk) => (bytes += (chunk as Buffer).length)),
      onRequest: (socket) => socket.write(OK),
    });
    const url = urlOf(receiver.port, tls);
    const { send } = senderFor(t, { ca: authority.ca });
    const { steady, wall } = openSendWindow();
    for (const sendWindow of [windowOf(0), { steady, wall: 0 }, { steady: 0, wall }]) {
      t.same(await send(jobTo(url), sendWindow), { kind: 'unsent' });
    }
    t.equal(bytes, 0, 'over new connections');
    await untilReused(receiver, async () => t.match(await send(jobTo(url)), { kind: 'answered' }));
    const { requests } = receiver;
    const before = bytes;
    t.same(await send(jobTo(url), windowOf(0)), { kind: 'unsent' });
    await sleep(50);
    t.equal(bytes, before, 'over one that is kept');
    t.equal(receiver.requests, requests);
  }
});

t.test('an attempt whose permit ends during its look-up is not sent', async (t) => {
  const receiver = await rawReceiver(t, { onRequest: (socket) => socket.write(OK) });
  const late = async () => {
    await sleep(300);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const { send } = senderFor(t, { resolve: late });
  t.same(await send(jobTo(`http://localhost:${receiver.port}/`), windowOf(150)), { kind: 'unsent' });
  t.equal(receiver.requests, 0);
});

t.test(
  'while a look-up waits to begin, the deadline does not run; the end of the send window ends the wait',
  async (t) => {
    const receiver = await rawReceiver(t, { onRequest: (socket) => socket.write(OK) });
    const HELD = 4;
    const free: (() => void)[] = [];
    const resolve = async (host: string) => {
      if (host !== 'localhost') await new Promise<void>((go) => free.push(go));
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const { send } = senderFor(t, { resolve, deadline: SHORT });
    const held = Array.from({ length: HELD }, (_, n) => send(jobTo(`https://held${n}.example.com/`)));
    await eventually('all look-ups are in use', () => free.length === HELD);
    const url = `http://localhost:${receiver.port}/`;
    t.same(await send(jobTo(url), windowOf(SHORT)), { kind: 'unsent' }, 'its permit has ended');
    const other = await send(jobTo(url, { account: 2 }));
    t.match(other, { kind: 'answered' }, 'another account has look-ups of its own');
    const waiting = send(jobTo(url));
    await sleep(2 * SHORT);
    for (const go of free) go();
    t.match(await waiting, { kind: 'answered' }, 'its deadline began with its look-up');
    for (const outcome of await Promise.all(held)) t.match(outcome, { error: /^dns: no answer/ });
  },
);

t.test('each attempt is marked before its first byte, and what cannot be marked is not sent', async (t) => {
  const seen: number[] = [];
  const receiver = await rawReceiver(t, { onRequest: (socket) => socket.write(OK) });
  let works = true;
  const mark = (record: number) => {
    seen.push(record);
    t.equal(receiver.requests, 0, 'nothing has come yet');
    return works;
  };
  const { send } = senderFor(t, { mark });
  const url = `http://127.0.0.1:${receiver.port}/`;
  works = false;
  t.same(await send(jobTo(url, { record: 7 })), { kind: 'unsent' });
  t.equal(receiver.requests, 0);
  works = true;
  t.match(await send(jobTo(url, { record: 8 })), { kind: 'answered' });
  t.match(await send(jobTo(url)), { kind: 'answered' }, 'without a journal nothing is marked');
  t.same(seen, [7, 8]);
});
