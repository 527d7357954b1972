import t, { type Test } from 'tap';
import { createTerrier, TerrierError, type TerrierOptions, verify } from 'terrier/client';
import { verify as original } from 'terrier/verify';
import { makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { listening, parcels } from './support.ts';

const harness = await makeHarness(t);
await harness.load('parcels', parcels(12));
const api = await listening(harness);
const key = await harness.key();
const { terrier } = api.client({ key });
const PARCEL = { params: { path: { id: '31109:R-0/1' } } };

/** The error that a request fails with. */
async function failure(work: Promise<unknown>): Promise<TerrierError> {
  const error = await work.then(
    () => null,
    (error) => error,
  );
  if (!(error instanceof TerrierError)) throw error ?? new Error('it did not fail');
  return error;
}

/** A clock that stands still before the end of a minute, and goes on by each wait of a client, which lasts no time. */
function skipWaits() {
  let time = Date.UTC(2031, 4, 15, 12, 1) - 1_500;
  const waits: number[] = [];
  const startTimer = (milliseconds: number, over: () => void) => {
    waits.push(milliseconds);
    time += milliseconds;
    setImmediate(over);
    return () => {};
  };
  return { waits, now: () => time, startTimer };
}

t.test('answers are what the API says', async (t) => {
  const { data: parcel, response } = await terrier.GET('/api/v1/parcels/{id}', PARCEL);
  t.match(parcel, {
    id: '31109:R-0/1',
    owner_name: 'OAK STREET HOLDINGS LLC',
    total_assessed_value: 100_000,
  });
  t.equal(response.status, 200);
  t.match(response.headers.get('x-ratelimit-limit'), /^\d+$/);

  const bounds = { north: 41, south: 40, east: -96, west: -97 };
  const { data: page } = await terrier.POST('/api/v1/search', {
    body: { bounds, sort: 'assessed_value', limit: 2 },
  });
  t.equal(page.total, 12);
  t.same(valuesOf(page.data, 'total_assessed_value'), [111_000, 110_000]);
  const { data: text } = await terrier.GET('/api/v1/coverage', { parseAs: 'text' });
  t.match(JSON.parse(text), { data: [] });
});

t.test('a base may have a path and a slash at its end', async (t) => {
  const { data } = await createTerrier({ baseUrl: `${api.baseUrl}/`, key }).GET('/api/v1/usage');
  t.equal(data.tier, 'scale');
});

t.test('every answer that is not 2xx is thrown', async (t) => {
  const id = { params: { path: { id: '31109:none' } } };
  t.match(await failure(terrier.GET('/api/v1/parcels/{id}', id)), {
    name: 'TerrierError',
    status: 404,
    code: 'not_found',
    message: 'There is no parcel 31109:none',
    requestId: /^[0-9a-f-]{36}$/,
    retryAfter: null,
  });
  const query = { params: { query: { min_value: -1 } } };
  t.match(await failure(terrier.GET('/api/v1/deals/absentee', query)), {
    status: 400,
    code: 'invalid_parameter',
    message: /min_value/,
    errors: [{ field: 'min_value', message: 'must be at least 0' }],
  });
  const stranger = api.client({ key: 'trr_unknown_key' }).terrier;
  const refused = await failure(stranger.GET('/api/v1/usage'));
  t.match(refused, { status: 401, code: 'invalid_key' });
  t.notMatch(JSON.stringify([refused, refused.stack]), 'trr_unknown_key', 'the key is not in the error');
});

t.test('an unchanged answer is an error that says so', async (t) => {
  const { response } = await terrier.GET('/api/v1/parcels/{id}', PARCEL);
  const headers = { 'if-none-match': response.headers.get('etag') };
  t.match(headers['if-none-match'], /^W\//);
  const error = await failure(terrier.GET('/api/v1/parcels/{id}', { ...PARCEL, headers }));
  t.match(error, { status: 304, code: 'not_modified' });
});

t.test('an answer that is not the API’s own is an error', async (t) => {
  const fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' });
  const { terrier } = api.client({ fetch });
  t.match(await failure(terrier.GET('/api/v1/coverage')), {
    status: 502,
    code: 'unexpected_answer',
    message: 'The answer was 502 Bad Gateway',
    requestId: null,
    errors: [],
  });
});

t.test('after a 429 the client waits as long as Retry-After says, and tries again', async (t) => {
  const { now, startTimer, waits } = skipWaits();
  const minute = await listening(harness, { BURST_PRO: '1' }, now);
  const { terrier, sent } = minute.client({ key: await harness.key({ tier: 'pro' }) }, startTimer);
  t.equal((await terrier.GET('/api/v1/parcels/{id}', PARCEL)).response.status, 200);
  const { data } = await terrier.GET('/api/v1/parcels/{id}', PARCEL);
  t.equal(data.id, '31109:R-0/1');
  t.same(waits, [2_000], 'Retry-After is whole seconds');
  t.equal(sent.length, 3, 'the second request was repeated');
});

t.test('after a 429 with a wait that is too long, the error is thrown at once', async (t) => {
  const month = await listening(harness, { LIMIT_PRO: '1' });
  const { terrier, sent } = month.client({ key: await harness.key({ tier: 'pro' }) });
  await terrier.GET('/api/v1/parcels/{id}', PARCEL);
  const error = await failure(terrier.GET('/api/v1/parcels/{id}', PARCEL));
  t.match(error, { status: 429, code: 'monthly_limit' });
  t.ok(error.retryAfter! > 0);
  t.equal(sent.length, 2);
});

t.test('after a 503 only reads are tried again, and at most as often as wanted', async (t) => {
  const away = await listening(harness, { ELASTICSEARCH_URL: 'http://127.0.0.1:9' });
  const body = { bounds: { north: 41, south: 40, east: -96, west: -97 } };
  const tries = 2;
  const { startTimer, waits } = skipWaits();

  const reading = away.client({ key, tries }, startTimer);
  const error = await failure(reading.terrier.POST('/api/v1/search', { body }));
  t.match(error, { status: 503, code: 'unavailable', retryAfter: 2 });
  t.same(reading.sent, ['POST /api/v1/search', 'POST /api/v1/search']);
  t.same(waits, [2_000]);

  const writing = away.client({ key, tries }, startTimer);
  const hook = {
    url: 'http://127.0.0.1:4000/',
    event_types: ['parcel.sold' as const],
    filter_kind: 'parcel_ids' as const,
    filter_value: { parcel_ids: ['R-0/1'] },
  };
  t.match(await failure(writing.terrier.POST('/api/v1/webhooks', { body: hook })), { status: 503 });
  t.same(writing.sent, ['POST /api/v1/webhooks']);

  const safe = away.client({ key, tries }, startTimer);
  const headers = { 'Idempotency-Key': 'one' };
  t.match(await failure(safe.terrier.POST('/api/v1/webhooks', { body: hook, headers })), { status: 503 });
  t.equal(safe.sent.length, tries, 'with a key it is safe to repeat');

  const impatient = away.client({ key, maxWait: 1_999 }, startTimer);
  t.match(await failure(impatient.terrier.GET('/api/v1/parcels/{id}', PARCEL)), { status: 503 });
  t.equal(impatient.sent.length, 1);
  t.equal(waits.length, 2);
});

t.test('the client tries as often, and waits as long, as its options say', async (t) => {
  const triedWith = async (seconds: string, options: Partial<TerrierOptions>) => {
    let count = 0;
    const fetch = async () => {
      count++;
      return new Response('{}', { status: 503, headers: { 'retry-after': seconds } });
    };
    await failure(createTerrier({ baseUrl: api.baseUrl, fetch, ...options }).GET('/api/v1/coverage'));
    return count;
  };
  t.equal(await triedWith('0', {}), 4);
  t.equal(await triedWith('0', { tries: 2 }), 2);
  t.equal(await triedWith('61', {}), 1, 'a minute at most');
  t.equal(await triedWith('1', { maxWait: 999 }), 1);
});

t.test('the wait ends when the request’s or the client’s signal is aborted', async (t) => {
  const { now } = skipWaits();
  const busy = await listening(harness, { BURST_PRO: '1' }, now);
  for (const whose of ['request', 'client']) {
    const controller = new AbortController();
    const key = await harness.key({ tier: 'pro' });
    let isStopped = false;
    const { terrier } = busy.client(
      { key, ...(whose === 'client' ? { signal: controller.signal } : {}) },
      () => {
        setImmediate(() => controller.abort(new Error('enough')));
        return () => {
          isStopped = true;
        };
      },
    );
    await terrier.GET('/api/v1/parcels/{id}', PARCEL);
    const own = whose === 'request' ? { signal: controller.signal } : {};
    await t.rejects(terrier.GET('/api/v1/parcels/{id}', { ...PARCEL, ...own }), { message: 'enough' }, whose);
    t.ok(isStopped, 'no timer is left');
  }
  const aborted = { ...PARCEL, signal: AbortSignal.abort() };
  await t.rejects(terrier.GET('/api/v1/parcels/{id}', aborted), { name: 'AbortError' });
});

t.test('wrong options are named, and no key is repeated', async (t: Test) => {
  const baseUrl = 'http://127.0.0.1:1';
  const rows: [unknown, RegExp][] = [
    [undefined, /baseUrl/],
    [{}, /^baseUrl/],
    [{ baseUrl: 'api.example.com' }, /^baseUrl/],
    [{ baseUrl: 'ftp://api.example.com' }, /^baseUrl/],
    [{ baseUrl: 'http://me:secret@api.example.com' }, /^baseUrl/],
    [{ baseUrl: 'http://api.example.com/?a=1' }, /^baseUrl/],
    [{ baseUrl, key: '' }, /^key/],
    [{ baseUrl, key: 'secret\n' }, /^key/],
    [{ baseUrl, key: 'two secrets' }, /^key/],
    [{ baseUrl, key: 7 }, /^key/],
    [{ baseUrl, fetch: 'secret' }, /^fetch/],
    [{ baseUrl, signal: {} }, /^signal/],
    [{ baseUrl, tries: 0 }, /^tries/],
    [{ baseUrl, tries: 1.5 }, /^tries/],
    [{ baseUrl, tries: Number.POSITIVE_INFINITY }, /^tries/],
    [{ baseUrl, maxWait: -1 }, /^maxWait/],
    [{ baseUrl, token: 'secret' }, /^token/],
  ];
  for (const [options, complaint] of rows) {
    const error = t.throws(() => createTerrier(options as TerrierOptions), TypeError) as TypeError;
    t.match(error.message, complaint);
    t.notMatch(error.message, 'secret');
  }
});

t.test('a path parameter that would name another route is refused', async (t) => {
  const { terrier, sent } = api.client({ key });
  for (const name of ['', '.', '..']) {
    await t.rejects(
      terrier.GET('/api/v1/owners/{name}/properties', { params: { path: { name } } }),
      /path\.name cannot be/,
    );
  }
  t.same(sent, []);
  const odd = await failure(
    terrier.GET('/api/v1/owners/{name}', { params: { path: { name: 'A/../B?#%' } } }),
  );
  t.match(odd, { status: 404, message: 'There is no owner A/../B?#%' });
});

t.test('a failed connection is fetch’s own error', async (t) => {
  await t.rejects(createTerrier({ baseUrl: 'http://127.0.0.1:9' }).GET('/api/v1/coverage'), {
    name: 'TypeError',
    message: 'fetch failed',
  });
});

t.test('the verifier is the same as the server’s', async (t) => {
  t.equal(verify, original);
});
