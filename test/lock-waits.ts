import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../src/stores/mysql/database.ts';

async function transactions(database: Database, condition: string): Promise<string[]> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT t.trx_query AS statement FROM information_schema.innodb_trx t
     JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id WHERE p.db = DATABASE() AND ${condition}`,
  );
  return rows.map(({ statement }) => String(statement));
}

/** The statements in a database that wait for a row that another transaction has locked. */
export const lockWaits = (database: Database) => transactions(database, "t.trx_state = 'LOCK WAIT'");

/** Whether a database has a transaction that has neither committed nor been rolled back. */
export const hasOpenTransaction = async (database: Database) =>
  (await transactions(database, 'TRUE')).length > 0;
