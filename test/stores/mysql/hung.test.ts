import type { Readable } from 'node:stream';
import type { PoolConnection } from 'mysql2';
import t from 'tap';
import { cutHungStatements, openDatabase } from '../../../src/stores/mysql/database.ts';
import { handClock } from '../../clocks.ts';

const LONGEST = 1_500;
const clock = handClock();
const database = openDatabase(process.env.DATABASE_URL!);
cutHungStatements(database, LONGEST, clock);
t.teardown(() => database.$client.end());

t.test('a statement that is silent for too long is ended', async (t) => {
  const holder = await database.$client.getConnection();
  const other = await database.$client.getConnection();
  t.teardown(() => holder.release());
  const lock = 'test of hung statements';
  await holder.query('SELECT GET_LOCK(?, 3600)', [lock]);
  const waits = other.query('SELECT GET_LOCK(?, 3600)', [lock]);
  const ended = t.rejects(waits, /in time/);
  clock.pass(LONGEST - 1);
  t.notOk((other.connection as unknown as { stream: Readable }).stream.destroyed, 'it may still be answered');
  clock.pass(1);
  await ended;
  other.release();
  await holder.query('DO RELEASE_LOCK(?)', [lock]);
  t.ok(await database.$client.query('SELECT 1'), 'the next one has another connection');
});

t.test('a statement whose rows keep arriving is not ended, however long it takes', async (t) => {
  const rows = 300;
  const connection = await database.$client.getConnection();
  const numbers = Array.from({ length: rows }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
  // Long rows: the driver reads only a few ahead.
  const sql = `SELECT n, REPEAT('x', 20000) AS text FROM (${numbers}) AS numbers`;
  const stream: Readable = (connection.connection as unknown as PoolConnection).query(sql).stream();
  let count = 0;
  for await (const _row of stream) if (++count % 100 === 0) clock.pass(LONGEST);
  connection.release();
  t.equal(count, rows);
});
