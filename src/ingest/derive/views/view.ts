import type { Client } from '@elastic/elasticsearch';
import type { Kind } from '../../../elastic/indices.ts';
import { bulkChange, bulkEntry } from '../../bulk.ts';
import { inParallel } from '../parallel.ts';
import { type DeriveContext, scan } from '../scan.ts';

/** A derived document; its last key, `internal`, holds the key that it is recomputed for. */
export interface ViewDocument {
  id: string;
  document: { internal: { key: string; [field: string]: unknown }; [field: string]: unknown };
}

/** An index of figures that are recomputed whole for every key that a load touched. */
export interface View {
  kind: Kind;
  /** The keys whose documents may have changed, some at a time; a key may come twice. */
  keys(context: DeriveContext): AsyncGenerator<string[]>;
  /** All documents of these keys as the stored records make them; none for a key that is gone. */
  documents(context: DeriveContext, keys: string[]): Promise<ViewDocument[]>;
}

/** Keys that are recomputed at once. */
export const KEYS_AT_ONCE = 1_000;
const DOCUMENTS_AT_ONCE = 2_000;

/** The ids stored under these keys. */
async function storedIds(client: Client, index: string, keys: string[]): Promise<string[]> {
  const ids: string[] = [];
  const search = { query: { terms: { 'internal.key': keys } }, size: 10_000, _source: false };
  for await (const hits of scan(client, index, search, [])) for (const hit of hits) ids.push(hit._id);
  return ids;
}

/** Brings the documents of these keys up to date, and deletes those that are no more. Returns their number. */
async function rewrite(context: DeriveContext, view: View, keys: string[]): Promise<number> {
  const index = context.indices[view.kind];
  const [documents, before] = await Promise.all([
    view.documents(context, keys),
    context.fresh.has(view.kind) ? [] : storedIds(context.client, index, keys),
  ]);
  const now = new Set(documents.map(({ id }) => id));
  for (let at = 0; at < documents.length; at += DOCUMENTS_AT_ONCE) {
    const some = documents.slice(at, at + DOCUMENTS_AT_ONCE);
    const entries = some.map(({ id, document }) => bulkEntry(id, document));
    await bulkChange(context.client, index, entries);
  }
  const gone = before.filter((id) => !now.has(id));
  if (gone.length > 0) {
    await bulkChange(
      context.client,
      index,
      gone.map((id) => `{"delete":{"_id":${JSON.stringify(id)}}}\n`),
    );
  }
  return documents.length;
}

/** Recomputes what a load touched of one view. Readers see it, all at once, when its index is refreshed. */
export async function deriveView(context: DeriveContext, view: View): Promise<void> {
  await inParallel(view.keys(context), async (keys) => {
    context.onProgress(await rewrite(context, view, keys));
  });
}
