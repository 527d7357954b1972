import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RowDataPacket } from 'mysql2/promise';
import { PROJECT_ROOT } from '../../config.ts';
import { type Database, databaseName } from './database.ts';
import { migrate } from './drizzle.ts';
import { withLock } from './lock.ts';
import { codesOf } from './retry.ts';

const FOLDER = resolve(PROJECT_ROOT, 'sql');
const WAIT_SECONDS = 60;
const NO_SUCH_TABLE = 1146;

interface Journal {
  entries: { tag: string; when: number }[];
}

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(resolve(FOLDER, 'meta/_journal.json'), 'utf8'));

/** Runs `work` with a folder of the migrations up to the one made at `last`. */
async function withFirst(last: number, work: (folder: string) => Promise<void>): Promise<void> {
  const journal = await readJournal();
  const entries = journal.entries.filter(({ when }) => when <= last);
  const folder = await mkdtemp(join(tmpdir(), 'terrier-sql-'));
  try {
    await cp(FOLDER, folder, { recursive: true });
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Brings the tables up to date with `sql/`. Several processes may call it at once; each step runs once.
 * @param last when the last migration to apply was made, in epoch milliseconds; by default all are applied.
 */
export async function migrateDatabase(database: Database, last?: number): Promise<void> {
  const done = await withLock(
    database,
    `${await databaseName(database)}-migrations`,
    WAIT_SECONDS,
    async () => {
      const run = (migrationsFolder: string) => migrate(database, { migrationsFolder });
      if (last === undefined) await run(FOLDER);
      else await withFirst(last, run);
      return true;
    },
  );
  if (!done)
    throw new Error('Another process has been changing the tables for over a minute; try again later.');
}

/** Which migrations have been applied. */
export interface Migrations {
  /** Names of those not applied yet. */
  left: string[];
  /** Whether a later version has applied more. */
  isLater: boolean;
}

/** When the last applied migration was made, in epoch milliseconds; 0 when none has been applied. */
async function lastApplied(database: Database): Promise<number> {
  try {
    const [rows] = await database.$client.query<RowDataPacket[]>(
      'SELECT MAX(created_at) AS last FROM __drizzle_migrations',
    );
    return Number(rows[0]?.last ?? 0);
  } catch (error) {
    if (codesOf(error).errno === NO_SUCH_TABLE) return 0;
    throw error;
  }
}

/** Compares the tables with `sql/`. It changes nothing. */
export async function compareMigrations(database: Database): Promise<Migrations> {
  const { entries } = await readJournal();
  const last = await lastApplied(database);
  return {
    left: entries.filter(({ when }) => when > last).map(({ tag }) => tag),
    isLater: entries.every(({ when }) => when < last),
  };
}
