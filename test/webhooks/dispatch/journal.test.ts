import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RowDataPacket } from 'mysql2/promise';
import t, { type Test } from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import {
  begin,
  type Claimed,
  claim,
  recoverLeases,
  SEND_LEASE,
} from '../../../src/webhooks/dispatch/claim.ts';
import { endOf } from '../../../src/webhooks/dispatch/ended.ts';
import { finish } from '../../../src/webhooks/dispatch/finish.ts';
import {
  JOURNAL,
  markIn,
  openJournal,
  originOf,
  SOCKET,
  unsentIn,
  whoseIs,
} from '../../../src/webhooks/dispatch/journal.ts';
import { createRecovery } from '../../../src/webhooks/dispatch/recovery.ts';
import { clocksGoBack } from '../../clocks.ts';
import { kill9, ServiceProcess, until } from '../ledger/processes.ts';
import type { Task } from './journal-keeper.ts';
import { begunAt, makeQueue } from './queue-support.ts';

const { harness, waiting } = await makeQueue(t);
const databaseUrl = harness.env.DATABASE_URL!;
const origin = await originOf(databaseUrl);
const KEEPER = new URL('./journal-keeper.ts', import.meta.url);

type Five = [Claimed, Claimed, Claimed, Claimed, Claimed];
const later = () => Date.now() + 1_000;

/** A folder whose path is short enough for sockets. */
async function makeFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A process that keeps a journal of these attempts, some of them marked. */
async function keeper(t: Test, folder: string, begun: Claimed[], marked: number[] = []) {
  const task: Task = { folder, databaseUrl, begun, marked };
  const child: ChildProcess = fork(KEEPER, [JSON.stringify(task)], { silent: true });
  t.teardown(() => kill9(child));
  const [{ name }] = await once(child, 'message', { signal: AbortSignal.timeout(60_000) });
  return { child, name: name as string };
}

/** Claimed deliveries of an endpoint of their own. */
async function claimSome(t: Test, count: number): Promise<Claimed[]> {
  const { wanted } = await waiting(t, count);
  const { claimed } = await claim(harness.database, STATE.pending, wanted, later());
  if (claimed.length !== count) throw new Error(`${claimed.length} claimed`);
  return claimed.sort((one, other) => one.id - other.id);
}

/** A folder with the journal of a process that was killed while it sent these deliveries; some are marked. */
async function killed(t: Test, count: number, marked: number[] = []) {
  const folder = await makeFolder(t);
  const claims = await claimSome(t, count);
  const now = later();
  const { child, name } = await keeper(t, folder, claims, marked);
  await begin(harness.database, claims, now);
  await kill9(child);
  return { folder, claims, now, path: join(folder, name + JOURNAL) };
}

async function rowsOf(claims: Claimed[]) {
  const [rows] = await harness.database.$client.query<RowDataPacket[]>(
    'SELECT state, attempt, lease_token IS NULL AS free FROM webhook_deliveries WHERE id IN (?) ORDER BY id',
    [claims.map(({ id }) => id)],
  );
  return rows.map(({ state, attempt, free }) => ({ state, attempt, free: Boolean(free) }));
}

const recoverer = (folder: string) => ({ folder, name: 'mine', origin });
const fail = (error: unknown) => {
  throw error;
};
const recovery = (keeper: Parameters<typeof createRecovery>[1]) =>
  createRecovery(harness.database, keeper, fail);
const recover = (folder: string) => recovery(recoverer(folder))(Date.now());
const SENDING = { state: STATE.sending, attempt: 1, free: false };
const PENDING = { state: STATE.pending, attempt: 0, free: true };

t.test('after a kill, unmarked attempts are given back at once, and marked ones are not', async (t) => {
  const folder = await makeFolder(t);
  const claims = await claimSome(t, 5);
  const now = later();
  const [unmarked, marked, unnamed, notBegun, unmarkedToo] = claims as Five;
  const { child } = await keeper(t, folder, [unmarked, marked, notBegun, unmarkedToo], [1]);
  await begin(harness.database, [unmarked, marked, unnamed, unmarkedToo], now);
  t.equal(await recover(folder), 0, 'nothing while the process lives');
  child.kill('SIGSTOP');
  t.equal(await recover(folder), 0, 'nor while it stands still');
  t.match(await rowsOf(claims), [SENDING, SENDING, SENDING, { state: STATE.claimed }, SENDING]);
  await kill9(child);
  t.equal(await recover(folder), 3);
  t.same(await rowsOf(claims), [PENDING, SENDING, SENDING, PENDING, PENDING]);
  t.same(await readdir(folder), [], 'the journal is used up');
  t.same(await begin(harness.database, [notBegun], now), { started: [], disabled: [] }, 'a late one is none');
});

t.test('recoveries that run at the same time give each attempt back once', async (t) => {
  const { folder, claims } = await killed(t, 40);
  const released = await Promise.all([recover(folder), recover(folder), recover(folder)]);
  t.equal(
    released.reduce((sum, count) => sum + count),
    40,
  );
  t.same(
    await rowsOf(claims),
    claims.map(() => PENDING),
  );
});

t.test('a process that ends with an error of its own leaves its journal too', async (t) => {
  const folder = await makeFolder(t);
  const claims = await claimSome(t, 2);
  const { child } = await keeper(t, folder, claims, [0]);
  await begin(harness.database, claims, later());
  const gone = once(child, 'exit');
  child.send('break');
  await gone;
  t.equal(await recover(folder), 1);
  t.same(await rowsOf(claims), [SENDING, PENDING]);
});

t.test('a dispatcher recovers leases and journals even while clocks go back', async (t) => {
  const home = await makeFolder(t);
  const folder = join(home, 'journal');
  await mkdir(folder);
  const env = { ...process.env, ...harness.env, TERRIER_HOME: home, ...clocksGoBack() };
  const dispatcher = new ServiceProcess('dispatch', env, () => {});
  t.teardown(() => dispatcher.kill());
  // Claimed before it starts, or it would claim them.
  const claims = await claimSome(t, 2);
  const [lapsed, unsent] = claims as [Claimed, Claimed];
  dispatcher.start();
  await until('it is ready', () => dispatcher.isReady);
  dispatcher.child!.kill('SIGUSR2');
  await harness.database.$client.query(
    "UPDATE webhook_deliveries SET due_at = '2026-11-01 06:00:00' WHERE id = ?",
    [lapsed.id],
  );
  const { child } = await keeper(t, folder, [unsent]);
  await begin(harness.database, [unsent], later());
  await kill9(child);
  await until('both were given back', async () => {
    const [rows] = await harness.database.$client.query<RowDataPacket[]>(
      'SELECT id FROM webhook_deliveries WHERE (id, lease_token) IN (?)',
      [claims.map(({ id, token }) => [id, token])],
    );
    return rows.length === 0;
  });
  t.equal(await dispatcher.stop(), 0);
});

t.test('attempts that have changed since the kill are left alone', async (t) => {
  const { folder, claims, now } = await killed(t, 5);
  const [lapsed, failed, settled, delivered, retaken] = claims as Five;
  const ends = { byHand: false, endedAt: now };
  await finish(harness.database, [
    endOf({ claim: begunAt(failed, now), outcome: { kind: 'unknown', error: 'dns: ETIMEOUT' }, ...ends }, 0),
    endOf({ claim: begunAt(delivered, now), outcome: { kind: 'answered', status: 204 }, ...ends }, 0),
  ]);
  await recoverLeases(harness.database, now + SEND_LEASE);
  const set = (assignments: string, { id }: Claimed) =>
    harness.database.$client.query(`UPDATE webhook_deliveries SET ${assignments} WHERE id = ?`, [id]);
  await set(`state = ${STATE.dead_lettered}, lease_token = NULL`, settled);
  await set(`state = ${STATE.sending}, attempt = 2, lease_token = lease_token + 1`, retaken);
  t.equal(await recover(folder), 1);
  t.match(await rowsOf([lapsed]), [PENDING], 'a lease that ran out is not an outcome');
  t.match(await rowsOf([failed]), [{ state: STATE.unknown, attempt: 1 }], 'a failure that was told is one');
  t.match(await rowsOf([settled]), [{ state: STATE.dead_lettered, attempt: 1 }]);
  t.match(await rowsOf([delivered]), [{ state: STATE.delivered, attempt: 1 }]);
  t.match(await rowsOf([retaken]), [{ state: STATE.sending, attempt: 2 }], 'somebody else sends it');
});

t.test('a journal of another boot or database, or a copy of one, proves nothing', async (t) => {
  const { folder, claims, path } = await killed(t, 2);
  const bytes = await readFile(path);
  const { ino } = await stat(path);
  t.equal(unsentIn(bytes).length, 2);
  t.equal(whoseIs(bytes, ino, origin), 'own');
  t.equal(whoseIs(bytes, ino + 1, origin), 'foreign');
  t.equal(whoseIs(bytes, ino, await originOf('mysql://elsewhere/terrier')), 'foreign');
  t.equal(whoseIs(bytes, ino, { ...origin, boot: 'another' }), 'old');
  t.equal(whoseIs(bytes.subarray(0, 100), ino, origin), 'foreign', 'cut off');

  const to = await makeFolder(t);
  for (const kind of [JOURNAL, SOCKET])
    await copyFile(kind === SOCKET ? '/dev/null' : path, join(to, basename(path, JOURNAL) + kind));
  t.equal(await recover(to), 0);
  const elsewhere = { ...recoverer(folder), origin: await originOf('mysql://elsewhere/terrier') };
  t.equal(await recovery(elsewhere)(Date.now()), 0);
  t.same((await readdir(folder)).length, 2, 'it is kept for the dispatchers of its database');
  const rebooted = { ...recoverer(folder), origin: { ...origin, boot: 'another' } };
  t.equal(await recovery(rebooted)(Date.now()), 0);
  t.same(await readdir(folder), [], 'one of another boot is of no use to anybody');
  t.same(await rowsOf(claims), [SENDING, SENDING]);
});

t.test('a journal of another database is looked at once, and only its header is read', async (t) => {
  const { folder, path } = await killed(t, 1);
  // More than fits into memory; the file takes no space.
  await truncate(path, 2 ** 32);
  const elsewhere = { ...recoverer(folder), origin: await originOf('mysql://elsewhere/terrier') };
  const look = recovery(elsewhere);
  t.equal(await look(Date.now()), 0);
  await truncate(path, 4_096);
  const file = await open(path, 'r+');
  await file.write(JSON.stringify({ ...elsewhere.origin, inode: (await file.stat()).ino }).padEnd(512), 0);
  await file.close();
  await look(Date.now());
  t.equal((await readdir(folder)).length, 2, 'it was not opened again');
  await recovery(elsewhere)(Date.now());
  t.same(await readdir(folder), [], 'another process finds out what it is');
});

t.test('a journal that cannot be read does not keep others from being used', async (t) => {
  const { folder, claims } = await killed(t, 1);
  // Sorted before and after every other name.
  for (const name of ['!', '~']) {
    await mkdir(join(folder, name + JOURNAL));
    await copyFile('/dev/null', join(folder, name + SOCKET));
  }
  const errors: unknown[] = [];
  const look = createRecovery(harness.database, recoverer(folder), (error) => errors.push(error));
  t.equal(await look(Date.now()), 1);
  t.match(errors, [{ code: 'EISDIR' }, { code: 'EISDIR' }]);
  t.same(await rowsOf(claims), [PENDING]);
});

t.test('an orderly end leaves no journal, and a dispatcher never recovers its own', async (t) => {
  const folder = await makeFolder(t);
  const claims = await claimSome(t, 1);
  const now = later();
  const journal = await openJournal(folder, origin);
  const [record] = journal.begin(claims)!;
  await begin(harness.database, claims, now);
  t.equal(await recovery(journal)(now), 0);
  t.notOk(journal.mayHaveLeft(record!, claims[0]!));
  t.ok(markIn(journal.file, record!));
  t.ok(journal.mayHaveLeft(record!, claims[0]!));
  t.ok(journal.mayHaveLeft(record!, { ...claims[0]!, token: 1 }), 'nothing is known of another attempt');
  await journal.close();
  t.same(await readdir(folder), []);
});

t.test('when there are too many records they are overwritten, and prove nothing then', async (t) => {
  const folder = await makeFolder(t);
  const journal = await openJournal(folder, origin);
  t.teardown(() => journal.close());
  const made = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: from + n, token: 7, attempt: 1 }));
  const first = made(1, 1);
  const [record] = journal.begin(first)!;
  for (let n = 0; n < 1_024; n++) journal.begin(made(100 + 64 * n, 64));
  t.ok(journal.mayHaveLeft(record!, first[0]!));
});

t.test('if a journal cannot be written, the batch is not sent, and nothing is proven after', async (t) => {
  const journal = await openJournal(await makeFolder(t), origin);
  const claims = [{ id: 1, token: 7, attempt: 1 }];
  const [record] = journal.begin(claims)!;
  closeSync(journal.file);
  t.throws(() => journal.begin(claims), { code: 'EBADF' });
  t.equal(journal.begin(claims), null);
  t.equal(markIn(journal.file, record!), false);
  t.ok(journal.mayHaveLeft(record!, claims[0]!));
});

t.test('a folder whose path is too long for a socket has no journal', async (t) => {
  const base = await makeFolder(t);
  /** A folder whose path has this many bytes. */
  const ofLength = (bytes: number) => join(base, 'é'.padEnd(bytes - Buffer.byteLength(`${base}/é`) + 1, 'x'));
  for (const bytes of [94, 97, 98, 99, 160]) {
    await t.rejects(openJournal(ofLength(bytes), origin), { code: 'ENAMETOOLONG' }, `${bytes} bytes`);
  }
  const longest = ofLength(93);
  const { child } = await keeper(t, longest, []);
  t.equal(await recover(longest), 0);
  t.equal((await readdir(longest)).length, 2, 'it is alive');
  await kill9(child);
  await recover(longest);
  t.same(await readdir(longest), [], 'its end is noticed');
});
