import type { RowDataPacket } from 'mysql2';
import mysql from 'mysql2';
import { type Database, timed } from '../../mysql/database.ts';
import { codesOf } from '../../mysql/retry.ts';
import type { ClockReading } from '../checks/clock.ts';
import type { Asked } from './asked.ts';

const PATIENCE = 5_000;

const TROUBLES: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ETIMEDOUT: 'it does not answer',
  ENOTFOUND: 'no host has this name',
  PROTOCOL_CONNECTION_LOST: 'it closes the connection',
  ER_ACCESS_DENIED_ERROR: 'it refuses the user and password',
  ER_DBACCESS_DENIED_ERROR: 'the user may not use this database, or it does not exist',
  ER_BAD_DB_ERROR: 'the database does not exist; other commands create it if the user may',
};

function troubleOf(error: unknown): string {
  const { code } = codesOf(error);
  if (code === undefined) return (error as Error).message;
  return code in TROUBLES ? `${TROUBLES[code]} (${code})` : code;
}

/** Asks a MySQL for its version, on a connection that can be ended even when nothing answers. */
export async function askMysql(uri: string): Promise<Asked> {
  const connection = mysql.createConnection({ uri, connectTimeout: PATIENCE });
  // The statement fails, too.
  connection.on('error', () => {});
  try {
    const asked = connection.promise().query<RowDataPacket[]>('SELECT VERSION() AS version');
    const [rows] = await timed(asked);
    return { version: String(rows[0]?.version) };
  } catch (error) {
    return { trouble: troubleOf(error) };
  } finally {
    connection.destroy();
  }
}

/**
 * MySQL's clock.
 * @param now this machine's clock, epoch milliseconds.
 */
export async function readMysqlClock({ $client }: Database, now: () => number): Promise<ClockReading> {
  const connection = await $client.getConnection();
  try {
    const before = now();
    const [rows] = await connection.query<RowDataPacket[]>(
      "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000 AS now",
    );
    return { server: Number(rows[0]?.now), before, after: now() };
  } finally {
    connection.release();
  }
}
