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
import { stepNames } from './derive/derive.ts';
import { ALL_VIEWS, PARCEL_VIEWS, runDerive } from './derive/run.ts';
import { deedKind } from './kinds/deeds.ts';
import type { RecordKind, Stamp } from './kinds/kind.ts';
import { parcelKind } from './kinds/parcels.ts';
import { permitKind } from './kinds/permits.ts';
import { riskKind } from './kinds/risks.ts';
import type { LineFile } from './line-file.ts';
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

/** How far a load is. */
export interface Progress {
  phase: 'waiting' | 'load' | 'derive';
  /** Rows read; while deriving, records looked at, some of them several times. */
  rows: number;
  /** Share of the input that was read, where its size is known. */
  share: number | null;
  /** What is being derived. */
  step?: string;
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
  /** Lists every nulled value; closed when all is loaded. */
  nulled?: LineFile;
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

/** Every input's rows in order, with the name of the file they stand in and the share read so far. */
async function* inputRows(input: Input, known: ReadonlySet<string>, report: LoadReport) {
  const remark = (sentence: string) => report.remarks.push(sentence);
  if ('records' in input) {
    for await (const rows of generated(input.records)) yield { file: input.name, rows, share: null };
  } else if (input.adapter) yield* readAdapted(input.adapter, input.files, remark);
  else {
    for (const [at, file] of input.files.entries()) {
      const source = await openSource(file);
      const format = input.format ?? formatOf(file);
      for await (const rows of readRows(source, format, { known, remark })) {
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

/** What the derive step tells, as progress of the load. */
function deriveProgress(progress: (progress: Progress) => void) {
  const nameOf = stepNames();
  let rows = 0;
  let step = '';
  const tell = () => progress({ phase: 'derive', rows, share: null, step });
  return {
    onStep(what: string): void {
      step = nameOf(what);
      tell();
    },
    onProgress(done: number): void {
      rows += done;
      tell();
    },
  };
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
  const rejects = rejectsFile(join(target.home, 'rejects'), report, options.nulled);
  const news = newsOf(kind, target, options);
  // Who is told of new records must know which are: even an empty index is looked into, for repetitions in the input.
  const into = { client, index, fresh: fresh && news === null };
  const recordKind = await kindOf(kind, client, counties);
  const load = loader(recordKind, into, stamp, report, rejects, news);
  const started = performance.now();
  try {
    for await (const { file, rows, share } of inputRows(input, recordKind.keys, report)) {
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
  rejects.close();
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
  const { rewritten, swaps } = await runDerive({
    client,
    prefix,
    ...stamp,
    rebuilt: options.replace ? PARCEL_VIEWS : [],
    replaced: options.replace ? { kind, index } : undefined,
    ...deriveProgress(progress),
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
    const { rewritten, swaps } = await runDerive({
      client,
      prefix: settings.INDEX_PREFIX,
      ...stamp,
      all: options.all,
      rebuilt: options.all ? ALL_VIEWS : [],
      ...deriveProgress(progress),
    });
    await finish(target, swaps, stamp.load);
    return rewritten;
  });
}
