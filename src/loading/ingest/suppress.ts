import {
  type NamingKind,
  namedFields,
  namedIn,
  ruleOf,
  type SuppressionRule,
} from '../../domain/suppression.ts';
import { endWalks } from '../../stores/elastic/end-walks.ts';
import { aliasOf, type IndexKind } from '../../stores/elastic/indices.ts';
import { redactEvents } from '../../webhooks/redact.ts';
import { noteApplied, numbersToApply, openEntry, readList } from '../suppressions/list.ts';
import { alone } from './alone.ts';
import { bulkEntry, bulkWriter } from './bulk.ts';
import { readCountyFigures } from './derive/counties.ts';
import { scan } from './derive/scan.ts';
import { deriveAndUse } from './finish.ts';
import { recordKindOf } from './kinds/index.ts';
import type { StoredDocument } from './kinds/kind.ts';
import { type Entry, indexed, looked, type Query } from './suppression-queries.ts';
import type { HeldTarget, IngestTarget, OnProgress } from './target.ts';
import { suppressedDocument } from './withhold.ts';

/** How many records and events lost their names. */
export interface Applied {
  parcels: number;
  deeds: number;
  permits: number;
  events: number;
}

const KINDS = ['parcels', 'deeds', 'permits'] as const satisfies NamingKind[];
/** The indices that show names. */
const NAMING: readonly IndexKind[] = [
  ...KINDS,
  'owners',
  'holdings',
  'contractors',
  'flips',
  'flippers',
  'packs',
];
const RECORDS_AT_ONCE = 5_000;
const DOCUMENTS_AT_ONCE = 500;

type NamedRecord = { county_fips: string; parcel_id: string | null; internal?: { suppressed?: string[] } };

/** Rewrites the records of a kind that fall under a rule. Returns how many. */
async function rewrite(
  held: HeldTarget,
  kind: NamingKind,
  queries: Iterable<Query>,
  rule: SuppressionRule,
  onRows: (count: number) => void,
): Promise<number> {
  const { client, settings, stamp } = held;
  const index = held.indices[kind];
  const figures = await readCountyFigures(client, aliasOf(settings.INDEX_PREFIX, 'counties'));
  const recordKind = recordKindOf(kind, figures);
  const writer = bulkWriter(client, index);
  let count = 0;

  async function rewriteSome(found: Map<string, number[]>): Promise<void> {
    const { docs } = await client.mget<StoredDocument>({ index, ids: [...found.keys()] });
    const entries: string[] = [];
    for (const doc of docs) {
      if (!('found' in doc) || !doc.found) continue;
      const document = suppressedDocument(recordKind, doc._source!, found.get(doc._id)!, stamp);
      entries.push(bulkEntry(doc._id, document));
    }
    await writer.add(entries);
    count += entries.length;
  }

  const _source = [...namedFields(kind), 'internal.suppressed'];
  const done = new Set<string>();
  for (const query of queries) {
    const search = { query, size: RECORDS_AT_ONCE, _source };
    for await (const hits of scan<NamedRecord>(client, index, search, [])) {
      let found = new Map<string, number[]>();
      for (const { _id, _source: record } of hits) {
        const known = new Set(record.internal?.suppressed ?? []);
        const ids = rule(namedIn(kind, record)).filter((id) => !known.has(String(id)));
        if (ids.length === 0 || done.has(_id)) continue;
        done.add(_id);
        found.set(_id, ids);
        if (found.size < DOCUMENTS_AT_ONCE) continue;
        await rewriteSome(found);
        found = new Map();
      }
      if (found.size > 0) await rewriteSome(found);
      onRows(hits.length);
    }
  }
  await writer.finish();
  return count;
}

async function entriesToApply({ database, secretKey }: IngestTarget): Promise<Entry[]> {
  const waiting = (await readList(database)).filter(({ applied_at }) => applied_at === null);
  if (waiting.length === 0) return [];
  const key = await secretKey();
  return waiting.map(({ id, entry }) => ({ id, entry: openEntry(entry, key) }));
}

async function applyHeld(held: HeldTarget, onProgress: OnProgress): Promise<Applied> {
  const applied: Applied = { parcels: 0, deeds: 0, permits: 0, events: 0 };
  const entries = await entriesToApply(held);
  if (entries.length === 0) return applied;
  const rule = ruleOf(entries);
  let rows = 0;
  const onRows = (more: number) => {
    rows += more;
    onProgress({ phase: 'load', rows, share: null });
  };
  const rewriteBy = async (queriesOf: typeof indexed): Promise<number> => {
    let count = 0;
    for (const kind of KINDS) {
      const rewritten = await rewrite(held, kind, queriesOf(kind, entries), rule, onRows);
      applied[kind] += rewritten;
      count += rewritten;
    }
    return count;
  };
  // What indexed fields find is rewritten in seconds; looking through all records takes longer.
  await rewriteBy(indexed);
  await deriveAndUse(held, onProgress);
  if ((await rewriteBy(looked)) > 0) await deriveAndUse(held, onProgress);
  applied.events = await redactEvents(held.database, rule);
  await endWalks(held.client, held.settings, NAMING);
  await noteApplied(
    held.database,
    entries.map(({ id }) => id),
    new Date(),
  );
  return applied;
}

/**
 * Removes what the new entries of the list suppress from records, from what is derived from them, and from stored events.
 * It makes no events. If it is interrupted, the next call does all of it again; without new entries it does nothing.
 */
export async function applySuppressions(target: IngestTarget, onProgress: OnProgress): Promise<Applied> {
  const nothing: Applied = { parcels: 0, deeds: 0, permits: 0, events: 0 };
  if ((await numbersToApply(target.database)).length === 0) return nothing;
  // Events can be sent while this waits for a load to end.
  const events = await redactEvents(target.database, ruleOf(await entriesToApply(target)));
  const applied = await alone(target, onProgress, (held) => applyHeld(held, onProgress));
  return { ...applied, events: events + applied.events };
}
