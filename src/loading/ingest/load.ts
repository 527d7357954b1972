import { hash } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { cutStored, type StoredText } from '../../records/cut.ts';
import type { IndexKind } from '../../stores/elastic/indices.ts';
import { rawRequest } from '../../stores/elastic/raw.ts';
import type { InputRow } from '../readers/rows.ts';
import { suppressionRules } from '../suppressions/list.ts';
import { bulkChange, bulkDeletion, bulkEntry, bulkWrite } from './bulk.ts';
import {
  hashUnder,
  type RecordKind,
  type StoredBefore,
  type StoredDocument,
  storedDocument,
} from './kinds/kind.ts';
import { outlineDocument } from './outline.ts';
import { heldRecords, type Publisher } from './publisher.ts';
import type { RejectsFile } from './rejects.ts';
import type { LoadReport } from './report.ts';
import type { HeldTarget } from './target.ts';

const ROWS_AT_ONCE = 2_500;
const BATCHES_IN_FLIGHT = 2;

/** Goes up when the same input would be stored differently: stored documents then count as changed. */
const NORMALIZERS: Partial<Record<IndexKind, string>> = { deeds: '5', parcels: '9', permits: '4' };
const FIRST_NORMALIZER = '3';

interface Entry<D> {
  draft: D;
  hash: string;
  /** The suppressions that it falls under; known when it is written. */
  suppressed: number[];
  file: string;
  line: number;
  notes: string[];
  record: Record<string, unknown>;
}
type Batch<D> = Map<string, Entry<D>>;

/** Most documents are unchanged: of those only `internal` is parsed. */
function beforeOf({ internal, source }: StoredText): StoredBefore {
  let record: StoredDocument | undefined;
  return {
    internal: JSON.parse(internal),
    get record() {
      record ??= JSON.parse(source()) as StoredDocument;
      return record;
    },
  };
}

/** Whole documents are read, as bytes: Elasticsearch would parse every one of them to send a part. */
async function storedBefore(client: Client, index: string, ids: string[]): Promise<(StoredBefore | null)[]> {
  const path = `/${encodeURIComponent(index)}/_mget`;
  const { status, body } = await rawRequest(client, 'POST', path, JSON.stringify({ ids }));
  if (status !== 200)
    throw new Error(`Elasticsearch did not read documents: ${body.toString().slice(0, 500)}`);
  return cutStored(body).map((stored) => stored && beforeOf(stored));
}

/**
 * Reads rows into the documents of one kind and writes those that changed.
 *
 * Batches are written while the next are read. Two batches with an id in common are never in flight together, so the last
 * record of an id wins. Memory holds a few batches.
 */
export function loader<D extends { id: string; county_fips: string }>({
  kind,
  target,
  report,
  rejects,
  publisher,
  admit,
  isCanonical,
}: {
  kind: RecordKind<D>;
  target: HeldTarget;
  report: LoadReport;
  rejects: RejectsFile;
  publisher: Publisher | null;
  admit: (draft: D) => string | null;
  /** See `Reading.isCanonical`. */
  isCanonical: boolean;
}) {
  const { client, stamp, indices } = target;
  const index = indices[kind.kind];
  const rules = suppressionRules(target.database, target.secretKey);
  const knownKeys = kind.keys;
  const normalizer = NORMALIZERS[kind.kind] ?? FIRST_NORMALIZER;
  const ignored = new Set<string>();
  const inFlight = new Map<Batch<D>, Promise<void>>();
  const news = publisher && heldRecords<D, Entry<D>>(kind, publisher, report);
  let batch: Batch<D> = new Map();
  let failure: unknown = null;
  let submitted = 0;
  /** Written batches that searches do not find yet. */
  let hidden = 0;
  let empty: Promise<boolean> | undefined;

  /** Whether the index was empty when the load began; asked once. */
  function wasEmpty(): Promise<boolean> {
    empty ??= client.count({ index }).then(({ count }) => count === 0);
    return empty;
  }

  /** A large load into an empty index looks nothing up, unless it makes events: repeated records would make several. */
  async function lookUp(ids: string[]): Promise<(StoredBefore | null)[]> {
    const large = ids.length >= ROWS_AT_ONCE || submitted > 1;
    if (publisher === null && large && (await wasEmpty())) return ids.map(() => null);
    return storedBefore(client, index, ids);
  }

  function noteKeys(record: Record<string, unknown>): void {
    for (const key in record) if (!knownKeys.has(key) && ignored.size < 1_000) ignored.add(key);
  }

  function documentOf(entry: Entry<D>, before: StoredBefore | null): StoredDocument {
    const { draft, hash, suppressed, notes } = entry;
    const built = kind.build(draft, before, { today: stamp.today, notes, isCanonical }, stamp);
    const document = suppressed.length > 0 ? kind.withhold!(built, before, stamp) : built;
    return storedDocument(document, before, { hash, suppressed, nulled: notes }, stamp);
  }

  /** Writes the outline of a record, or deletes the one that it had. */
  function outlineChange(draft: D, before: StoredBefore | null): string[] {
    const outline = kind.outline?.(draft) ?? null;
    if (outline !== null)
      return [bulkEntry(draft.id, outlineDocument(draft.county_fips, outline, stamp.load))];
    return before?.record.has_outline ? [bulkDeletion(draft.id)] : [];
  }

  /** See `Internal.prev` for duplicates. */
  function countWrite(entry: Entry<D>, before: StoredBefore | null, result: string): void {
    rejects.nulled(entry.file, entry.line, entry.notes, entry.record);
    if (before?.internal.load === stamp.load) {
      report.duplicates++;
      const { hash: was, prev } = before.internal;
      if (prev?.hash === entry.hash) {
        report.updated--;
        report.unchanged++;
      } else if (prev?.hash === was) {
        report.updated++;
        report.unchanged--;
      }
    } else if (before) report.updated++;
    else if (result === 'updated') report.duplicates++;
    else report.created++;
  }

  /** Notes what falls under a suppression. The list may have grown since the load began. */
  async function suppress(entries: Entry<D>[]): Promise<void> {
    const rule = kind.named ? await rules() : null;
    if (rule === null) return;
    for (const entry of entries) {
      entry.suppressed = rule(kind.named!(entry.draft));
      entry.hash = hashUnder(entry.hash, entry.suppressed);
    }
  }

  interface Way {
    /** Searches find what was written when it ends. */
    refresh?: boolean;
    /** Rows that follow may have earlier events. */
    more?: boolean;
  }

  async function write(current: Batch<D>, { refresh = false, more = false }: Way): Promise<void> {
    const all = news ? news.inOrder(current.values()) : [...current.values()];
    const stored = await lookUp(all.map(({ draft }) => draft.id));
    const { entries, before } =
      news && more ? await news.hold(all, stored) : { entries: all, before: stored };
    await suppress(entries);
    const changed: { entry: Entry<D>; before: StoredBefore | null }[] = [];
    const lines: string[] = [];
    const outlines: string[] = [];
    const created: StoredDocument[] = [];
    entries.forEach((entry, at) => {
      const stored = before[at]!;
      if (stored?.internal.hash === entry.hash) {
        if (stored.internal.load === stamp.load) report.duplicates++;
        else report.unchanged++;
        rejects.nulled(entry.file, entry.line, stored.internal.nulled ?? [], entry.record);
        return;
      }
      changed.push({ entry, before: stored });
      const document = documentOf(entry, stored);
      // Without a publisher, documents are not kept: a first load would hold all of them twice.
      if (publisher !== null && stored === null) created.push(document);
      lines.push(bulkEntry(entry.draft.id, document));
      outlines.push(...outlineChange(entry.draft, stored));
    });
    if (lines.length === 0) return;
    await publisher?.publish(created, stamp.at);
    hidden++;
    // Outlines go first: once the parcel is stored, the record counts as loaded.
    if (outlines.length > 0) await bulkChange(client, indices.outlines, outlines, { refresh });
    const outcomes = await bulkWrite(client, index, lines, { refresh });
    if (refresh) hidden = 0;
    outcomes.forEach((outcome, at) => {
      const { entry, before: stored } = changed[at]!;
      if (typeof outcome === 'string') countWrite(entry, stored, outcome);
      else rejects.add(entry.file, entry.line, `not_stored_${outcome.error}`);
    });
  }

  /** Waits until no batch in flight shares an id with `next`, and few enough are in flight. */
  async function placeFor(next: Batch<D>): Promise<void> {
    for (;;) {
      if (failure) throw failure;
      const conflict = [...inFlight].find(([other]) => sharesId(next, other));
      if (conflict) await conflict[1];
      else if (inFlight.size >= BATCHES_IN_FLIGHT) await Promise.race(inFlight.values());
      else return;
    }
  }

  /** Writes the records that were held, when nothing is in flight. */
  async function release(): Promise<void> {
    for (const entries of news?.release() ?? []) {
      for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
        const some = entries.slice(at, at + ROWS_AT_ONCE);
        await write(new Map(some.map((entry) => [entry.draft.id, entry])), {});
      }
    }
  }

  async function submit(last: boolean): Promise<void> {
    if (batch.size === 0) return;
    if (news?.isFull()) {
      await Promise.all(inFlight.values());
      if (failure) throw failure;
      await release();
    }
    const current = batch;
    batch = new Map();
    submitted++;
    await placeFor(current);
    const isWhole = last && submitted === 1;
    const done = write(current, { refresh: isWhole, more: !isWhole })
      .catch((error) => {
        failure ??= error;
      })
      .finally(() => inFlight.delete(current));
    inFlight.set(current, done);
  }

  function take(file: string, row: InputRow): void {
    report.read++;
    if ('reason' in row) {
      // Names that are not canonical come from the publisher, and may say anything.
      const field = row.field !== undefined && knownKeys.has(row.field) ? row.field : null;
      rejects.add(file, row.line, row.reason, field);
      return;
    }
    noteKeys(row.record);
    const notes: string[] = [];
    const draft = kind.draft(row.record, { today: stamp.today, notes, isCanonical });
    if ('reason' in draft) {
      rejects.add(file, row.line, draft.reason, draft.field);
      return;
    }
    const refused = admit(draft);
    if (refused !== null) {
      rejects.add(file, row.line, refused);
      return;
    }
    if (batch.delete(draft.id)) report.duplicates++;
    const contentHash = hash(
      'sha256',
      normalizer + (row.raw ?? JSON.stringify(row.record)),
      'base64url',
    ).slice(0, 22);
    const { line, record } = row;
    batch.set(draft.id, { draft, hash: contentHash, suppressed: [], file, line, notes, record });
  }

  return {
    async add(file: string, rows: InputRow[]): Promise<void> {
      for (const row of rows) {
        take(file, row);
        if (batch.size >= ROWS_AT_ONCE) await submit(false);
      }
    },
    /** Waits until everything is written. Throws the error of a failed write. */
    async finish(): Promise<void> {
      try {
        await submit(true);
      } finally {
        await Promise.all(inFlight.values());
      }
      if (!failure) await release();
      report.ignored_keys = [...ignored].sort();
      if (failure) throw failure;
    },
    isHidden: (): boolean => hidden > 0,
  };
}

function sharesId(a: Map<string, unknown>, b: Map<string, unknown>): boolean {
  for (const id of a.keys()) if (b.has(id)) return true;
  return false;
}
