import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import t from 'tap';
import { call, EVERYWHERE, makeHarness } from '../../../helper.ts';
import { jsonLines, valuesOf } from '../../../listed.ts';
import { portOf } from '../../../port-of.ts';
import { FaultyProxy } from '../../../tcp-proxy.ts';
import { ALL, exporting, located, pathOf } from './exporting.ts';

const ROWS_A_LOOKUP = 500;
/** One more than four lookups pay for. */
const COUNT = 4 * ROWS_A_LOOKUP + 1;
const parcels = located(COUNT);

const harness = await makeHarness(t);
await harness.load('parcels', parcels);
const { app, key } = await harness.api({ tier: 'license' });
const { exported, searched } = exporting(app, key);

const usedBy = async (one: string) =>
  (await call(app, 'GET', '/api/v1/usage', { key: one })).json().month.used;

const lookupsFor = (rows: number) => Math.ceil(rows / ROWS_A_LOOKUP);

/** Enough rows for two full pages from Elasticsearch and part of another. */
const MANY = { bounds: EVERYWHERE, filters: { yearBuiltRange: { max: 1950 } } };
const SOME = { near: { lat: 40.8136, lon: -96.7026, meters: 4_000 }, filters: { absenteeOnly: true } };

t.test('NDJSON has every record of the search once, as it is stored, with a cursor at its end', async (t) => {
  for (const search of [ALL, SOME]) {
    const expected = await searched(search);
    t.ok(expected.size > 20, `${expected.size} rows`);
    const answer = await exported(search);
    t.equal(answer.status, 200);
    t.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8');
    t.equal(answer.headers['content-disposition'], 'attachment; filename="parcels.ndjson"');
    const rows = jsonLines(answer.text);
    t.equal(rows.length, expected.size);
    t.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    const different = rows.find(
      ({ cursor, ...row }) => !cursor || JSON.stringify(row) !== JSON.stringify(expected.get(row.id)),
    );
    t.equal(different, undefined, 'each is the record that the search returns');
  }
});

/** A row without its cursor, which differs each time. */
const withoutCursor = (line: string) => line.replace(/,"cursor":"[^"]+"}$/, '');

t.test('the cursor of any row continues the export after it', async (t) => {
  const rowsOf = async (search: object, more = {}) =>
    (await exported(search, more)).text.split('\n').slice(0, -1);
  const many = await rowsOf(MANY);
  t.ok(many.length > 2 * ROWS_A_LOOKUP && many.length < 4 * ROWS_A_LOOKUP, `${many.length} rows`);
  const resumed = async (at: number) => rowsOf(MANY, { cursor: JSON.parse(many[at]!).cursor });
  for (const at of [0, 499, 500, many.length - 501, many.length - 2, many.length - 1]) {
    const expected = many.slice(at + 1).map(withoutCursor);
    const rest = (await resumed(at)).map(withoutCursor);
    t.ok(rest.join('\n') === expected.join('\n'), `after row ${at} of ${many.length}`);
  }
  const rest = await resumed(900);
  const again = await rowsOf(MANY, { cursor: JSON.parse(rest[0]!).cursor });
  t.equal(again.length, rest.length - 1, 'the cursors of what was resumed are good too');
  const lines = await rowsOf(ALL);
  const { cursor } = JSON.parse(lines[5]!);
  const packed = await exported({ ...ALL, fields: ['id'] }, { cursor });
  t.equal(jsonLines(packed.text).length, lines.length - 6, 'also with other fields');
  for (const other of [SOME, { bounds: { ...EVERYWHERE, north: 45 } }]) {
    const answer = await exported(other, { cursor });
    t.equal(answer.status, 400, 'of another search it is refused');
    t.match(answer.json().error, /cursor does not belong to this query/);
  }
  const search = await call(app, 'POST', '/api/v1/search', { key, body: { ...ALL, cursor } });
  t.equal(search.status, 400, 'and for a page of the search');
});

t.test('the search may be the body of a POST, which exports and resumes in the same way', async (t) => {
  const posted = (body: object, with_ = key) =>
    call(app, 'POST', '/api/v1/search/export', { key: with_, body });
  const plain = (text: string) => jsonLines(text).map(({ cursor, ...row }) => row);
  for (const search of [SOME, { ...SOME, fields: ['id', 'owner_name'] }]) {
    const [got, answer] = [await exported(search), await posted(search)];
    t.equal(answer.status, 200);
    for (const name of ['content-type', 'content-disposition'])
      t.equal(answer.headers[name], got.headers[name], name);
    t.same(plain(answer.text), plain(got.text));
  }
  const lines = jsonLines((await posted(SOME)).text);
  const rest = lines.slice(10).map(({ id }) => id);
  const { cursor } = lines[9];
  t.same(valuesOf(jsonLines((await posted({ ...SOME, cursor })).text), 'id'), rest);
  t.same(valuesOf(jsonLines((await exported(SOME, { cursor })).text), 'id'), rest, 'as a GET too');
  t.match((await posted({ ...ALL, cursor })).json(), {
    code: 'invalid_parameter',
    error: /cursor does not belong/,
  });
  t.match((await posted({ ...SOME, format: 'csv', fields: ['id'] })).text, /^id,cursor\r\n/);
  t.match((await posted({})).json(), { error: /exactly one of bounds, within, near/ });
  t.match((await posted({ ...SOME, limit: 5 })).json(), { error: /limit is not a known field/ });
  t.match((await posted({ ...SOME, format: 'xml' })).json(), { error: /format must be one of ndjson, csv/ });
  const own = await harness.key({ tier: 'scale', account: 'posts' });
  const { length } = jsonLines((await posted(SOME, own)).text);
  t.equal(await usedBy(own), lookupsFor(length), 'it costs as much');
  const pro = await harness.key({ tier: 'pro', account: 'posts as pro' });
  t.match((await posted(ALL, pro)).json(), { code: 'exports_not_included' });
});

t.test('a search that is too long for an address is exported by POST', async (t) => {
  const positions = Array.from({ length: 900 }, (_, at) => {
    const angle = (at / 900) * 2 * Math.PI;
    return [-96.7 + Math.cos(angle) / 3, 40.8 + Math.sin(angle) / 3];
  });
  const within = { type: 'Polygon', coordinates: [[...positions, positions[0]]] };
  t.ok(JSON.stringify({ within }).length > 24_000);
  t.equal((await exported({ within })).status, 400);
  const answer = await call(app, 'POST', '/api/v1/search/export', { key, body: { within } });
  t.equal(answer.status, 200);
  t.ok(jsonLines(answer.text).length > 100);
});

t.test('fields selects fields', async (t) => {
  const rows = jsonLines((await exported({ ...SOME, fields: ['owner_name', 'id'] })).text);
  t.same([...new Set(rows.map((row) => Object.keys(row).join()))], ['id,owner_name,cursor']);
  const csv = (await exported({ ...SOME, fields: ['location', 'id'] }, { format: 'csv' })).text;
  t.equal(csv.split('\r\n')[0], 'id,lat,lon,cursor');
});

t.test('a byte-order mark, for Excel, is sent if it is asked for', async (t) => {
  const some = { ...SOME, fields: ['id'] };
  const whole = (await exported(some, { format: 'csv' })).text;
  t.match(whole, /^id,cursor\r\n/);
  t.match((await exported(some, { format: 'csv', bom: 'true' })).text, /^\ufeffid,cursor\r\n/);
  const body = { ...some, format: 'csv', bom: true };
  t.match((await call(app, 'POST', '/api/v1/search/export', { key, body })).text, /^\ufeffid,cursor\r\n/);
  const cursor = whole.split('\r\n')[1]!.split(',')[1]!;
  const rest = await exported(some, { format: 'csv', bom: 'true', cursor });
  t.notMatch(rest.text, '\ufeff', 'not in the middle');
});

t.test('keys of the scale and license tiers export; others are told that they cannot', async (t) => {
  for (const tier of ['scale', 'license'] as const) {
    t.equal((await exported(SOME, {}, await harness.key({ tier, account: tier }))).status, 200, tier);
  }
  for (const tier of ['free', 'starter', 'api_100k', 'pro'] as const) {
    const own = await harness.key({ tier, account: tier });
    const answer = await exported(SOME, {}, own);
    t.equal(answer.status, 403, tier);
    t.match(answer.json(), { code: 'exports_not_included' });
    t.equal(await usedBy(own), 0, 'which costs nothing');
  }
  const nobody = await call(app, 'GET', pathOf(SOME));
  t.equal(nobody.status, 401);
});

t.test('a lookup pays for 500 rows; if too few are left, nothing is sent or counted', async (t) => {
  const own = await harness.key({ tier: 'scale', account: 'counts' });
  const all = jsonLines((await exported(ALL, {}, own)).text).length;
  t.equal(await usedBy(own), lookupsFor(all));
  const some = jsonLines((await exported(SOME, {}, own)).text).length;
  t.equal(await usedBy(own), lookupsFor(all) + lookupsFor(some));
  const small = await harness.app({ LIMIT_SCALE: '4' });
  const poor = await harness.key({ tier: 'scale', account: 'poor' });
  const refused = await call(small, 'GET', pathOf(ALL), { key: poor });
  t.equal(refused.status, 429);
  t.match(refused.json(), { code: 'monthly_limit', error: /^5 lookups are needed, and 4 of the 4/ });
  t.ok(Number(refused.headers['retry-after']) > 0);
  t.equal((await call(small, 'GET', '/api/v1/usage', { key: poor })).json().month.used, 0);
  t.equal((await call(small, 'GET', pathOf(SOME), { key: poor })).status, 200, 'a smaller one goes');
});

/** Begins an export over a socket and returns the answer, not read yet. */
async function begin(toPort: number, path: string, bearer: string): Promise<IncomingMessage> {
  const sent = request({
    host: '127.0.0.1',
    port: toPort,
    path,
    headers: { authorization: `Bearer ${bearer}` },
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

t.test('an export that fails midway is cut off, and can be continued after its last whole row', async (t) => {
  const proxy = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
  await proxy.start();
  t.teardown(() => proxy.stop());
  const shaky = await harness.app({ ELASTICSEARCH_URL: proxy.url }, undefined, true);
  const port = await portOf(shaky);
  const answer = await begin(port, pathOf(ALL), key);
  const chunks: Buffer[] = [];
  const failed = await new Promise<boolean>((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      void proxy.set('refuse');
    });
    answer.on('end', () => resolve(false));
    answer.on('error', () => resolve(true));
  });
  t.ok(failed, 'the client sees that it is not whole');
  await proxy.set('pass');
  const got = Buffer.concat(chunks).toString();
  const whole = jsonLines(got.slice(0, got.lastIndexOf('\n') + 1));
  t.ok(whole.length >= ROWS_A_LOOKUP && whole.length < COUNT, `${whole.length} rows`);
  const rest = jsonLines((await exported(ALL, { cursor: whole.at(-1).cursor })).text);
  const ids = [...whole, ...rest].map(({ id }) => id);
  t.same(ids, valuesOf(jsonLines((await exported(ALL)).text), 'id'));
});

t.test('a failure before the first row has its own status and a readable JSON body', async (t) => {
  const proxy = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
  await proxy.start();
  t.teardown(() => proxy.stop());
  const shaky = await harness.app({ ELASTICSEARCH_URL: proxy.url }, undefined, true);
  const headers = { 'accept-encoding': 'gzip, br' };
  await call(shaky, 'GET', pathOf(SOME), { key });
  await proxy.set('reset');
  const answer = await call(shaky, 'GET', pathOf(ALL), { key, headers });
  await proxy.set('pass');
  t.equal(answer.status, 503);
  t.match(answer.json(), { code: 'unavailable' });
  for (const name of ['content-encoding', 'content-disposition', 'etag']) t.notOk(answer.headers[name], name);
});

t.test('an export that the caller already has is a 304', async (t) => {
  const first = await exported(SOME);
  const again = await call(app, 'GET', pathOf(SOME), {
    key,
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  t.equal(again.status, 304);
});

t.test('continuing after the last row costs nothing', async (t) => {
  const own = await harness.key({ tier: 'scale', account: 'at the end' });
  const { cursor } = jsonLines((await exported(SOME, {}, own)).text).at(-1);
  const used = await usedBy(own);
  const rest = await exported(SOME, { cursor }, own);
  t.equal(rest.text, '');
  t.equal(await usedBy(own), used);
});
