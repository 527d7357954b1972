import type { estypes } from '@elastic/elasticsearch';
import type { EventfulKind } from '../domain/events.ts';
import { ownerId, ownerWordsOf } from '../domain/owner-name.ts';
import {
  namedFields,
  namedIn,
  ruleOf,
  type Suppressed,
  type SuppressionRule,
} from '../domain/suppression.ts';
import { endWalks } from '../elastic/end-walks.ts';
import { aliasOf, type Kind } from '../elastic/indices.ts';
import { anyToApply, noteApplied, openEntry, readList } from '../suppressions/list.ts';
import { redactEvents } from '../webhooks/redact.ts';
import { alone } from './alone.ts';
import { bulkEntry, bulkWriter } from './bulk.ts';
import { readCountyFigures } from './derive/counties.ts';
import { scan } from './derive/scan.ts';
import { deriveAndUse } from './finish.ts';
import { recordKindOf } from './kinds/index.ts';
import type { StoredDocument } from './kinds/kind.ts';
import type { HeldTarget, IngestTarget, OnProgress } from './target.ts';
import { suppressedDocument } from './withhold.ts';

/** What lost its names. */
export interface Applied {
  parcels: number;
  deeds: number;
  permits: number;
  events: number;
}

interface Entry {
  id: number;
  entry: Suppressed;
}

const KINDS = ['parcels', 'deeds', 'permits'] as const satisfies EventfulKind[];
/** What is shown of names. */
const NAMING: readonly Kind[] = [...KINDS, 'owners', 'holdings', 'contractors', 'flips', 'flippers', 'packs'];
const RECORDS_AT_ONCE = 5_000;
const DOCUMENTS_AT_ONCE = 500;
const TERMS_AT_ONCE = 10_000;

type Query = estypes.QueryDslQueryContainer;

function* portions<T>(values: readonly T[]): Generator<T[]> {
  for (let at = 0; at < values.length; at += TERMS_AT_ONCE) yield values.slice(at, at + TERMS_AT_ONCE);
}

/** Finds at once what the indices know: the parcels and their records, the first owner of a parcel, the parties of a deed. */
function* indexed(kind: EventfulKind, entries: readonly Entry[]): Generator<Query> {
  const numbers: string[] = [];
  const parcels: string[] = [];
  const owners: string[] = [];
  for (const { entry } of entries) {
    if (entry.kind === 'owner') owners.push(ownerId(ownerWordsOf(entry.owner_name) ?? ''));
    else {
      numbers.push(entry.parcel_id);
      parcels.push(`${entry.county_fips}:${entry.parcel_id}`);
    }
  }
  const fields: Record<EventfulKind, [field: string, values: string[]][]> = {
    parcels: [
      ['id', parcels],
      ['owner_id', owners],
    ],
    // A deed of an unknown county has the number alone.
    deeds: [
      ['parcel_id', numbers],
      ['internal.touched_parties', owners],
    ],
    permits: [['internal.parcel', parcels]],
  };
  for (const [field, values] of fields[kind])
    for (const some of portions(values)) yield { terms: { [field]: some } };
}

/** The counties of the owners; null where one is suppressed everywhere, [] without owners. */
function countiesOfOwners(entries: readonly Entry[]): string[] | null {
  const counties = new Set<string>();
  for (const { entry } of entries) {
    if (entry.kind === 'parcel') continue;
    if (entry.county_fips === null) return null;
    counties.add(entry.county_fips);
  }
  return [...counties];
}

/** Second owners, applicants and words in another order are in no index: all records of the counties are looked through. */
function* looked(_kind: EventfulKind, entries: readonly Entry[]): Generator<Query> {
  const counties = countiesOfOwners(entries);
  if (counties === null) yield { match_all: {} };
  else if (counties.length > 0) yield { terms: { county_fips: counties } };
}

type NamedRecord = { county_fips: string; parcel_id: string | null; internal?: { suppressed?: string[] } };

/** Rewrites the records of a kind that fall under a rule. Returns how many. */
async function rewrite(
  held: HeldTarget,
  kind: EventfulKind,
  queries: Iterable<Query>,
  rule: SuppressionRule,
): Promise<number> {
  const { client, settings, stamp, stillHeld } = held;
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
    await stillHeld();
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
  for (const queries of [indexed, looked])
    for (const kind of KINDS) applied[kind] += await rewrite(held, kind, queries(kind, entries), rule);
  await deriveAndUse(held, onProgress);
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
 * Takes out of what is stored what the new entries of the list suppress: of records, of what is derived from them, and of
 * stored events. No event is made of it. If it is broken off, the next call does all of it again; without new entries
 * nothing is done.
 */
export async function applySuppressions(target: IngestTarget, onProgress: OnProgress): Promise<Applied> {
  const nothing: Applied = { parcels: 0, deeds: 0, permits: 0, events: 0 };
  if (!(await anyToApply(target.database))) return nothing;
  // Events can be sent while this waits for a load to end.
  const events = await redactEvents(target.database, ruleOf(await entriesToApply(target)));
  const applied = await alone(target, onProgress, (held) => applyHeld(held, onProgress));
  return { ...applied, events: events + applied.events };
}

/** The counties that hold records which fall under one of these entries, with their number. */
export async function recordsUnder(
  { client, settings }: Pick<IngestTarget, 'client' | 'settings'>,
  ids: readonly number[],
): Promise<Map<number, Map<string, number>>> {
  interface Buckets {
    ids: {
      buckets: {
        key: string;
        doc_count: number;
        counties: { buckets: { key: string; doc_count: number }[] };
      }[];
    };
  }
  const found = new Map<number, Map<string, number>>();
  const index = KINDS.map((kind) => aliasOf(settings.INDEX_PREFIX, kind));
  for (const some of portions(ids)) {
    const include = some.map(String);
    const { aggregations } = await client.search<unknown, Buckets>({
      index,
      size: 0,
      query: { terms: { 'internal.suppressed': include } },
      aggs: {
        ids: {
          terms: { field: 'internal.suppressed', include, size: some.length },
          aggs: { counties: { terms: { field: 'county_fips', size: 5_000 } } },
        },
      },
    });
    for (const { key, counties } of aggregations!.ids.buckets)
      found.set(Number(key), new Map(counties.buckets.map((county) => [county.key, county.doc_count])));
  }
  return found;
}
