import t, { type Test } from 'tap';
import { ENDS, firewall } from '../../firewall.ts';
import { makeAuthority } from './certificates.ts';
import { jobTo, senderFor } from './jobs.ts';
import { type RawReceiver, rawReceiver } from './raw-receiver.ts';
import { authority, here, OK, stayAwake } from './sockets.ts';

stayAwake(t);

/** Sends a delivery through a firewall. `marks` are those of the journal: it may have left. */
async function sendThrough(t: Test, receiver: RawReceiver, ...wall: [(typeof ENDS)[string], number?]) {
  const { port, hellos } = await firewall(t, receiver.port, ...wall);
  let marks = 0;
  const { send } = senderFor(t, { ca: authority.ca, mark: () => marks++ === 0 });
  const outcome = await send(jobTo(`https://127.0.0.1:${port}/`, { record: 7 }));
  return { outcome, hellos, marks };
}
const answering = (t: Test) => rawReceiver(t, { tls: here, onRequest: (socket) => socket.write(OK) });

for (const [how, end] of Object.entries(ENDS)) {
  t.test(`a firewall that ends handshakes of two packets ${how} gets one of one packet`, async (t) => {
    const receiver = await answering(t);
    const { outcome, hellos, marks } = await sendThrough(t, receiver, end);
    t.same(outcome, { kind: 'answered', status: 200 });
    t.match([hellos.length, hellos[0]! > 1_400, hellos[1]! < 600], [2, true, true]);
    t.equal(receiver.requests, 1, 'sent once');
    t.equal(marks, 1, 'marked once');
  });

  t.test(`a receiver that ends each handshake ${how} is tried twice, and nothing was sent`, async (t) => {
    const receiver = await answering(t);
    const { outcome, hellos, marks } = await sendThrough(t, receiver, end, 0);
    t.same(outcome, { kind: 'unknown', error: 'tls: the connection was closed without an answer' });
    t.equal(hellos.length, 2);
    t.equal(receiver.requests + marks, 0);
  });
}

t.test('a request that ends after its handshake is not sent again', async (t) => {
  const cases: [when: string, acts: Parameters<typeof rawReceiver>[1]][] = [
    ['before it was read', { onConnection: (socket, { reset }) => reset(socket) }],
    ['once it was read', { onRequest: (socket, _number, { reset }) => reset(socket) }],
    ['once it was read, with a close', { onRequest: (socket) => socket.destroy() }],
  ];
  for (const [when, acts] of cases) {
    const receiver = await rawReceiver(t, { tls: here, ...acts });
    const { outcome, hellos } = await sendThrough(t, receiver, ENDS['with a reset']!, 16_000);
    t.match(outcome, { kind: 'unknown', error: /^(send|response): / }, when);
    t.equal(hellos.length, 1, when);
  }
});

t.test('a handshake that fails for another reason is not tried again', async (t) => {
  const tls = makeAuthority('Others').issue('127.0.0.1');
  const receiver = await rawReceiver(t, { tls, onRequest: (socket) => socket.write(OK) });
  const { outcome, hellos, marks } = await sendThrough(t, receiver, ENDS['with a reset']!, 16_000);
  t.match(outcome, { kind: 'unknown', error: /^tls: the issuer/ });
  t.equal(hellos.length, 1);
  t.equal(receiver.requests + marks, 0);
});
