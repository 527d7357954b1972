import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { estypes } from '@elastic/elasticsearch';
import type { Test } from 'tap';
import { readConfig } from '../../src/config.ts';
import { aliasOf, type IndexKind } from '../../src/stores/elastic/indices.ts';
import { migrateDatabase } from '../../src/stores/mysql/migrate.ts';
import { type Harness, makeHarness } from '../helper.ts';
import { jsonLines } from '../listed.ts';

/**
 * What version 1.0.1 left: it loaded invented records, sent the events of one deed, and stored those of another deed and
 * a permit, which were still to be sent. `answers` are those of its API, and `indices` its templates.
 */
const FOLDER = join(import.meta.dirname, '1.0.1');
const lines = async (name: string) => jsonLines(await read(name));
const read = (name: string) => readFile(join(FOLDER, name), 'utf8');

type Value = string | null | { base64: string };

interface Stored {
  terrier: string;
  /** When the answers were given, epoch milliseconds. */
  now: number;
  key: string;
  /** By the id of the endpoint. */
  secrets: Record<string, string>;
  webhook_secret_key: string;
  tables: Record<string, Record<string, Value>[]>;
}

export interface Answer {
  url: string;
  body?: object;
  answer: unknown;
}

/** Its first line is what is not in a table; each other one is a row, after the name of its table. */
const [outside, ...rows]: [Omit<Stored, 'tables'>, ...[string, Record<string, Value>][]] = (await lines(
  'installation.ndjson',
)) as never;
const tables: Stored['tables'] = {};
for (const [table, row] of rows) tables[table] = [...(tables[table] ?? []), row];
export const stored: Stored = { ...outside, tables };
export const answers: Answer[] = await lines('answers.ndjson');

const bytesOf = (value: Value) =>
  value !== null && typeof value === 'object' ? Buffer.from(value.base64, 'base64') : value;

async function fillTables({ database }: Harness): Promise<void> {
  const [found] = await database.$client.query('SHOW TABLES');
  const names = (found as object[]).flatMap((row) => Object.values(row));
  await database.$client.query(`DROP TABLE ${names.join(', ')}`);
  const { __drizzle_migrations: applied, ...tables } = stored.tables;
  await migrateDatabase(database, Number(applied!.at(-1)!.created_at));
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0]!);
    const values = rows.map((row) => columns.map((column) => bytesOf(row[column]!)));
    await database.$client.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [values]);
  }
}

async function fillIndices({ client, config }: Harness): Promise<void> {
  type Template = estypes.IndicesPutIndexTemplateIndexTemplateMapping;
  const templates: [kind: IndexKind, template: Template][] = await lines('indices.ndjson');
  const indexOf = (kind: string) => `${aliasOf(config.INDEX_PREFIX, kind as IndexKind)}-1`;
  for (const [kind, template] of templates) {
    const alias = aliasOf(config.INDEX_PREFIX, kind);
    await client.indices.putIndexTemplate({ name: alias, index_patterns: [`${alias}-*`], template });
    await client.indices.create({ index: indexOf(kind), aliases: { [alias]: { is_write_index: true } } });
  }
  const documents: [kind: string, id: string, source: object][] = await lines('documents.ndjson');
  const operations = documents.flatMap(([kind, _id, source]) => [
    { index: { _index: indexOf(kind), _id } },
    source,
  ]);
  const { errors } = await client.bulk({ operations, refresh: true });
  if (errors) throw new Error('Elasticsearch refused a document of the earlier version');
}

/** An installation as the earlier version left it. */
export async function makeEarlier(t: Pick<Test, 'teardown'>): Promise<Harness> {
  const harness = await makeHarness(t, { indices: false });
  useItsKey(harness);
  await fillTables(harness);
  await fillIndices(harness);
  return harness;
}

/** Makes an installation use the WEBHOOK_SECRET_KEY of the earlier one. */
export function useItsKey(harness: Harness): void {
  harness.env.WEBHOOK_SECRET_KEY = stored.webhook_secret_key;
  harness.config = readConfig(harness.env);
}

/** Where an answer lacks a key that the other one had, or has another value; empty when it only has more. */
export function lost(found: unknown, wanted: unknown, path = ''): string[] {
  if (wanted === null || typeof wanted !== 'object')
    return found === wanted ? [] : [`${path}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
  if (found === null || typeof found !== 'object') return [`${path}: ${JSON.stringify(found)}`];
  if (Array.isArray(wanted) && (found as unknown[]).length !== wanted.length)
    return [`${path}: ${(found as unknown[]).length} of ${wanted.length}`];
  return Object.entries(wanted).flatMap(([key, value]) =>
    lost((found as Record<string, unknown>)[key], value, `${path}.${key}`),
  );
}
