import type { PoolConnection as PlainConnection, RowDataPacket } from 'mysql2';
import type { PoolConnection } from 'mysql2/promise';
import type { Database } from '../mysql/database.ts';
import { writeLines } from './lines.ts';
import type { TablePart } from './manifest.ts';
import { columnList, presentTables } from './tables.ts';

const BYTES = new Set(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob']);
const ROWS_AHEAD = 1_000;
/** Text of so many characters is compressed at once. */
const CHUNK = 65_536;

/** The tables of an installation at one moment, whatever is written afterwards. */
export interface FrozenTables {
  connection: PoolConnection;
  tables: string[];
}

/** Holds the tables as they are now. Close it at the end. */
export async function freezeTables(database: Database): Promise<FrozenTables> {
  const connection = await database.$client.getConnection();
  try {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    return { connection, tables: await presentTables(connection) };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** What is read of it is not in use any more: its end needs no answer. */
export const thawTables = ({ connection }: FrozenTables): void => connection.destroy();

async function columnsOf({ connection }: FrozenTables, table: string) {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
    [table],
  );
  const columns = rows.map(({ name }) => String(name));
  const binary = rows
    .filter(({ type }) => BYTES.has(String(type).toLowerCase()))
    .map(({ name }) => String(name));
  return { columns, binary };
}

/** As the server counts: what information_schema tells may be a day old. */
async function nextNumber({ connection }: FrozenTables, table: string): Promise<string | null> {
  const [rows] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${columnList([table])}`);
  const text = String(rows[0]!['Create Table']);
  if (!/ AUTO_INCREMENT,$/im.test(text)) return null;
  return /\bAUTO_INCREMENT=(\d+)/i.exec(text.slice(text.lastIndexOf('\n')))?.[1] ?? '1';
}

interface Field {
  name: string;
  string(): string | null;
  buffer(): Buffer | null;
}

async function* rowLines(
  { connection }: FrozenTables,
  table: string,
  { columns, binary }: { columns: string[]; binary: string[] },
  onRow: () => void,
): AsyncGenerator<string> {
  const bytes = new Set(binary);
  const plain = connection.connection as unknown as PlainConnection;
  const rows = plain
    .query({
      sql: `SELECT ${columnList(columns)} FROM ${columnList([table])}`,
      rowsAsArray: true,
      typeCast: (field: Field) =>
        bytes.has(field.name) ? (field.buffer()?.toString('base64') ?? null) : field.string(),
    })
    .stream({ highWaterMark: ROWS_AHEAD });
  let chunk = '';
  for await (const row of rows) {
    onRow();
    chunk += `${JSON.stringify(row)}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Writes the rows of one frozen table into a file. */
export async function writeTable(
  frozen: FrozenTables,
  table: string,
  folder: string,
  onRow: () => void,
): Promise<TablePart> {
  const { columns, binary } = await columnsOf(frozen, table);
  // Later than the rows at the earliest, so never a number that one of them has.
  const next = await nextNumber(frozen, table);
  let rows = 0;
  const lines = rowLines(frozen, table, { columns, binary }, () => {
    rows++;
    onRow();
  });
  const written = await writeLines(folder, `${table}.rows.gz`, lines);
  return { table, rows, columns, binary, next, ...written };
}
