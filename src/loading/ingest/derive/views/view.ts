import type { IndexKind } from '../../../../stores/elastic/indices.ts';
import { bulkDeletion, bulkEntry, bulkWriter } from '../../bulk.ts';
import { anyChanged, type Changed, type DeriveContext } from '../changes.ts';
import { allFigures, type Fold, figuresFrom, recordsWith } from '../figures.ts';
import { inParallel, scanTogether } from '../scan.ts';

/** Kinds of records or other views, and the fields that are read from them. */
type MadeOf = Partial<Record<IndexKind, readonly string[]>>;

/** `internal` is the document's last key; it holds the key that the document is recomputed for. */
export interface ViewDocument {
  kind: IndexKind;
  id: string;
  document: { internal: { key: string; [field: string]: unknown }; [field: string]: unknown };
}

// biome-ignore lint/suspicious/noExplicitAny: each view has records and figures of its own
export interface View<R = any, A = any> {
  /** What it is made of, by the kind of its documents. */
  madeOf: Partial<Record<IndexKind, MadeOf>>;
  /** The keys that changes affect; may repeat a key. */
  keys(context: DeriveContext): AsyncGenerator<string[]>;
  /** Makes the figures of the keys; without it, `documents` reads what it needs. */
  fold?: Fold<R, A>;
  /** Another key whose figures the documents of a key need. */
  needs?(key: string): string;
  /** All documents of these keys; with a fold, of those that have figures. None for a key that is gone. */
  documents(
    context: DeriveContext,
    keys: string[],
    figures: ReadonlyMap<string, A>,
  ): ViewDocument[] | Promise<ViewDocument[]>;
}

export const KEYS_AT_ONCE = 1_000;
/** The most that a search returns. */
const DOCUMENTS_AT_ONCE = 10_000;

export const kindsOf = ({ madeOf }: Pick<View, 'madeOf'>) => Object.keys(madeOf) as IndexKind[];

/** The changes that concern a view: of the records that it reads, and of those fields it reads that other records change. */
export function changesOf(...made: MadeOf[]): Changed[] {
  const fieldsOf = (kind: 'parcels' | 'deeds' | 'permits') => made.flatMap((madeOf) => madeOf[kind] ?? []);
  const whats: Changed[] = (['parcels', 'deeds', 'permits'] as const).filter((kind) => fieldsOf(kind).length);
  if (fieldsOf('parcels').includes('deal_score')) whats.push('scores');
  else if (fieldsOf('parcels').includes('sale_date')) whats.push('sales');
  return whats.length > 0 ? [...whats, 'removals'] : [];
}

/**
 * The kinds of a view's documents that may have to change, since records or a view that they are made of did. After a derive
 * step that was interrupted, they may have changed in that step.
 * @param rewritten the kinds of which this derive step changed documents.
 */
export function touchedKinds(
  context: DeriveContext,
  { madeOf }: View,
  rewritten: ReadonlySet<IndexKind>,
): IndexKind[] {
  return kindsOf({ madeOf }).filter((kind) => {
    if (context.fresh.has(kind) || context.unfinished) return true;
    const ofViews = Object.keys(madeOf[kind]!).some((of) => rewritten.has(of as IndexKind));
    return ofViews || anyChanged(context, changesOf(madeOf[kind]!));
  });
}

type Documents = Map<string, unknown>;

/** Some keys, their figures, and their stored documents. */
interface Page {
  keys: string[];
  figures: ReadonlyMap<string, unknown>;
  stored: ReadonlyMap<IndexKind, Documents>;
}

async function readPage(
  { client, indices, fresh }: DeriveContext,
  { fold, needs }: View,
  kinds: readonly IndexKind[],
  keys: string[],
): Promise<Page> {
  const all = needs ? [...keys, ...keys.map(needs)] : keys;
  const records = fold ? [{ index: indices[fold.kind], ...recordsWith(fold, all) }] : [];
  const search = { query: { terms: { 'internal.key': keys } }, size: DOCUMENTS_AT_ONCE };
  const old = kinds.filter((kind) => !fresh.has(kind));
  const ofOld = old.map((kind) => ({ index: indices[kind], search }));
  const pages = await scanTogether(client, [...records, ...ofOld]);
  const figures = fold ? await figuresFrom(pages.shift()!, fold, all) : new Map();
  const stored = new Map<IndexKind, Documents>();
  for (const [at, kind] of old.entries()) {
    const documents: Documents = new Map();
    for await (const hits of pages[at]!) for (const { _id, _source } of hits) documents.set(_id, _source);
    stored.set(kind, documents);
  }
  return { keys: fold ? keys.filter((key) => figures.has(key)) : keys, figures, stored };
}

/** What must be written and deleted, so that the documents of one kind replace the stored ones. */
function changesTo(stored: Documents, documents: readonly ViewDocument[]): string[] {
  const gone = new Set(stored.keys());
  const entries: string[] = [];
  for (const { id, document } of documents) {
    gone.delete(id);
    const was = stored.get(id);
    if (was === undefined || JSON.stringify(was) !== JSON.stringify(document))
      entries.push(bulkEntry(id, document));
  }
  return [...entries, ...[...gone].map(bulkDeletion)];
}

/**
 * Recomputes the documents that a load affects, writes those that differ from the stored ones, and deletes those that no
 * longer result. Readers see all of a kind at once, at the end.
 * @param kinds those of the view's documents that may have to change.
 * @returns the kinds of which anything was written or deleted.
 */
export async function deriveView(
  context: DeriveContext,
  view: View,
  kinds: readonly IndexKind[],
): Promise<IndexKind[]> {
  const { client, indices, fresh } = context;
  const writers = kinds.map((kind) => ({ kind, ...bulkWriter(client, indices[kind]) }));
  const write = async ({ keys, figures, stored }: Page): Promise<void> => {
    const documents = await view.documents(context, keys, figures);
    for (const { kind, add } of writers) {
      const ofKind = documents.filter((made) => made.kind === kind);
      await add(changesTo(stored.get(kind) ?? new Map(), ofKind));
    }
    context.onProgress(documents.length);
  };
  if (view.fold && kinds.every((kind) => fresh.has(kind))) {
    const nothing = { stored: new Map() };
    await inParallel(allFigures(context, view.fold), (page) => write({ ...page, ...nothing }));
  } else {
    const read = (keys: string[]) => readPage(context, view, kinds, keys);
    await inParallel(view.keys(context), async (keys) => write(await read(keys)));
  }
  const written: IndexKind[] = [];
  for (const { kind, finish } of writers) if ((await finish()) > 0) written.push(kind);
  return written;
}
