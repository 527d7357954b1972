import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { DEADLINE } from '../../../src/webhooks/dispatch/send.ts';
import { Unresolved } from '../../../src/webhooks/names.ts';
import { portOf } from '../../port-of.ts';
import { eventually } from '../support.ts';
import { makeAuthority } from './certificates.ts';
import { jobTo, lookupOf, STORED, senderFor } from './jobs.ts';
import { rawReceiver } from './raw-receiver.ts';
import { authority, here, OK, SHORT, stayAwake, urlOf } from './sockets.ts';

stayAwake(t);

/** A deadline that leaves time to connect on a busy machine, in milliseconds. */
const TO_CONNECT = 3_000;

/** A loopback port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

t.test('an unknown outcome names the phase in which the attempt failed', async (t) => {
  const unknown = (error: string) => ({ kind: 'unknown', error });

  t.test('dns: the host is unknown', async (t) => {
    const { send } = senderFor(t, { resolve: () => Promise.reject(new Unresolved('ENOTFOUND')) });
    t.same(await send(jobTo('https://hooks.example.com/')), unknown('dns: the host has no address'));
  });

  t.test('dns: the look-up never ends', async (t) => {
    const { send } = senderFor(t, { resolve: () => new Promise(() => {}), deadline: SHORT });
    t.same(await send(jobTo('https://hooks.example.com/')), unknown('dns: no answer within 0.3 s'));
  });

  t.test('dns: the look-up finds no address at all', async (t) => {
    const { send } = senderFor(t, { resolve: lookupOf().resolve, deadline: SHORT });
    t.match(await send(jobTo('https://hooks.example.com/')), { kind: 'unknown', error: /^dns: / });
  });

  t.test('connect: nothing listens', async (t) => {
    const port = await closedPort();
    const { send } = senderFor(t);
    t.same(await send(jobTo(`https://127.0.0.1:${port}/`)), unknown('connect: the connection was refused'));
    t.same(await send(jobTo(`http://127.0.0.1:${port}/`)), unknown('connect: the connection was refused'));
    const named = senderFor(t, {
      resolve: lookupOf('127.0.0.1').resolve,
      devHosts: new Set(['dev.example.com']),
    });
    const outcome = await named.send(jobTo(`https://dev.example.com:${port}/`));
    t.same(outcome, unknown('connect: the connection was refused'));
  });

  t.test('tls: the certificate is not trusted', async (t) => {
    const cases = [
      ['nobody known issued it', makeAuthority('Others').issue('127.0.0.1'), /^tls: the issuer /],
      ['of another', authority.issue('elsewhere.example.com'), /^tls: the certificate is for another host$/],
      ['it expired', authority.issue('127.0.0.1', { expired: true }), /^tls: the certificate has expired$/],
    ] as const;
    const { send } = senderFor(t, { ca: authority.ca });
    for (const [what, tls, error] of cases) {
      const receiver = await rawReceiver(t, { tls, onRequest: (socket) => socket.write(OK) });
      t.match(await send(jobTo(`https://127.0.0.1:${receiver.port}/`)), { kind: 'unknown', error }, what);
      t.equal(receiver.requests, 0, `${what}: nothing was sent`);
    }
    const good = await rawReceiver(t, { tls: here, onRequest: (socket) => socket.write(OK) });
    t.match(await send(jobTo(`https://127.0.0.1:${good.port}/`)), { kind: 'answered', status: 200 });
    const without = senderFor(t);
    t.match(await without.send(jobTo(`https://127.0.0.1:${good.port}/`)), {
      kind: 'unknown',
      error: /^tls: /,
    });
  });

  t.test('tls: the receiver does not speak it, or never answers', async (t) => {
    const plain = await rawReceiver(t, {
      onConnection: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    });
    t.match(await senderFor(t).send(jobTo(`https://127.0.0.1:${plain.port}/`)), {
      kind: 'unknown',
      error: /^tls: /,
    });
    const silent = await rawReceiver(t, {});
    const { send } = senderFor(t, { deadline: TO_CONNECT });
    t.same(await send(jobTo(`https://127.0.0.1:${silent.port}/`)), unknown('tls: no answer within 3 s'));
  });

  for (const tls of [undefined, here]) {
    const what = tls ? ' (https)' : ' (http)';
    /** More than the buffers between two processes hold. */
    const LARGE = { event: JSON.stringify({ ...STORED, grantor: 'x'.repeat(24_000_000) }) };

    t.test(`send: reset during the upload${what}`, async (t) => {
      const receiver = await rawReceiver(t, {
        tls,
        reads: false,
        onConnection: (socket, { reset }) => setTimeout(() => reset(socket), 200),
      });
      const { send } = senderFor(t, { ca: authority.ca });
      t.match(await send(jobTo(urlOf(receiver.port, tls), LARGE)), {
        kind: 'unknown',
        error: /^send: the connection was closed/,
      });
    });

    t.test(`send: the receiver reads nothing${what}`, async (t) => {
      const receiver = await rawReceiver(t, { tls, reads: false });
      const { send } = senderFor(t, { ca: authority.ca, deadline: TO_CONNECT });
      t.match(await send(jobTo(urlOf(receiver.port, tls), LARGE)), { error: 'send: no answer within 3 s' });
    });

    t.test(`response: reset, closed or nonsense instead of an answer${what}`, async (t) => {
      const cases: [string, Parameters<typeof rawReceiver>[1]['onRequest'], RegExp][] = [
        [
          'reset early',
          (socket, _number, { reset }) => reset(socket),
          /^response: the connection was closed/,
        ],
        ['half-close', (socket) => socket.end(), /^response: the connection was closed/],
        ['not HTTP', (socket) => socket.write('220 mail ESMTP\r\n'), /^response: the answer was not HTTP$/],
        [
          'an upgrade that nobody asked for',
          (socket) =>
            socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
          /^response: /,
        ],
      ];
      for (const [name, onRequest, error] of cases) {
        const receiver = await rawReceiver(t, { tls, onRequest });
        const deadline = name.includes('upgrade') ? SHORT : DEADLINE;
        const { send } = senderFor(t, { ca: authority.ca, deadline });
        t.match(await send(jobTo(urlOf(receiver.port, tls))), { kind: 'unknown', error }, name);
        t.equal(receiver.requests, 1, `${name}: asked once`);
      }
    });

    t.test(`response: no answer, or none in time${what}`, async (t) => {
      const timers: NodeJS.Timeout[] = [];
      t.teardown(() => timers.forEach(clearInterval));
      const silent = await rawReceiver(t, { tls });
      const slow = await rawReceiver(t, {
        tls,
        onRequest: (socket) => {
          socket.write('HTTP/1.1 200 OK\r\n');
          timers.push(setInterval(() => socket.write('X-Slow: 1\r\n'), 20));
        },
      });
      const hints = await rawReceiver(t, {
        tls,
        onRequest: (socket) =>
          timers.push(setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)),
      });
      const { send } = senderFor(t, { ca: authority.ca, deadline: TO_CONNECT });
      for (const [name, { port }] of Object.entries({ silent, hints })) {
        t.same(await send(jobTo(urlOf(port, tls))), unknown('response: no answer within 3 s'), name);
      }
      t.match(await send(jobTo(urlOf(slow.port, tls))), { kind: 'answered', status: 200 }, 'endless headers');
      await eventually('all connections closed', () =>
        [silent, slow, hints].every(({ open }) => open.size === 0),
      );
    });
  }
});

t.test('an interim answer does not count; the final one does', async (t) => {
  const receiver = await rawReceiver(t, {
    onRequest: (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${OK}`),
  });
  t.match(await senderFor(t).send(jobTo(`http://127.0.0.1:${receiver.port}/`)), {
    kind: 'answered',
    status: 200,
  });
});

t.test('the deadline is 10 seconds, from the look-up to the headers of the answer', async (t) => {
  t.equal(DEADLINE, 10_000);
  const PART = 1_000;
  const receiver = await rawReceiver(t, { onRequest: (socket) => setTimeout(() => socket.write(OK), PART) });
  const slow = async () => {
    await sleep(PART);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const { send } = senderFor(t, { resolve: slow, deadline: 1.5 * PART });
  const outcome = await send(jobTo(`http://localhost:${receiver.port}/`));
  t.match(outcome, { kind: 'unknown', error: /^response: no answer within 1.5 s$/ }, 'half of it is in time');
});

t.test('what comes after the headers is neither waited for nor read', async (t) => {
  for (const tls of [undefined, here]) {
    let written = 0;
    const receiver = await rawReceiver(t, {
      tls,
      onRequest: (socket) => {
        const chunk = Buffer.alloc(65_536, 'x');
        const more = () => {
          while (!socket.destroyed) {
            written += chunk.length;
            if (!socket.write(chunk)) return;
          }
        };
        socket.on('drain', more);
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
        more();
      },
    });
    const { send } = senderFor(t, { ca: authority.ca });
    const url = urlOf(receiver.port, tls);
    const COUNT = 100;
    const before = process.memoryUsage();
    for (let n = 0; n < COUNT; n++) {
      t.match(await send(jobTo(url)), { kind: 'answered', status: 200 });
      await eventually('its connection is closed', () => receiver.open.size === 0);
    }
    const after = process.memoryUsage();
    const held = (usage: NodeJS.MemoryUsage) => usage.external + usage.arrayBuffers;
    t.ok(held(after) - held(before) < 64 << 20, 'memory stays flat');
    t.ok(
      written / COUNT < 16 << 20,
      `${Math.round(written / COUNT)} bytes written by each: those on their way`,
    );
  }
});

t.test('an answer counts even before the receiver has read everything', async (t) => {
  const receiver = await rawReceiver(t, {
    reads: false,
    onConnection: (socket) =>
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
  });
  const { send } = senderFor(t);
  const event = JSON.stringify({ ...STORED, grantor: 'x'.repeat(2_000_000) });
  const outcome = await send(jobTo(`http://127.0.0.1:${receiver.port}/`, { event }));
  t.match(outcome, { kind: 'answered', status: 413 });
});

t.test('an event that cannot be read is not sent, and the outcome says so', async (t) => {
  const { send } = senderFor(t);
  t.match(await send(jobTo('https://hooks.example.com/', { event: '{' })), {
    kind: 'refused',
    error: /^Not sent: /,
  });
});
