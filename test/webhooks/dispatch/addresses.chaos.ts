import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { jobTo, lookupOf, senderFor } from './jobs.ts';
import { rawReceiver } from './raw-receiver.ts';
import { authority, here, OK, SHORT, stayAwake } from './sockets.ts';

stayAwake(t);

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

t.test('the address checked is the one connected to: one look-up for each connection', async (t) => {
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
});

/** The rules are those of new endpoints: test/webhooks/bad-urls.test.ts. */
t.test('an address that no endpoint may have is refused without a look-up', async (t) => {
  const { resolve, asked } = lookupOf('93.184.215.14');
  const { send } = senderFor(t, { resolve, devHosts: new Set() });
  const cases = [
    ['https://127.1:9/', /must lead to a public address/],
    ['https://[::ffff:7f00:1]:9/', /must lead to a public address/],
    ['http://hooks.example.com/', /must begin with https/],
    [`https://hooks.example.com/${'a'.repeat(2_048)}`, /longer than/],
  ] as const;
  for (const [url, error] of cases) t.match(await send(jobTo(url)), { kind: 'refused', error }, url);
  t.same(asked, []);
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

t.test('no proxy from the environment is used', async (t) => {
  const receiver = await rawReceiver(t, { onRequest: (socket) => socket.write(OK) });
  const secure = await rawReceiver(t, { tls: here, onRequest: (socket) => socket.write(OK) });
  const proxy = await rawReceiver(t, { onRequest: (socket) => socket.end('HTTP/1.1 299 Proxied\r\n\r\n') });
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const script = `
    import { createSender } from './src/webhooks/dispatch/send.ts';
    import { createNames, nameServers } from './src/webhooks/names.ts';
    import { begunAgain } from './test/webhooks/dispatch/jobs.ts';
    const { ca, jobs } = JSON.parse(process.argv[1]);
    const names = createNames(nameServers());
    const { send } = createSender({ devHosts: new Set(['127.0.0.1']), ca, names, mark: () => true });
    const outcomes = [];
    for (const job of jobs) outcomes.push(await send(begunAgain(job)));
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
