import { performance } from 'node:perf_hooks';
import type { Client } from '@elastic/elasticsearch';
import { STATES } from '../../src/domain/geography.ts';
import { alone } from '../../src/loading/ingest/alone.ts';
import { bulkChange, bulkEntry } from '../../src/loading/ingest/bulk.ts';
import type { DeriveContext } from '../../src/loading/ingest/derive/changes.ts';
import { inParallel, scan } from '../../src/loading/ingest/derive/scan.ts';
import { coverageView } from '../../src/loading/ingest/derive/views/coverage.ts';
import type { IngestTarget } from '../../src/loading/ingest/ingest.ts';
import { compact } from '../../src/stores/elastic/compact.ts';
import { derivedMark } from '../../src/stores/elastic/derived-load.ts';
import { aliasOf, type IndexKind, KINDS } from '../../src/stores/elastic/indices.ts';
import { type CopiedKind, MOVERS } from './documents.ts';
import { type Move, moveTo } from './move.ts';
import { countiesIn, type Part } from './parts.ts';

/** All copies of one kind of document. */
export interface Copied {
  kind: CopiedKind;
  documents: number;
  seconds: number;
}

export const COPIED_KINDS = Object.keys(MOVERS) as CopiedKind[];

const DOCUMENTS_AT_ONCE = 1_000;
/** Each is about as large as all other documents that are read at once. */
const PACKS_AT_ONCE = 50;

const OF_COUNTIES: ReadonlySet<IndexKind> = new Set([
  'parcels',
  'outlines',
  'deeds',
  'permits',
  'counties',
  'flips',
  'market',
  'trends',
]);

const queryFor = (kind: CopiedKind, from: Part) =>
  OF_COUNTIES.has(kind) ? { terms: { county_fips: countiesIn(from) } } : { match_all: {} };

/** Reads the documents of one kind once, and writes their counterparts in each of the other parts. */
async function copyKind(client: Client, index: string, kind: CopiedKind, moves: Move[]): Promise<number> {
  const size = kind === 'packs' ? PACKS_AT_ONCE : DOCUMENTS_AT_ONCE;
  const search = { query: queryFor(kind, moves[0]!.from), size };
  let documents = 0;
  const pages = scan<Record<string, unknown>>(client, index, search, []);
  await inParallel(pages, async (hits) => {
    for (const move of moves) {
      const moved = await Promise.all(hits.map(({ _id, _source }) => MOVERS[kind](_source, move, _id)));
      const entries = moved.flatMap((one) => (one === null ? [] : [bulkEntry(...one)]));
      if (entries.length > 0) await bulkChange(client, index, entries);
      documents += entries.length;
    }
  });
  await client.indices.refresh({ index });
  return documents;
}

/** Counts areas again: a state's coverage depends on all of its parcels, a county's extent on how points are stored. */
async function countAreas(
  client: Client,
  indices: Record<IndexKind, string>,
  counties: string[],
): Promise<void> {
  const areas = [...STATES.map(({ fips }) => fips), ...counties];
  const found = await coverageView.documents({ client, indices } as DeriveContext, areas, new Map());
  const entries = found.map(({ id, document }) => bulkEntry(id, document));
  await bulkChange(client, indices.coverage, entries, { refresh: true });
}

/** Lets writes reach the disk later while copying: a lost copy is made again. */
async function hurry(client: Client, index: string[], isOn: boolean): Promise<void> {
  const settings = {
    'index.translog.durability': isOn ? 'async' : null,
    'index.translog.flush_threshold_size': isOn ? '2gb' : null,
  };
  await client.indices.putSettings({ index, settings: settings as object });
}

/**
 * Makes parts from a loaded one, in all indices: each document becomes what a load of the other part would have stored.
 * It runs like a load: afterwards, readers find another edition, and everything is merged.
 * @param done kinds that an earlier call has copied.
 * @param keep is called for each kind when all of its copies can be found.
 */
export async function copyParts(
  target: IngestTarget,
  from: Part,
  parts: Part[],
  done: ReadonlySet<CopiedKind>,
  keep: (copied: Copied) => Promise<void>,
): Promise<void> {
  const moves = parts.map((to) => moveTo(from, to));
  const aliases = KINDS.map((kind) => aliasOf(target.settings.INDEX_PREFIX, kind));
  await alone(
    target,
    () => {},
    async ({ client, indices, stamp, atEnd }) => {
      await hurry(client, aliases, true);
      for (const kind of COPIED_KINDS) {
        if (done.has(kind)) continue;
        const started = performance.now();
        const documents = await copyKind(client, indices[kind], kind, moves);
        await keep({ kind, documents, seconds: (performance.now() - started) / 1_000 });
      }
      await countAreas(client, indices, parts.flatMap(countiesIn));
      await client.indices.flush({ index: aliases });
      await hurry(client, aliases, false);
      atEnd(...derivedMark(stamp.load));
    },
  );
  await compact(target.client, aliases);
}
