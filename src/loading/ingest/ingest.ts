import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Tier, TierLimits } from '../../accounts/tiers.ts';
import { isEventful } from '../../domain/events.ts';
import { compact } from '../../stores/elastic/compact.ts';
import { aliasOf, KINDS } from '../../stores/elastic/indices.ts';
import { commonCause } from '../cause.ts';
import { alone } from './alone.ts';
import { countiesWithDemo } from './demo.ts';
import { readCountyFigures, UNKNOWN_FIGURES } from './derive/counties.ts';
import { deriveAndUse } from './derive/run.ts';
import type { Input } from './input.ts';
import { recordKindOf } from './kinds/index.ts';
import type { LineFile } from './line-file.ts';
import { loader } from './load.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { rejectsFile } from './rejects.ts';
import { replacement } from './replace.ts';
import { type LoadReport, newReport } from './report.ts';
import { applySuppressions } from './suppress.ts';
import {
  type HeldTarget,
  INGEST_KINDS,
  type IngestKind,
  type IngestTarget,
  type OnProgress,
  type Progress,
} from './target.ts';

export { INGEST_KINDS, type IngestKind, type IngestTarget, type Input, type Progress };

export interface IngestOptions {
  replace?: boolean;
  /** With `replace`: only these; records of others are rejected. */
  counties?: string[];
  /** With `replace`: counties may lose more than half of their parcels. */
  allowShrink?: boolean;
  /** Send the events of the load, within these limits. */
  news?: Record<Tier, TierLimits>;
  /** The clock of events and their quotas, epoch milliseconds. */
  now?: () => number;
  /** Lists every nulled value; closed when all is loaded. */
  nulled?: LineFile;
  onProgress?: OnProgress;
}

type Admit = (draft: { id: string; county_fips: string }) => string | null;

/** A load: what it reads, where it writes, and its results. */
interface Load {
  kind: IngestKind;
  input: Input;
  target: HeldTarget;
  options: IngestOptions;
  report: LoadReport;
  publisher: Publisher | null;
  /** The counties of the loaded records. */
  counties: Set<string>;
}

function publisherOf(kind: IngestKind, target: HeldTarget, { news, now }: IngestOptions) {
  const { client, database, settings, stillHeld } = target;
  if (!news || !isEventful(kind)) return null;
  return createPublisher(kind, {
    client,
    database,
    prefix: settings.INDEX_PREFIX,
    tiers: news,
    stillHeld,
    now,
  });
}

/** Loads the rows, so that searches find them; the report says what went wrong. */
async function loadRows(
  { kind, input, target, options, report, publisher }: Load,
  admit: Admit,
): Promise<void> {
  const { client, settings, indices } = target;
  const rejects = rejectsFile(join(target.home, 'rejects'), report, options.nulled);
  // Only the deal scores of parcels need them.
  const figures =
    kind === 'parcels'
      ? await readCountyFigures(client, aliasOf(settings.INDEX_PREFIX, 'counties'))
      : () => UNKNOWN_FIGURES;
  const recordKind = recordKindOf(kind, figures);
  const { isCanonical } = input;
  const loading = loader({ kind: recordKind, target, report, rejects, publisher, admit, isCanonical });
  const remark = (sentence: string) => report.remarks.push(sentence);
  const started = performance.now();
  try {
    for await (const { file, rows, skipped, share } of input.read({ known: recordKind.keys, remark })) {
      target.signal?.throwIfAborted();
      report.skipped += skipped ?? 0;
      await loading.add(file, rows);
      options.onProgress?.({ phase: 'load', rows: report.read, share });
    }
  } catch (error) {
    report.error = commonCause(error);
  }
  try {
    await loading.finish();
  } catch (error) {
    report.error ??= commonCause(error);
  }
  rejects.close();
  report.seconds.load += (performance.now() - started) / 1000;
  const written = kind === 'parcels' ? [indices.parcels, indices.outlines] : indices[kind];
  if (loading.isHidden()) await client.indices.refresh({ index: written });
}

async function derive({ kind, target, options, report }: Load): Promise<void> {
  const started = performance.now();
  const { rewritten, absent } = await deriveAndUse(target, options.onProgress ?? (() => {}));
  report.derived = rewritten;
  if (kind !== 'parcels') report.absent_parcels = absent;
  report.seconds.derive = (performance.now() - started) / 1000;
}

/** Deletes the parcels that a complete input does not have. */
async function complete(
  { target, options, report }: Load,
  replacing: ReturnType<typeof replacement>,
): Promise<void> {
  if (report.created + report.updated + report.unchanged === 0)
    report.error ??= 'no records were loaded; nothing was replaced';
  if (report.error !== null) return;
  const { refused, counts } = await replacing.complete(target, options.onProgress ?? (() => {}));
  report.error = refused;
  Object.assign(report, counts);
}

/** Writes records; of a broken input, those that could be read. */
async function write(load: Load): Promise<void> {
  const { kind, options, counties } = load;
  const replacing = options.replace ? replacement(options.counties, options.allowShrink ?? false) : null;
  const admit: Admit = (draft) => {
    const refused = replacing?.admit(draft) ?? null;
    if (refused === null) counties.add(draft.county_fips);
    return refused;
  };
  await loadRows(load, admit);
  if (replacing) await complete(load, replacing);
  if (kind !== 'risks') await derive(load);
}

/** How many permits that a load has changed name no parcel. */
async function countWithoutParcel({ client, indices, stamp }: HeldTarget): Promise<number> {
  const changed = { term: { 'internal.load': stamp.load } };
  const query = { bool: { filter: [changed], must_not: [{ exists: { field: 'internal.parcel' } }] } };
  return (await client.count({ index: indices.permits, query })).count;
}

async function run(kind: IngestKind, input: Input, target: HeldTarget, options: IngestOptions) {
  const report = newReport(kind, input.names);
  const publisher = publisherOf(kind, target, options);
  const counties = new Set<string>();
  const load: Load = { kind, input, target, options, report, publisher, counties };
  await write(load);
  if (publisher) report.webhooks = publisher.totals;
  if (kind === 'permits') report.without_parcel = await countWithoutParcel(target);
  if (kind === 'parcels') report.demo_counties = await countiesWithDemo(target, counties);
  return report;
}

/** Smaller loads leave little to compact. */
const MANY = 1_000;

/** A failure is ignored: what was loaded can be read already, and a later load compacts it. */
const tidy = ({ client, settings }: IngestTarget) =>
  compact(
    client,
    KINDS.map((kind) => aliasOf(settings.INDEX_PREFIX, kind)),
  ).catch(() => {});

/**
 * Loads records of one kind and brings derived figures up to date.
 *
 * Broken rows are rejected and broken values nulled, each counted by reason; the rest is loaded. Loading the same input
 * again changes nothing. Only one load at a time runs in an installation; the others wait.
 * @returns the report; `error` says why a load stopped early. Throws when it could not begin.
 */
export async function ingest(
  kind: IngestKind,
  input: Input,
  target: IngestTarget,
  options: IngestOptions = {},
): Promise<LoadReport> {
  const onProgress = options.onProgress ?? (() => {});
  // Suppressions that were interrupted before they were applied.
  await applySuppressions(target, onProgress);
  const report = await alone(target, onProgress, (held) => run(kind, input, held, options));
  if (report.created + report.updated + report.removed >= MANY) await tidy(target);
  return report;
}

/**
 * Recomputes derived figures: what changed since they were last complete, or with `all` everything, in new indices that
 * replace the old ones at the end.
 * @returns the number of parcels rewritten.
 */
export async function deriveAgain(
  target: IngestTarget,
  { all = false, onProgress = () => {} }: { all?: boolean; onProgress?: OnProgress } = {},
): Promise<number> {
  await applySuppressions(target, onProgress);
  const { rewritten } = await alone(target, onProgress, (held) => deriveAndUse(held, onProgress, all));
  if (rewritten >= MANY) await tidy(target);
  return rewritten;
}
