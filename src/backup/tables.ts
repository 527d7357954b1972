import type { RowDataPacket } from 'mysql2';
import type { PoolConnection } from 'mysql2/promise';
import { getTableName } from '../mysql/drizzle.ts';
import * as schema from '../mysql/schema.ts';

/** The tables of this version. What else is in the database is not Terrier's. */
export const TABLES: readonly string[] = Object.values(schema).flatMap((one) =>
  typeof one === 'object' ? [getTableName(one)] : [],
);

const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``;
export const columnList = (names: readonly string[]) => names.map(quoted).join(', ');

/** Those of `TABLES` that the database has: one of an earlier version has fewer. */
export async function presentTables(connection: Pick<PoolConnection, 'query'>): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  );
  const found = new Set(rows.map(({ name }) => String(name)));
  return TABLES.filter((table) => found.has(table));
}

/** How many rows each of these tables has. */
export async function countRows(
  connection: Pick<PoolConnection, 'query'>,
  tables: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS number FROM ${quoted(table)}`);
    counts.set(table, Number(rows[0]!.number));
  }
  return counts;
}
