import { once } from 'node:events';
import type { RowDataPacket } from 'mysql2/promise';
import t from 'tap';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { LockLost, withLock } from '../../../src/stores/mysql/lock.ts';
import { makeHarness } from '../../helper.ts';

const harness = await makeHarness(t, { indices: false });
const name = `${harness.config.INDEX_PREFIX}-lock`;

/** Ends the connection that holds the lock, as a restart of MySQL does. */
async function killHolder() {
  const [rows] = await harness.database.$client.query<RowDataPacket[]>('SELECT IS_USED_LOCK(?) AS holder', [
    name,
  ]);
  await harness.database.$client.query(`KILL ${Number(rows[0]!.holder)}`);
}

t.test('only one holds the lock, and it is free afterwards, even after a failure', async (t) => {
  const done = await withLock(harness.database, name, 0, async (stillHeld) => {
    await stillHeld();
    t.equal(await withLock(harness.database, name, 0, async () => 'second'), null);
    return 'first';
  });
  t.equal(done, 'first');
  await t.rejects(
    withLock(harness.database, name, 0, () => Promise.reject(new Error('failed'))),
    {
      message: 'failed',
    },
  );
  t.equal(await withLock(harness.database, name, 0, async () => 'third'), 'third');
});

t.test('a holder whose connection is ended is told so, and stays without the lock', async (t) => {
  const done = await withLock(harness.database, name, 0, async (stillHeld) => {
    await stillHeld();
    await killHolder();
    t.ok((await stillHeld().catch((error) => error)) instanceof LockLost);
    const other = await withLock(harness.database, name, 5, async (othersStillHeld) => {
      await t.rejects(stillHeld(), { message: /lost.*Run the same command again/s }, 'it is another’s now');
      await othersStillHeld();
      return 'other';
    });
    t.equal(other, 'other');
    await t.rejects(stillHeld(), { message: /lost/ }, 'nor does it come back');
    return 'ended';
  });
  t.equal(done, 'ended', 'the work itself decides what it does then');
  t.equal(await withLock(harness.database, name, 0, async () => 'again'), 'again');
});

t.test('a server that soon ends silent connections does not end that of a lock', async (t) => {
  const database = openDatabase(harness.env.DATABASE_URL!, 2);
  t.teardown(() => database.$client.end());
  database.$client.pool.on('connection', (connection) => {
    connection.query('SET SESSION wait_timeout = 1');
  });
  const done = await withLock(database, name, 0, async (stillHeld) => {
    // Another connection falls silent after that of the lock, and is ended.
    const silent = await database.$client.getConnection();
    await once(silent.connection, 'error');
    silent.destroy();
    await stillHeld();
    return 'held';
  });
  t.equal(done, 'held');
});
