import { DatabaseSync } from 'node:sqlite';

/** Rows by their key, in a temporary SQLite file, so that memory does not grow with them. */
export function keyedRows<T>() {
  const database = new DatabaseSync('');
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;' +
      'CREATE TABLE kept (key TEXT, rank REAL, at INTEGER, content TEXT, PRIMARY KEY (key, rank, at)) WITHOUT ROWID;' +
      'BEGIN',
  );
  const insert = database.prepare('INSERT INTO kept VALUES (?, ?, ?, ?)');
  const firstTwo = database.prepare('SELECT content FROM kept WHERE key = ? ORDER BY rank, at LIMIT 2');
  const keys = database.prepare('SELECT key FROM kept GROUP BY key ORDER BY min(at)');
  const all = database.prepare('SELECT content FROM kept WHERE key = ? ORDER BY rank, at');
  // Written below, by `add`.
  const rowOf = ({ content }: Record<string, unknown>) => JSON.parse(String(content)) as T;
  let at = 0;
  return {
    clear: () => database.exec('DELETE FROM kept'),
    /** Rows of a lower rank come first, then those that are added first. */
    add: (key: string, row: T, rank = 0) => void insert.run(key, rank, at++, JSON.stringify(row)),
    /** The first row of a key, and whether it is the only one. */
    first(key: string): { row: T; isOnly: boolean } | null {
      const [first, second] = firstTwo.all(key);
      return first === undefined ? null : { row: rowOf(first), isOnly: second === undefined };
    },
    /** All rows of each key; the keys in the order in which they were first added. */
    *groups(): Generator<T[]> {
      for (const { key } of keys.iterate()) yield all.all(String(key)).map(rowOf);
    },
    close: () => database.close(),
  };
}
