import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { RowDataPacket } from 'mysql2/promise';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { createEndpoint } from '../../src/api/features/webhooks/endpoints.ts';
import { PROJECT_ROOT } from '../../src/config.ts';
import { eventsOf, type ParcelEvent } from '../../src/domain/parcel-event.ts';
import { type Database, inTransaction } from '../../src/stores/mysql/database.ts';
import { fanOut, placeOf } from '../../src/webhooks/fan-out.ts';
import { secretKey } from '../../src/webhooks/secrets.ts';
import { findWatchers } from '../../src/webhooks/watchers.ts';
import type { Rig } from '../rig.ts';
import type { Arrivals } from './receiver.ts';

const TICKS_A_SECOND = 100;

/** Processor time of all threads of a process so far, in milliseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000;
}

async function rows(database: Database, sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
  return (await database.$client.query<RowDataPacket[]>(sql, values))[0];
}

/** The process of the MySQL server, which must run on this machine. */
export async function mysqlPid(database: Database): Promise<number> {
  const [file] = await rows(database, 'SELECT @@pid_file AS pid, @@datadir AS data');
  return Number(readFileSync(resolve(file!.data, file!.pid), 'utf8'));
}

/** Writing transactions that the whole server has committed so far. */
export async function commits(database: Database): Promise<number> {
  const [metric] = await rows(
    database,
    "SELECT `COUNT` AS commits FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rw_commits'",
  );
  return Number(metric!.commits);
}

/** Makes the server count its commits; `commits` reads the number. */
export const countCommits = (database: Database) =>
  database.$client.query("SET GLOBAL innodb_monitor_enable = 'trx_rw_commits'");

async function start(program: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, program));
  return child;
}

/** Starts the plain receiver in its own process. */
export async function startReceiver() {
  const child = await start('receiver.ts');
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async (message: object) => {
    child.send(message);
    return (await once(child, 'message'))[0];
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** Forgets what has arrived. `reached` resolves when `count` more have arrived. */
    async expect(count?: number, keep = false): Promise<{ reached: Promise<unknown> }> {
      await ask({ expect: count, keep });
      return { reached: count === undefined ? Promise.resolve() : once(child, 'message') };
    },
    read: (): Promise<Arrivals> => ask({ read: true }),
    stop: () => child.kill(),
  };
}

/** Starts the bare got loop in its own process. */
export async function startLoop() {
  const child = await start('got-loop.ts');
  await once(child, 'message');
  return {
    async send(task: object): Promise<number> {
      child.send(task);
      return ((await once(child, 'message')) as [{ seconds: number }])[0].seconds;
    },
    stop: () => child.kill(),
  };
}

/** Starts `terrier dispatch` in its own process. */
export async function startDispatch(rig: Rig) {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'src/main.ts'), 'dispatch'], {
    env: { ...process.env, ...rig.env, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout! }), 'line');
  // Time for its thread to start and to go to sleep.
  await new Promise((ready) => setTimeout(ready, 2_500));
  return {
    pid: child.pid!,
    kill: () => child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Empties the webhook tables. */
export async function clear(database: Database): Promise<void> {
  for (const table of [
    'health',
    'attempts',
    'deliveries',
    'account_events',
    'events',
    'watches',
    'unsent',
    'endpoints',
    'accounts',
  ]) {
    await database.$client.query(`TRUNCATE TABLE webhook_${table}`);
  }
}

/** Creates endpoints that watch one county each. */
export async function watchCounties(rig: Rig, urls: string[], counties: string[]): Promise<void> {
  const key = await secretKey(rig.config);
  for (const [at, url] of urls.entries()) {
    const county = counties[at]!;
    const filter = { state_fips: county.slice(0, 2), county_fips: county.slice(2) };
    const endpoint = {
      url,
      event_types: ['parcel.owner_changed' as const],
      filter_kind: 'county_fips' as const,
      filter_value: filter,
    };
    const watched = {
      filter,
      keys: [[filter.state_fips, filter.county_fips, '']] as [string, string, string][],
    };
    await inTransaction(rig.database, (tx) =>
      createEndpoint(tx, {
        secretKey: key,
        account: rig.name,
        endpoint,
        watched,
        most: null,
        // A second apart: an account may create at most 60 in a minute.
        now: Date.now() + at * 1_000,
      }),
    );
  }
}

let made = 0;

/** New events for the counties in turn; their bodies have about 600 bytes. */
export function makeEvents(counties: string[], count: number): ParcelEvent[] {
  return Array.from({ length: count }, (_, at) => {
    const number = ++made;
    const [, event] = eventsOf(
      'deeds',
      {
        id: `bench-${process.pid}-${number}`,
        source: 'bench',
        county_fips: counties[at % counties.length]!,
        parcel_id: `R-${number}`,
        recorded_date: '2024-06-20',
        document_type: 'warranty_deed',
        document_number: `2024-${number}`,
        prior_owner: 'WREN, ODETTE AND ALDER, BENEDICT, TRUSTEES OF THE WREN ALDER FAMILY TRUST',
        new_owner: 'OAK STREET HOLDINGS LLC, A NEBRASKA LIMITED LIABILITY COMPANY',
        is_sale: true,
      },
      new Date().toISOString(),
    );
    return event!;
  });
}

/** Queues events; they are due `later` milliseconds from now, so that queueing itself is not measured. */
export async function queue(rig: Rig, events: ParcelEvent[], later: number): Promise<number> {
  const due = Date.now() + later;
  const watchersAt = await findWatchers(rig.database, events.map(placeOf));
  await fanOut(rig.database, { tiers: tierLimits(rig.config), events, watchersAt, now: () => due });
  return due;
}

/** Waits until no delivery is open. */
export async function untilSettled(database: Database): Promise<void> {
  for (let look = 0; look < 480; look++) {
    const [open] = await rows(database, 'SELECT COUNT(*) AS open FROM webhook_deliveries WHERE state < 4');
    if (Number(open!.open) === 0) return;
    await new Promise((again) => setTimeout(again, 250));
  }
  throw new Error('Deliveries did not settle in time');
}

export { rows };
