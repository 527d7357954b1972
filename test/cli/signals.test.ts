import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import type { RowDataPacket } from 'mysql2/promise';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { keepSource } from '../../src/loading/sources/kept.ts';
import { databaseName } from '../../src/stores/mysql/database.ts';
import { withLock } from '../../src/stores/mysql/lock.ts';
import { eventually } from '../eventually.ts';
import { makeHarness } from '../helper.ts';
import { endlessPackage } from '../loading/readers/endless-package.ts';
import { serve } from '../loading/readers/local-server.ts';
import { zip } from '../loading/readers/table-files.ts';
import { FaultyProxy } from '../tcp-proxy.ts';

const harness = await makeHarness(t);
const { database, target } = harness;
const { home } = target;
const MAIN = resolve(PROJECT_ROOT, 'src/main.ts');
/** More than a command takes, on a machine that does other things. */
const SOON = 15_000;

const UNSHARE = ['--fork', '--pid', '--mount-proc', '--kill-child'];
const isPermitted = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

interface Started {
  child: ChildProcess;
  text: () => string;
  /** Sends the signal to the program, and returns its exit status as a shell shows it. */
  stop(signal: NodeJS.Signals): Promise<number>;
}

/** Starts a command; with `isFirst` as the first process of a namespace, as in a container. */
function start(t: Test, args: string[], env: NodeJS.ProcessEnv, isFirst: boolean): Started {
  const program = [process.execPath, MAIN, ...args];
  const [command, ...rest] = isFirst ? ['unshare', ...UNSHARE, ...program] : program;
  const child = spawn(command!, rest, { env: { ...process.env, PORT: '0', ...harness.env, ...env } });
  t.teardown(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close');
  function pid(): number {
    if (!isFirst) return child.pid!;
    const inner = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    if (!/^\d+$/.test(inner)) throw new Error(`${args.join(' ')} has ended: ${text}`);
    return Number(inner);
  }
  return {
    child,
    text: () => text,
    async stop(name) {
      process.kill(pid(), name);
      const late = setTimeout(() => child.kill('SIGKILL'), SOON);
      const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      clearTimeout(late);
      return code ?? 128 + constants.signals[signal!];
    },
  };
}

const waiting = async () => {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    "SELECT COUNT(*) AS waits FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'SELECT GET_LOCK%'",
  );
  return Number(rows[0]!.waits);
};

const isHeld = async (lock: string) => {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    'SELECT IS_USED_LOCK(CONCAT(DATABASE(), ?)) AS holder',
    [lock],
  );
  return rows[0]!.holder !== null;
};

/** Runs `work` while a lock of the installation is taken. */
const whileLocked = async (lock: string, work: () => Promise<void>) =>
  withLock(database, `${await databaseName(database)}${lock}`, 0, work);

/** An address whose server takes requests and never answers. */
async function silent(t: Test) {
  const { origin, seen } = await serve(t, () => {});
  return { url: `${origin}/parcels.csv`, isAsked: () => seen.length > 0 };
}

const ROWS = '{"county_fips":"31109","parcel_id":"R-1"}\n';

/** Each command with what it waits for. Statuses are 128 and the number of the signal, unless it runs until it is told to stop. */
async function commands(t: Test, isFirst: boolean, signal: NodeJS.Signals) {
  const stopped = 128 + constants.signals[signal];
  const begin = (args: string[], env: NodeJS.ProcessEnv = {}) => start(t, args, env, isFirst);
  const check = async (started: Started, what: string, status = stopped) => {
    t.equal(await started.stop(signal), status, `${what}: ${started.text()}`);
  };
  const file = join(home, 'parcels.ndjson');
  writeFileSync(file, ROWS);

  const off = new FaultyProxy(harness.env.DATABASE_URL!);
  await off.start();
  await off.set('refuse');
  const services = [['serve'], ['dispatch'], ['start'], ['sync', '--schedule', '17 3 * * *']];
  for (const args of services) {
    const started = begin(args, { DATABASE_URL: off.url });
    await eventually(`${args[0]} waits`, () => /Waiting for MySQL/.test(started.text()));
    await check(started, `${args.join(' ')} while it waits for MySQL`);
  }

  // What prepares the tables and indices waits for another process that does.
  const prepared = [
    ['keys', 'list'],
    ['deliveries', 'list'],
    ['sources', 'list'],
    ['suppress', 'list'],
    ['delete', 'county', '31109', '--yes'],
    ['demo', 'remove', '--yes'],
  ];
  await whileLocked('-indices', async () => {
    const all = prepared.map((args) => ({ args, started: begin(args) }));
    await eventually('they wait', async () => (await waiting()) === all.length);
    for (const { args, started } of all) await check(started, args.join(' '));
  });

  // Loads wait for another load.
  const loads = [
    ['ingest', 'parcels', file],
    ['derive'],
    ['reindex'],
    ['suppress', 'add', '--parcel', '31109:R-1'],
  ];
  await whileLocked('-load', async () => {
    const all = loads.map((args) => ({ args, started: begin(args) }));
    await eventually('they wait', async () => (await waiting()) === all.length);
    for (const { args, started } of all) await check(started, args.join(' '));
  });
  await eventually('nobody waits', async () => (await waiting()) === 0);

  for (const args of [
    ['ingest', 'parcels', '-'],
    ['suppress', 'add', '--file', '-'],
  ]) {
    const reading = begin(args);
    // More than a pipe holds.
    await new Promise((read) => reading.child.stdin!.write('\n'.repeat(1 << 20), read));
    await check(reading, args.join(' '));
  }
  await eventually('the lock is given back', async () => !(await isHeld('-load')));

  const asked = await silent(t);
  const inspected = begin(['inspect', asked.url, '--county', '31109', '--allow-private']);
  await eventually('it asks', asked.isAsked);
  await check(inspected, 'inspect');
  t.same(readdirSync(join(home, 'sources/work')), [], 'its downloads are deleted');

  const published = await silent(t);
  await keepSource(home, 'us-ne-lancaster', {
    schema: 2,
    coverage: { 'US Census': { geoid: '31109' } },
    layers: {
      parcels: [
        {
          name: 'roll',
          protocol: 'http',
          data: published.url,
          conform: { format: 'csv', pid: 'APN', owner_name: 'OWNER' },
        },
      ],
    },
  });
  const synced = begin(['sync', '--allow-private']);
  await eventually('it asks', published.isAsked);
  await check(synced, 'sync');

  const until: [string[], RegExp, number][] = [
    [['serve'], /Terrier is ready/, 0],
    [['dispatch'], /dispatcher is running/, 0],
    [['sync', '--schedule', '17 3 * * *'], /Ctrl-C stops it/, 0],
    [['listen', '--port', '0'], /Listening/, 0],
  ];
  for (const [args, ready, status] of until) {
    const started = begin(args);
    await eventually(`${args[0]} is ready`, () => ready.test(started.text()));
    await check(started, args.join(' '), status);
  }

  const mcp = begin(['mcp']);
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  mcp.child.stdin!.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`,
  );
  await eventually('mcp answers', () => mcp.text().includes('serverInfo'));
  await check(mcp, 'mcp');
}

t.test('what a command holds is given back', async (t) => {
  const tmp = join(home, 'tmp');
  mkdirSync(tmp);
  const file = join(home, 'parcels.zip');
  const content = await readFile(await endlessPackage(join(home, 'endless.gpkg'), true));
  writeFileSync(file, zip([{ name: 'parcels.gpkg', content }]));
  const inspected = start(t, ['inspect', file, '--county', '31109'], { TMPDIR: tmp }, false);
  const children = () =>
    readFileSync(`/proc/${inspected.child.pid}/task/${inspected.child.pid}/children`, 'utf8').trim();
  await eventually('a process reads it', () => children() !== '');
  const reader = Number(children());
  t.equal(readdirSync(tmp).length, 1);
  t.equal(await inspected.stop('SIGINT'), 130);
  t.same(readdirSync(tmp), [], 'a temporary folder');
  await eventually('the process is gone', () => !existsSync(`/proc/${reader}`));

  await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'R-1', owner_name: 'POE, ANN' }]);
  const slow = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
  await slow.start();
  t.teardown(() => slow.stop());
  const derived = start(t, ['derive', '--all'], { ELASTICSEARCH_URL: slow.url }, false);
  await eventually('it has the lock', () => isHeld('-load'));
  await slow.set('slow');
  const opened = async () => {
    const { _all } = await harness.client.indices.stats({
      index: `${harness.env.INDEX_PREFIX}-*`,
      metric: 'search',
    });
    return (_all.total?.search?.open_contexts ?? 0) > 0;
  };
  while (!(await opened())) if (derived.child.exitCode !== null) throw new Error(derived.text());
  t.equal(await derived.stop('SIGTERM'), 143, derived.text());
  t.notOk(await opened(), 'a point in time');
  t.notOk(await isHeld('-load'), 'the lock');
});

t.test('one Ctrl-C arrives several times, and a server that hangs delays the end only so long', async (t) => {
  const hanging = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
  await hanging.start();
  t.teardown(() => hanging.stop());
  const derived = start(t, ['derive', '--all'], { ELASTICSEARCH_URL: hanging.url }, false);
  await eventually('it has the lock', () => isHeld('-load'));
  await hanging.set('hang');
  for (let times = 0; times < 3; times++) derived.child.kill('SIGINT');
  t.equal(await derived.stop('SIGINT'), 130, derived.text());
});

t.test(
  'every command ends with SIGTERM where it waits, also as a container’s first process',
  { skip: !isPermitted && 'unshare is not permitted here' },
  (t) => commands(t, true, 'SIGTERM'),
);
