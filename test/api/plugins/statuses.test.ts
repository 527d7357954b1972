import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { handClock } from '../../clocks.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';
import { answersIn, bytesOf, type RawRequest, type RawResponse } from '../../raw-http.ts';

const ROUNDS = 4;
const CONNECTIONS = 12;
const PIPELINED = 5;

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: 40 }, (_, n) => ({
    county_fips: '31109',
    parcel_id: `R-${n}`,
    owner_name: `QUILL ${n} LLC`,
    location: { lat: 40.8, lon: -96.7 },
  })),
);
const key = await harness.key({ tier: 'license' });
const clock = handClock();
const app = await harness.app({}, undefined, undefined, { clock });
/** Emits the path of a request when its handler begins. */
const handled = new EventEmitter();
const untilHandled = (...paths: string[]) => Promise.all(paths.map((path) => once(handled, path)));
const passDeadline = () => clock.pass(app.services.patience!);
/** Lets the stream of `/streams` go on, when the test calls it. */
let begin = () => {};
app.get('/hangs', ({ url }) => {
  handled.emit(url);
  return new Promise(() => {});
});
/** Resolved when `/late` has been answered, by the deadline. */
const late = Promise.withResolvers<void>();
const streams = Promise.withResolvers<void>();
app.addHook('onResponse', async ({ url }) => {
  if (url === '/late') late.resolve();
  if (url === '/streams') streams.resolve();
});
app.get('/late', async ({ url }) => {
  handled.emit(url);
  await late.promise;
  return { data: 'late' };
});
app.get('/streams', ({ url }, reply) => {
  const stream = new Readable({ read() {} });
  begin = () => {
    stream.push('x'.repeat(100_000));
    stream.push(null);
  };
  handled.emit(url);
  return reply.type('text/plain').send(stream);
});
app.get('/packs', ({ url }, reply) => {
  reply.type('text/plain').send('x'.repeat(4_000_000));
  // Now it is being compressed.
  passDeadline();
  handled.emit(url);
  return reply;
});
const port = await portOf(app);

const headers = { authorization: `Bearer ${key}` };
const post = (path: string, body: unknown, more = {}): RawRequest => ({
  method: 'POST',
  path,
  headers: { ...headers, 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
});
const get = (path: string, more = {}, method = 'GET'): RawRequest => ({
  method,
  path,
  headers: { ...headers, ...more },
});
const TRENDS = '/api/v1/market/trends?county_fips=31109';
const SEARCH = { bounds: EVERYWHERE };
const tag = String((await call(app, 'POST', '/api/v1/search', { key, body: SEARCH })).headers.etag);

type Expected = [request: RawRequest, status: number];
const MIX: Expected[] = [
  [get(TRENDS), 200],
  [get(`${TRENDS}&fields=x`), 400],
  [get(`${TRENDS}&fields=x`, {}, 'HEAD'), 400],
  [get(TRENDS, {}, 'HEAD'), 200],
  [get(TRENDS, { 'if-none-match': '*' }, 'HEAD'), 304],
  [get('/api/v1/tiles/16/0/0.mvt', {}, 'HEAD'), 204],
  [get('/api/v1/market/trends'), 400],
  [get(TRENDS, { authorization: 'Bearer nonsense' }), 401],
  [get(TRENDS, { 'accept-encoding': 'br' }), 200],
  [post('/api/v1/search', SEARCH), 200],
  [post('/api/v1/search', SEARCH, { 'if-none-match': tag }), 304],
  [post('/api/v1/search', { ...SEARCH, fields: ['x'] }), 400],
  [post('/api/v1/search', { bounds: {} }, { 'accept-encoding': 'br' }), 400],
  [get('/api/v1/parcels/31109:nobody'), 404],
  [get(`/api/v1/${'long'.repeat(2_000)}`, { 'accept-encoding': 'br' }), 404],
  [get('/api/v1/parcels/%zz'), 400],
  [get('/api/v1/search'), 405],
  [get('/livez'), 200],
];

const isErrorBody = (text: string) => {
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  return 'error' in body && 'code' in body && 'request_id' in body;
};

/** What is wrong with an answer; '' when its status and body fit. */
function fault({ method }: RawRequest, wanted: number, { status, headers, text }: RawResponse): string {
  if (status !== wanted) return `${status} in place of ${wanted}`;
  if (method === 'HEAD' || status === 304) return text === '' ? '' : 'a body where there is none';
  if (headers['content-encoding'] !== undefined) return status < 400 ? '' : 'an error body is packed';
  return isErrorBody(text) === status >= 400 ? '' : `${status} with ${text.slice(0, 100)}`;
}

/**
 * Sends requests on one connection without waiting for answers, then reads the answers, or leaves after a while. The last
 * one is sent after `others`.
 */
async function converse(
  requests: RawRequest[],
  leavesAfter: number | null = null,
  others?: Promise<unknown>,
): Promise<RawResponse[] | null> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  for (const [at, request] of requests.entries()) {
    const last = at === requests.length - 1;
    if (last) await others;
    socket.write(
      bytesOf(last ? { ...request, headers: { ...request.headers, connection: 'close' } } : request),
    );
    if (at % 2 === 1) await sleep(1);
  }
  if (leavesAfter !== null) {
    await sleep(leavesAfter);
    socket.destroy();
    return null;
  }
  await once(socket, 'close');
  return answersIn(
    Buffer.concat(chunks),
    requests.map(({ method = 'GET' }) => method),
  );
}

async function checkOne(t: Test, seed: number): Promise<number> {
  const chosen = Array.from(
    { length: PIPELINED },
    (_, at) => MIX[(seed * 7 + at * at * 3 + seed) % MIX.length]!,
  );
  const answers = await converse(
    chosen.map(([request]) => request),
    seed % 5 === 0 ? seed % 20 : null,
  );
  if (answers === null) return 0;
  t.equal(answers.length, chosen.length, 'each is answered');
  for (const [at, [request, status]] of chosen.entries()) {
    const wrong = fault(request, status, answers[at]!);
    if (wrong !== '') t.fail(`${request.method} ${request.path.slice(0, 80)}: ${wrong}`);
  }
  return answers.length;
}

t.test('errors, answers, 304s and HEADs on one connection do not mix, even if callers leave', async (t) => {
  let answered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const counts = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) => checkOne(t, round * CONNECTIONS + n)),
    );
    answered += counts.reduce((sum, count) => sum + count, 0);
  }
  t.ok(answered > (ROUNDS * CONNECTIONS * PIPELINED) / 2, `${answered} answers`);
});

t.test('a late answer keeps the status of the deadline, and its connection stays open', async (t) => {
  const requests = [get('/late'), get(`${TRENDS}&fields=x`), get('/hangs'), get(TRENDS)];
  const answers = await converse(requests, null, untilHandled('/late', '/hangs').then(passDeadline));
  t.same(
    answers?.map(({ status, text }) => [status, isErrorBody(text)]),
    [
      [503, true],
      [400, true],
      [503, true],
      [200, false],
    ],
  );
});

t.test('a compressed answer that begins after the deadline is not mixed into the 503', async (t) => {
  const packed = get('/streams', { 'accept-encoding': 'br' });
  // The time of the second request begins after that of the first has passed.
  const passed = untilHandled('/streams').then(passDeadline);
  const answering = converse([packed, get(`${TRENDS}&fields=x`)], null, passed);
  await streams.promise;
  begin();
  const answers = await answering;
  t.same(
    answers?.map(({ status, text }) => [status, isErrorBody(text)]),
    [
      [503, true],
      [400, true],
    ],
  );
  t.notOk(answers?.[0]?.headers['content-encoding']);
});

t.test('an answer whose deadline passes while it is compressed is not mixed into the 503', async (t) => {
  const packed = get('/packs', { 'accept-encoding': 'gzip' });
  const answers = await converse([packed, get(`${TRENDS}&fields=x`)], null, untilHandled('/packs'));
  t.same(
    answers?.map(({ status, text }) => [status, isErrorBody(text)]),
    [
      [503, true],
      [400, true],
    ],
  );
  t.notOk(answers?.[0]?.headers['content-encoding']);
});
