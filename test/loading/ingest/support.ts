import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import type { Test } from 'tap';
import { scan } from '../../../src/loading/ingest/derive/scan.ts';
import type { IngestTarget } from '../../../src/loading/ingest/ingest.ts';
import type { LoadReport } from '../../../src/loading/ingest/report.ts';
import { EDITION_MARK } from '../../../src/stores/elastic/edition.ts';
import { aliasOf, type IndexKind, KINDS } from '../../../src/stores/elastic/indices.ts';
import { BytesConnection } from '../../../src/stores/elastic/raw.ts';
import type { Harness } from '../../helper.ts';
import { deleteDocuments } from '../../indices.ts';
import { jsonLines } from '../../listed.ts';

type Document = Record<string, unknown> & { internal: Record<string, unknown> };

/** Writes an input file into a folder that is deleted with the test. */
export async function inputFile(t: Test, name: string, content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'terrier-input-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

export const ndjson = (records: unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

const quoted = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Records as CSV with all of their keys. */
export function csv(records: Record<string, unknown>[]): string {
  const header = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = records.map((record) => header.map((key) => quoted(record[key])).join(','));
  return `${[header.join(','), ...lines].join('\r\n')}\r\n`;
}

/** The lines of a load's rejects file. */
export async function rejects(report: LoadReport): Promise<{ file: string; line: number; reason: string }[]> {
  if (report.rejects_file === null) return [];
  return jsonLines(await readFile(report.rejects_file, 'utf8'));
}

/** Every stored document by its id, with the version that Elasticsearch counts. */
export async function stored(
  harness: Harness,
  kind: IndexKind,
): Promise<Map<string, Document & { version: number }>> {
  const index = aliasOf(harness.config.INDEX_PREFIX, kind);
  await harness.client.indices.refresh({ index });
  const found = new Map<string, Document & { version: number }>();
  const everything = { query: { match_all: {} }, size: 2_000, version: true };
  for await (const hits of scan<Document>(harness.client, index, everything, [])) {
    for (const hit of hits) {
      found.set(hit._id, { ...hit._source, version: (hit as unknown as { _version: number })._version });
    }
  }
  return found;
}

/** Figures of the load itself, which may differ in equal records. */
const OF_THE_LOAD = /^(hash|load|sale_load|shown_load|prev|touched.*)$/;

/** Documents as `stored` returns them, without when and how they were loaded. */
export function withoutLoads(documents: Awaited<ReturnType<typeof stored>>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const id of [...documents.keys()].sort()) {
    const { updated_at: _updated, version: _version, internal, ...shown } = documents.get(id)!;
    const kept = Object.entries(internal).filter(([key]) => !OF_THE_LOAD.test(key));
    found[id] = { ...shown, internal: Object.fromEntries(kept) };
  }
  return found;
}

/** Every stored document by its id, without when and how it was loaded. */
export const contents = async (harness: Harness, kind: IndexKind): Promise<Record<string, unknown>> =>
  withoutLoads(await stored(harness, kind));

/** The first documents that differ between two results of `contents`, by id; none when they are equal. */
export function differences(found: Record<string, unknown>, expected: Record<string, unknown>) {
  const ids = [...new Set([...Object.keys(found), ...Object.keys(expected)])];
  const differing = ids.filter((id) => JSON.stringify(found[id]) !== JSON.stringify(expected[id]));
  return differing.slice(0, 5).map((id) => ({ id, found: found[id], expected: expected[id] }));
}

/** The contents of several kinds of documents. */
export type Everything = Record<string, Record<string, unknown>>;

export async function everythingOf(harness: Harness, kinds: readonly IndexKind[]): Promise<Everything> {
  const all = kinds.map(async (kind) => [kind, await contents(harness, kind)] as const);
  return Object.fromEntries(await Promise.all(all));
}

/** The first documents of each kind that differ between two results of `everythingOf`. */
export const different = (found: Everything, expected: Everything) =>
  Object.keys(expected).flatMap((kind) =>
    differences(found[kind]!, expected[kind]!).map((one) => ({ kind, ...one })),
  );

/** When and how often each document was written. */
export async function writes(
  harness: Harness,
  kind: IndexKind,
): Promise<Record<string, { updated_at: unknown; version: number }>> {
  const documents = await stored(harness, kind);
  return Object.fromEntries(
    [...documents].map(([id, { updated_at, version }]) => [id, { updated_at, version }]),
  );
}

/** The counts of a report, without files, times and derived figures. */
export function counts(report: LoadReport) {
  const { read, created, updated, unchanged, duplicates, rejected, error } = report;
  return { read, created, updated, unchanged, duplicates, rejected, error };
}

/** What `counts` returns for a load with these figures, and zeros for the others. */
export function counted(figures: Partial<ReturnType<typeof counts>>) {
  const none = { read: 0, created: 0, updated: 0, unchanged: 0, duplicates: 0, rejected: 0, error: null };
  return { ...none, ...figures };
}

/**
 * Empties an installation: every index, and what is known of earlier loads. The edition stays, as in a new installation:
 * without it, the next load would treat the one before as unfinished.
 */
export async function clear({ client, config }: Harness): Promise<void> {
  const indices = KINDS.map((kind) => aliasOf(config.INDEX_PREFIX, kind));
  await deleteDocuments(client, indices, { bool: { must_not: { ids: { values: [EDITION_MARK] } } } });
}

/** The harness's target, whose Elasticsearch client calls `before` ahead of each request. */
export function watched(
  t: Pick<Test, 'teardown'>,
  harness: Harness,
  before: (method: string, path: string) => Promise<void>,
): IngestTarget {
  // A load has its own transport, over the same connections.
  class Watched extends BytesConnection {
    // biome-ignore lint/suspicious/noExplicitAny: it is passed on as it comes
    override async request(params: any, options: any): Promise<any> {
      await before(params.method, params.path);
      return super.request(params, options);
    }
  }
  const client = new Client({ node: harness.env.ELASTICSEARCH_URL!, Connection: Watched });
  t.teardown(() => client.close());
  return { ...harness.target, client };
}
