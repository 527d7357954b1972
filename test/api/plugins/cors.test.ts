import t, { type Test } from 'tap';
import { readConfig } from '../../../src/config.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { each } from '../../listed.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });
const OURS = 'https://maps.example';
const listed = await harness.app({ CORS_ORIGINS: `${OURS}, https://other.example:8443`, BURST_FREE: '2' });

type Method = 'GET' | 'POST' | 'DELETE';
const from = (origin: string) => ({ headers: { origin } });
const preflight = (
  api: typeof app,
  url: string,
  origin: string,
  method: string,
  names: string | null = 'authorization,if-none-match',
) =>
  api.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': method,
      ...(names === null ? {} : { 'access-control-request-headers': names }),
    },
  });
const words = (header: unknown) => String(header).toLowerCase().split(/, */);

function checkReadable(t: Test, headers: Record<string, unknown>, origin: string): void {
  t.equal(headers['access-control-allow-origin'], origin);
  t.notOk(headers['access-control-allow-credentials'], 'without cookies');
  const exposed = words(headers['access-control-expose-headers']);
  for (const name of each(
    'x-ratelimit-remaining x-ratelimit-reset-month etag retry-after x-request-id allow',
  ))
    t.ok(exposed.includes(name), name);
}

t.test('pages of all origins may read answers of every status', async (t) => {
  const search = { bounds: EVERYWHERE };
  const first = await call(app, 'POST', '/v1/search', { key, body: search, ...from(OURS) });
  const again = { origin: OURS, 'if-none-match': String(first.headers.etag) };
  const cases: [number, ReturnType<typeof call>][] = [
    [200, call(app, 'POST', '/v1/search', { key, body: search, ...from(OURS) })],
    [304, call(app, 'POST', '/v1/search', { key, body: search, headers: again })],
    [400, call(app, 'POST', '/v1/search', { key, body: {}, ...from(OURS) })],
    [401, call(app, 'GET', '/v1/usage', from(OURS))],
    [404, call(app, 'GET', '/v1/nowhere', from(OURS))],
    [405, call(app, 'DELETE', '/v1/search', from(OURS))],
    [200, call(app, 'GET', '/livez', from('null'))],
  ];
  for (const [status, asked] of cases) {
    const answer = await asked;
    t.equal(answer.status, status);
    checkReadable(t, answer.headers, '*');
  }
  t.notOk((await call(app, 'GET', '/livez')).headers['access-control-allow-origin'], 'others are not told');
});

t.test('a preflight request is answered without a key, and counts in no limit', async (t) => {
  for (let n = 0; n < 5; n++) {
    const answer = await preflight(listed, '/api/v1/coverage', OURS, 'GET');
    t.equal(answer.statusCode, 204);
    t.equal(answer.body, '');
    t.equal(answer.headers['access-control-allow-origin'], OURS);
    t.ok(answer.headers['x-request-id']);
  }
  const answer = await preflight(app, '/api/v1/webhooks', OURS, 'POST');
  for (const name of ['authorization', 'content-type', 'if-none-match', 'idempotency-key'])
    t.ok(words(answer.headers['access-control-allow-headers']).includes(name), name);
  for (const method of ['get', 'post', 'delete'])
    t.ok(words(answer.headers['access-control-allow-methods']).includes(method), method);
  t.ok(Number(answer.headers['access-control-max-age']) > 0);
  const counted = await call(listed, 'GET', '/api/v1/coverage', from(OURS));
  t.equal(String(counted.headers['x-ratelimit-remaining']), '1', 'the first request is this one');
});

t.test('a page may send every header that a browser asks for', async (t) => {
  const tracing = 'traceparent,tracestate,baggage,sentry-trace';
  const longest = Array.from({ length: 100 }, (_, n) => `x-datadog-trace-${n}`).join(', ');
  for (const names of [
    tracing,
    'x-requested-with, cache-control,pragma',
    'a',
    longest,
    "!#$%&'*+.^_`|~a-1",
  ]) {
    const { headers } = await preflight(app, '/v1/search', OURS, 'POST', names);
    const allowed = words(headers['access-control-allow-headers']);
    for (const name of names.split(/, */)) t.ok(allowed.includes(name), name);
    t.ok(words(headers.vary).includes('access-control-request-headers'), 'caches keep the answers apart');
  }
  const refused = [null, 'a b', 'x-ok, <script>', ',', 'a,', 'é', 'a:b', '"', `x-${'y'.repeat(2_000)}`];
  for (const names of refused) {
    const answer = await preflight(app, '/v1/search', OURS, 'POST', names);
    t.equal(answer.statusCode, 204, String(names));
    const allowed = words(answer.headers['access-control-allow-headers']);
    t.ok(allowed.includes('authorization') && allowed.includes('x-request-id'), 'the usual ones');
    t.notOk(
      allowed.some((name) => /[^a-z-]|y{9}/.test(name)),
      'nothing else is repeated',
    );
    t.ok(words(answer.headers.vary).includes('access-control-request-headers'));
  }
  const { headers } = await preflight(listed, '/v1/search', OURS, 'POST', tracing);
  t.ok(words(headers.vary).includes('origin'));
  t.ok(words(headers.vary).includes('access-control-request-headers'));
});

t.test('with a list, other origins get no headers, and caches keep answers apart', async (t) => {
  const allowed = await call(listed, 'GET', '/livez', from('https://other.example:8443'));
  checkReadable(t, allowed.headers, 'https://other.example:8443');
  for (const origin of ['https://maps.example.evil', 'http://maps.example', 'null', `${OURS}:443`, '*']) {
    const answer = await call(listed, 'GET', '/livez', from(origin));
    t.equal(answer.status, 200, origin);
    t.notOk(answer.headers['access-control-allow-origin'], origin);
    t.equal((await preflight(listed, '/v1/coverage', origin, 'GET')).statusCode, 405, origin);
  }
  for (const headers of [undefined, { origin: OURS }]) {
    t.ok(words((await call(listed, 'GET', '/livez', { headers })).headers.vary).includes('origin'));
    const search = await call(listed, 'POST', '/v1/search', { key, body: { bounds: EVERYWHERE }, headers });
    t.same(words(search.headers.vary).sort(), ['accept', 'accept-encoding', 'origin']);
  }
});

t.test('any other OPTIONS request has no route', async (t) => {
  const ask = (url: string, headers = {}) => app.inject({ method: 'OPTIONS', url, headers });
  t.equal((await ask('/v1/search')).statusCode, 405);
  t.equal((await ask('/v1/search', { origin: OURS })).headers.allow, 'POST');
  t.equal((await ask('/v1/nowhere')).statusCode, 404);
});

t.test('a setting that is not a list of origins is refused', async (t) => {
  for (const list of [
    'https://a.example https://b.example',
    ...each('maps.example https://maps.example/ https://maps.example, HTTPS://maps.example'),
  ])
    t.throws(() => readConfig({ CORS_ORIGINS: list }), /CORS_ORIGINS=.* is not an origin like/, list);
  t.equal(readConfig({}).CORS_ORIGINS, '*');
});

t.test('every answer has nosniff and the id of its request', async (t) => {
  const asked: [Method, string, number][] = [
    ['GET', '/livez', 200],
    ['GET', '/map', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/v1/coverage', 200],
    ['GET', '/v1/usage', 401],
    ['GET', '/v1/nowhere', 404],
    ['GET', '/v1/parcels/%zz', 400],
    ['DELETE', '/v1/search', 405],
    ['POST', '/v1/search', 400],
  ];
  for (const [method, url, status] of asked) {
    const answer = await call(app, method, url);
    t.equal(answer.status, status, url);
    t.equal(answer.headers['x-content-type-options'], 'nosniff', url);
    t.match(answer.headers['x-request-id'], /^[0-9a-f-]{36}$/, url);
    if (status >= 400) t.equal(answer.json().request_id, answer.headers['x-request-id'], url);
  }
});

t.test('a valid X-Request-Id is kept, and any other is replaced', async (t) => {
  const ask = async (id: string, url = '/v1/usage') => {
    const answer = await call(app, 'GET', url, { headers: { 'x-request-id': id } });
    t.equal(answer.json().request_id, answer.headers['x-request-id']);
    return answer.headers['x-request-id'];
  };
  for (const id of ['a', 'Req_1.2-3', 'x'.repeat(128)]) {
    t.equal(await ask(id), id);
    t.equal(await ask(id, '/v1/parcels/%zz'), id, 'also where no route is found');
  }
  for (const id of ['', ' ', 'a b', 'x'.repeat(129), '"', '<script>', 'é', 'a,b', '{"x":1}'])
    t.match(await ask(id), /^[0-9a-f-]{36}$/, id);
});
