import type { Client } from '@elastic/elasticsearch';
import type { IndexKind } from '../../../../stores/elastic/indices.ts';
import { bulkDeletion, bulkEntry, bulkWriter } from '../../bulk.ts';
import { anyChanged, type Changed } from '../changes.ts';
import type { DeriveContext } from '../context.ts';
import { inParallel } from '../parallel.ts';
import { scan } from '../scan.ts';
import type { ViewDocument } from './document.ts';
import { foldAll, type Spools, type Whole } from './whole.ts';

export type { ViewDocument };

/** Kinds of records or other views, and the fields that are read from them. */
export type MadeOf = Partial<Record<IndexKind, readonly string[]>>;

export interface View {
  /** How a new index of it is filled; without this, by its keys. */
  // biome-ignore lint/suspicious/noExplicitAny: records and figures of its own
  whole?: Whole<any, any>;
  kind: IndexKind;
  madeOf: MadeOf;
  /** One document per key, with the key as its id. */
  single?: true;
  /** May repeat a key. */
  keys(context: DeriveContext): AsyncGenerator<string[]>;
  /** All documents of these keys, computed from the stored records; none for a key that is gone. */
  documents(context: DeriveContext, keys: string[]): Promise<ViewDocument[]>;
}

export const KEYS_AT_ONCE = 1_000;

/** The views that are made of a kind, directly or through another view. */
export function viewsOf(views: readonly View[], kind: IndexKind): IndexKind[] {
  const direct = views.filter(({ madeOf }) => kind in madeOf).map((view) => view.kind);
  return [...new Set(direct.flatMap((view) => [view, ...viewsOf(views, view)]))];
}

/** The changes that concern a view: of the records that it reads, and of those fields it reads that other records change. */
export function changesOf({ madeOf }: Pick<View, 'madeOf'>): Changed[] {
  const whats: Changed[] = [];
  for (const kind of ['parcels', 'deeds', 'permits'] as const) if (madeOf[kind]) whats.push(kind);
  if (madeOf.parcels?.includes('deal_score')) whats.push('scores');
  else if (madeOf.parcels?.includes('sale_date')) whats.push('sales');
  return whats.length > 0 ? [...whats, 'removals'] : [];
}

/**
 * Whether a view may have to change, since records or a view that it is made of did. After a derive step that was
 * interrupted, they may have changed in that step.
 * @param rewritten the views whose documents this derive step changed.
 */
export function isTouched(context: DeriveContext, view: View, rewritten: ReadonlySet<IndexKind>): boolean {
  if (context.fresh.has(view.kind) || context.unfinished) return true;
  const ofViews = Object.keys(view.madeOf).some((kind) => rewritten.has(kind as IndexKind));
  return ofViews || anyChanged(context, changesOf(view));
}

async function storedIds(client: Client, index: string, keys: string[]): Promise<string[]> {
  const ids: string[] = [];
  const search = { query: { terms: { 'internal.key': keys } }, size: 10_000, _source: false };
  for await (const hits of scan(client, index, search, [])) for (const hit of hits) ids.push(hit._id);
  return ids;
}

async function idsBefore({ client, indices, fresh }: DeriveContext, view: View, keys: string[]) {
  if (fresh.has(view.kind)) return [];
  return view.single ? keys : storedIds(client, indices[view.kind], keys);
}

/**
 * Recomputes the documents of one view that a load affects, and deletes those that no longer result. Readers see all of it
 * at once, at the end.
 * @returns whether anything was written or deleted.
 */
export async function deriveView(context: DeriveContext, view: View, read: Spools): Promise<boolean> {
  const { add, finish } = bulkWriter(context.client, context.indices[view.kind]);
  const { whole } = view;
  if (whole && context.fresh.has(view.kind)) {
    await inParallel(foldAll(read, whole), async ({ found, keys }) => {
      const documents = await whole.documents(context, found, keys);
      await add(documents.map(({ id, document }) => bulkEntry(id, document)));
      context.onProgress(documents.length);
    });
    return finish();
  }
  await inParallel(view.keys(context), async (keys) => {
    const [documents, before] = await Promise.all([
      view.documents(context, keys),
      idsBefore(context, view, keys),
    ]);
    const now = new Set(documents.map(({ id }) => id));
    const gone = before.filter((id) => !now.has(id));
    await add([...documents.map(({ id, document }) => bulkEntry(id, document)), ...gone.map(bulkDeletion)]);
    context.onProgress(documents.length);
  });
  return finish();
}
