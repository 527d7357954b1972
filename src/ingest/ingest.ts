import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Client } from '@elastic/elasticsearch';
import { newEdition } from '../elastic/edition.ts';
import {
  aliasOf,
  concreteIndex,
  createIndex,
  deleteOrphans,
  ensureIndices,
  type IndexSettings,
  swapAliases,
} from '../elastic/indices.ts';
import type { Tier, TierLimits } from '../features/keys/tiers.ts';
import { type Database, databaseName, withLock } from '../mysql/database.ts';
import { readAdapted } from './adapted.ts';
import type { Adapter } from './adapters/adapter.ts';
import { openSource } from './bytes.ts';
import { readCountyFigures, readDerivedLoad, writeDerivedLoad } from './derive/counties.ts';
import { ALL_VIEWS, PARCEL_VIEWS, runDerive } from './derive/run.ts';
import { deedKind } from './kinds/deeds.ts';
import type { RecordKind, Stamp } from './kinds/kind.ts';
import { parcelKind } from './kinds/parcels.ts';
import { permitKind } from './kinds/permits.ts';
import { riskKind } from './kinds/risks.ts';
import { loader } from './load.ts';
import { newsDesk } from './news.ts';
import { type Format, formatOf, readRows } from './read.ts';
import { rejectsFile } from './rejects.ts';
import { type LoadReport, newReport } from './report.ts';
import type { Row } from './rows.ts';

export const INGEST_KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;
export type IngestKind = (typeof INGEST_KINDS)[number];

/** Where a load writes. */
export interface IngestTarget {
  client: Client;
  database: Database;
  settings: IndexSettings;
  /** Folder of the rejects files. */
  home: string;
}

/** How far a load is: rows read, and the share of the input where its size is known. */
export interface Progress {
  phase: 'waiting' | 'load' | 'derive';
  rows: number;
  share: number | null;
}

/** What is loaded: files, or records that the program makes itself (the demo data). */
export type Input =
  | { files: string[]; format?: Format; adapter?: Adapter }
  | { name: string; records: Iterable<Record<string, unknown>> };

export interface IngestOptions {
  /** Build a new index and swap it in whole; parcels only. */
  replace?: boolean;
  /** Tell new deeds and permits to those who watch their parcels; the limits of each tier. */
  news?: Record<Tier, TierLimits>;
  onProgress?: (progress: Progress) => void;
}

const LOCK_WAIT = 5;
const GENERATED_AT_ONCE = 500;

async function* generated(records: Iterable<Record<string, unknown>>): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let line = 0;
  for (const record of records) {
    rows.push({ line: ++line, raw: JSON.stringify(record), record });
    if (rows.length < GENERATED_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/** The same rows; what goes wrong while they are read names the file. */
async function* named(file: string, all: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  try {
    yield* all;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Every input's rows in order, with the name of the file they stand in and the share read so far. */
async function* inputRows(input: Input) {
  if ('records' in input) {
    for await (const rows of generated(input.records)) yield { file: input.name, rows, share: null };
  } else if (input.adapter) yield* readAdapted(input.adapter, input.files);
  else {
    for (const [at, file] of input.files.entries()) {
      const source = await openSource(file);
      for await (const rows of named(source.name, readRows(source, input.format ?? formatOf(file)))) {
        const share = source.progress();
        yield { file: source.name, rows, share: share === null ? null : (at + share) / input.files.length };
      }
    }
  }
}

async function kindOf(kind: IngestKind, client: Client, counties: string): Promise<RecordKind<never>> {
  if (kind === 'parcels') return parcelKind(await readCountyFigures(client, counties)) as RecordKind<never>;
  return { deeds: deedKind, permits: permitKind, risks: riskKind }[kind] as RecordKind<never>;
}

function newsOf(kind: IngestKind, { client, database, settings }: IngestTarget, { news }: IngestOptions) {
  if (!news || (kind !== 'deeds' && kind !== 'permits')) return null;
  return newsDesk(kind, { client, database, prefix: settings.INDEX_PREFIX, tiers: news });
}

async function newStamp(client: Client, counties: string): Promise<Stamp> {
  const derived = await readDerivedLoad(client, counties);
  const now = new Date();
  const at = now.toISOString();
  return { load: Math.max(now.getTime(), derived + 1), derived, at, today: at.slice(0, 10) };
}

type Swaps = Parameters<typeof swapAliases>[1];

async function run(kind: IngestKind, input: Input, target: IngestTarget, options: IngestOptions) {
  const { client, settings } = target;
  const report = newReport(kind, 'files' in input ? input.files : [input.name]);
  const progress = options.onProgress ?? (() => {});
  const prefix = settings.INDEX_PREFIX;
  const alias = aliasOf(prefix, kind);
  const counties = aliasOf(prefix, 'counties');
  await client.indices.refresh({ index: [alias, counties] });
  const index = options.replace
    ? await createIndex(client, prefix, kind)
    : await concreteIndex(client, alias);
  const fresh = (await client.count({ index })).count === 0;

  const stamp = await newStamp(client, counties);
  const rejects = rejectsFile(join(target.home, 'rejects'), report);
  const news = newsOf(kind, target, options);
  // Who is told of new records must know which are: even an empty index is looked into, for repetitions in the input.
  const into = { client, index, fresh: fresh && news === null };
  const load = loader(await kindOf(kind, client, counties), into, stamp, report, rejects, news);
  const started = performance.now();
  try {
    for await (const { file, rows, share } of inputRows(input)) {
      await load.add(file, rows);
      progress({ phase: 'load', rows: report.read, share });
    }
  } catch (error) {
    report.error = (error as Error).message;
  }
  try {
    await load.finish();
  } catch (error) {
    report.error ??= (error as Error).message;
  }
  await rejects.close();
  if (news) report.webhooks = news.told;
  report.seconds.load = (performance.now() - started) / 1000;
  if (options.replace && report.created === 0)
    report.error ??= 'no record went in, and nothing replaces nothing';
  // What a broken input holds is kept, but it never replaces a whole index.
  if (options.replace && report.error !== null) {
    await client.indices.delete({ index });
    return report;
  }

  await client.indices.refresh({ index });
  if (kind === 'risks') return report;
  const deriving = performance.now();
  let done = 0;
  const { rewritten, swaps } = await runDerive({
    client,
    prefix,
    ...stamp,
    rebuilt: options.replace ? PARCEL_VIEWS : [],
    replaced: options.replace ? { kind, index } : undefined,
    onProgress(count) {
      done += count;
      progress({ phase: 'derive', rows: done, share: null });
    },
  });
  await finish(target, swaps, stamp.load);
  report.derived = rewritten;
  report.seconds.derive = (performance.now() - deriving) / 1000;
  return report;
}

/** Puts rebuilt indices to use, and says that all is derived. */
async function finish({ client, settings }: IngestTarget, swaps: Swaps, load: number): Promise<void> {
  if (swaps.length > 0) await swapAliases(client, swaps);
  await writeDerivedLoad(client, aliasOf(settings.INDEX_PREFIX, 'counties'), load);
}

/** Runs when no other load of this installation does; afterwards readers find another edition. */
async function alone<T>(target: IngestTarget, waiting: () => void, work: () => Promise<T>): Promise<T> {
  const { client, database, settings } = target;
  const lock = `${await databaseName(database)}-load`;
  async function prepared() {
    await ensureIndices(client, settings);
    await deleteOrphans(client, settings.INDEX_PREFIX);
    return newEdition(client, aliasOf(settings.INDEX_PREFIX, 'counties'), work);
  }
  for (;;) {
    const done = await withLock(database, lock, LOCK_WAIT, async () => ({ result: await prepared() }));
    if (done) return done.result;
    waiting();
  }
}

/**
 * Loads records of one kind and brings the figures derived from them up to date.
 *
 * Broken rows are rejected and broken values nulled, each counted by reason; the rest goes in. The same input
 * again changes nothing. Only one load runs at a time in one installation: another waits for its turn.
 * @returns the report; `error` tells why a load stopped early. Throws when nothing could be begun.
 */
export async function ingest(
  kind: IngestKind,
  input: Input,
  target: IngestTarget,
  options: IngestOptions = {},
): Promise<LoadReport> {
  const waiting = () => options.onProgress?.({ phase: 'waiting', rows: 0, share: null });
  return alone(target, waiting, () => run(kind, input, target, options));
}

/**
 * Recomputes derived figures: what changed since they were last complete, or with `all` everything, in new indices
 * that replace the old ones at the end.
 * @returns the number of parcels rewritten.
 */
export async function deriveAgain(
  target: IngestTarget,
  options: { all?: boolean; onProgress?: (progress: Progress) => void } = {},
): Promise<number> {
  const { client, settings } = target;
  const progress = options.onProgress ?? (() => {});
  const waiting = () => progress({ phase: 'waiting', rows: 0, share: null });
  return alone(target, waiting, async () => {
    const counties = aliasOf(settings.INDEX_PREFIX, 'counties');
    await client.indices.refresh({ index: counties });
    const stamp = await newStamp(client, counties);
    let done = 0;
    const { rewritten, swaps } = await runDerive({
      client,
      prefix: settings.INDEX_PREFIX,
      ...stamp,
      all: options.all,
      rebuilt: options.all ? ALL_VIEWS : [],
      onProgress(count) {
        done += count;
        progress({ phase: 'derive', rows: done, share: null });
      },
    });
    await finish(target, swaps, stamp.load);
    return rewritten;
  });
}
