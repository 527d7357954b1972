import { setTimeout as sleep } from 'node:timers/promises';
import { countiesOfState } from '../src/domain/geography.ts';
import { openDatabase } from '../src/stores/mysql/database.ts';
import {
  clear,
  cpuOf,
  makeEvents,
  mysqlPid,
  queue,
  rows,
  startDispatch,
  startReceiver,
  untilSettled,
  watchCounties,
} from './deliver/rig.ts';
import { machine, quiet } from './machine.ts';
import { median, printTable } from './measure.ts';
import { openRig, type Rig } from './rig.ts';

const HELP = `
node bench/nodes.ts [--kill] URL [URL…]

One queue on several nodes of a MySQL-compatible cluster: each URL leads to the same server account through a different
node, such as mysql://user:password@127.0.0.1:3306/. 10,000 deliveries to 50 endpoints are sent by one dispatcher, by
two on the first node, and by one on each of the first nodes, in turn. Also shows the processor time of dispatchers and
nodes together, the transactions that lost a race between nodes (Galera counts them), and what was received twice or lost.
--kill: two dispatchers on each node send 10,000; when a quarter has arrived, the last node is ended with kill -9. It
stays down.

Elasticsearch: ELASTICSEARCH_URL, else the local stack. The nodes must run on this machine, and the URLs need their
administrator. Figures are medians; rates are measured only on an idle machine.`;

const ROUNDS = 3;
const DELIVERIES = 10_000;
const KILLED = 10_000;
const LATER = 10_000;
/** How long the outcome of a send may stay open after its dispatcher or node is gone, in milliseconds. */
const PATIENCE = 90_000;
const COUNTIES = countiesOfState('31')
  .slice(0, 50)
  .map(({ fips }) => fips);

const given = process.argv.slice(2);
const urls = given.filter((word) => word !== '--kill');
if (urls.length === 0 || urls.some((url) => !url.startsWith('mysql://'))) {
  console.log(HELP);
  process.exit(given.includes('--help') ? 0 : 1);
}

process.env.DATABASE_URL = urls[0]!;
const rig = await openRig('nodes');
const nodes = urls.map((url) => {
  const address = new URL(url);
  address.pathname = new URL(rig.env.DATABASE_URL!).pathname;
  return { url: address.href, database: openDatabase(address.href, 2) };
});
const pids = await Promise.all(nodes.map(({ database }) => mysqlPid(database)));
const receiver = await startReceiver();

/** The number of transactions that lost a race to another node, at their commit or while they ran, on all nodes. */
async function lostRaces(): Promise<number> {
  let lost = 0;
  for (const { database } of nodes) {
    const found = await rows(
      database,
      "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_local_cert_failures', 'wsrep_local_bf_aborts')",
    );
    for (const { Value } of found) lost += Number(Value);
  }
  return lost;
}

const statesOf = async () => {
  const found = await rows(
    rig.database,
    'SELECT state, COUNT(*) AS count FROM webhook_deliveries GROUP BY state',
  );
  return new Map(found.map(({ state, count }) => [Number(state), Number(count)]));
};

/** Starts a dispatcher on each of some nodes, and queues deliveries that are due when all dispatchers run. */
async function prepare(on: number[], count: number) {
  await clear(rig.database);
  await watchCounties(
    rig,
    COUNTIES.map((county) => `${receiver.url}/${county}`),
    COUNTIES,
  );
  const dispatchers = [];
  for (const node of on) {
    const env = { ...rig.env, DATABASE_URL: nodes[node]!.url };
    dispatchers.push({ node, ...(await startDispatch({ ...rig, env } as Rig)) });
  }
  const due = await queue(rig, makeEvents(COUNTIES, count), LATER);
  if (Date.now() > due) throw new Error('The deliveries were due before all of them were queued');
  return { dispatchers, due };
}

const doubles = (times: [string, number][]) => times.length - new Set(times.map(([id]) => id)).size;

async function drainOnce(on: number[]) {
  const { dispatchers, due } = await prepare(on, DELIVERIES);
  const { reached } = await receiver.expect(DELIVERIES, true);
  await sleep(due - Date.now());
  const cpu = () => [...dispatchers.map(({ pid }) => pid), ...pids].reduce((sum, pid) => sum + cpuOf(pid), 0);
  const [used, races] = [cpu(), await lostRaces()];
  await reached;
  const seconds = (Date.now() - due) / 1000;
  await untilSettled(rig.database);
  const result = {
    rate: DELIVERIES / seconds,
    cpu: (cpu() - used) / DELIVERIES,
    races: (await lostRaces()) - races,
    twice: doubles((await receiver.read()).times),
    delivered: (await statesOf()).get(5) ?? 0,
  };
  for (const dispatcher of dispatchers) await dispatcher.stop();
  return result;
}

async function drain(): Promise<void> {
  const ways = [
    { name: 'one dispatcher', on: [0] },
    { name: 'two on one node', on: [0, 0] },
    ...nodes.slice(1).map((_, last) => ({
      name: `one on each of ${last + 2} nodes`,
      on: Array.from({ length: last + 2 }, (_, node) => node),
    })),
  ];
  const found = ways.map(() => [] as Awaited<ReturnType<typeof drainOnce>>[]);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [at, { name, on }] of ways.entries()) {
      await quiet();
      const one = await drainOnce(on);
      found[at]!.push(one);
      const { rate, cpu, races } = one;
      console.error(
        `round ${round} of ${ROUNDS}: ${name}: ${rate.toFixed(0)} a second, ${cpu.toFixed(2)} ms each, ${races} lost races`,
      );
    }
  }
  const sum = (numbers: number[]) => String(numbers.reduce((all, one) => all + one, 0));
  printTable(
    ways.map(({ name }, at) => ({
      dispatchers: name,
      'deliveries/s': median(found[at]!.map(({ rate }) => rate)).toFixed(0),
      'CPU ms each, with MySQL': median(found[at]!.map(({ cpu }) => cpu)).toFixed(2),
      'lost races a round': median(found[at]!.map(({ races }) => races)).toFixed(0),
      'received twice': sum(found[at]!.map(({ twice }) => twice)),
      'delivered, all rounds': sum(found[at]!.map(({ delivered }) => delivered)),
    })),
  );
}

async function kill(): Promise<void> {
  if (nodes.length < 2) throw new Error('--kill needs two nodes or more');
  const on = nodes.flatMap((_, node) => [node, node]);
  const { dispatchers, due } = await prepare(on, KILLED);
  const { reached } = await receiver.expect(KILLED / 4, true);
  await sleep(due - Date.now());
  await reached;
  process.kill(pids.at(-1)!, 'SIGKILL');
  const killed = Date.now();
  const end = killed + PATIENCE;
  const open = async () => [...(await statesOf())].some(([state, count]) => state < 4 && count > 0);
  while (Date.now() < end && (await open().catch(() => true))) await sleep(250);
  const seconds = (Date.now() - killed) / 1000;
  const { times } = await receiver.read();
  const after = times.map(([, at]) => at).filter((at) => at > killed);
  const silence = Math.max(...after.map((at, n) => at - (after[n - 1] ?? killed)));
  const states = await statesOf();
  const [seen] = await rows(
    rig.database,
    'SELECT SUM(e.event_id IN (?)) AS seen FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE d.state = 4',
    [[...new Set(times.map(([id]) => id)), '']],
  );
  const [delivered, unknown] = [states.get(5) ?? 0, states.get(4) ?? 0];
  for (const { node, kill, stop } of dispatchers) node === nodes.length - 1 ? kill() : await stop();
  printTable([
    {
      queued: String(KILLED),
      'received twice': String(doubles(times)),
      delivered: String(delivered),
      'unknown outcome': String(unknown),
      'of these received': String(Number(seen?.seen ?? 0)),
      lost: String(KILLED - delivered - unknown),
      'longest silence, s': (silence / 1000).toFixed(1),
      'all settled after, s': seconds.toFixed(1),
    },
  ]);
}

console.log(machine());
await (given.includes('--kill') ? kill() : drain());
receiver.stop();
if (!given.includes('--kill')) await clear(rig.database);
await rig.close();
for (const { database } of nodes) await database.$client.end().catch(() => {});
