import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../../src/config.ts';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { int, pick, random } from '../../../src/loading/demo/random.ts';
import type { Database } from '../../../src/stores/mysql/database.ts';
import { SEND_WINDOW } from '../../../src/webhooks/dispatch/send-window.ts';
import { webhookIds } from '../../../src/webhooks/ids.ts';
import { secretKey } from '../../../src/webhooks/secrets.ts';
import { createEndpoint } from '../support.ts';
import { audit, type Counts } from './audit.ts';
import { type Endpoint, FAULTS, type Fault, type FaultKind, type Resending } from './book.ts';
import { Feeder } from './feeder.ts';
import { command, kill9, ReceiverProcess, ServiceProcess, until } from './processes.ts';
import { WATCHES } from './records.ts';
import { ask, countOf } from './rows.ts';
import { strike } from './strikes.ts';

/** Where the ledger runs: an installation, and how its MySQL is made to fail. */
export interface Ground {
  /** Makes a child process use the installation. */
  env: Record<string, string>;
  /** A connection to its database that MySQL's failures may interrupt for a while. */
  database: Database;
  app: FastifyInstance;
  key(account: string): Promise<string>;
  /** Cuts every connection to the database for a while. */
  cutConnections(): Promise<void>;
}

export interface Options {
  seed: number;
  /** What is killed in each round. */
  kinds: FaultKind[];
  /** New records in one file. */
  records: number;
  say(line: string): void;
}

export interface Summary {
  wrong: string[];
  counts: Counts;
  kills: Record<FaultKind, number>;
  /** Files that were published. */
  files: number;
}

/** For each receiver, how many milliseconds after an answer it closes the connection; null keeps it open. */
const CLOSES_AFTER = [null, 0, 30];
const RECEIVERS = CLOSES_AFTER.length;
const DISPATCHERS = 2;
const WAIT_LIMIT = 15_000;
const SETTLE_LIMIT = 180_000;
const STRIKES = 5;
/** Attempts at a receiver that answers take no longer, even those of a thread that was killed. */
const SLOWEST = SEND_WINDOW + 1_000;
const CLAIM_LIMIT = 10_000;
/**
 * Publishes records under load while everything that takes part is killed at random, then compares what was published,
 * what is in the database and what the receivers saw.
 */
export async function runLedger(ground: Ground, options: Options): Promise<Summary> {
  const { seed, kinds, records } = options;
  const started = Date.now();
  const say = (line: string) => options.say(`${((Date.now() - started) / 1000).toFixed(1)} s: ${line}`);
  const { database, env } = ground;
  const known = webhookIds(await secretKey(readConfig(env)));
  const roll = random(seed);
  const folder = await mkdtemp(join(tmpdir(), 'terrier-ledger-'));
  const wrong: string[] = [];
  const faults: Fault[] = [];
  const resendings: Resending[] = [];
  const kills = Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const mysql = { cut: ground.cutConnections, isUp: true, backAt: 0 };
  let ended = false;

  const receivers = Array.from(
    { length: RECEIVERS },
    (_, n) => new ReceiverProcess(join(folder, `receiver-${n}.log`), seed + n),
  );
  const dispatchers = Array.from(
    { length: DISPATCHERS },
    (): ServiceProcess =>
      new ServiceProcess('dispatch', env, (code, wasReady, lines) => {
        // It cannot start while MySQL is away; the caller starts it again.
        if (wasReady || (mysql.isUp && Date.now() - mysql.backAt > WAIT_LIMIT)) {
          wrong.push(`a dispatcher ended by itself with ${code}: ${lines.join(' | ')}`);
        }
        if (!ended) setTimeout(startMissing, 300);
      }),
  );
  function startMissing(): void {
    if (ended) return;
    for (const one of dispatchers) if (!one.child) one.start();
  }
  const feeder = new Feeder(env, folder, random(seed, 1));

  async function createEndpoints(): Promise<{ endpoints: Endpoint[]; secrets: Record<string, string> }> {
    const keys = new Map<string, string>();
    const endpoints: Endpoint[] = [];
    const secrets: Record<string, string> = {};
    for (const [n, watch] of WATCHES.entries()) {
      const key = keys.get(watch.account) ?? (await ground.key(watch.account));
      keys.set(watch.account, key);
      const receiver = n % RECEIVERS;
      const path = `/hooks/${n}`;
      const { event_types, filter_kind, filter_value } = watch;
      const url = `http://127.0.0.1:${receivers[receiver]!.port}${path}`;
      const { id, secret } = await createEndpoint(ground.app, key, {
        url,
        event_types,
        filter_kind,
        filter_value,
      });
      endpoints.push({ id, watch, path, receiver });
      secrets[path] = secret;
    }
    return { endpoints, secrets };
  }

  const orderAll = async (orders: Parameters<ReceiverProcess['order']>[0]) => {
    for (const receiver of receivers) await receiver.order(orders);
  };

  /** Makes retries due early, as an operator could: eight attempts would take ten hours. */
  async function hurryRetries(): Promise<void> {
    while (!ended) {
      const now = new Date();
      await ask(database, 'UPDATE webhook_deliveries SET due_at = ? WHERE state = ? AND due_at > ?', [
        now,
        STATE.retrying,
        now,
      ]);
      await sleep(500);
    }
  }

  const stage = { database, roll, faults, feeder, dispatchers, receivers, mysql, startMissing, resend };

  /** Kills a dispatcher that holds unsent deliveries; nothing else is killed, and the other dispatcher sends them. */
  async function calm(): Promise<void> {
    await orderAll({ calm: true });
    startMissing();
    await until('both dispatchers run', () => dispatchers.every(({ isReady }) => isReady));
    const unsent = [STATE.pending, STATE.claimed];
    await until(
      'a dispatcher holds what it has not sent',
      () => countOf(database, 'state = ?', [STATE.claimed]),
      CLAIM_LIMIT,
    ).catch(() => {});
    const one = pick(roll, dispatchers);
    const at = Date.now();
    faults.push({ kind: 'dispatcher', at, until: at });
    await one.kill();
    kills.dispatcher++;
    const waiting =
      (await ask(database, 'SELECT id FROM webhook_deliveries WHERE state IN (?)', [unsent])) ?? [];
    startMissing();
    const left = () =>
      waiting.length === 0
        ? Promise.resolve(0)
        : countOf(database, 'id IN (?) AND state IN (?)', [waiting.map(({ id }) => id), unsent]);
    await until('what was not sent is sent', async () => (await left()) === 0, WAIT_LIMIT).catch(async () => {
      wrong.push(`${await left()} deliveries were not sent 15 s after a dispatcher was killed`);
    });
    say(`calm: ${waiting.length} unsent deliveries went out within ${Date.now() - at} ms`);
    await orderAll({ calm: false });
  }

  /** Sends some deliveries with an unknown outcome again, as an operator does. */
  async function resend(most: number): Promise<void> {
    const sql = 'SELECT id FROM webhook_deliveries WHERE state = ? ORDER BY RAND() LIMIT ?';
    const rows = await ask(database, sql, [STATE.unknown, most]);
    if (!rows || rows.length === 0) return;
    const ids = rows.map(({ id }) => known.deliveryId(id));
    const order = { ids: new Set(ids), from: Date.now(), to: Number.POSITIVE_INFINITY };
    resendings.push(order);
    await command(env, 'deliveries', 'settle', '--as', 'requeue', ...ids).ended;
    order.to = Date.now();
  }

  async function settle(): Promise<void> {
    await orderAll({ calm: true });
    startMissing();
    const open = [STATE.pending, STATE.retrying, STATE.claimed];
    // Sends that a kill interrupted are not waited for: their leases last longer, and their outcome is known.
    const underWay = () => new Date(Date.now() - SLOWEST);
    await until(
      'nothing waits any more',
      async () =>
        (await countOf(database, 'state IN (?) OR state = ? AND last_attempt_at > ?', [
          open,
          STATE.sending,
          underWay(),
        ])) === 0,
      SETTLE_LIMIT,
    ).catch((error) => wrong.push(error.message));
    // Anything sent once more would arrive now.
    await sleep(1_000);
    await until('both dispatchers run', () => dispatchers.every(({ isReady }) => isReady));
    ended = true;
    for (const one of dispatchers) {
      const code = await one.stop();
      if (code !== 0) wrong.push(`a dispatcher that was asked to stop ended with ${code}`);
    }
    say('settled');
  }

  /** However this process ends, it leaves no child behind. */
  function endAll(): void {
    for (const { child } of [feeder, ...dispatchers, ...receivers]) child?.kill('SIGKILL');
  }
  process.once('exit', endAll);

  try {
    for (const [n, receiver] of receivers.entries()) {
      await receiver.start();
      await receiver.order({ closesAfter: CLOSES_AFTER[n] });
    }
    const { endpoints, secrets } = await createEndpoints();
    const stubborn = endpoints.filter(({ watch }) => watch.stubborn).map(({ path }) => path);
    await orderAll({ secrets, stubborn, calm: false });
    startMissing();
    await until('both dispatchers run', () => dispatchers.every(({ isReady }) => isReady));
    say('both dispatchers run');
    const feeding = feeder.run(records);
    let fed = true;
    feeding.catch((error) => {
      fed = false;
      wrong.push(error.message);
    });
    const hurrying = hurryRetries();

    for (const kind of kinds) {
      if (!fed) break;
      await sleep(int(roll, 50, 900));
      let struck = false;
      for (let tries = 0; tries < STRIKES && !struck; tries++) struck = await strike(stage, kind);
      if (struck) kills[kind]++;
      const what = kind === 'stall' ? 'stalled a dispatcher' : `killed ${kind}`;
      say(struck ? what : `no ${kind} to strike`);
    }
    await calm();
    feeder.stopped = true;
    await feeding.catch(() => {});
    say('everything is published');
    await settle();
    await hurrying;

    for (const line of dispatchers.flatMap(({ lines }) => lines)) {
      const told = Object.values(secrets).find((secret) => line.includes(secret) || /v1=[0-9a-f]/.test(line));
      if (told) wrong.push('a dispatcher printed a secret or a signature');
    }
    const logs = receivers.map(({ log }) => log);
    const found = await audit(database, {
      ids: known,
      expected: feeder.source.expected,
      endpoints,
      logs,
      faults,
      resendings,
    });
    return {
      wrong: [...wrong, ...found.wrong],
      counts: found.counts,
      kills,
      files: feeder.files,
    };
  } finally {
    ended = true;
    feeder.stopped = true;
    if (feeder.child) await kill9(feeder.child);
    for (const one of dispatchers) await one.kill();
    for (const one of receivers) await one.kill();
    process.off('exit', endAll);
    await rm(folder, { recursive: true, force: true });
  }
}
