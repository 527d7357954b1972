import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { eventually } from '../../eventually.ts';
import { EVERYWHERE, makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';
import { answersIn, bytesOf, exchange, type RawResponse } from '../../raw-http.ts';

const harness = await makeHarness(t, { indices: false });
const key = await harness.key({ tier: 'license' });
const BEARER = { authorization: `Bearer ${key}` };

/** An API that listens, with a route that answers when the test calls `answer`. */
async function listening() {
  const app = await harness.app();
  let answer = () => {};
  const told = new Promise<void>((done) => {
    answer = done;
  });
  let ask = () => {};
  const asked = new Promise<void>((done) => {
    ask = done;
  });
  app.get('/waits', async () => {
    ask();
    await told;
    return { waited: true };
  });
  // More than the buffers hold, so that the answer is still being sent.
  const endless = () => Readable.from(Array.from({ length: 1_000 }, () => 'x'.repeat(10_000)));
  app.get('/begun', (_request, reply) => reply.type('text/plain').send(endless()));
  const port = await portOf(app);
  return { app, port, answer, asked };
}
const { app, port, answer } = await listening();

function checkError(t: Test, { status, headers, text }: RawResponse, wanted: number, code: string): void {
  t.equal(status, wanted, text);
  t.equal(headers['content-type'], 'application/json; charset=utf-8');
  t.equal(headers.connection, 'close');
  t.equal(headers['x-content-type-options'], 'nosniff');
  const body = JSON.parse(text);
  t.same(Object.keys(body).sort(), ['code', 'error', 'request_id']);
  t.equal(body.code, code);
  t.equal(headers['x-request-id'], body.request_id, 'the id is that of the header');
}

/** A connection, with what arrives on it. */
function connected(port: number) {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  return { socket, chunks };
}

const slowBody = (length: number, sent: string) =>
  `POST /api/v1/search HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${sent}`;

/** Runs `work` while what has not arrived is late. */
async function impatient(app: FastifyInstance, work: () => Promise<void>): Promise<void> {
  const { requestTimeout, headersTimeout } = app.server;
  Object.assign(app.server, { requestTimeout: 1, headersTimeout: 1 });
  await work().finally(() => Object.assign(app.server, { requestTimeout, headersTimeout }));
}

t.test('a request has 30 seconds to arrive, and is cut off soon after', async (t) => {
  t.equal(app.server.requestTimeout, 30_000);
  t.ok(app.server.headersTimeout <= 30_000, 'else Node would exchange the two');
  t.equal((app.server as { connectionsCheckingInterval?: number }).connectionsCheckingInterval, 1_000);
  await impatient(app, async () => {
    checkError(t, await exchange(port, slowBody(100, '{')), 408, 'request_timeout');
    checkError(t, await exchange(port, 'GET /livez HTTP/1.1\r\nhost: x\r\n'), 408, 'request_timeout');
  });
});

t.test('a body that did not arrive costs no lookup', async (t) => {
  const own = await harness.key({ tier: 'scale', account: 'slow' });
  const used = async () =>
    (await app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${own}` } })).json().month
      .used;
  const exchanged = exchange(port, slowBody(100, '{').replace(key, own));
  await eventually('its lookup is booked', async () => (await used()) === 1);
  await impatient(app, async () => {
    const answered = await exchanged;
    checkError(t, answered, 408, 'request_timeout');
    t.ok(answered.headers['x-ratelimit-remaining'], 'it is an answer like others');
  });
  t.equal(await used(), 0);
});

t.test('headers longer than the document allows are refused', async (t) => {
  const long = 'x'.repeat(200_000);
  for (const bytes of [
    `GET / HTTP/1.1\r\nhost: x\r\na: ${long}\r\n\r\n`,
    `GET /${long} HTTP/1.1\r\nhost: x\r\n\r\n`,
  ]) {
    checkError(t, await exchange(port, bytes), 431, 'headers_too_large');
  }
});

t.test('a pending answer is sent before the error of the next request', async (t) => {
  const { socket, chunks } = connected(port);
  socket.write(bytesOf({ path: '/waits' }));
  socket.write(bytesOf({ path: '/livez' }));
  const seen = once(app.server, 'clientError');
  socket.write('NONSENSE\r\n\r\n');
  await seen;
  t.equal(Buffer.concat(chunks).toString(), '', 'nothing is answered out of turn');
  answer();
  await once(socket, 'close');
  const [first, second, third, ...more] = answersIn(Buffer.concat(chunks), ['GET', 'GET', 'GET']);
  t.match(first, { status: 200, text: '{"waited":true}' });
  t.match(second, { status: 200, text: '{"status":"ok"}' });
  checkError(t, third!, 400, 'bad_request');
  t.same(more, []);
});

t.test('no error is written into an answer that has begun', async (t) => {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.write(bytesOf({ path: '/begun' }));
  await once(socket, 'readable');
  socket.write('NONSENSE\r\n\r\n');
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  const [first, second] = answersIn(Buffer.concat(chunks), ['GET', 'GET']);
  t.equal(first!.status, 200);
  t.equal(first!.text.replaceAll('x', '').length, 0, 'nothing is in it that does not belong there');
  t.equal(first!.text.length, 10_000_000, 'it is whole');
  checkError(t, second!, 400, 'bad_request');
});

t.test('a body whose chunks are broken is refused', async (t) => {
  const bytes = await exchange(
    port,
    'POST /api/v1/search HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nzz\r\n',
  );
  checkError(t, bytes, 400, 'bad_request');
});

t.test('a stop ends connections without a whole request, and waits for answers in progress', async (t) => {
  const { app, port, answer, asked } = await listening();
  const sockets = ['', 'GET /livez HTTP/1.1\r\nhost', slowBody(100, '{')].map((sent) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.resume().write(sent);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const { socket: waiting, chunks } = connected(port);
  waiting.write(bytesOf({ path: '/waits' }));
  await asked;
  app.server.requestTimeout = 1;
  const closed = app.close();
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
  answer();
  await once(waiting, 'close');
  await closed;
  const [first] = answersIn(Buffer.concat(chunks), ['GET']);
  t.match(first, { status: 200, text: '{"waited":true}' });
});

t.test('requests that arrive during shutdown are answered as usual', async (t) => {
  const { app, port, answer, asked } = await listening();
  const { socket, chunks } = connected(port);
  socket.write(bytesOf({ path: '/waits' }));
  await asked;
  const closed = app.close();
  const body = JSON.stringify({ bounds: EVERYWHERE, limit: 0 });
  const headers = { ...BEARER, 'content-type': 'application/json' };
  const arrived = once(app.server, 'request');
  socket.write(bytesOf({ method: 'POST', path: '/api/v1/search', headers, body }));
  await arrived;
  answer();
  await once(socket, 'close');
  await closed;
  const [first, second] = answersIn(Buffer.concat(chunks), ['GET', 'POST']);
  t.match(first, { status: 200, text: '{"waited":true}' });
  t.match(JSON.parse(second?.text ?? '{}'), { code: 'invalid_parameter' });
});
