import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Longest value, in bytes: titles and descriptions of tables are far shorter, and longer cells are not read. */
const LONGEST_VALUE = 1 << 26;
const LONGEST_SQL = 1 << 20;
/** Functions without a loop over anything that the file chooses. */
const FUNCTIONS = new Set(['count', 'octet_length', 'typeof']);

type Authorizer = Parameters<DatabaseSync['setAuthorizer']>[0];

/**
 * Opens an SQLite file for reading. Nothing is written next to it, and nothing in it can load code or is computed: a query
 * that needs a view, a recursion or a function of the file fails.
 */
export async function openSqlite(file: string): Promise<DatabaseSync> {
  const { DatabaseSync, constants } = await import('node:sqlite');
  const url = pathToFileURL(file);
  // SQLite neither looks for a journal nor makes one, so the file may be in a read-only folder.
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, {
    readOnly: true,
    defensive: true,
    limits: { length: LONGEST_VALUE, sqlLength: LONGEST_SQL, exprDepth: 100, attach: 0 },
  });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  const allowed: Authorizer = (action, first, second, _database, within) => {
    const isPlain =
      action === constants.SQLITE_READ ||
      action === constants.SQLITE_SELECT ||
      (action === constants.SQLITE_PRAGMA && first === 'table_info') ||
      (action === constants.SQLITE_FUNCTION && FUNCTIONS.has(second ?? ''));
    return isPlain && within === null ? constants.SQLITE_OK : constants.SQLITE_DENY;
  };
  // Node 24.9 and earlier have none: there, what the tables say about themselves has to do.
  database.setAuthorizer?.(allowed);
  return database;
}

/** A name within SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
