import type { Readable } from 'node:stream';
import type { PoolConnection } from 'mysql2';
import t from 'tap';
import { cutHungStatements, openDatabase } from '../../../src/stores/mysql/database.ts';

const LONGEST = 800;
const ROWS = 40;
const database = openDatabase(process.env.DATABASE_URL!);
cutHungStatements(database, LONGEST);
t.teardown(() => database.$client.end());

t.test('a statement that is silent for too long is ended', async (t) => {
  await t.rejects(database.$client.query('SELECT SLEEP(10)'), /in time/);
  t.ok(await database.$client.query('SELECT 1'), 'the next one has another connection');
});

t.test('a statement whose rows keep arriving is not ended, however long it takes', async (t) => {
  const connection = await database.$client.getConnection();
  const numbers = Array.from({ length: ROWS }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
  // Long rows, since short ones would be sent together.
  const sql = `SELECT n, REPEAT('x', 20000) AS text, SLEEP(0.05) AS slept FROM (${numbers}) AS numbers`;
  const rows: Readable = (connection.connection as unknown as PoolConnection).query(sql).stream();
  const started = performance.now();
  let count = 0;
  for await (const _row of rows) count++;
  connection.release();
  t.equal(count, ROWS);
  t.ok(performance.now() - started > LONGEST * 2);
});
