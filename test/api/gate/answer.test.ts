import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { demoDeeds, demoParcels, demoPermits } from '../../../src/loading/demo/generate.ts';
import { newEdition } from '../../../src/stores/elastic/edition.ts';
import { eventually } from '../../eventually.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';

const SHARE = 200;
const parcels = [...demoParcels()].filter((_, n) => n % SHARE === 0) as object[] as Record<string, unknown>[];
const chosen = new Set(parcels.map(({ county_fips, parcel_id }) => `${county_fips}:${parcel_id}`));
const ofChosen = (record: { county_fips: string; parcel_id: string | null }) =>
  chosen.has(`${record.county_fips}:${record.parcel_id}`);

const harness = await makeHarness(t);
await harness.load('parcels', parcels);
await harness.load('deeds', [...demoDeeds()].filter(ofChosen) as object[] as Record<string, unknown>[]);
await harness.load('permits', [...demoPermits()].filter(ofChosen) as object[] as Record<string, unknown>[]);
/** With no rows in memory, so that Elasticsearch counts the searches. */
const { app, key } = await harness.api({ tier: 'license' }, { MEMORY_MB: '0' });

type Question = [method: 'GET' | 'POST', path: string, body?: object];
const id = encodeURIComponent([...chosen][0]!);
const owner = encodeURIComponent(String(parcels.find(({ owner_name }) => owner_name)!.owner_name));
const SEARCH: Question = ['POST', '/search', { bounds: EVERYWHERE, sort: 'acreage' }];
const DATA: Question[] = [
  ['GET', `/parcels/${id}`],
  ['GET', `/parcels/${id}/owner`],
  ['GET', `/parcels/${id}/deeds`],
  ['GET', `/parcels/${id}/permits`],
  ['GET', `/parcels/${id}/risks`],
  SEARCH,
  ['POST', '/search/clusters', { bounds: EVERYWHERE, zoom: 4 }],
  ['GET', '/coverage'],
  ['GET', '/coverage?state=NE'],
  ['GET', '/deals/absentee'],
  ['GET', '/deals/flips'],
  ['GET', '/deals/flips?view=flippers'],
  ['GET', '/deals/contractors'],
  ['GET', '/deals/entities?state_fips=31'],
  ['GET', '/deals/entities?top=true'],
  ['GET', '/market/counties'],
  ['GET', '/market/trends?state_fips=31'],
  ['GET', '/owners/search?q=a'],
  ['GET', `/owners/${owner}`],
  ['GET', `/owners/${owner}/properties`],
  ['GET', `/owners/${owner}/portfolio`],
];

function ask(
  [method, path, body]: Question,
  headers: Record<string, string> = {},
  from = app,
  prefix = '/api/v1',
) {
  return call(from, method, `${prefix}${path}`, { key, headers, ...(body ? { body } : {}) });
}
const tagOf = (answer: Awaited<ReturnType<typeof ask>>) => String(answer.headers.etag);
const changed = (value: number) => parcels.map((parcel) => ({ ...parcel, total_assessed_value: value }));

t.test('every data route answers 304 to clients that have its answer, and only to them', async (t) => {
  const seen = new Map<string, string>();
  for (const question of DATA) {
    const name = `${question[0]} ${question[1]}`;
    const first = await ask(question);
    t.equal(first.status, 200, name);
    t.match(tagOf(first), /^W\/"[\w-]{22}"$/, name);
    t.equal(first.headers['cache-control'], 'private, no-cache', name);
    t.notOk(seen.has(tagOf(first)), `${name}: a tag of its own`);
    seen.set(tagOf(first), name);
    const again = await ask(question, { 'if-none-match': tagOf(first) });
    t.equal(again.status, 304, name);
    t.equal(again.text, '', name);
    t.equal(again.headers.etag, first.headers.etag, name);
    t.equal(again.headers['cache-control'], 'private, no-cache', name);
    t.ok(again.headers['x-ratelimit-remaining'], name);
    const other = await ask(question, { 'if-none-match': 'W/"AAAAAAAAAAAAAAAAAAAAAA"' });
    t.equal(other.status, 200, name);
    t.equal(other.text, first.text, name);
  }
});

t.test('an ETag matches in a list, without W/, under the other prefix and in another process', async (t) => {
  const tag = tagOf(await ask(SEARCH));
  for (const given of [`"x", ${tag}`, `${tag} , "y"`, tag.slice(2)]) {
    t.equal((await ask(SEARCH, { 'if-none-match': given })).status, 304, given);
  }
  t.equal((await ask(SEARCH, { 'if-none-match': tag }, app, '/v1')).status, 304);
  t.equal((await ask(SEARCH, { 'if-none-match': tag }, await harness.app())).status, 304);
  for (const given of ['', 'x', tag.slice(0, -2), tag.toLowerCase(), '""']) {
    t.equal((await ask(SEARCH, { 'if-none-match': given })).status, 200, given);
  }
});

t.test('If-None-Match: * matches any answer to a GET, and costs no lookup', async (t) => {
  const own = await harness.key({ account: 'any answer' });
  const get = (path: string, headers = {}) => call(app, 'GET', `/api/v1${path}`, { key: own, headers });
  const used = async () => (await get('/usage')).json().month.used;
  const any = { 'if-none-match': '*' };
  const full = await get(`/parcels/${id}`);
  const answer = await get(`/parcels/${id}`, any);
  t.equal(answer.status, 304);
  t.equal(answer.text, '');
  t.equal(answer.headers.etag, full.headers.etag);
  t.equal(answer.headers['content-type'], undefined);
  t.equal(await used(), 1);
  t.equal((await get('/parcels/31109:nothing', any)).status, 404, 'there is none');
  t.equal((await ask(SEARCH, any)).status, 200, 'a POST is no GET');
});

t.test('each question has its own ETag', async (t) => {
  const tag = tagOf(await ask(SEARCH));
  const body = SEARCH[2] as object;
  for (const change of [
    { limit: 99 },
    { offset: 1 },
    { order: 'asc' },
    { filters: {} },
    { fields: ['id'] },
  ]) {
    const answer = await ask(['POST', '/search', { ...body, ...change }], { 'if-none-match': tag });
    t.equal(answer.status, 200, JSON.stringify(change));
  }
  const geo = await ask(SEARCH, { 'if-none-match': tag, accept: 'application/geo+json' });
  t.equal(geo.status, 200, 'GeoJSON is another answer');
  t.match(geo.headers.vary, /accept/i);
});

t.test('a 304 costs no lookup; errors are unchanged', async (t) => {
  const own = await harness.key({ account: 'counted' });
  const used = async () => (await call(app, 'GET', '/api/v1/usage', { key: own })).json().month.used;
  const get = (headers = {}) => call(app, 'GET', `/api/v1/parcels/${id}`, { key: own, headers });
  const first = await get();
  t.equal(await used(), 1);
  const before = Number(first.headers['x-ratelimit-remaining']);
  const again = await get({ 'if-none-match': tagOf(first) });
  t.equal(again.status, 304);
  t.equal(await used(), 1);
  t.ok(Number(again.headers['x-ratelimit-remaining']) >= before - 1);
  const headers = { 'if-none-match': tagOf(first) };
  t.equal((await call(app, 'GET', '/api/v1/parcels/31109:nothing', { key, headers })).status, 404);
  t.equal((await call(app, 'GET', `/api/v1/parcels/${id}`, { key: 'tr_no', headers })).status, 401);
  t.equal((await call(app, 'POST', '/api/v1/search', { key, headers, body: {} })).status, 400);
  const usage = await call(app, 'GET', '/api/v1/usage', { key });
  t.notOk(usage.headers.etag, 'what is not data has no tag');
  t.equal(usage.headers['cache-control'], 'no-store');
});

/** The number of searches that Elasticsearch ran in the parcels. */
async function searches(): Promise<number> {
  const { _all } = await harness.client.indices.stats({
    index: `${harness.config.INDEX_PREFIX}-parcels`,
    metric: 'search',
  });
  return _all!.primaries!.search!.query_total;
}

t.test('fifty identical requests at once search once, and each is a lookup', async (t) => {
  const own = await harness.key({ account: 'crowd' });
  const question = { bounds: EVERYWHERE, sort: 'year_built', limit: 17 };
  // Books a block of lookups, so that all get through at once.
  for (let n = 0; n < 3; n++) await call(app, 'GET', '/api/v1/coverage', { key: own });
  const before = await searches();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call(app, 'POST', '/api/v1/search', { key: own, body: question })),
  );
  const made = (await searches()) - before;
  t.ok(made === 1 || made === 2, `${made} searches`);
  for (const answer of answers) {
    t.equal(answer.status, 200);
    t.equal(answer.text, answers[0]!.text);
    t.equal(answer.headers.etag, answers[0]!.headers.etag);
    t.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  }
  t.equal(answers[0]!.json().data.length, 17);
  t.equal((await call(app, 'GET', '/api/v1/usage', { key: own })).json().month.used, 53);
  const missing = await Promise.all(
    Array.from({ length: 9 }, () => call(app, 'GET', '/api/v1/parcels/31109:nothing', { key: own })),
  );
  t.ok(missing.every(({ status }) => status === 404));
  t.equal(new Set(missing.map((answer) => answer.json().request_id)).size, 9, 'errors stay their own');
});

t.test('so do the first fifty after a load', async (t) => {
  const own = await harness.key({ account: 'crowd after a load' });
  const question = { bounds: EVERYWHERE, sort: 'year_built', limit: 19 };
  const post = () => call(app, 'POST', '/api/v1/search', { key: own, body: question });
  for (let n = 0; n < 3; n++) await post();
  await harness.load('parcels', changed(77));
  const before = await searches();
  const answers = await Promise.all(Array.from({ length: 50 }, post));
  // Some begin before the load is noticed, and some notice it only when others have their answer.
  const made = (await searches()) - before;
  t.ok(made >= 1 && made <= 25, `${made} searches`);
  t.ok(answers.every(({ text }) => text === answers[0]!.text && text.includes('"total_assessed_value":77,')));
});

/** The number of parcels that were read by id. */
async function gets(): Promise<number> {
  const index = `${harness.config.INDEX_PREFIX}-parcels`;
  return (await harness.client.indices.stats({ index, metric: 'get' }))._all!.primaries!.get!.total;
}

t.test('an answer in progress is not shared with requests after a load has ended', async (t) => {
  const proxy = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
  await proxy.start();
  t.teardown(() => proxy.stop());
  const far = await harness.app({ ELASTICSEARCH_URL: proxy.url, MEMORY_MB: '0' }, undefined, true);
  const question: Question = ['GET', `/parcels/${id}`];
  await ask(question, {}, far);
  // A request that waits for another's answer checks its edition.
  let checks = 0;
  const { current } = far.editions;
  far.editions.current = () => {
    checks++;
    return current();
  };
  const prefix = harness.config.INDEX_PREFIX;
  for (const value of [7_001, 7_002]) {
    await proxy.set('held');
    const before = await gets();
    const early = ask(question, {}, far);
    // What Elasticsearch has found is held on its way back.
    await eventually('the parcel is read', async () => (await gets()) > before);
    await newEdition(harness.client, `${prefix}-counties`, Date.now(), () =>
      harness.client.update({
        index: `${prefix}-parcels`,
        id: decodeURIComponent(id),
        doc: { total_assessed_value: value },
        refresh: true,
      }),
    );
    const checked = checks;
    const late = ask(question, {}, far);
    await eventually('the edition is checked', () => checks > checked);
    await proxy.set('pass');
    t.equal((await late).json().total_assessed_value, value);
    t.equal((await early).status, 200);
  }
});

/** Repeats `each` while `work` is running; returns how often. */
async function whileRunning(work: Promise<unknown>, each: () => Promise<void>): Promise<number> {
  let running = true;
  const ended = work.finally(() => {
    running = false;
  });
  let times = 0;
  while (running && times < 5_000) {
    await each();
    times++;
  }
  await ended;
  return times;
}

t.test('no 304 hides what a load has changed', async (t) => {
  const others: FastifyInstance[] = [app, await harness.app()];
  for (const value of [111, 222]) {
    const before = await Promise.all(others.map((one) => ask(SEARCH, {}, one)));
    await harness.load('parcels', changed(value));
    for (const [at, one] of others.entries()) {
      const answer = await ask(SEARCH, { 'if-none-match': tagOf(before[at]!) }, one);
      t.equal(answer.status, 200, 'the tag is of another edition');
      t.ok(
        answer
          .json()
          .data.every((row: { total_assessed_value: number }) => row.total_assessed_value === value),
        'and the answer is the new one',
      );
      t.equal((await ask(SEARCH, { 'if-none-match': tagOf(answer) }, one)).status, 304);
    }
  }
});

/** A client that keeps its answer, as a browser does, and always asks whether it is still valid. */
function keeping(from: FastifyInstance) {
  let kept: { tag: string; text: string } | null = null;
  return async (): Promise<string> => {
    const answer = await ask(SEARCH, kept ? { 'if-none-match': kept.tag } : {}, from);
    if (answer.status === 304) return kept!.text;
    kept = answer.headers.etag ? { tag: tagOf(answer), text: answer.text } : null;
    return answer.text;
  };
}

t.test('a client that keeps asking during loads has the last load’s answer at the end', async (t) => {
  const other = await harness.app();
  const readers = [keeping(app), keeping(app), keeping(other)];
  for (const value of [444, 555]) {
    const times = await whileRunning(harness.load('parcels', changed(value)), async () => {
      for (const read of readers) await read();
    });
    t.ok(times > 1, `${times} times`);
    const fresh = (await ask(SEARCH)).text;
    for (const read of readers) t.equal(await read(), fresh, `${value}`);
    t.match(fresh, `"total_assessed_value":${value}`);
  }
});

t.test('after a load that was killed, nothing has an ETag until the next one has ended', async (t) => {
  const tag = tagOf(await ask(SEARCH));
  const index = `${harness.config.INDEX_PREFIX}-counties`;
  await harness.client.update({ index, id: 'edition', doc: { loading: true } });
  t.equal((await ask(SEARCH, { 'if-none-match': tag })).status, 200);
  const untagged = await ask(SEARCH);
  t.notOk(untagged.headers.etag);
  t.equal(untagged.headers['cache-control'], 'no-store', 'nothing could say whether it is still right');
  await harness.load('parcels', changed(666));
  const answer = await ask(SEARCH, { 'if-none-match': tag });
  t.equal(answer.status, 200);
  t.equal((await ask(SEARCH, { 'if-none-match': tagOf(answer) })).status, 304);
});

async function packed(t: Test, encoding: string, unpack: (bytes: Buffer) => Buffer) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/search',
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': encoding },
    payload: SEARCH[2] as object,
  });
  t.equal(response.headers['content-encoding'], encoding);
  t.match(response.headers.vary, /accept-encoding/i);
  t.ok(response.rawPayload.length * 4 < unpack(response.rawPayload).length, 'it is a fourth at most');
  return { text: unpack(response.rawPayload).toString(), tag: response.headers.etag };
}

t.test('answers are compressed when it saves time', async (t) => {
  const plain = await ask(SEARCH);
  t.notOk(plain.headers['content-encoding']);
  for (const answer of [await packed(t, 'gzip', gunzipSync), await packed(t, 'br', brotliDecompressSync)]) {
    t.equal(answer.text, plain.text);
    t.equal(answer.tag, plain.headers.etag, 'one tag, however it is packed');
  }
  const short = await ask(['GET', `/parcels/${id}/risks`], { 'accept-encoding': 'gzip, br' });
  t.notOk(short.headers['content-encoding'], 'a short one is not');
});
