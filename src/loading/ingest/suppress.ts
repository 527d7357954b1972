import type { estypes } from '@elastic/elasticsearch';
import { ownerId, ownerWordsOf } from '../../domain/owner-name.ts';
import {
  type NamingKind,
  namedFields,
  namedIn,
  ruleOf,
  type Suppressed,
  type SuppressionRule,
} from '../../domain/suppression.ts';
import { endWalks } from '../../stores/elastic/end-walks.ts';
import { aliasOf, type IndexKind } from '../../stores/elastic/indices.ts';
import { redactEvents } from '../../webhooks/redact.ts';
import { noteApplied, numbersToApply, openEntry, readList } from '../suppressions/list.ts';
import { alone } from './alone.ts';
import { bulkEntry, bulkWriter } from './bulk.ts';
import { readCountyFigures } from './derive/counties.ts';
import { deriveAndUse } from './derive/run.ts';
import { scan } from './derive/scan.ts';
import { recordKindOf } from './kinds/index.ts';
import { hashUnder, type RecordKind, type Stamp, type StoredDocument, storedDocument } from './kinds/kind.ts';
import type { HeldTarget, IngestTarget, OnProgress } from './target.ts';

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

const TERMS_AT_ONCE = 10_000;

interface Entry {
  id: number;
  entry: Suppressed;
}

type Query = estypes.QueryDslQueryContainer;

/** Some values at a time; by default, as many as a search takes. */
function* portions<T>(values: readonly T[], size = TERMS_AT_ONCE): Generator<T[]> {
  for (let at = 0; at < values.length; at += size) yield values.slice(at, at + size);
}

/** Searches of indexed fields, which are fast: parcels and their records, first owners, and parties of deeds. */
function* indexed(kind: NamingKind, entries: readonly Entry[]): Generator<Query> {
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
  const fields: Record<NamingKind, [field: string, values: string[]][]> = {
    parcels: [
      ['id', parcels],
      ['owner_id', owners],
    ],
    // A deed of an unknown county has only the number.
    deeds: [
      ['parcel_id', numbers],
      ['internal.touched_parties', owners],
    ],
    permits: [['internal.parcel', parcels]],
  };
  for (const [field, values] of fields[kind])
    for (const some of portions(values)) yield { terms: { [field]: some } };
}

/** Second owners, applicants and words in another order are not indexed: all records of the counties are looked through. */
function wholeCounties(entries: readonly Entry[]): Query[] {
  const counties = entries.flatMap(({ entry }) => (entry.kind === 'owner' ? [entry.county_fips] : []));
  if (counties.includes(null)) return [{ match_all: {} }];
  return counties.length > 0 ? [{ terms: { county_fips: [...new Set(counties)] } }] : [];
}

/** A stored record as it is stored under these suppressions and those that it already falls under. */
function suppressedDocument(
  kind: Pick<RecordKind<never>, 'withhold'>,
  record: StoredDocument,
  suppressions: readonly number[],
  stamp: Stamp,
): StoredDocument {
  const { hash, nulled = [], suppressed: known = [] } = record.internal;
  const suppressed = [...new Set([...known.map(Number), ...suppressions])].sort((a, b) => a - b);
  const before = { internal: record.internal, record };
  const document = { ...kind.withhold!(record, before, stamp), updated_at: stamp.at };
  return storedDocument(document, before, { hash: hashUnder(hash, suppressed), suppressed, nulled }, stamp);
}

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

  async function rewriteSome(suppressions: ReadonlyMap<string, number[]>): Promise<void> {
    const { docs } = await client.mget<StoredDocument>({ index, ids: [...suppressions.keys()] });
    const entries = docs.flatMap((doc) => {
      if (!('found' in doc) || !doc.found) return [];
      const document = suppressedDocument(recordKind, doc._source!, suppressions.get(doc._id)!, stamp);
      return [bulkEntry(doc._id, document)];
    });
    await writer.add(entries);
  }

  const _source = [...namedFields(kind), 'internal.suppressed'];
  const done = new Set<string>();
  for (const query of queries) {
    const search = { query, size: RECORDS_AT_ONCE, _source };
    for await (const hits of scan<NamedRecord>(client, index, search, [])) {
      const named = hits.flatMap(({ _id, _source: record }) => {
        const known = new Set(record.internal?.suppressed ?? []);
        const ids = rule(namedIn(kind, record)).filter((id) => !known.has(String(id)));
        if (ids.length === 0 || done.has(_id)) return [];
        done.add(_id);
        return [[_id, ids] as const];
      });
      for (const some of portions(named, DOCUMENTS_AT_ONCE)) await rewriteSome(new Map(some));
      onRows(hits.length);
    }
  }
  return writer.finish();
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
  const rewriteBy = async (queriesOf: (kind: NamingKind) => Iterable<Query>): Promise<number> => {
    let count = 0;
    for (const kind of KINDS) {
      const rewritten = await rewrite(held, kind, queriesOf(kind), rule, onRows);
      applied[kind] += rewritten;
      count += rewritten;
    }
    return count;
  };
  // What indexed fields find is rewritten in seconds; looking through all records takes longer.
  await rewriteBy((kind) => indexed(kind, entries));
  await deriveAndUse(held, onProgress);
  if ((await rewriteBy(() => wholeCounties(entries))) > 0) await deriveAndUse(held, onProgress);
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

/** How many records fall under each of these entries, by county. */
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
  const under = new Map<number, Map<string, number>>();
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
      under.set(Number(key), new Map(counties.buckets.map((county) => [county.key, county.doc_count])));
  }
  return under;
}
