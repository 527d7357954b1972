import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import t from 'tap';
import { listKeys } from '../../src/accounts/keys.ts';
import { PROJECT_ROOT } from '../../src/config.ts';
import { STATE } from '../../src/domain/delivery-states.ts';
import { call, makeHarness } from '../helper.ts';
import { portOf } from '../port-of.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import {
  createEndpoint,
  eventually,
  idsOf,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
} from './support.ts';
import { parcels } from './watching.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
/** Metrics are measured for each request. */
const FRESH = { metricsAge: 0 };
const app = await harness.app({}, undefined, undefined, FRESH);
const key = await harness.key();
const PARCEL = parcels('31:109:R-1');

/** The samples of a Prometheus text by name and labels. */
function samplesIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
const scrape = async (api = app) => samplesIn((await call(api, 'GET', '/metrics')).text);
const put = (id: string, values: Record<string, unknown>) =>
  harness.database.$client.query('UPDATE webhook_deliveries SET ? WHERE id = ?', [
    values,
    deliveryNumber(id),
  ]);
const deliveriesOf = async (id: string) =>
  (await call(app, 'GET', `/api/v1/webhooks/${id}/deliveries`, { key })).json().data;

const QUEUE = 'terrier_webhook_queue_deliveries';
const OLDEST = 'terrier_webhook_oldest_due_seconds';

t.test('Prometheus reads the metrics without a key', async (t) => {
  const answer = await call(app, 'GET', '/metrics');
  t.equal(answer.status, 200, 'without a key');
  t.match(answer.headers['content-type'], /^text\/plain; version=0\.0\.4/);
  for (const [name, type] of [
    [QUEUE, 'gauge'],
    [OLDEST, 'gauge'],
    ['terrier_webhook_attempts_total', 'counter'],
    ['terrier_webhook_deliveries_total', 'counter'],
    ['terrier_webhook_lease_recoveries_total', 'counter'],
    ['terrier_webhook_event_lag_seconds', 'histogram'],
  ]) {
    t.match(answer.text, new RegExp(`^# HELP ${name} \\w`, 'm'), `${name} is described`);
    t.match(answer.text, new RegExp(`^# TYPE ${name} ${type}$`, 'm'), `${name} is a ${type}`);
  }
  for (const [name, value] of samplesIn(answer.text)) t.ok(Number.isFinite(value), name);
  t.match(Object.fromEntries(samplesIn(answer.text)), {
    [`${QUEUE}{state="pending"}`]: 0,
    [`${QUEUE}{state="in_flight"}`]: 0,
    [`${QUEUE}{state="unknown"}`]: 0,
    [OLDEST]: 0,
  });
  const document = (await call(app, 'GET', '/openapi.json')).json();
  t.notOk('/metrics' in document.paths, 'not a part of the interface');
});

t.test('the metrics show the queue as it is when they are read', async (t) => {
  const { id } = await createEndpoint(app, key, { ...PARCEL, url: 'http://127.0.0.1:9/' });
  await loadNews(
    harness,
    'permits',
    Array.from({ length: 7 }, (_, n) => permit(`queue-${n}`)),
  );
  const rows = await deliveriesOf(id);
  const due = Date.parse('2026-03-10T12:00:00.000Z');
  const later = await harness.app({}, () => due + 90_500, undefined, FRESH);
  const states: [state: number, due: number | null][] = [
    [STATE.pending, due + 1_000],
    [STATE.retrying, due],
    [STATE.retrying, due + 3_600_000],
    [STATE.claimed, due - 5_000],
    [STATE.sending, due - 9_000],
    [STATE.unknown, null],
    [STATE.delivered, null],
  ];
  for (const [at, [state, when]] of states.entries()) {
    await put(rows[at].id, { state, due_at: when === null ? null : new Date(when) });
  }
  for (const what of ['the first time', 'again']) {
    t.match(
      Object.fromEntries(await scrape(later)),
      {
        [`${QUEUE}{state="pending"}`]: 3,
        [`${QUEUE}{state="in_flight"}`]: 2,
        [`${QUEUE}{state="unknown"}`]: 1,
        [OLDEST]: 90.5,
      },
      what,
    );
  }
  await put(rows[1].id, { state: STATE.delivered, due_at: null });
  t.equal((await scrape(later)).get(OLDEST), 89.5, 'the next one is the oldest then');
  await put(rows[0].id, { state: STATE.delivered, due_at: null });
  t.equal((await scrape(later)).get(OLDEST), 0, 'what is due later has not waited');
  await harness.database.$client.query('UPDATE webhook_deliveries SET state = ?, due_at = NULL', [
    STATE.delivered,
  ]);
  await call(app, 'DELETE', `/api/v1/webhooks/${id}`, { key });
});

t.test('the metrics count what a dispatcher has done', async (t) => {
  const receiver = await makeReceiver(t);
  const answers = [
    (response: { writeHead(status: number): { end(): void } }) => response.writeHead(204).end(),
    (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
  ];
  receiver.answer = (request, response, { body }) => {
    const answer = answers[Number(String(body.permit_number).slice(5))];
    if (answer) answer(response);
    else request.socket.destroy();
  };
  const { id } = await createEndpoint(app, key, { ...PARCEL, url: receiver.url });
  const before = await scrape();
  const strict = await makeDispatcher(t, harness, { devHosts: [] });
  await loadNews(harness, 'permits', [permit('done-3')]);
  await eventually('it is refused', async () => (await deliveriesOf(id))[0].status === 'dead_lettered');
  await strict.stop();
  await makeDispatcher(t, harness);
  await loadNews(harness, 'permits', [permit('done-0'), permit('done-1'), permit('done-2')]);
  await eventually('all have been tried', async () =>
    (await deliveriesOf(id)).every(({ attempts }: { attempts: unknown[] }) => attempts.length === 1),
  );
  const after = await scrape();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const expected: Record<string, number> = {
    'terrier_webhook_attempts_total{outcome="answered"}': 2,
    'terrier_webhook_attempts_total{outcome="unknown"}': 1,
    'terrier_webhook_attempts_total{outcome="refused"}': 1,
    'terrier_webhook_deliveries_total{outcome="delivered"}': 1,
    'terrier_webhook_deliveries_total{outcome="unknown"}': 1,
    'terrier_webhook_deliveries_total{outcome="dead_lettered"}': 1,
    terrier_webhook_event_lag_seconds_count: 4,
  };
  for (const [name, count] of Object.entries(expected)) t.equal(grown(name), count, name);
  t.ok(grown('terrier_webhook_event_lag_seconds_sum') >= 0);
  t.match(Object.fromEntries(after), {
    [`${QUEUE}{state="pending"}`]: 1,
    [`${QUEUE}{state="in_flight"}`]: 0,
    [`${QUEUE}{state="unknown"}`]: 1,
  });
});

t.test('the metrics count leases that ran out', async (t) => {
  const { id } = await createEndpoint(app, key, { ...PARCEL, url: 'http://127.0.0.1:9/' });
  await loadNews(harness, 'permits', [permit('lease-0'), permit('lease-1'), permit('lease-2')]);
  const [claimed, sending, alive] = await deliveriesOf(id);
  const past = new Date(Date.now() - 1_000);
  await put(claimed.id, { state: STATE.claimed, due_at: past, lease_token: 5 });
  await put(sending.id, { state: STATE.sending, due_at: past, lease_token: 5, attempt: 1 });
  await put(alive.id, { state: STATE.claimed, due_at: new Date(Date.now() + 60_000), lease_token: 6 });
  const before = await scrape();
  const dispatcher = await makeDispatcher(t, harness, { devHosts: [] });
  await dispatcher.tick();
  await eventually(
    'the claim is taken over',
    async () => (await deliveriesOf(id))[0].status === 'dead_lettered',
  );
  const after = await scrape();
  for (const lease of ['claim', 'send']) {
    const name = `terrier_webhook_lease_recoveries_total{lease="${lease}"}`;
    t.equal((after.get(name) ?? 0) - (before.get(name) ?? 0), 1, name);
  }
  t.equal((await deliveriesOf(id))[1].status, 'in_flight', 'the send is of unknown outcome');
});

t.test('the metrics name no accounts, endpoints or parcels', async (t) => {
  const { text } = await call(app, 'GET', '/metrics');
  const [rows] = await harness.database.$client.query('SELECT public_id, url FROM webhook_endpoints');
  const accounts = (await listKeys(harness.database)).flatMap(({ id, account, prefix }) => [
    id,
    account,
    prefix,
  ]);
  const told = (rows as { public_id: string; url: string }[]).flatMap(({ public_id, url }) => [
    public_id,
    url,
  ]);
  for (const word of [
    ...accounts,
    ...told,
    'R-1',
    '127.0.0.1',
    'whsec_',
    'dlv_',
    'ALDERS',
    harness.config.INDEX_PREFIX,
  ]) {
    t.notOk(text.includes(word), word);
  }
  const webhooks = text.split('\n').filter((line) => line.startsWith('terrier_webhook_'));
  const labels = new Set(
    webhooks.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label)),
  );
  t.same([...labels].sort(), ['le', 'lease', 'outcome', 'state'], 'a few labels of few values');
});

t.test('without MySQL, everything but the queue is shown', async (t) => {
  const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
  await mysql.start();
  t.teardown(() => mysql.stop());
  const far = await harness.app({ DATABASE_URL: mysql.url }, undefined, undefined, FRESH);
  t.equal((await call(far, 'GET', '/metrics')).status, 200);
  await mysql.set('refuse');
  const without = await scrape(far);
  t.notOk(without.has(`${QUEUE}{state="pending"}`));
  t.ok(without.has('terrier_webhook_event_lag_seconds_count'));
  await mysql.set('pass');
  await eventually('it is back', async () => (await scrape(far)).has(`${QUEUE}{state="pending"}`));
});

/** Starts `terrier dispatch` with a port for its metrics. */
function dispatch(METRICS_PORT: number) {
  const env = { ...process.env, ...harness.env, METRICS_PORT: String(METRICS_PORT) };
  const child = spawn(process.execPath, [resolve(PROJECT_ROOT, 'src/main.ts'), 'dispatch'], { env });
  t.teardown(() => child.kill('SIGKILL'));
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said.text += chunk));
  return { child, said, ended: once(child, 'close') };
}

t.test('terrier dispatch serves its own metrics on METRICS_PORT', async (t) => {
  const probe = createServer();
  const port = await portOf(probe);
  const refused = dispatch(port);
  const [code] = await refused.ended;
  t.equal(code, 1);
  t.match(refused.said.text, new RegExp(`Port ${port} is in use.*METRICS_PORT=`, 's'));
  probe.close();
  await once(probe, 'close');

  const { child, said, ended } = dispatch(port);
  await eventually('it runs', () => said.text.includes('The dispatcher is running'));
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  t.equal(answer.status, 200);
  const samples = samplesIn(await answer.text());
  t.ok(samples.has(`${QUEUE}{state="pending"}`));
  t.ok(samples.has('terrier_webhook_event_lag_seconds_count'));
  t.ok(samples.has('process_cpu_user_seconds_total'));
  t.ok(
    samples.get('terrier_mysql_pool{state="idle"}')! + samples.get('terrier_mysql_pool{state="in_use"}')! > 0,
  );
  t.equal((await fetch(`http://127.0.0.1:${port}/api/v1/webhooks`)).status, 404, 'and nothing else');
  child.kill('SIGTERM');
  t.equal((await ended)[0], 0, said.text);
});
