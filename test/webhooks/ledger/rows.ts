import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../../../src/stores/mysql/database.ts';

/** The rows, or null while MySQL is away. */
export const ask = (
  database: Database,
  sql: string,
  values: unknown[] = [],
): Promise<RowDataPacket[] | null> =>
  database.$client.query<RowDataPacket[]>(sql, values).then(
    ([rows]) => rows,
    () => null,
  );

export async function countOf(
  database: Database,
  condition: string,
  values: unknown[],
): Promise<number | null> {
  const rows = await ask(
    database,
    `SELECT COUNT(*) AS count FROM webhook_deliveries WHERE ${condition}`,
    values,
  );
  return rows && Number(rows[0]!.count);
}
