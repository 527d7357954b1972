import type { Client } from '@elastic/elasticsearch';
import { EDITION_MARK, readEdition } from '../elastic/edition.ts';
import { aliasOf, type IndexSettings, KINDS } from '../elastic/indices.ts';
import type { Database } from '../mysql/database.ts';
import { countRows, presentTables } from './tables.ts';

/** What an installation holds: documents by kind and rows by table. Empty ones are left out. */
export interface Present {
  documents: Map<string, number>;
  rows: Map<string, number>;
  edition: string | null;
}

const some = (counts: Iterable<[string, number]>) => new Map([...counts].filter(([, count]) => count > 0));

/** Looks at what an installation holds; it may have no index and no table. */
export async function lookAt(client: Client, database: Database, settings: IndexSettings): Promise<Present> {
  const aliases = KINDS.map((kind) => aliasOf(settings.INDEX_PREFIX, kind));
  const lenient = { ignore_unavailable: true, allow_no_indices: true };
  await client.indices.refresh({ index: aliases, ...lenient });
  const documents = await Promise.all(
    KINDS.map(async (kind, at): Promise<[string, number]> => {
      // A new installation has an edition, too.
      const query = { bool: { must_not: { ids: { values: [EDITION_MARK] } } } };
      return [kind, (await client.count({ index: aliases[at], query, ...lenient })).count];
    }),
  );
  const edition = await readEdition(client, aliasOf(settings.INDEX_PREFIX, 'counties'));
  const connection = database.$client;
  return {
    documents: some(documents),
    rows: some(await countRows(connection, await presentTables(connection))),
    edition: edition?.edition ?? null,
  };
}

/** For example `3 parcels, 1 deeds; rows: 2 in api_keys`. */
export function presentWords({ documents, rows }: Present): string {
  const kinds = [...documents].map(([kind, count]) => `${count} ${kind}`);
  const tables = [...rows].map(([table, count]) => `${count} in ${table}`);
  return [kinds.join(', '), tables.length > 0 ? `rows: ${tables.join(', ')}` : ''].filter(Boolean).join('; ');
}
