import t from 'tap';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { makeHarness } from '../../helper.ts';

t.test('a session is strict, in UTC and reads what is committed, however the server is set', async (t) => {
  const harness = await makeHarness(t, { indices: false });
  const database = openDatabase(harness.env.DATABASE_URL!, 1);
  t.teardown(() => database.$client.end());
  const ask = async (sql: string) => (await database.$client.query(sql))[0];
  t.match(await ask('SELECT @@session.sql_mode AS mode, @@session.time_zone AS zone'), [
    { mode: 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', zone: '+00:00' },
  ]);
  t.match(
    await ask("SHOW SESSION VARIABLES WHERE Variable_name IN ('tx_isolation', 'transaction_isolation')"),
    [{ Value: 'READ-COMMITTED' }],
  );
  await ask('CREATE TEMPORARY TABLE narrow (text CHAR(2))');
  await t.rejects(ask("INSERT INTO narrow VALUES ('abc')"), { code: 'ER_DATA_TOO_LONG' }, 'nothing is cut');
});
