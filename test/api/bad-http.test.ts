/** Unknown ids, names and paths, and methods, headers and bytes that are not valid requests or that the API does not have. */
import fc from 'fast-check';
import t from 'tap';
import { FILTERS } from '../../src/records/filters.ts';
import { EVERYWHERE } from '../helper.ts';
import { holds } from '../holds.ts';
import { each } from '../listed.ts';
import { exchange, sendRaw } from '../raw-http.ts';
import { checkError } from '../refusals.ts';
import { runsOf } from '../seed.ts';
import { JSON_TYPE, makeAsking, PARCEL, PARCEL_ROUTES } from './asking.ts';

const { app, key, port, bearer, inject, send, sendAsIs, search } = await makeAsking(t);
const SEARCH = JSON.stringify({ bounds: EVERYWHERE });
const EMOJI = '%F0%9F%8F%A0';
const OWNER = '/v1/owners/Ida%20Quill';
/** Routes that need a key, each with parameters that it answers. */
const KEYED = each(
  `/v1/usage /v1/deals/absentee /v1/deals/flips /v1/deals/contractors /v1/deals/entities?top=true /v1/market/counties
  /v1/market/trends?state_fips=31 /v1/owners/search?q=quill ${OWNER} ${OWNER}/properties ${OWNER}/portfolio`,
);

t.test('an unknown parcel or owner is 404', async (t) => {
  const ids = each(
    `x 31109 31109: :10-01 3110:10-01 031109:10-01 31109:10-02 99999:10-01 31109:10-01%20 %2031109:10-01 31109;10-01
    31:110:10-01 31109:a%2F1%20%232%25 31109%EF%BC%9A10-01 31109:%00 31109:10-01%00 31109:%0A 31109:%E2%80%AE10-01 31109:* ..%2f_search
    31109:..%2f..%2f_search %2e%2e _search 31109:10-01%3Frefresh=true 31109:10-01%23 31109:__proto__ constructor
    31109:${'9'.repeat(506)} 31109:${'9'.repeat(507)} 31109:${EMOJI.repeat(500)} 31109:${'9'.repeat(10_000)}`,
  );
  const names = each(
    `NOBODY QUILL IDA IDA%20QUILL%20JR A%2FB ..%2f..%2f_search %2e%2e _search * 100%25%20REALTY %00 IDA%00QUILL%00X
    ${EMOJI} %20 --- ' %3F %23 %5C __proto__ %E2%80%AE C%2FO %0D%0Ax:%201 31109:10-01 ${'A'.repeat(10_000)}
    ${'A%20'.repeat(3_000)} ${EMOJI.repeat(800)} ${'%2F'.repeat(3_000)}`,
  );
  const paths = [
    ...ids.map((id) => `parcels/${id}`),
    ...['/owner', '/permits', '/deeds', '/risks'].map((part) => `parcels/31109:10-02${part}`),
    ...names.map((name) => `owners/${name}`),
    ...['/properties', '/portfolio'].map((part) => `owners/NOBODY${part}`),
  ];
  for (const path of paths) {
    const answer = await sendAsIs({ path: `/api/v1/${path}` });
    checkError(t, answer, 404, 'not_found', /parcel|owner/, path);
    t.ok(answer.text.length < 1_500, 'the message repeats the beginning of a name at most');
  }
  const odd = `/api/v1/parcels/${encodeURIComponent('31109:A/1 #2%')}`;
  for (const path of [
    ...PARCEL_ROUTES,
    odd,
    `${odd}/owner`,
    PARCEL.replace('/api', ''),
    PARCEL.replace(':', '%3a'),
  ])
    t.equal((await send({ path })).status, 200, path);
});

t.test('a path that is not validly encoded is refused', async (t) => {
  for (const id of each('% %2 %zz 31109:%C0%AF 31109:%ED%A0%80 31109:%FF 31109:%F5%80%80%80 31109:%E2%80')) {
    for (const path of [`/api/v1/parcels/${id}`, `/v1/owners/${id}/properties`])
      checkError(t, await sendAsIs({ path }), 400, 'bad_request', /percent-encoded/, path);
  }
  for (const path of ['/v1/owners/search?q=PE\xd1A', '/v1/owners/PE\xc3\x91A'])
    checkError(t, await sendAsIs({ path }), 400, 'bad_request', /must be percent-encoded/);
});

t.test('an unknown route or method is 404', async (t) => {
  const paths = each(
    `/api /api/v1 /v1 /v2/coverage /api/v1/ /api/v1/parcels /api/v1/parcels/ ${PARCEL}// ${PARCEL}/taxes
    ${PARCEL}/owner/x //api/v1/coverage /api/v1/v1/coverage /API/v1/coverage /api/v1/../../etc/passwd /.env
    /api/v1/owners /api/v1/owners/ /api/v1/owners/A/B ${OWNER}/deeds /api/v1/deals /api/v1/market/`,
  );
  for (const path of paths)
    checkError(t, await sendAsIs({ path }), 404, 'not_found', /GET|parcel|owner/, path);
  const methods = { POST: '/api/v1/nowhere', QUERY: '/api/v1/nowhere', PROPFIND: '/api/v1/search' };
  for (const [method, path] of Object.entries(methods)) {
    const answer = await sendAsIs({ method, path });
    checkError(t, answer, 404, 'not_found', new RegExp(method));
    t.equal(answer.headers.allow, undefined);
  }
  const odd = await sendAsIs({ path: '/api/v1/tiles/14/3790/%E2%80%A8.mvt' });
  checkError(t, odd, 404, 'not_found', /^There is no route GET/);
  // A request target with its origin, as proxies send it.
  for (const path of ['/v1/coverage', '/api/v1/coverage?state=NE', PARCEL])
    t.equal((await sendAsIs({ path: `http://localhost${path}` })).status, 200, path);
  t.match((await sendAsIs({ path: '/v1/nowhere?x=1' })).text, /no route GET \/v1\/nowhere"/, 'no query');
});

t.test('a method that an address does not have is 405, and Allow names those that it has', async (t) => {
  const READ = 'GET, HEAD';
  const refused: [method: string, path: string, allow: string][] = [
    ...each('PUT PATCH DELETE OPTIONS TRACE QUERY').flatMap((method): [string, string, string][] => [
      [method, PARCEL, READ],
      [method, '/api/v1/search', 'POST'],
      [method, '/v1/coverage?state=NE', READ],
    ]),
    ...[...PARCEL_ROUTES, ...KEYED].map((path): [string, string, string] => ['POST', path, READ]),
    ['PUT', '/api/v1/webhooks', 'GET, HEAD, POST'],
    ['GET', '/api/v1/webhooks/x/test', 'POST'],
    ['PUT', '/api/v1/webhooks/x/deliveries/retry', 'POST'],
    ['GET', '/v1/search', 'POST'],
    ['PUT', '/v1/parcels/batch', 'POST'],
  ];
  for (const [method, path, allow] of refused) {
    const more = /PUT|POST/.test(method) ? { headers: JSON_TYPE, body: '{' } : {};
    const answer = await sendAsIs({ method, path, ...more });
    const said = new RegExp(`^${method} is not allowed here; allowed: ${allow}$`);
    checkError(t, answer, 405, 'method_not_allowed', said, `${method} ${path}`);
    t.equal(answer.headers.allow, allow);
  }
});

t.test('an Authorization header without a key never falls back to the free tier', async (t) => {
  const unknown = `terrier_${'A'.repeat(32)}`;
  const values = [
    ...['', 'Bearer', 'Bearer ', `Bearer${key}`, key],
    ...[`Basic ${Buffer.from(`user:${key}`).toString('base64')}`, `Token ${key}`],
    ...[`Bearer ${key} ${key}`, `Bearer ${key},Bearer ${key}`, `Bearer "${key}"`, `Bearer ${key}x`],
    ...[`Bearer ${key.slice(0, -1)}`, `Bearer ${key.toUpperCase()}`, `Bearer x${key}`, `Bearer\t${key}`],
    ...[
      `Bearer ${key.replace('terrier', 'terrîer')}`,
      'Bearer null',
      "Bearer ' OR 1=1 --",
      `Bearer ${'x'.repeat(10_000)}`,
    ],
    ...[`Bearer terrier_${'*'.repeat(32)}`, `Bearer ${unknown}`],
  ];
  for (const authorization of values) {
    const refused = await sendAsIs({ path: PARCEL, headers: { authorization } });
    checkError(t, refused, 401, 'invalid_key', /key/, authorization);
    t.notOk('x-ratelimit-limit' in refused.headers, 'no tier is told');
    t.notOk(refused.text.includes(key), 'the key is not repeated');
  }
  const wrong = { authorization: `Bearer ${unknown}` };
  for (const path of ['/v1/coverage', `${PARCEL}/owner`, ...KEYED])
    checkError(t, await send({ path, headers: wrong }), 401, 'invalid_key', /key/, path);
  for (const path of KEYED) checkError(t, await inject({ path }), 401, 'missing_key', /Bearer/, path);
  t.equal((await search(SEARCH, wrong)).status, 401, 'search too');
  t.equal((await inject({ path: PARCEL })).status, 200, 'none, where none is needed');
  for (const authorization of [`bearer ${key}`, `BEARER  ${key}`, `Bearer ${key}  `])
    t.equal((await send({ path: '/api/v1/usage', headers: { authorization } })).status, 200);
});

t.test('bytes that are not an HTTP request are refused', async (t) => {
  const search = (headers: string, body: string) =>
    `POST /v1/search HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}`;
  const rows: Record<string, string | Buffer> = {
    words: 'hello there\r\n\r\n',
    'a TLS greeting': Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0, 13, 10, 13, 10]),
    zeros: Buffer.concat([Buffer.alloc(1_000), Buffer.from('\r\n\r\n')]),
    'an unknown method': 'FETCH / HTTP/1.1\r\nhost: x\r\n\r\n',
    'an unknown version': 'GET / HTTP/9.9\r\nhost: x\r\n\r\n',
    'a space in the path': 'GET /api/v1/parcels/a b HTTP/1.1\r\nhost: x\r\n\r\n',
    'NUL in the path': 'GET /api/v1/parcels/31109:\0 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    'no host': 'GET /v1/coverage HTTP/1.1\r\nconnection: close\r\n\r\n',
    'an unknown expectation': search('expect: tea\r\ncontent-length: 0', ''),
    'a header without a colon': 'GET / HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n',
    'NUL in a header': 'GET / HTTP/1.1\r\nhost: x\r\na: \0\r\n\r\n',
    'two lengths': search('content-length: 1\r\ncontent-length: 2', '{}'),
    'a length that is not a number': search('content-length: many', '{}'),
    'a negative length': search('content-length: -1', '{}'),
    'a length and chunks': search('content-length: 2\r\ntransfer-encoding: chunked', '0\r\n\r\n'),
    'a chunk size that is none': search(
      'content-type: application/json\r\ntransfer-encoding: chunked',
      'zz\r\n{}\r\n',
    ),
  };
  for (const [what, bytes] of Object.entries(rows))
    checkError(t, await exchange(port, bytes), 400, 'bad_request', undefined, what);
  // `inject` would add a content type.
  const post = { method: 'POST', path: '/api/v1/search', headers: bearer };
  const untyped = await sendRaw(port, { ...post, body: SEARCH });
  checkError(t, untyped, 415, 'unsupported_media_type', /json/, 'no content type');
  const empty = await sendRaw(port, { ...post, headers: { ...bearer, 'content-length': '0' } });
  checkError(t, empty, 400, 'invalid_parameter', /body/, 'neither body nor content type');
});

t.test('random bodies that JSON and HTTP allow never cause an internal error', async () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, -1, 1e300, '', '0', 'asc', 'llc', '\u0000'),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('min', 'max', 'north', 'limit', 'x'), tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  const parts = ['bounds', 'filters', 'sort', 'order', 'limit', 'offset'];
  const names = Object.keys(FILTERS);
  const bodies = fc.oneof(
    fc.record(Object.fromEntries(parts.map((part) => [part, value])), { requiredKeys: [] }),
    fc
      .record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
      .map((given) => ({ bounds: EVERYWHERE, filters: given })),
  );
  await holds(runsOf(500), [bodies], async (made) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/search',
      headers: { ...bearer, ...JSON_TYPE },
      payload: JSON.stringify(made),
    });
    if (answer.statusCode !== 200 && answer.statusCode !== 400)
      throw new Error(`${answer.statusCode}: ${answer.body}`);
  });
});
