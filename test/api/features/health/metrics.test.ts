import { connect } from 'node:net';
import t from 'tap';
import { newEdition } from '../../../../src/stores/elastic/edition.ts';
import { handClock } from '../../../clocks.ts';
import { call, makeHarness } from '../../../helper.ts';
import { portOf } from '../../../port-of.ts';
import { bytesOf, sendRaw } from '../../../raw-http.ts';
import { FaultyProxy } from '../../../tcp-proxy.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'R-1', owner_name: 'QUILL, IDA' }]);
const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
await elasticsearch.start();
await mysql.start();
t.teardown(async () => {
  await elasticsearch.stop();
  await mysql.stop();
});
const app = await harness.app(
  { ELASTICSEARCH_URL: elasticsearch.url, DATABASE_URL: mysql.url },
  undefined,
  undefined,
  { metricsAge: 0, clock: handClock() },
);
let answer = () => {};
app.get('/waits/:name', () => new Promise((done) => (answer = () => done({}))));
const port = await portOf(app);
const key = await harness.key({ tier: 'license' });
const headers = { authorization: `Bearer ${key}` };

/** The samples of a Prometheus text by name and labels. */
function samplesIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}
const scrape = async () => samplesIn((await call(app, 'GET', '/metrics')).text);
/** How long a value is awaited, in milliseconds. */
const BOUND = 60_000;
const COUNT = 'terrier_http_request_duration_seconds_count';
const sample = (method: string, route: string, status: string) =>
  `${COUNT}{method="${method}",route="${route}",status="${status}"}`;

/** Repeats until a sample has this value: requests are counted when their connection has seen the end. */
async function eventually(name: string, value: number): Promise<number | undefined> {
  const end = performance.now() + BOUND;
  let found: number | undefined;
  do found = (await scrape()).get(name);
  while (found !== value && performance.now() < end);
  return found;
}

t.test('every series has a description and its documented type', async (t) => {
  const { text, headers } = await call(app, 'GET', '/metrics');
  t.match(headers['content-type'], /^text\/plain; version=0\.0\.4/);
  for (const [name = '', type] of [
    ['terrier_http_request_duration_seconds', 'histogram'],
    ['terrier_http_requests_in_flight', 'gauge'],
    ['terrier_admission', 'gauge'],
    ['terrier_admission_requests_total', 'counter'],
    ['terrier_elasticsearch_pool', 'gauge'],
    ['terrier_mysql_pool', 'gauge'],
    ['terrier_memory_bytes', 'gauge'],
    ['terrier_memory_parcels', 'gauge'],
    ['terrier_memory_searches_total', 'counter'],
    ['terrier_memory_counties_total', 'counter'],
    ['terrier_memory_rows_total', 'counter'],
    ['terrier_load_unfinished', 'gauge'],
    ['terrier_load_last_complete_timestamp_seconds', 'gauge'],
    ['terrier_metrics_failed', 'gauge'],
    ['process_cpu_user_seconds_total', 'counter'],
    ['process_resident_memory_bytes', 'gauge'],
    ['nodejs_eventloop_lag_p99_seconds', 'gauge'],
  ]) {
    t.match(text, new RegExp(`^# HELP ${name} \\w`, 'm'), name);
    t.equal(text.match(new RegExp(`^# TYPE ${name} ${type}$`, 'gm'))?.length, 1, `${name} is one ${type}`);
  }
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  t.equal(new Set(names).size, names.length, 'each once');
});

t.test('requests are counted by pattern, method and status', async (t) => {
  const before = await scrape();
  const grown = async (name: string, by: number) =>
    (await eventually(name, (before.get(name) ?? 0) + by))! - (before.get(name) ?? 0);
  for (const name of ['QUILL%2C%20IDA', 'nobody', 'also%20nobody'])
    await sendRaw(port, { path: `/v1/owners/${name}`, headers });
  await sendRaw(port, { path: '/v1/owners/x?y=1', headers });
  await sendRaw(port, { method: 'HEAD', path: '/livez' });
  await sendRaw(port, { path: '/nowhere/QUILL' });
  t.equal(await grown(sample('GET', '/api/v1/owners/:name', '200'), 1), 1);
  t.equal(await grown(sample('GET', '/api/v1/owners/:name', '404'), 2), 2);
  t.equal(await grown(sample('GET', '/api/v1/owners/:name', '400'), 1), 1);
  t.equal(await grown(sample('HEAD', '/livez', '200'), 1), 1);
  t.equal(await grown(sample('GET', 'none', '404'), 1), 1);
  t.notMatch((await call(app, 'GET', '/metrics')).text, /QUILL|nobody/, 'no path');
});

t.test('requests in progress are counted, and so are those whose caller leaves', async (t) => {
  const IN_FLIGHT = 'terrier_http_requests_in_flight';
  // The scrape itself is one.
  t.equal(await eventually(IN_FLIGHT, 1), 1);
  const socket = connect(port, '127.0.0.1');
  socket.write(bytesOf({ path: '/waits/QUILL' }));
  t.equal(await eventually(IN_FLIGHT, 2), 2);
  socket.destroy();
  t.equal(await eventually(sample('GET', '/waits/:name', 'aborted'), 1), 1);
  t.equal(await eventually(IN_FLIGHT, 1), 1);
  answer();
});

t.test('the connections of each pool are counted', async (t) => {
  const key = await harness.key();
  await call(app, 'GET', '/v1/coverage', { key });
  const samples = await scrape();
  for (const name of ['elasticsearch', 'mysql']) {
    const [inUse, idle, waiting] = ['in_use', 'idle', 'waiting'].map((state) =>
      samples.get(`terrier_${name}_pool{state="${state}"}`),
    );
    t.ok(inUse! >= 0 && idle! >= 0 && inUse! + idle! > 0, `${name}: ${inUse} in use, ${idle} idle`);
    t.equal(waiting, 0);
  }
  const client = await app.services.database.$client.getConnection();
  t.ok((await scrape()).get('terrier_mysql_pool{state="in_use"}')! >= 1, 'one is taken');
  client.release();
});

t.test('the metrics show whether a load is unfinished, and when the last one was completed', async (t) => {
  const samples = await scrape();
  t.equal(samples.get('terrier_load_unfinished'), 0);
  const last = samples.get('terrier_load_last_complete_timestamp_seconds')!;
  t.ok(Math.abs(last - Date.now() / 1_000) < 600, 'the load at the beginning of this test');
  await newEdition(harness.client, `${harness.config.INDEX_PREFIX}-counties`, Date.now(), async () => {
    t.equal((await scrape()).get('terrier_load_unfinished'), 1, 'while one runs');
  });
  t.equal((await scrape()).get('terrier_load_unfinished'), 0);
});

t.test('metrics that cannot be read are left out, and the failure is shown', async (t) => {
  const failed = (part: string) => `terrier_metrics_failed{part="${part}"}`;
  for (const mode of ['refuse', 'hang'] as const) {
    await mysql.set(mode);
    const without = await scrape();
    t.equal(without.get(failed('webhook_queue')), 1, `MySQL: ${mode}`);
    t.notOk(without.has('terrier_webhook_queue_deliveries{state="pending"}'));
    t.equal(without.get(failed('load')), 0);
    t.ok(without.has('terrier_load_unfinished'), 'the rest is there');
    await elasticsearch.set(mode);
    const alone = await scrape();
    t.equal(alone.get(failed('load')), 1, `both: ${mode}`);
    t.ok(alone.has('process_cpu_user_seconds_total'));
    t.ok(alone.has('terrier_http_requests_in_flight'));
    await mysql.set('pass');
    await elasticsearch.set('pass');
    t.equal(await eventually(failed('webhook_queue'), 0), 0);
    t.equal(await eventually(failed('load'), 0), 0);
  }
});
