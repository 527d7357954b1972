import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { call, EVERYWHERE, makeHarness } from '../helper.ts';
import { FaultyProxy } from '../tcp-proxy.ts';

const MUCH = '1000000000';
const PARCELS = 1_200;

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: PARCELS }, (_, at) => ({
    county_fips: '31109',
    parcel_id: `P-${at}`,
    owner_name: 'QUILL, IDA',
    location: { lat: 40.8 + at / 1e5, lon: -96.7 },
  })),
);
const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
await elasticsearch.start();
t.teardown(() => elasticsearch.stop());

/** An API as in production, but that its Elasticsearch can be made slow. */
async function serve(t: Test, settings: Record<string, string> = {}, patient = false) {
  const url = { ELASTICSEARCH_URL: elasticsearch.url, ROW_CACHE_MB: '0' };
  const app = await harness.app(
    { ...url, BURST_FREE: MUCH, LIMIT_FREE: MUCH, ...settings },
    undefined,
    patient,
  );
  t.teardown(() => elasticsearch.set('pass'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let asked = 0;
  /** Asks for one parcel, each time another one: equal questions share an answer. */
  const ask = async (key: string | null) => {
    const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(`${origin}/api/v1/parcels/31109:P-${asked++ % PARCELS}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  /** A metric's value. */
  const metric = async (name: string) => {
    // What was rendered within the last second is given again.
    await sleep(1_050);
    const { text } = await call(app, 'GET', '/metrics');
    const line = text.split('\n').find((line) => line.startsWith(`${name} `));
    return Number(line?.slice(name.length));
  };
  return { app, port, origin, ask, metric };
}
type Served = Awaited<ReturnType<typeof serve>>;

/** Sends requests at an even rate, whatever becomes of those before. */
async function flood(
  ask: Served['ask'],
  key: string | null,
  { each, seconds }: { each: number; seconds: number },
) {
  const answers: ReturnType<Served['ask']>[] = [];
  const began = performance.now();
  const wanted = Math.floor((seconds * 1_000) / each);
  // On a busy machine timers come late: what is missing by then is sent at once.
  for (; answers.length < wanted; await sleep(each)) {
    const due = Math.min(wanted, (performance.now() - began) / each + 1);
    while (answers.length < Math.floor(due)) answers.push(ask(key));
  }
  return Promise.all(answers);
}
const countOf = (answers: { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

t.test('a burst is served, however many come at once', async (t) => {
  const { ask } = await serve(t, {}, true);
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(null)));
  t.equal(countOf(answers, 200), 200);
});

t.test('under more than can be served', async (t) => {
  const { app, ask, origin, metric } = await serve(t);
  const key = await harness.key({ tier: 'scale' });
  const free = await harness.key({ tier: 'free' });
  await ask(key);
  await elasticsearch.set('slow');
  const [paying, keyless, freely] = await Promise.all([
    flood(ask, key, { each: 200, seconds: 14 }),
    flood(ask, null, { each: 3, seconds: 14 }),
    flood(ask, free, { each: 200, seconds: 14 }),
    sleep(12_000).then(async () => {
      const began = performance.now();
      for (const path of ['/livez', '/openapi.json'])
        t.equal((await fetch(`${origin}${path}`)).status, 200, `${path} is answered`);
      t.ok(performance.now() - began < 2_000, 'at once');
    }),
  ]);

  const refused = keyless.filter(({ status }) => status === 503);
  t.ok(refused.length > 100, `${refused.length} of ${keyless.length} were refused`);
  t.equal(countOf(keyless, 200) + refused.length, keyless.length, 'all others were served');
  const { headers, text } = refused[0]!;
  t.match(headers.get('content-type'), /^application\/json/);
  t.match(JSON.parse(text), {
    code: 'unavailable',
    error: /than can be served/,
    request_id: /^[0-9a-f-]{36}$/,
  });
  t.match(headers.get('retry-after'), /^[1-9]\d*$/);
  t.notOk(headers.has('x-ratelimit-limit'), 'nothing was counted');
  t.equal(countOf(paying, 200), paying.length, 'those who pay are served before callers without a key');
  t.ok(countOf(freely, 503) > 0, 'a free key waits with those who have none');

  await elasticsearch.set('pass');
  const usage = await call(app, 'GET', '/api/v1/usage', { key: free });
  t.equal(usage.json().month.used, countOf(freely, 200), 'refused requests count in no limit');
  t.equal(await metric('terrier_admission{state="in_work"}'), 0);
  t.equal(
    (await metric('terrier_admission_requests_total{caller="other",outcome="full"}')) +
      (await metric('terrier_admission_requests_total{caller="other",outcome="late"}')),
    refused.length + countOf(freely, 503),
  );
  t.equal((await Promise.all(Array.from({ length: 50 }, () => ask(null)))).length, 50);
  t.equal(countOf(await flood(ask, null, { each: 20, seconds: 1 }), 503), 0, 'and then all are served again');
});

t.test('who is over a limit is told so, and takes no room', async (t) => {
  const { ask, metric } = await serve(t, { BURST_FREE: '5' });
  const key = await harness.key({ tier: 'free' });
  await elasticsearch.set('slow');
  const answers = await flood(ask, key, { each: 20, seconds: 4 });
  t.equal(countOf(answers, 503), 0);
  t.ok(countOf(answers, 429) > 50);
  const admitted = await metric('terrier_admission_requests_total{caller="other",outcome="admitted"}');
  t.ok(admitted < 30, `${admitted} were let in`);
});

t.test('bodies that do not arrive hold nobody up', async (t) => {
  const { port, ask, metric } = await serve(t);
  const head = [
    'POST /api/v1/search HTTP/1.1',
    'Host: test',
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  const sockets: Socket[] = [];
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let at = 0; at < 100; at++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(null)));
  t.equal(countOf(answers, 200), 20);
  t.equal(await metric('terrier_admission{state="in_work"}'), 0);
  const socket = sockets[0]!;
  const answered = once(socket, 'data');
  const body = JSON.stringify({ bounds: EVERYWHERE, limit: 1 });
  socket.write(body.slice(1).padEnd(99));
  t.match(String((await answered)[0]), /^HTTP\/1\.1 200/, 'one that arrives late is answered');
});

t.test('exports that nobody reads hold nobody up, and are whole when they are read', async (t) => {
  const { origin, ask, metric } = await serve(t, { EXPORTS_PER_ACCOUNT: '40', EXPORTS_PER_PROCESS: '40' });
  const key = await harness.key({ tier: 'scale' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ bounds: EVERYWHERE });
  const exports: Response[] = [];
  while (exports.length < 40)
    exports.push(await fetch(`${origin}/api/v1/search/export`, { method: 'POST', headers, body }));
  t.equal(countOf(exports, 200), 40);
  t.equal(countOf(await Promise.all(Array.from({ length: 20 }, () => ask(null))), 200), 20);
  const rows = await Promise.all(
    exports.map(async (answer) => (await answer.text()).trimEnd().split('\n').length),
  );
  t.same(new Set(rows), new Set([PARCELS]));
  t.equal(await metric('terrier_admission{state="in_work"}'), 0);
});

t.test('callers who leave give their places back', async (t) => {
  const { origin, ask, metric } = await serve(t);
  await elasticsearch.set('slow');
  const leaving = Array.from({ length: 60 }, (_, at) =>
    fetch(`${origin}/api/v1/parcels/31109:P-${at}`, { signal: AbortSignal.timeout(100) }).catch(() => null),
  );
  await Promise.all(leaving);
  await elasticsearch.set('pass');
  t.equal((await ask(null)).status, 200);
  await sleep(1_000);
  t.equal(await metric('terrier_admission{state="in_work"}'), 0);
});
