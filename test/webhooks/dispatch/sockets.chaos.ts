import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { SEND_LEASE } from '../../../src/webhooks/dispatch/claim.ts';
import type { Outcome } from '../../../src/webhooks/dispatch/outcome.ts';
import { DEADLINE } from '../../../src/webhooks/dispatch/send.ts';
import { openSendWindow, SEND_WINDOW, type SendWindow } from '../../../src/webhooks/dispatch/send-window.ts';
import { createWorkerPool } from '../../../src/webhooks/dispatch/worker-pool.ts';
import { Unresolved } from '../../../src/webhooks/names.ts';
import { eventually } from '../support.ts';
import { type Certificate, makeAuthority } from './certificates.ts';
import type { Closes } from './closer.ts';
import { jobTo, LOOPBACK, lookupOf, STORED, senderFor } from './jobs.ts';
import { type RawReceiver, rawReceiver } from './raw-receiver.ts';

const SHORT = 300;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const nothing: ReadonlySet<string> = new Set();
const authority = makeAuthority();
const here = authority.issue('127.0.0.1');

// A request's timers do not keep the process alive; in a dispatcher's thread, other things do.
const awake = setInterval(() => {}, 1_000);
t.teardown(() => clearInterval(awake));

/** A loopback port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Every range: test/domain/public-address.test.ts. */
const NOT_PUBLIC = ['127.0.0.1', '169.254.169.254', 'fd00:ec2::254', '::ffff:127.0.0.1'];

t.test('a name that leads to an address that is not public is refused before anything is sent', async (t) => {
  const receiver = await rawReceiver(t, { onRequest: (socket) => socket.end(OK) });
  const url = `https://hooks.example.com:${receiver.port}/`;
  for (const address of NOT_PUBLIC) {
    const mixtures = [
      [address],
      ['93.184.215.14', address],
      [address, '2606:2800:21f::1'],
      ['2606:2800:21f::1', address],
    ];
    for (const addresses of mixtures) {
      const { resolve, asked } = lookupOf(...addresses);
      const outcome = await senderFor(t, { resolve }).send(jobTo(url));
      t.same(
        outcome,
        { kind: 'refused', error: 'Not sent: the host leads to an address that is not public' },
        addresses.join(', '),
      );
      t.same(asked, ['hooks.example.com']);
    }
  }
  t.equal(receiver.accepted, 0, 'nobody was connected to');
});

t.test(
  'the address checked is the one connected to: one look-up for a connection, none while it is open',
  async (t) => {
    const receiver = await rawReceiver(t, {
      onRequest: (socket) => socket.write(OK),
      tls: authority.issue('dev.example.com'),
    });
    const { resolve, asked } = lookupOf('127.0.0.1');
    const { send } = senderFor(t, { resolve, ca: authority.ca, devHosts: new Set(['dev.example.com']) });
    const url = `https://dev.example.com:${receiver.port}/`;
    t.match(await send(jobTo(url)), { kind: 'answered', status: 200 });
    t.equal(asked.length, 1);
    await send(jobTo(url));
    t.equal(asked.length, receiver.accepted);
  },
);

/** The rules are those of new endpoints: test/webhooks/bad-requests.test.ts. */
t.test('an address that no endpoint may have is refused without a look-up', async (t) => {
  const { resolve, asked } = lookupOf('93.184.215.14');
  const { send } = senderFor(t, { resolve, devHosts: nothing });
  const cases = [
    ['https://127.1:9/', /must lead to a public address/],
    ['https://[::ffff:7f00:1]:9/', /must lead to a public address/],
    ['http://hooks.example.com/', /must begin with https/],
    [`https://hooks.example.com/${'a'.repeat(2_048)}`, /longer than/],
  ] as const;
  for (const [url, error] of cases) t.match(await send(jobTo(url)), { kind: 'refused', error }, url);
  t.same(asked, []);
});

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
      [
        'it is of another host',
        authority.issue('elsewhere.example.com'),
        /^tls: the certificate is for another host$/,
      ],
      [
        'it has expired',
        authority.issue('127.0.0.1', { expired: true }),
        /^tls: the certificate has expired$/,
      ],
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
    const { send } = senderFor(t, { deadline: SHORT });
    t.same(await send(jobTo(`https://127.0.0.1:${silent.port}/`)), unknown('tls: no answer within 0.3 s'));
  });

  for (const tls of [undefined, here]) {
    const what = tls ? ' (https)' : ' (http)';
    const urlOf = (port: number) => `${tls ? 'https' : 'http'}://127.0.0.1:${port}/`;
    /** More than the buffers between two processes hold. */
    const LARGE = { event: JSON.stringify({ ...STORED, grantor: 'x'.repeat(24_000_000) }) };

    t.test(`send: reset during the upload${what}`, async (t) => {
      const receiver = await rawReceiver(t, {
        tls,
        reads: false,
        onConnection: (socket, { reset }) => setTimeout(() => reset(socket), 200),
      });
      const { send } = senderFor(t, { ca: authority.ca });
      t.match(await send(jobTo(urlOf(receiver.port), LARGE)), {
        kind: 'unknown',
        error: /^send: the connection was closed/,
      });
    });

    t.test(`send: the receiver reads nothing${what}`, async (t) => {
      const receiver = await rawReceiver(t, { tls, reads: false });
      const { send } = senderFor(t, { ca: authority.ca, deadline: 1_500 });
      t.match(await send(jobTo(urlOf(receiver.port), LARGE)), { error: 'send: no answer within 1.5 s' });
    });

    t.test(`response: reset, closed or nonsense instead of an answer${what}`, async (t) => {
      const cases: [string, Parameters<typeof rawReceiver>[1]['onRequest'], RegExp][] = [
        [
          'reset before headers',
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
        t.match(await send(jobTo(urlOf(receiver.port))), { kind: 'unknown', error }, name);
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
      const { send } = senderFor(t, { ca: authority.ca, deadline: SHORT });
      for (const [name, { port }] of Object.entries({ silent, hints })) {
        t.same(await send(jobTo(urlOf(port))), unknown('response: no answer within 0.3 s'), name);
      }
      t.match(await send(jobTo(urlOf(slow.port))), { kind: 'answered', status: 200 }, 'endless headers');
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
  const PART = 350;
  const receiver = await rawReceiver(t, { onRequest: (socket) => setTimeout(() => socket.write(OK), PART) });
  const slow = async () => {
    await sleep(PART);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const { send } = senderFor(t, { resolve: slow, deadline: 2 * PART - 50 });
  const outcome = await send(jobTo(`http://localhost:${receiver.port}/`));
  t.match(
    outcome,
    { kind: 'unknown', error: /^response: no answer within 0.65 s$/ },
    'each half alone is in time',
  );
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
    const url = `${tls ? 'https' : 'http'}://127.0.0.1:${receiver.port}/`;
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

t.test('no proxy from the environment is used', async (t) => {
  const receiver = await rawReceiver(t, { onRequest: (socket) => socket.write(OK) });
  const secure = await rawReceiver(t, { tls: here, onRequest: (socket) => socket.write(OK) });
  const proxy = await rawReceiver(t, { onRequest: (socket) => socket.end('HTTP/1.1 299 Proxied\r\n\r\n') });
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const script = `
    import { openSendWindow } from './src/webhooks/dispatch/send-window.ts';
    import { createSender } from './src/webhooks/dispatch/send.ts';
    import { createNames, nameServers } from './src/webhooks/names.ts';
    const { ca, jobs } = JSON.parse(process.argv[1]);
    const names = createNames(nameServers());
    const { send } = createSender({ devHosts: new Set(['127.0.0.1']), ca, names, mark: () => true });
    const outcomes = [];
    for (const job of jobs) outcomes.push(await send(job, openSendWindow()));
    console.log(JSON.stringify(outcomes));`;
  const jobs = [`http://127.0.0.1:${receiver.port}/`, `https://127.0.0.1:${secure.port}/`].map((url) =>
    jobTo(url),
  );
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, JSON.stringify({ ca: authority.ca, jobs })],
    {
      cwd: resolve(PROJECT_ROOT),
      env: {
        PATH: process.env.PATH,
        NODE_USE_ENV_PROXY: '1',
        NO_PROXY: '',
        no_proxy: '',
        ...Object.fromEntries(names.map((name) => [name, proxyUrl])),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 30_000,
    },
  );
  let said = '';
  child.stdout.on('data', (bytes) => {
    said += bytes;
  });
  await once(child, 'close');
  t.match(JSON.parse(said), [
    { kind: 'answered', status: 200 },
    { kind: 'answered', status: 200 },
  ]);
  t.equal(proxy.accepted, 0, 'the proxy saw nothing');
});

/** Sends until a request arrives on a connection that has carried another: then the host is known to keep connections. */
async function untilReused(receiver: RawReceiver, send: () => Promise<unknown>): Promise<void> {
  const before = receiver.reused;
  await eventually('a connection is used again', async () => {
    await send();
    return receiver.reused > before;
  });
}

t.test(
  'a connection is used again after an answer without a body or with a complete small one',
  async (t) => {
    const answers = {
      '204': 'HTTP/1.1 204 No Content\r\n\r\n',
      'an empty 200': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      'a small body': OK,
      'a small body in chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
      'an error': 'HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops',
    };
    const cases = [undefined, here].flatMap((tls) =>
      Object.values(answers).map((answer) => ({ tls, answer })),
    );
    await Promise.all(
      cases.map(async ({ tls, answer }) => {
        const receiver = await rawReceiver(t, { tls, onRequest: (socket) => socket.write(answer) });
        const { send } = senderFor(t, { ca: authority.ca });
        const url = `${tls ? 'https' : 'http'}://127.0.0.1:${receiver.port}/`;
        await untilReused(receiver, async () => t.match(await send(jobTo(url)), { kind: 'answered' }));
      }),
    );
  },
);

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
    const job = jobTo(`${tls ? 'https' : 'http'}://127.0.0.1:${receiver.port}/`);
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
    new Promise<Outcome>((done) =>
      workerPool.send([job], openSendWindow(), (_job, outcome) => done(outcome)),
    );
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

t.test('an address that accepts late is waited for when no other accepts', async (t) => {
  const BACKLOG = 2;
  async function listen(host: string, port = 0) {
    const go = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL('./slow-listener.ts', import.meta.url), {
      workerData: { host, port, go },
    });
    t.teardown(() => worker.terminate());
    const [own] = (await once(worker, 'message')) as [number];
    const fillers = Array.from({ length: BACKLOG }, () => connect(own, host).on('error', () => {}));
    t.teardown(() => {
      for (const socket of fillers) socket.destroy();
    });
    await Promise.all(fillers.map((socket) => once(socket, 'connect')));
    return {
      port: own,
      accept(): void {
        Atomics.store(go, 0, 1);
        Atomics.notify(go, 0);
      },
    };
  }
  const slow = await listen('127.0.0.1');
  await listen('127.0.0.3', slow.port);
  const devHosts = new Set(['dev.example.com']);
  const job = jobTo(`http://dev.example.com:${slow.port}/`);
  const [REFUSES, SILENT] = ['127.0.0.2', '127.0.0.3'];
  const cases = [
    ['127.0.0.1', REFUSES],
    ['127.0.0.1', SILENT, REFUSES],
  ];
  const sent = cases.map((addresses) => {
    const { resolve, asked } = lookupOf(...addresses);
    return senderFor(t, { resolve, devHosts })
      .send(job)
      .then((outcome) => ({ outcome, asked }));
  });
  const refused = senderFor(t, { resolve: lookupOf(REFUSES, REFUSES).resolve, devHosts });
  t.same(await refused.send(job), { kind: 'unknown', error: 'connect: the connection was refused' });
  const silent = senderFor(t, { resolve: lookupOf(SILENT, REFUSES).resolve, devHosts, deadline: 2 * SHORT });
  t.same(await silent.send(job), { kind: 'unknown', error: 'connect: no answer within 0.6 s' });
  slow.accept();
  for (const { outcome, asked } of await Promise.all(sent)) {
    t.same(outcome, { kind: 'answered', status: 200 });
    t.same(asked, ['dev.example.com'], 'looked up once');
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
  const IDLE = 500;
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
  const ROUNDS = 40;
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

t.test('an event that cannot be read is not sent, and the outcome says so', async (t) => {
  const { send } = senderFor(t);
  t.match(await send(jobTo('https://hooks.example.com/', { event: '{' })), {
    kind: 'refused',
    error: /^Not sent: /,
  });
});

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
    const url = `${tls ? 'https' : 'http'}://127.0.0.1:${receiver.port}/`;
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
  'while a look-up waits for its place, the deadline does not run; the end of the permit ends the wait',
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
    await eventually('all places are taken', () => free.length === HELD);
    const url = `http://localhost:${receiver.port}/`;
    t.same(await send(jobTo(url), windowOf(SHORT)), { kind: 'unsent' }, 'its permit has ended');
    const other = await send(jobTo(url, { account: 2 }));
    t.match(other, { kind: 'answered' }, 'another account has places of its own');
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
