import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';

const COUNTY = '31109';
const NOON = Date.UTC(2031, 4, 15, 12, 0, 10);
const MONTH_END = Date.UTC(2031, 5, 1) / 1000;

const harness = await makeHarness(t);
/** Parcel numbers as counties write them, and worse: some look like the marks that answers are cut at. */
const ODD = [
  '12/4 A',
  'A#1',
  '100%',
  '"q"',
  'a\\',
  '"found":false',
  ',"internal":{"x',
  '"_source":{"id":"1"}',
  '{"_index":"x"}',
  ']}',
  'Ñandú-7',
  '漢字',
  '🏠1',
  'a:b',
  '__proto__',
  'x'.repeat(64),
];
const PLAIN = Array.from({ length: 500 }, (_, at) => `P-${at}`);
await harness.load(
  'parcels',
  [...ODD, ...PLAIN].map((parcel_id, at) => ({
    county_fips: COUNTY,
    parcel_id,
    street: `${at} ELM ST`,
    owner_name: 'Ida "Quill", {LLC}',
  })),
);
const idOf = (number: string) => `${COUNTY}:${number}`;
const app = await harness.app({}, () => NOON);
const key = await harness.key();

const batch = (ids: unknown[], of: FastifyInstance = app, bearer = key) =>
  call(of, 'POST', '/api/v1/parcels/batch', { key: bearer, body: { ids } });
const usage = async (of: FastifyInstance, bearer: string) =>
  (await call(of, 'GET', '/api/v1/usage', { key: bearer })).json();
const shown = ({ headers }: { headers: Record<string, unknown> }) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));

t.test('both spellings of an id name the parcel', async (t) => {
  const canonical = (number: string) => `31:109:${number}`;
  const answer = await batch([
    canonical('a:b'),
    idOf('P-1'),
    canonical('P-1'),
    canonical('nobody'),
    '31:1:x',
  ]);
  t.same(valuesOf(answer.json().data, 'id'), [idOf('a:b'), idOf('P-1')], 'each once');
  t.same(answer.json().missing, [canonical('nobody'), '31:1:x'], 'as given');
});

t.test('fields selects fields', async (t) => {
  const ids = [idOf('12/4 A'), idOf('nobody'), idOf('P-1')];
  const body = { ids, fields: ['street', 'id'] };
  const answer = await call(app, 'POST', '/api/v1/parcels/batch', { key, body });
  t.same(answer.json(), {
    data: [
      { id: ids[0], street: '0 ELM ST' },
      { id: ids[2], street: `${ODD.length + 1} ELM ST` },
    ],
    missing: [ids[1]],
  });
  t.same(Object.keys(answer.json().data[0]), ['id', 'street']);
});

t.test('a batch has the parcels as their own route returns them, in the order asked for', async (t) => {
  const ids = [...ODD, ...PLAIN.slice(0, 20)].map(idOf).reverse();
  const answer = await batch(ids);
  t.equal(answer.status, 200);
  t.match(answer.headers['content-type'], /^application\/json/);
  const single = [];
  for (const id of ids) {
    single.push((await call(app, 'GET', `/v1/parcels/${encodeURIComponent(id)}`, { key })).text);
  }
  t.equal(answer.text, `{"data":[${single.join(',')}],"missing":[]}`, 'byte for byte');
  const short = await call(app, 'POST', '/v1/parcels/batch', { key, body: { ids } });
  t.equal(short.text, answer.text, 'under both prefixes');
});

t.test('found and missing parcels are listed apart, each once, at its first place', async (t) => {
  const malformed = ['', 'x', '31109', '31109:', ':P-1', '3110:P-1', `${COUNTY}:${'9'.repeat(507)}`];
  const odd = [`${COUNTY}:\ud800`, '\udc00', `${COUNTY}:P-1\0`, ' 31109:P-1', '99999:P-1', '__proto__'];
  const unknown = ['nobody', '"found":true', '"_source":{', ',"internal":{'].map(idOf);
  const ids = [
    unknown[0]!,
    idOf('P-3'),
    ...malformed,
    idOf('P-1'),
    idOf('P-3'),
    ...odd,
    unknown[0]!,
    idOf('"q"'),
    ...unknown,
    ...malformed,
    idOf('P-1'),
  ];
  const answer = (await batch(ids)).json();
  t.same(valuesOf(answer.data, 'id'), ['P-3', 'P-1', '"q"'].map(idOf));
  t.same(answer.missing, [unknown[0], ...malformed, ...odd, ...unknown.slice(1)]);
});

t.test('a batch has one to 500 ids', async (t) => {
  const many = (await batch(PLAIN.map(idOf))).json();
  t.same(valuesOf(many.data, 'parcel_id'), PLAIN);
  t.same((await batch([idOf('P-7')])).json().data.length, 1);
});

t.test('each parcel found is a lookup; the whole batch is one request of the minute', async (t) => {
  const pro = await harness.key({ tier: 'pro' });
  const first = await batch([idOf('P-1'), idOf('P-2'), idOf('nobody'), 'x', idOf('P-1')], app, pro);
  t.equal(first.status, 200);
  t.match(await usage(app, pro), { month: { used: 2, remaining: 99_998 }, minute: { used: 1 } });
  t.same(shown(first).slice(0, 2), [600, 599], 'of the minute, which has fewer left');
  await batch(PLAIN.map(idOf), app, pro);
  await batch([...PLAIN.slice(0, 300).map(idOf), ...ODD.map((number) => idOf(`${number}?`))], app, pro);
  t.match(await usage(app, pro), { month: { used: 802 }, minute: { used: 3 } });
  const none = await batch([idOf('nobody'), idOf('none')], app, pro);
  t.same(none.json(), { data: [], missing: [idOf('nobody'), idOf('none')] });
  t.equal((await batch(['x'], app, pro)).status, 200);
  t.equal((await batch([], app, pro)).status, 400);
  t.match(await usage(app, pro), { month: { used: 802 }, minute: { used: 6 } }, 'not found, not counted');
});

t.test('a batch works without a monthly limit', async (t) => {
  const license = await harness.key({ tier: 'license', account: 'unlimited' });
  t.equal((await batch(PLAIN.map(idOf), app, license)).status, 200);
  t.match(await usage(app, license), { month: null, minute: { used: 1 } });
});

t.test('near the monthly limit, a batch gets all of its parcels or none', async (t) => {
  const near = await harness.app({ LIMIT_PRO: '10' }, () => NOON);
  const pro = await harness.key({ tier: 'pro' });
  const some = (count: number) => batch(PLAIN.slice(0, count).map(idOf), near, pro);
  const first = await some(6);
  t.same(shown(first), [10, 4, MONTH_END], 'the headers tell of all six');
  const refused = await some(5);
  t.equal(refused.status, 429);
  t.match(refused.json(), {
    code: 'monthly_limit',
    error: /5 lookups are needed, and 4 of the 10 .* are left/,
  });
  t.equal(refused.headers['retry-after'], String(MONTH_END - NOON / 1000));
  t.same(shown(refused), [10, 4, MONTH_END], 'nothing of it was counted');
  t.match(await usage(near, pro), { month: { used: 6, remaining: 4 } });
  const missing = await batch([idOf('nobody'), ...PLAIN.slice(0, 3).map(idOf)], near, pro);
  t.same(shown(missing), [10, 1, MONTH_END], 'three of the four were there');
  t.equal((await some(2)).status, 429);
  t.same(shown(await some(1)), [10, 0, MONTH_END], 'the last one');
  t.equal((await some(1)).status, 429);
  t.match(await usage(near, pro), { month: { used: 10, remaining: 0 } });
});

t.test('a batch can use what this process has already booked', async (t) => {
  const near = await harness.app({ LIMIT_SCALE: '400' }, () => NOON);
  const scale = await harness.key();
  const one = () => call(near, 'GET', `/v1/parcels/${idOf('P-1')}`, { key: scale });
  // After the first, which is booked alone, blocks of several are booked.
  for (let at = 0; at < 4; at++) t.equal((await one()).status, 200);
  const rest = await batch(PLAIN.slice(0, 396).map(idOf), near, scale);
  t.equal(rest.status, 200, rest.text.slice(0, 200));
  t.same(shown(rest), [400, 0, MONTH_END]);
  t.equal((await one()).status, 429);
});

t.test('a missing index is not a missing parcel', async (t) => {
  const other = await harness.app({ INDEX_PREFIX: `${harness.config.INDEX_PREFIX}-nowhere` });
  t.equal((await batch([idOf('P-1')], other)).status, 503);
});
