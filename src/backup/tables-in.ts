import type { PoolConnection } from 'mysql2/promise';
import type { Database } from '../mysql/database.ts';
import { lastApplied, migrateDatabase } from '../mysql/migrate.ts';
import { retried } from '../mysql/retry.ts';
import { readLines } from './lines.ts';
import type { Manifest, TablePart } from './manifest.ts';
import { columnList, presentTables } from './tables.ts';

const BATCH_CHARACTERS = 1_000_000;
const BATCH_ROWS = 1_000;
/**
 * Numbers that are left out. Those given after the backup are known to receivers, who ask for what came after the last
 * one they saw: an event that gets one of them again would be skipped.
 */
const NUMBERS_APART = 1_000_000_000n;
const SHOWN_NUMBERS = new Set(['webhook_events', 'webhook_deliveries']);

/** Gives the database, whose tables are empty, those that the backup was made of. */
export async function layTables(database: Database, { migration }: Manifest): Promise<void> {
  const last = await lastApplied(database);
  if (last > migration.when) {
    const tables = await presentTables(database.$client);
    await database.$client.query(`DROP TABLE ${columnList([...tables, '__drizzle_migrations'])}`);
  }
  await migrateDatabase(database, migration.when);
}

async function setNext(database: Database, { table, next }: TablePart): Promise<void> {
  if (next === null) return;
  const first = BigInt(next) + (SHOWN_NUMBERS.has(table) ? NUMBERS_APART : 0n);
  await database.$client.query(`ALTER TABLE ${columnList([table])} AUTO_INCREMENT = ${first}`);
}

type Value = string | Buffer | null;

async function insertRows(
  connection: PoolConnection,
  folder: string,
  part: TablePart,
  onWritten: (count: number) => void,
): Promise<void> {
  const binary = part.columns.map((name) => part.binary.includes(name));
  const insert = `INSERT INTO ${columnList([part.table])} (${columnList(part.columns)}) VALUES ?`;
  let rows: Value[][] = [];
  let size = 0;
  let written = 0;
  const send = async () => {
    await connection.query(insert, [rows]);
    onWritten(rows.length);
    written += rows.length;
    rows = [];
    size = 0;
  };
  for await (const lines of readLines(folder, part.file)) {
    for (const line of lines) {
      const values = JSON.parse(line.toString()) as (string | null)[];
      rows.push(
        values.map((value, at) => (binary[at] && value !== null ? Buffer.from(value, 'base64') : value)),
      );
      size += line.length;
      if (size >= BATCH_CHARACTERS || rows.length >= BATCH_ROWS) await send();
    }
  }
  if (rows.length > 0) await send();
  if (written !== part.rows)
    throw new Error(`${part.file} gave ${written} rows, not ${part.rows}: no table was restored.`);
}

/** Fills the empty tables from a backup, in one commit. */
export async function restoreTables(
  database: Database,
  folder: string,
  { tables }: Manifest,
  stillHeld: () => Promise<void>,
  onWritten: (count: number) => void,
): Promise<void> {
  for (const part of tables) await setNext(database, part);
  await retried(async () => {
    const connection = await database.$client.getConnection();
    try {
      await connection.beginTransaction();
      for (const part of tables) await insertRows(connection, folder, part, onWritten);
      await stillHeld();
      await connection.commit();
      connection.release();
    } catch (error) {
      connection.destroy();
      throw error;
    }
  });
}

/** The values of one column of bytes in a backup. */
export async function bytesIn(folder: string, part: TablePart, column: string): Promise<Buffer[]> {
  const at = part.columns.indexOf(column);
  const found: Buffer[] = [];
  for await (const lines of readLines(folder, part.file))
    for (const line of lines) {
      const value = JSON.parse(line.toString())[at] as string | null;
      if (value !== null) found.push(Buffer.from(value, 'base64'));
    }
  return found;
}
