import { setTimeout as sleep } from 'node:timers/promises';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import t from 'tap';
import { makeHarness } from '../helper.ts';
import { runLedger } from './ledger/run.ts';

const SEED = 1;
/** How often all connections are cut, every 20 ms, in one failure of MySQL. */
const CUTS = 20;

const harness = await makeHarness(t);
const app = await harness.app();
const database = new URL(harness.env.DATABASE_URL!);
const name = database.pathname.slice(1);
database.pathname = '/';

/**
 * The tests' MySQL serves other files too and is not killed (`npm run test:chaos` kills its own): every connection to
 * this file's database is cut for a while instead, whatever is in progress on it.
 */
async function cutConnections(): Promise<void> {
  const killer = await mysql.createConnection({ uri: database.href });
  for (let cut = 0; cut < CUTS; cut++) {
    const [rows] = await killer.query<RowDataPacket[]>(
      'SELECT id FROM information_schema.processlist WHERE db = ?',
      [name],
    );
    for (const row of rows) await killer.query(`KILL ${Number(row.id ?? row.ID)}`).catch(() => {});
    await sleep(20);
  }
  await killer.end();
}

t.test('while everything is killed at random, no webhook is lost and none is sent twice', async (t) => {
  const { wrong, ...summary } = await runLedger(
    {
      env: { ...(process.env as Record<string, string>), ...harness.env },
      database: harness.database,
      app,
      key: (account) => harness.key({ account }),
      cutConnections,
    },
    {
      seed: SEED,
      kinds: ['ingest', 'dispatcher', 'mysql', 'thread', 'receiver', 'stall'],
      records: 120,
      say: (line) => t.comment(line),
    },
  );
  t.comment(JSON.stringify(summary, null, 1));
  t.same(wrong, []);
  const { counts, kills } = summary;
  t.ok(counts.delivered > 100, 'deliveries went out');
  t.equal(counts.delivered + counts.dead_lettered + counts.unknown, counts.deliveries, 'each has ended');
  for (const [kind, times] of Object.entries(kills)) t.ok(times > 0, `killed: ${kind}`);
});
