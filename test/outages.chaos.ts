import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { call, EVERYWHERE, makeHarness } from './helper.ts';
import { valuesOf } from './listed.ts';
import { FaultyProxy, type Mode } from './tcp-proxy.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1', owner_name: 'Ida Quill' }]);

const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
await elasticsearch.start();
await mysql.start();
t.teardown(async () => {
  await elasticsearch.set('pass');
  await mysql.set('pass');
  await elasticsearch.stop();
  await mysql.stop();
});
const app = await harness.app({ ELASTICSEARCH_URL: elasticsearch.url, DATABASE_URL: mysql.url });

/** The promised limit; `SLACK` is what a busy machine may add before a test fails. */
const PROMISED = 3_000;
const SLACK = 1_500;
const RECOVERY_TRIES = 100;
/** After this time /readyz checks again. */
const PROBE_AGE = 1_050;

const PARCEL = '/api/v1/parcels/31109:1';
const DATA = ['', '/owner', '/permits', '/deeds', '/risks'].map((route) => `${PARCEL}${route}`);

type Answer = Awaited<ReturnType<typeof call>>;
type Ask = () => Promise<Answer>;

/** A request to every route that returns data, by name. */
function dataRequests(key: string | undefined): [string, Ask][] {
  const search = (more: object) => () =>
    call(app, 'POST', '/api/v1/search', { key, body: { bounds: EVERYWHERE, ...more } });
  return [
    ...[...DATA, '/api/v1/coverage', '/api/v1/coverage?state=NE'].map((url): [string, Ask] => [
      url,
      () => call(app, 'GET', url, { key }),
    ]),
    ['batch', () => call(app, 'POST', '/api/v1/parcels/batch', { key, body: { ids: ['31109:1'] } })],
    ['search', search({})],
    ['a deep page', search({ offset: 20_000, sort: 'acreage' })],
  ];
}

const usage = (key: string) => call(app, 'GET', '/api/v1/usage', { key });
const endpoints = (key: string) => call(app, 'GET', '/api/v1/webhooks', { key });
/** Its parcel is given only by its number, which Elasticsearch has to find. */
const newEndpoint = (key: string) => {
  const body = {
    url: 'http://127.0.0.1:9/',
    event_types: ['parcel.sold'],
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: ['1'] },
  };
  return call(app, 'POST', '/api/v1/webhooks', { key, body });
};

const ENDPOINT = `/api/v1/webhooks/whe_${'0'.repeat(19)}`;

/** A request to routes of each kind that need no Elasticsearch, by name. */
const accountRequests = (key: string): [string, Ask][] => [
  ['usage', () => usage(key)],
  ['endpoints', () => endpoints(key)],
  ['an endpoint', () => call(app, 'GET', ENDPOINT, { key })],
  ['the end of an endpoint', () => call(app, 'DELETE', ENDPOINT, { key })],
  ['events', () => call(app, 'GET', '/api/v1/events', { key })],
  ['keys', () => call(app, 'GET', '/api/v1/keys', { key })],
];

async function timed(ask: Ask) {
  const start = performance.now();
  const answer = await ask();
  return { answer, took: performance.now() - start };
}

function checkUnavailable(t: Test, answer: Answer, what: string): void {
  t.equal(answer.status, 503, `${what}: ${answer.text}`);
  t.match(answer.headers['retry-after'], /^[1-9]\d*$/, `${what}: Retry-After is seconds`);
  t.match(answer.headers['content-type'], /^application\/json/);
  const body = answer.json();
  t.same(Object.keys(body).sort(), ['code', 'error', 'request_id']);
  t.equal(body.code, 'unavailable');
  t.notMatch(
    answer.text,
    /node_modules|\.ts|ECONN|127\.0\.0\.1|SELECT|socket|stack/i,
    `${what}: nothing of the inside`,
  );
}

/** Sends all requests at once; every answer must be a 503 in time. */
async function checkAllAway(t: Test, requests: [string, Ask][]): Promise<void> {
  await Promise.all(
    requests.map(async ([what, ask]) => {
      const { answer, took } = await timed(ask);
      checkUnavailable(t, answer, what);
      t.ok(took < PROMISED + SLACK, `${what}: answered after ${Math.round(took)} ms`);
    }),
  );
}

async function checkHealth(t: Test, away: RegExp): Promise<void> {
  await sleep(PROBE_AGE);
  const { answer, took } = await timed(() => call(app, 'GET', '/readyz'));
  checkUnavailable(t, answer, 'readyz');
  t.match(answer.json().error, away, 'it names who is away');
  t.ok(took < PROMISED + SLACK, `readyz: answered after ${Math.round(took)} ms`);
  t.equal((await call(app, 'GET', '/livez')).status, 200, 'the process is alive');
}

/** Checks that everything works again, soon, without a restart. */
async function checkRecovery(t: Test, key: string): Promise<void> {
  for (const [what, ask] of [...dataRequests(key), ['usage', () => usage(key)] as [string, Ask]]) {
    let { status } = await ask();
    for (let tries = 0; tries < RECOVERY_TRIES && status === 503; tries++) {
      await sleep(100);
      ({ status } = await ask());
    }
    t.equal(status, 200, `${what} works again`);
  }
  await sleep(PROBE_AGE);
  t.equal((await call(app, 'GET', '/readyz')).status, 200);
  const many = await Promise.all(Array.from({ length: 30 }, () => call(app, 'GET', PARCEL, { key })));
  t.same(new Set(many.map(({ status }) => status)), new Set([200]), 'thirty at once, too');
}

const FAILURES: Mode[] = ['refuse', 'reset', 'hang', 'half', 'stall'];

for (const mode of FAILURES) {
  t.test(`without Elasticsearch, what needs it answers 503 in time: ${mode}`, async (t) => {
    const key = await harness.key();
    for (const [, ask] of dataRequests(key)) t.equal((await ask()).status, 200);
    const used = (await usage(key)).json().month.used;

    await elasticsearch.set(mode);
    await checkAllAway(t, [...dataRequests(key), ['a new endpoint', () => newEndpoint(key)]]);
    await checkHealth(t, /^Elasticsearch cannot/);
    t.same((await endpoints(key)).json().data, [], 'nothing is half created');
    const during = await usage(key);
    t.equal(during.status, 200, 'what needs no Elasticsearch goes on');
    t.equal(during.json().month.used, used, 'a failure costs no lookup');

    await elasticsearch.set('pass');
    await checkRecovery(t, key);
  });
}

for (const mode of FAILURES) {
  t.test(`without MySQL, every route answers 503 in time: ${mode}`, async (t) => {
    const [warm, fresh, other] = [await harness.key(), await harness.key(), await harness.key()];
    const all = await Promise.all(Array.from({ length: 30 }, () => call(app, 'GET', PARCEL, { key: warm })));
    t.same(new Set(all.map(({ status }) => status)), new Set([200]), 'with all connections in use');

    await mysql.set(mode);
    const ofAccount: [string, Ask][] = [
      ...accountRequests(fresh),
      ['a new endpoint', () => newEndpoint(fresh)],
    ];
    await checkAllAway(t, [...dataRequests(fresh), ...ofAccount]);
    const nobody: Ask = () => call(app, 'GET', PARCEL);
    await checkAllAway(t, [
      ['without a key', nobody],
      ['another key', () => call(app, 'GET', PARCEL, { key: other })],
    ]);
    await checkHealth(t, /^MySQL cannot/);

    await mysql.set('pass');
    await checkRecovery(t, fresh);
    t.same((await endpoints(fresh)).json().data, [], 'nothing was created');
    t.equal((await newEndpoint(fresh)).status, 201);
  });
}

t.test('while Elasticsearch and MySQL are away, every route answers 503 in time', async (t) => {
  const key = await harness.key();
  await elasticsearch.set('refuse');
  await mysql.set('refuse');
  await checkAllAway(t, dataRequests(key));
  await checkHealth(t, /^Elasticsearch and MySQL cannot/);
  await elasticsearch.set('hang');
  await mysql.set('hang');
  await checkAllAway(t, dataRequests(key));
  await checkHealth(t, /^Elasticsearch and MySQL cannot/);
  await elasticsearch.set('pass');
  await mysql.set('pass');
  await checkRecovery(t, key);
});

t.test('slow servers are not an outage', async (t) => {
  const key = await harness.key();
  await elasticsearch.set('slow');
  const slow = await Promise.all(dataRequests(key).map(([, ask]) => ask()));
  t.same(
    valuesOf(slow, 'status'),
    slow.map(() => 200),
  );
  await elasticsearch.set('pass');
  await mysql.set('slow');
  t.equal((await call(app, 'GET', PARCEL, { key })).status, 200);
  await mysql.set('pass');
});

t.test('failures of MySQL never let more than the limit through', async (t) => {
  const limited = await harness.app({ DATABASE_URL: mysql.url, LIMIT_SCALE: '120' });
  const key = await harness.key();
  const counts = new Map<number, number>();
  const modes: Mode[] = ['pass', 'half', 'pass', 'reset', 'pass', 'stall', 'pass', 'refuse', 'pass'];
  for (const mode of modes) {
    await mysql.set(mode);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call(limited, 'GET', PARCEL, { key })),
    );
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  await mysql.set('pass');
  const told = JSON.stringify([...counts]);
  t.ok(counts.get(200)! > 40 && counts.get(200)! <= 120, told);
  t.same(new Set([...counts.keys(), 429, 503]), new Set([200, 429, 503]), `nothing else: ${told}`);
});
