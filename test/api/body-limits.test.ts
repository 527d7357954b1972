import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { positions } from '../squares.ts';

const KIB = 1 << 10;
const SEARCHES = ['', '/count', '/facets', '/clusters', '/export'].map((part) => `/search${part}`);
/** The most that the body of a route may have, in KiB; of any other route 8. */
const LARGEST: Record<string, number> = {
  '/signup': 3,
  '/parcels/batch': 256,
  '/parcels/match': 512,
  '/webhooks': 512,
  ...Object.fromEntries(SEARCHES.map((path) => [path, 128])),
};

const harness = await makeHarness(t);
const app = await harness.app({ SIGNUP: 'on' });
const off = await harness.app();
for (const one of [app, off]) await one.listen({ host: '127.0.0.1', port: 0 });
const key = await harness.key({ tier: 'license', isAdmin: true });

/** Sends a head and what there is of its body; returns the answer. */
async function send(to: typeof app, path: string, lines: string[], body = '', bearer = key) {
  const { port } = to.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.teardown(() => socket.destroy());
  const head = [`POST /api/v1${path} HTTP/1.1`, 'Host: test', 'Content-Type: application/json', ...lines];
  if (bearer) head.push(`Authorization: Bearer ${bearer}`);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  const answer = await text(socket);
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  return { status: Number(status), text: answer.slice(answer.indexOf('{')) };
}
const blanks = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

t.test('each route refuses a longer body than it takes, whether its length is given or not', async (t) => {
  const { paths } = (await call(app, 'GET', '/openapi.json')).json();
  const routes = Object.entries<Record<string, { requestBody?: object }>>(paths).filter(
    ([, { post }]) => post?.requestBody,
  );
  t.ok(routes.length > 10);
  for (const [path] of routes) {
    const route = path.replace('/api/v1', '');
    const most = (LARGEST[route] ?? 8) * KIB;
    const named = route.replace(/\{\w+\}/g, 'x');
    const given = await send(app, named, [`Content-Length: ${most + 1}`]);
    t.equal(given.status, 413, `${route}: its length is read before its body`);
    t.match(JSON.parse(given.text), { code: 'body_too_large', error: `${most / KIB} KiB`, request_id: /./ });
    const streamed = await send(app, named, ['Transfer-Encoding: chunked'], blanks(most) + blanks(1));
    t.equal(streamed.status, 413, `${route}: a byte more, as it arrives`);
    t.match(JSON.parse(streamed.text), { code: 'body_too_large' });
    const inside = await send(
      app,
      named,
      ['Transfer-Encoding: chunked', 'Connection: close'],
      `${blanks(most)}0\r\n\r\n`,
    );
    t.match(JSON.parse(inside.text), { code: 'invalid_json' }, `${route}: not a byte less`);
  }
});

t.test('the longest request that is valid fits', async (t) => {
  const triangles = Array.from({ length: 333 }, (_, at) => {
    const [x, y] = [-96.1234567890123 - at / 1e3, 40.1234567890123];
    const side = 0.0001234567890123;
    return [positions(`${x} ${y}, ${x + side} ${y}, ${x} ${y + side}, ${x} ${y}`)];
  });
  const search = { within: { type: 'MultiPolygon', coordinates: triangles } };
  const escaped = (value: object) =>
    JSON.stringify(value).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
  const post = (path: string, body: string) =>
    call(app, 'POST', `/api/v1${path}`, { key, body, headers: { 'content-type': 'application/json' } });
  for (const path of ['/search', '/search/count']) {
    const answer = await post(path, JSON.stringify(search, null, 2));
    t.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 100)}`);
  }
  const ids = Array.from({ length: 500 }, (_, at) => `31109:${String(at).padStart(506, 'x')}`);
  t.equal((await post('/parcels/batch', JSON.stringify({ ids }))).status, 200);
  const name = '🏠'.repeat(200);
  const signed = await call(app, 'POST', '/api/v1/signup', {
    body: escaped({ name }),
    headers: { 'content-type': 'application/json' },
  });
  t.equal(signed.status, 201, signed.text);
  const allowed_addresses = Array.from(
    { length: 50 },
    (_, at) => `2001:0db8:0000:0000:0000:0000:0000:${1000 + at}/128`,
  );
  const made = await post('/keys', escaped({ name, allowed_addresses, scopes: Array(20).fill('webhooks') }));
  t.equal(made.status, 201, made.text);
});

t.test('a compressed body is refused before anything unpacks it', async (t) => {
  const body = JSON.stringify({ filters: { countyFips: '31109' } });
  const rows: [encoding: string, payload: string | Buffer, status: number][] = [
    ['gzip', gzipSync(body), 415],
    ['br', brotliCompressSync(body), 415],
    ['gzip', gzipSync(Buffer.alloc(64 << 20, ' ')), 415],
    ['unknown', body, 415],
    ['identity', body, 200],
  ];
  for (const [encoding, payload, status] of rows) {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-encoding': encoding,
    };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/search', headers, payload });
    t.equal(answer.statusCode, status, `${encoding}: ${answer.body.slice(0, 100)}`);
    if (status === 415) t.match(answer.json(), { code: 'unsupported_media_type', error: 'compressed' });
  }
});

t.test('a route that is off, or that the plan does not have, answers before the body arrives', async (t) => {
  const length = 'Content-Length: 1000';
  const rows: [app: typeof off, path: string, bearer: string, code: string][] = [
    [off, '/signup', '', 'signup_off'],
    [app, '/search/export', await harness.key({ tier: 'pro' }), 'exports_not_included'],
    [app, '/webhooks', await harness.key({ tier: 'free', scopes: ['webhooks'] }), 'webhooks_not_included'],
  ];
  for (const [to, path, bearer, code] of rows) {
    const answer = await send(to, path, [length, 'Connection: close'], '', bearer);
    t.match(JSON.parse(answer.text), { code }, path);
  }
});
