import { payload } from '../src/domain/event-payload.ts';
import { countiesOfState } from '../src/domain/geography.ts';
import { wakeDispatchers } from '../src/webhooks/wake-up.ts';
import {
  clear,
  commits,
  countCommits,
  cpuOf,
  makeEvents,
  mysqlPid,
  queue,
  rows,
  startDispatch,
  startLoop,
  startReceiver,
  untilSettled,
  watchCounties,
} from './deliver/rig.ts';
import { quietly } from './machine.ts';
import { against, chosen, median, printTable } from './measure.ts';
import { openRig, type Rig } from './rig.ts';

const HELP = `
node bench/deliver.ts [drain] [hung] [latency] [kill]

Webhooks, compared with a bare got loop that signs and posts the same bodies of about 600 bytes from one thread over as many
sockets, to a plain receiver on this machine. drain: 20,000 deliveries to 1 and to 50 endpoints, taking turns with the
loop, with the processor time of dispatcher and MySQL together and the number of commits. hung: one of 20 endpoints
never answers. latency: 50 events per second, from commit to arrival, and the cost of an idle dispatcher. kill: the
dispatcher is killed in the middle of 5,000 deliveries and started again. By default, all of them.

Servers: ELASTICSEARCH_URL and DATABASE_URL, else the local stack; MySQL must run on this machine, and the URL needs its
administrator. Figures are medians of rounds in which both take turns; run it on an idle machine.`;

const ROUNDS = 3;
const DELIVERIES = 20_000;
const LATER = 6_000;
/** How many deliveries are sent at once: to one endpoint, and to all endpoints of an account. */
const SOCKETS = { one: 64, many: 512 };
const COUNTIES = countiesOfState('31').map(({ fips }) => fips);

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, Math.max(0, milliseconds)));

/** Queues deliveries for some endpoints, and measures from when they are due until the last one has arrived. */
async function drainOnce(rig: Rig, receiver: Receiver, endpoints: number, mysql: number) {
  await clear(rig.database);
  const counties = COUNTIES.slice(0, endpoints);
  await watchCounties(
    rig,
    counties.map((county) => `${receiver.url}/${county}`),
    counties,
  );
  const dispatch = await startDispatch(rig);
  const due = await queue(rig, makeEvents(counties, DELIVERIES), LATER);
  const { reached } = await receiver.expect(DELIVERIES);
  await sleep(due - Date.now());
  const cpu = cpuOf(dispatch.pid) + cpuOf(mysql);
  const before = await commits(rig.database);
  await reached;
  const seconds = (Date.now() - due) / 1000;
  await untilSettled(rig.database);
  const result = {
    rate: DELIVERIES / seconds,
    cpu: (cpuOf(dispatch.pid) + cpuOf(mysql) - cpu) / DELIVERIES,
    commits: ((await commits(rig.database)) - before) / DELIVERIES,
  };
  await dispatch.stop();
  return result;
}

async function drain(rig: Rig, receiver: Receiver, mysql: number): Promise<void> {
  const loop = await startLoop();
  const [event] = makeEvents(COUNTIES, 1);
  const stored = JSON.stringify({ ...event!.envelope, ...event!.fields });
  const body = payload(stored, { attempt: 1, parcelScoped: false, canonical_id: null, match_basis: null });
  const table: Record<string, string>[] = [];
  for (const endpoints of [1, 50]) {
    const ours = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await drainOnce(rig, receiver, endpoints, mysql));
      await receiver.expect();
      const urls = COUNTIES.slice(0, endpoints).map((county) => `${receiver.url}/${county}`);
      const sockets = endpoints === 1 ? SOCKETS.one : SOCKETS.many;
      bare.push(DELIVERIES / (await loop.send({ urls, count: DELIVERIES, sockets, body })));
      console.error(`drain over ${endpoints}: round ${round + 1} of ${ROUNDS}`);
    }
    const rate = median(ours.map((one) => one.rate));
    table.push({
      endpoints: String(endpoints),
      'body bytes': String(body.length),
      'deliveries/s': rate.toFixed(0),
      'got loop/s': median(bare).toFixed(0),
      ratio: against(median(ours.map((one, at) => one.rate / bare[at]!)), '≥', 0.5),
      'CPU ms each, with MySQL': against(median(ours.map(({ cpu }) => cpu)), '≤', 0.7),
      'commits each': against(median(ours.map((one) => one.commits)), '≤', 0.1),
    });
  }
  loop.stop();
  printTable(table);
}

async function hungOnce(rig: Rig, receiver: Receiver, withHung: boolean) {
  await clear(rig.database);
  const counties = COUNTIES.slice(0, 20);
  const healthy = counties.slice(1);
  const urls = counties.map((county, at) => `${receiver.url}/${at === 0 ? 'hung' : county}`);
  await watchCounties(rig, urls, counties);
  const dispatch = await startDispatch(rig);
  const count = DELIVERIES - (DELIVERIES % healthy.length);
  if (withHung) await queue(rig, makeEvents([counties[0]!], 2_000), LATER);
  const due = await queue(rig, makeEvents(healthy, count), LATER);
  const { reached } = await receiver.expect(count);
  await sleep(due - Date.now());
  await reached;
  const seconds = (Date.now() - due) / 1000;
  const { paths } = await receiver.read();
  dispatch.kill();
  return { rate: count / seconds, silence: Math.max(...Object.values(paths).map((path) => path.silence)) };
}

async function hung(rig: Rig, receiver: Receiver): Promise<void> {
  const ratios: number[] = [];
  const silences: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = await hungOnce(rig, receiver, false);
    const withHung = await hungOnce(rig, receiver, true);
    ratios.push(withHung.rate / without.rate);
    silences.push(withHung.silence);
    console.error(`hung: round ${round + 1} of ${ROUNDS}`);
  }
  const stall = against(Math.max(...silences) / 1000, '≤', 1);
  printTable([
    { 'rate of the other 19, one of 20 hung': against(median(ratios), '≥', 0.95), 'longest stall, s': stall },
  ]);
}

const quantile = (sorted: number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

async function latency(rig: Rig, receiver: Receiver, mysql: number): Promise<void> {
  await clear(rig.database);
  const counties = COUNTIES.slice(0, 5);
  await watchCounties(
    rig,
    counties.map((county) => `${receiver.url}/${county}`),
    counties,
  );
  const dispatch = await startDispatch(rig);
  const idle = cpuOf(dispatch.pid) + cpuOf(mysql);
  await sleep(10_000);
  const idleShare = (cpuOf(dispatch.pid) + cpuOf(mysql) - idle) / 10_000;
  const events = makeEvents(counties, 1_000);
  const committed = new Map<string, number>();
  await receiver.expect(events.length, true);
  const started = Date.now();
  for (const [at, event] of events.entries()) {
    await sleep(started + at * 20 - Date.now());
    await queue(rig, [event], 0);
    committed.set(event.envelope.event_id, Date.now());
    await wakeDispatchers(rig.database);
  }
  await sleep(3_000);
  const { times } = await receiver.read();
  const waits = times.map(([id, at]) => at - committed.get(id)!).sort((a, b) => a - b);
  await dispatch.stop();
  printTable([
    {
      arrived: `${times.length} of ${events.length}`,
      'commit to arrival p50, ms': against(quantile(waits, 0.5), '≤', 20),
      'p95, ms': against(quantile(waits, 0.95), '≤', 100),
      'p99, ms': quantile(waits, 0.99).toFixed(0),
      'idle, share of a core, with MySQL': idleShare.toFixed(3),
    },
  ]);
}

async function kill(rig: Rig, receiver: Receiver): Promise<void> {
  await clear(rig.database);
  const counties = COUNTIES.slice(0, 20);
  const total = 5_000;
  await watchCounties(
    rig,
    counties.map((county) => `${receiver.url}/${county}`),
    counties,
  );
  const first = await startDispatch(rig);
  const due = await queue(rig, makeEvents(counties, total), LATER);
  const { reached } = await receiver.expect(total / 4, true);
  await sleep(due - Date.now());
  await reached;
  first.kill();
  const killed = Date.now();
  const second = await startDispatch(rig);
  await sleep(40_000);
  const { times } = await receiver.read();
  const ids = new Set(times.map(([id]) => id));
  const states = await rows(
    rig.database,
    `SELECT SUM(state = 5) AS delivered, SUM(state = 4) AS unknown_outcome, SUM(state NOT IN (4, 5)) AS others
     FROM webhook_deliveries`,
  );
  const again = Math.min(...times.map(([, at]) => at).filter((at) => at > killed + 500));
  await second.stop();
  const { delivered, unknown_outcome, others } = states[0]!;
  printTable([
    {
      queued: String(total),
      'received, distinct': String(ids.size),
      'received twice': String(times.length - ids.size),
      delivered: String(delivered),
      'unknown outcome': String(unknown_outcome),
      others: String(others),
      'lost (neither received nor unknown)': String(total - Number(delivered) - Number(unknown_outcome)),
      'going again after, s': against((again - killed) / 1000, '≤', 15),
    },
  ]);
}

const parts = chosen(HELP, ['drain', 'hung', 'latency', 'kill']);
const rig = await openRig('deliver');
const receiver = await startReceiver();
const mysql = await mysqlPid(rig.database);
await countCommits(rig.database);
if (parts.includes('drain')) await quietly(() => drain(rig, receiver, mysql));
if (parts.includes('hung')) await quietly(() => hung(rig, receiver));
if (parts.includes('latency')) await quietly(() => latency(rig, receiver, mysql));
if (parts.includes('kill')) await quietly(() => kill(rig, receiver));
receiver.stop();
await clear(rig.database);
await rig.close();
