import { setTimeout as sleep } from 'node:timers/promises';
import { int, type Random } from '../../../src/loading/demo/random.ts';
import type { Database } from '../../../src/stores/mysql/database.ts';
import { SEND_LEASE } from '../../../src/webhooks/dispatch/claim.ts';
import type { Fault, FaultKind } from './book.ts';
import type { Feeder } from './feeder.ts';
import { kill9, type ReceiverProcess, type ServiceProcess, until } from './processes.ts';
import { ask } from './rows.ts';

/** How much longer a dispatcher is suspended after its leases ran out, and again after what they left is settled. */
const OVERSLEPT = 1_500;
/** How many deliveries that a stall left an operator sends again at once. */
const STALLED = 100;
const START_LIMIT = 10_000;

/** What faults affect. */
export interface Stage {
  database: Database;
  roll: Random;
  faults: Fault[];
  feeder: Feeder;
  dispatchers: ServiceProcess[];
  receivers: ReceiverProcess[];
  mysql: { cut(): Promise<void>; isUp: boolean; backAt: number };
  startMissing(): void;
  /** Sends some deliveries with an unknown outcome again, as an operator does. */
  resend(most: number): Promise<void>;
}

/** Causes a fault, and undoes it after a while. Returns false when there was nothing to kill. */
export async function strike(stage: Stage, kind: FaultKind): Promise<boolean> {
  const { database, roll, faults, feeder, dispatchers, receivers, mysql } = stage;
  const fault: Fault = { kind, at: Date.now(), until: Number.POSITIVE_INFINITY };
  const pause = int(roll, 0, 600);
  const choice = roll();
  if (kind === 'dispatcher') {
    const one = dispatchers[Math.floor(choice * dispatchers.length)]!;
    if (!one.child) return false;
    faults.push(fault);
    await one.kill();
    await sleep(pause);
    stage.startMissing();
  } else if (kind === 'thread') {
    const running = () => dispatchers.find(({ isReady }) => isReady);
    await until('a dispatcher runs', running, START_LIMIT).catch(() => {});
    const one = running();
    fault.at = Date.now();
    faults.push(fault);
    if (!one || !(await one.killThread(choice < 0.5))) {
      fault.until = Date.now();
      return false;
    }
  } else if (kind === 'stall') {
    const one = dispatchers[Math.floor(choice * dispatchers.length)]!;
    await until('it runs', () => one.isReady, START_LIMIT).catch(() => {});
    if (!one.isReady) return false;
    fault.at = Date.now();
    faults.push(fault);
    await one.stall(async () => {
      await sleep(SEND_LEASE + OVERSLEPT);
      await stage.resend(STALLED);
      await sleep(OVERSLEPT);
    });
  } else if (kind === 'receiver') {
    fault.receiver = Math.floor(choice * receivers.length);
    faults.push(fault);
    await receivers[fault.receiver]!.kill();
    await sleep(pause);
    await receivers[fault.receiver]!.start();
  } else if (kind === 'mysql') {
    mysql.isUp = false;
    feeder.disturbed = Number.POSITIVE_INFINITY;
    faults.push(fault);
    await mysql.cut();
    await sleep(pause);
    await until('MySQL is back', () => ask(database, 'SELECT 1'));
    mysql.isUp = true;
    mysql.backAt = Date.now();
    feeder.disturbed = mysql.backAt;
  } else {
    await until('something is loaded', () => feeder.child, START_LIMIT).catch(() => {});
    if (choice < 0.6) await eventsAppear(database);
    const { child } = feeder;
    if (!child) return false;
    await sleep(choice < 0.6 ? choice * 100 : 0);
    await kill9(child);
  }
  fault.until = Date.now();
  return true;
}

/** Waits for the moment just after events were committed, when their records may not be stored yet. */
async function eventsAppear(database: Database): Promise<void> {
  const last = async () => (await ask(database, 'SELECT MAX(id) AS last FROM webhook_events'))?.[0]?.last;
  const before = await last();
  const end = Date.now() + 5_000;
  while (Date.now() < end) {
    const now = await last();
    if (now !== before && now !== undefined) return;
    await sleep(3);
  }
}
