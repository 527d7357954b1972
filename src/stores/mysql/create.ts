import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { hostsIn } from '../../domain/server-addresses.ts';
import { hostOptions } from './hosts.ts';

const CONNECT_TIMEOUT = 10_000;
const NO_SUCH_DATABASE = 1049;
/** No access to the database (also reported when it is missing), or no right to create it. */
const DENIED = [1044, 1045, 1227];

async function connected<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
  database?: string,
): Promise<T> {
  const connection = await mysql.createConnection({
    ...hostOptions(url, database),
    connectTimeout: CONNECT_TIMEOUT,
  });
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}

const errnoOf = (error: unknown) => Number((error as { errno?: number }).errno);

/**
 * Creates the database that `url` names if it does not exist and the user may create it.
 * @returns whether it was created.
 * @throws Error with the statements to run when the user may not; any other error of the server as it is.
 */
export async function createMissingDatabase(url: string): Promise<boolean> {
  const name = decodeURIComponent(new URL(hostsIn(url)[0]!).pathname.slice(1));
  if (name === '') throw new Error('DATABASE_URL names no database: mysql://user:password@host/DATABASE');
  const missing = await connected(url, async () => false).catch((error) => {
    if (errnoOf(error) === NO_SUCH_DATABASE || errnoOf(error) === 1044) return true;
    throw error;
  });
  if (!missing) return false;
  const quoted = `\`${name.replaceAll('`', '``')}\``;
  // In a GRANT, _ and % are wildcards.
  const granted = quoted.replace(/[_%\\]/g, '\\$&');
  const create = `CREATE DATABASE IF NOT EXISTS ${quoted} CHARACTER SET utf8mb4`;
  const make = async (connection: Connection) => {
    const [rows] = await connection.query<RowDataPacket[]>('SELECT CURRENT_USER() AS me');
    try {
      await connection.query(create);
      return true;
    } catch (error) {
      if (!DENIED.includes(errnoOf(error))) throw error;
      const [user = '', host = '%'] = String(rows[0]?.me).split(/@(?=[^@]*$)/);
      const grantee = `'${user}'@'${host}'`;
      throw new Error(
        `The database ${name} that DATABASE_URL names does not exist, or its user may not use it, and that user may not ` +
          `create it. Have a user who may run this:\n  ${create};\n  GRANT ALL PRIVILEGES ON ${granted}.* TO ${grantee};`,
      );
    }
  };
  return connected(url, make, '');
}
