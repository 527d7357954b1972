import { keyHolders, keysEnding } from '../accounts/keys.ts';
import { STATE } from '../domain/delivery-states.ts';
import { isLoading } from '../ingest/alone.ts';
import { countOpen, oldestDue } from '../metrics/queue.ts';
import type { Database } from '../mysql/database.ts';
import { compareMigrations } from '../mysql/migrate.ts';
import { layerStates } from '../mysql/source-layers.ts';
import { numbersToApply } from '../suppressions/list.ts';
import { countDispatchers } from '../webhooks/doorbell.ts';
import { checkClock } from './checks/clock.ts';
import { checkEnds, checkHolders, ENDING_DAYS } from './checks/keys.ts';
import { checkSources } from './checks/sources.ts';
import { checkSuppressions } from './checks/suppressions.ts';
import { checkTables } from './checks/tables.ts';
import { checkQueue, checkUnknown } from './checks/webhooks.ts';
import type { Finding } from './finding.ts';
import { readMysqlClock } from './read/mysql.ts';
import { examined } from './verdict.ts';

const DAYS = ENDING_DAYS * 86_400_000;

function examineTables(database: Database, now: number): Promise<Finding[]> {
  return Promise.all([
    examined('keys', async () => checkHolders(await keyHolders(database, new Date(now)))),
    examined('key-ends', async () =>
      checkEnds(await keysEnding(database, new Date(now - DAYS), new Date(now + DAYS)), now),
    ),
    examined('queue', async () => {
      const [open, dispatchers] = await Promise.all([countOpen(database), countDispatchers(database)]);
      return checkQueue({ dispatchers, oldest: oldestDue(open, now) });
    }),
    examined('outcomes', async () =>
      checkUnknown((await countOpen(database)).get(STATE.unknown)?.deliveries ?? 0),
    ),
    examined('sources', async () => checkSources(await layerStates(database), now)),
    examined('suppressions', async () =>
      checkSuppressions(await numbersToApply(database), await isLoading(database)),
    ),
  ]);
}

/** A MySQL that answers: its clock, its tables, and what they tell. */
export async function examineMysql(database: Database, now: () => number): Promise<Finding[]> {
  const clock = await examined('mysql-clock', async () =>
    checkClock('MySQL', await readMysqlClock(database, now)),
  );
  const tables = await examined('tables', async () => checkTables(await compareMigrations(database)));
  const isReadable = tables.level !== 'problem';
  return [clock, tables, ...(isReadable ? await examineTables(database, now()) : [])];
}
