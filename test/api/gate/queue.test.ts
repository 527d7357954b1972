import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import { eventually } from '../../eventually.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';

const PARCELS = 1_200;
/** Requests in progress at once; as many may wait, and sixteen times as many of paying callers. */
const AT_ONCE = 4;
const ROOM = 2 * AT_ONCE;
const PAYING_ROOM = 16 * AT_ONCE;
/** The time that the limits are counted at: no minute ends during a test. */
const NOW = Date.now();

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

/** An API with few requests in progress at once, whose Elasticsearch can be held. */
async function serve(t: Test, settings: Record<string, string> = {}, isLate = () => false) {
  const own = { ELASTICSEARCH_URL: elasticsearch.url, MEMORY_MB: '0', REQUESTS_AT_ONCE: String(AT_ONCE) };
  const app = await harness.app(
    { ...own, BURST_FREE: '100000', LIMIT_FREE: '100000', ...settings },
    () => NOW,
    true,
    { isLate },
  );
  t.teardown(() => elasticsearch.set('pass'));
  const port = await portOf(app);
  const origin = `http://127.0.0.1:${port}`;
  let asked = 0;
  /** Requests a different parcel each time: equal requests share an answer. */
  const ask = async (key: string | null, signal?: AbortSignal) => {
    const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const url = `${origin}/api/v1/parcels/31109:P-${asked++ % PARCELS}`;
    const answer = await fetch(url, { headers, signal });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const askMany = (key: string | null, count: number) => Array.from({ length: count }, () => ask(key));
  const inProgress = (count: number) =>
    eventually(`${count} in progress`, () => app.gate.queue.figures().inProgress === count);
  const waiting = (kind: 'paying' | 'other', count: number) =>
    eventually(`${count} ${kind} wait`, () => app.gate.queue.figures().waiting[kind] === count);
  return { app, port, origin, ask, askMany, inProgress, waiting };
}
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

t.test(
  'of more requests than can be served, who pays is first and the rest is refused at once',
  async (t) => {
    const { app, ask, askMany, origin, waiting } = await serve(t);
    const paying = await harness.key({ tier: 'scale' });
    const free = await harness.key({ tier: 'free' });
    // Both keys and the edition are known before Elasticsearch is held.
    await Promise.all([ask(paying), ask(free)]);
    await elasticsearch.set('held');

    const order: string[] = [];
    const noted = (who: string, answers: ReturnType<typeof ask>[]) =>
      answers.map((answer) => answer.then(({ status }) => void order.push(`${who} ${status}`)));
    const keyless = noted('keyless', askMany(null, ROOM));
    await waiting('other', ROOM - AT_ONCE);
    const refused = await ask(null);
    t.equal(refused.status, 503);
    t.match(JSON.parse(refused.text), {
      code: 'unavailable',
      error: /than can be served/,
      request_id: /^[0-9a-f-]{36}$/,
    });
    t.match(refused.headers.get('retry-after'), /^[1-9]\d*$/);
    t.notOk(refused.headers.has('x-ratelimit-limit'), 'nothing was counted');
    t.equal((await ask(free)).status, 503, 'a free key waits with those who have none');
    for (const path of ['/livez', '/openapi.json'])
      t.equal((await fetch(`${origin}${path}`)).status, 200, `${path} is answered`);

    const payers = noted('paying', askMany(paying, PAYING_ROOM));
    await waiting('paying', PAYING_ROOM);
    t.equal((await ask(paying)).status, 503, 'more of those who pay than may wait');
    await elasticsearch.set('pass');
    await Promise.all([...keyless, ...payers]);
    const first = order.slice(AT_ONCE, AT_ONCE + PAYING_ROOM).filter((one) => one === 'paying 200');
    t.ok(first.length >= PAYING_ROOM - AT_ONCE, 'those who pay began first');
    t.same(new Set(order), new Set(['keyless 200', 'paying 200']), 'who waited was served');

    const usage = await call(app, 'GET', '/api/v1/usage', { key: free });
    t.equal(usage.json().month.used, 1, 'refused requests count in no limit');
    const { text } = await call(app, 'GET', '/metrics');
    t.match(text, 'terrier_admission_requests_total{caller="other",outcome="refused"} 2');
    t.match(text, 'terrier_admission_requests_total{caller="paying",outcome="refused"} 1');
    t.same(await statuses(askMany(null, ROOM)), Array(ROOM).fill(200), 'then all are served again');
  },
);

t.test('an account that floods the queue takes no slots from others', async (t) => {
  const { app, ask, askMany, inProgress, waiting } = await serve(t);
  const [flooding, quiet] = [await harness.key({ tier: 'pro' }), await harness.key({ tier: 'scale' })];
  await Promise.all([ask(flooding), ask(quiet)]);
  await elasticsearch.set('held');
  const order: string[] = [];
  const noted = (who: string, answers: ReturnType<typeof ask>[]) =>
    answers.map((answer) => answer.then(({ status }) => void order.push(`${who} ${status}`)));
  const others = noted('flooding', askMany(flooding, AT_ONCE + PAYING_ROOM));
  await waiting('paying', PAYING_ROOM);
  const COUNT = PAYING_ROOM / 4;
  const own = noted('quiet', askMany(quiet, COUNT));
  await eventually('those who flood are refused', () => order.length === COUNT);
  t.same(order, Array(COUNT).fill('flooding 503'), 'their last ones are refused');
  t.equal((await ask(flooding)).status, 503);
  await inProgress(AT_ONCE);
  await elasticsearch.set('pass');
  await Promise.all([...own, ...others]);
  t.equal(order.filter((one) => one === 'quiet 200').length, COUNT, 'all others are served');
  const last = order.lastIndexOf('quiet 200') - COUNT;
  // First come, first served would make it number 67. Answers arrive in almost the order of their slots.
  t.ok(last <= 3 * COUNT, `in turn: the last one is number ${last}`);
  t.match(app.gate.queue.figures(), { waiting: { paying: 0 }, refused: { paying: COUNT + 1 } });
});

t.test('callers over a limit are told so, and take no slot', async (t) => {
  const { ask, askMany, inProgress } = await serve(t, { BURST_FREE: '5' });
  const key = await harness.key({ tier: 'free' });
  const paying = await harness.key({ tier: 'scale' });
  for (const wanted of [200, 200, 200, 200, 200, 429]) t.equal((await ask(key)).status, wanted);
  await elasticsearch.set('held');
  const others = [ask(paying)];
  await inProgress(1);
  t.same(await statuses(askMany(key, 20)), Array(20).fill(429));
  await elasticsearch.set('pass');
  t.same(await statuses(others), [200]);
});

t.test('while requests are read late, callers who do not pay are refused first', async (t) => {
  let late = false;
  const { app, ask, askMany, origin } = await serve(
    t,
    { CORS_ORIGINS: 'https://map.example', SIGNUP: 'on' },
    () => late,
  );
  const paying = await harness.key({ tier: 'scale' });
  const free = await harness.key({ tier: 'free' });
  t.same(await statuses([ask(null), ask(free), ask(paying)]), [200, 200, 200]);
  late = true;
  t.same(await statuses(askMany(paying, ROOM)), Array(ROOM).fill(200));
  t.same(await statuses([ask(null), ask(free)]), [503, 503]);
  const body = JSON.stringify({ bounds: EVERYWHERE });
  const headers = {
    'content-type': 'application/json',
    origin: 'https://map.example',
    'x-request-id': 'late-1',
  };
  const refused = await fetch(`${origin}/api/v1/search`, { method: 'POST', headers, body });
  t.equal(refused.status, 503);
  t.match(await refused.json(), { code: 'unavailable', error: /than can be served/, request_id: 'late-1' });
  t.match(refused.headers.get('retry-after'), /^[1-9]\d*$/);
  t.equal(refused.headers.get('access-control-allow-origin'), 'https://map.example', 'a page can read it');
  const wanted = {
    '/livez': 200,
    '/nothing': 404,
    '/v1/openapi.json?of=all': 200,
    '/v1/signup': 405,
    '/v1/webhooks': 503,
  };
  for (const [path, status] of Object.entries(wanted))
    t.equal((await fetch(`${origin}${path}`)).status, status, path);
  t.match(app.gate.queue.figures(), { refused: { other: 4, paying: 0 }, waiting: { other: 0 } });
  late = false;
  t.same(await statuses([ask(null), ask(free)]), [200, 200]);
});

t.test('a stop ends the connections of callers who are refused and ask again', async (t) => {
  let late = false;
  const { app, ask, inProgress } = await serve(t, {}, () => late);
  await ask(null);
  await elasticsearch.set('held');
  const askOn = async () => {
    for (;;) await ask(null);
  };
  const asking = Array.from({ length: AT_ONCE }, () => askOn().catch((error: Error) => error.message));
  await inProgress(AT_ONCE);
  late = true;
  const closed = app.close();
  await elasticsearch.set('pass');
  await closed;
  t.strictSame(await Promise.all(asking), Array(AT_ONCE).fill('fetch failed'));
});

t.test('bodies that do not arrive delay nobody', async (t) => {
  const { port, askMany, inProgress } = await serve(t);
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
  for (let at = 0; at < AT_ONCE; at++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  }
  t.same(await statuses(askMany(null, ROOM - AT_ONCE)), Array(ROOM - AT_ONCE).fill(200));
  await inProgress(0);
  const socket = sockets[0]!;
  const answered = once(socket, 'data');
  const body = JSON.stringify({ bounds: EVERYWHERE, limit: 1 });
  socket.write(body.slice(1).padEnd(99));
  t.match(String((await answered)[0]), /^HTTP\/1\.1 200/, 'one that arrives late is answered');
});

t.test('a body that arrives late is read in a slot', async (t) => {
  const { app, port, ask, askMany, inProgress, waiting } = await serve(t);
  await ask(null);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  const head = ['POST /api/v1/search HTTP/1.1', 'Host: test', 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 8\r\n\r\nnot `);
  await eventually('it has had a slot', () => app.gate.queue.figures().admitted.other === 2);
  await inProgress(0);
  await elasticsearch.set('held');
  const others = askMany(null, AT_ONCE);
  await inProgress(AT_ONCE);
  const answered = once(socket, 'data');
  socket.write('JSON');
  await waiting('other', 1);
  await elasticsearch.set('pass');
  t.match(String((await answered)[0]), /^HTTP\/1\.1 400.*invalid_json/s);
  t.same(await statuses(others), Array(AT_ONCE).fill(200));
});

t.test('exports that nobody reads delay nobody, and are complete when they are read', async (t) => {
  const { origin, askMany, inProgress } = await serve(t, { EXPORTS_PER_ACCOUNT: '20' });
  const key = await harness.key({ tier: 'scale' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ bounds: EVERYWHERE });
  const exports: Response[] = [];
  while (exports.length < 2 * ROOM)
    exports.push(await fetch(`${origin}/api/v1/search/export`, { method: 'POST', headers, body }));
  t.same(await statuses(askMany(null, AT_ONCE)), Array(AT_ONCE).fill(200));
  for (const answer of exports) t.equal((await answer.text()).trimEnd().split('\n').length, PARCELS);
  await inProgress(0);
});

t.test('callers who leave give their slots back', async (t) => {
  const { ask, askMany, inProgress, waiting } = await serve(t);
  await ask(null);
  await elasticsearch.set('held');
  const left = new AbortController();
  const leaving = Array.from({ length: ROOM }, () => ask(null, left.signal).catch(() => null));
  await waiting('other', ROOM - AT_ONCE);
  left.abort();
  await Promise.all(leaving);
  await elasticsearch.set('pass');
  await inProgress(0);
  t.same(await statuses(askMany(null, ROOM)), Array(ROOM).fill(200));
});
