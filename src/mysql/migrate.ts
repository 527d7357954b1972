import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../config.ts';
import { type Database, databaseName } from './database.ts';
import { migrate } from './drizzle.ts';
import { withLock } from './lock.ts';

const WAIT_SECONDS = 60;

/** Brings the tables up to date with `sql/`. Several processes may call it at once; each step runs once. */
export async function migrateDatabase(database: Database): Promise<void> {
  const done = await withLock(
    database,
    `${await databaseName(database)}-migrations`,
    WAIT_SECONDS,
    async () => {
      await migrate(database, { migrationsFolder: resolve(PROJECT_ROOT, 'sql') });
      return true;
    },
  );
  if (!done)
    throw new Error('Another process has been changing the tables for over a minute; try again later.');
}
