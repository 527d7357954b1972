import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { makeHarness } from '../../helper.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });

const PLACES = ['/openapi.json', '/api/v1/openapi.json', '/v1/openapi.json', '/v1/openapi.json/'];

t.test('the document is the same at each address', async (t) => {
  const { body, headers } = await get(PLACES[0]!);
  t.match(JSON.parse(body), { openapi: '3.1.0' });
  t.match(headers.etag, /^W\/"[\w-]{22}"$/);
  for (const place of PLACES) {
    const answer = await get(place);
    t.equal(answer.statusCode, 200, place);
    t.equal(answer.body, body, place);
    t.equal(answer.headers.etag, headers.etag, place);
    t.equal(answer.headers['content-type'], 'application/json; charset=utf-8', place);
  }
  const paths = Object.keys(JSON.parse(body).paths);
  t.notOk(
    paths.some((path) => path.endsWith('openapi.json')),
    'it does not list itself',
  );
});

t.test('the document is compressed for clients that accept it', async (t) => {
  const { rawPayload: plain } = await get(PLACES[0]!);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, unpacked] of Object.entries(unpack)) {
    for (const place of PLACES) {
      const answer = await get(place, { 'accept-encoding': encoding });
      t.equal(answer.headers['content-encoding'], encoding, place);
      t.match(answer.headers.vary, /accept-encoding/i);
      t.ok(unpacked(answer.rawPayload).equals(plain), `${place} by ${encoding}`);
      t.ok(
        answer.rawPayload.length < plain.length / 4,
        `${answer.rawPayload.length} of ${plain.length} bytes`,
      );
    }
  }
});

t.test('clients that have the document get a 304', async (t) => {
  const { headers } = await get(PLACES[0]!);
  const tag = String(headers.etag);
  for (const given of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    for (const place of PLACES) {
      const answer = await get(place, { 'if-none-match': given, 'accept-encoding': 'br' });
      t.equal(answer.statusCode, 304, `${place} with ${given}`);
      t.equal(answer.body, '');
      t.equal(answer.headers.etag, tag);
    }
  }
  t.equal((await get(PLACES[0]!, { 'if-none-match': 'W/"other"' })).statusCode, 200);
  const head = await app.inject({ method: 'HEAD', url: PLACES[1]! });
  t.equal(head.statusCode, 200);
  t.equal(head.headers.etag, tag);
  t.equal((await app.inject({ method: 'POST', url: PLACES[1]! })).headers.allow, 'GET, HEAD');
});
