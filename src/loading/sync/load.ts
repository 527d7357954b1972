import { dirname } from 'node:path';
import { counted, listed } from '../../domain/in-words.ts';
import { databaseName } from '../../stores/mysql/database.ts';
import { withLock } from '../../stores/mysql/lock.ts';
import {
  type LayerKey,
  type LayerState,
  type Loaded,
  layerState,
  noteTry,
  type Outcome,
} from '../../stores/mysql/source-layers.ts';
import { type IngestOptions, type IngestTarget, ingest } from '../ingest/ingest.ts';
import { stableId } from '../ingest/kinds/kind.ts';
import type { LoadReport } from '../ingest/report.ts';
import type { Table } from '../readers/table.ts';
import type { Area } from '../sources/area.ts';
import type { PrintedTable } from '../sources/columns.ts';
import { type NamedSource, removeWork, workFolder } from '../sources/kept.ts';
import { layerAddressKey } from '../sources/layer-address.ts';
import { shownLeftOut } from '../sources/left-out.ts';
import { type OpenTable, openSourceLayer } from '../sources/open-layer.ts';
import { layerRecords } from '../sources/records.ts';
import type { Layer } from '../sources/source.ts';

/** The least part of the rows of the last load. */
const LEAST_PART = 0.5;
const MOST_NAMED = 10;

/** What the last load of a layer read. */
interface Before {
  rows: number | null;
  columns: readonly string[] | null;
}

/** The columns that are not among the others. As in source files, upper and lower case do not matter. */
function lacking(columns: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map((column) => column.toLowerCase()));
  return columns.filter((column) => !known.has(column.toLowerCase()));
}

/**
 * Why a changed source is not loaded unless a person says so; null when it may be loaded. If a column is gone or renamed,
 * its values become unknown in every record; new columns do no harm.
 */
function changeOf(before: Before, now: { rows: number | null; columns: readonly string[] }): string | null {
  const gone = lacking(before.columns ?? [], now.columns);
  if (gone.length > 0) {
    const fresh = lacking(now.columns, before.columns ?? []);
    const instead = fresh.length > 0 ? `; new are ${listed(fresh, MOST_NAMED)}` : '';
    return `its columns have changed: ${listed(gone, MOST_NAMED)} ${gone.length === 1 ? 'is' : 'are'} gone${instead}`;
  }
  if (before.rows !== null && now.rows !== null && now.rows < before.rows * LEAST_PART)
    return `it has shrunk by more than half: from ${before.rows} to ${now.rows} rows`;
  return null;
}

/** As `changeOf`, in sentences that name the command that loads the source anyway. */
export function refusal(
  before: Before,
  now: { rows: number | null; columns: readonly string[] },
  source: string,
): string | null {
  const change = changeOf(before, now);
  return change && `${change}. If that is right: \`terrier sync ${source} --force\``;
}

/** The columns that were not there at the last load. */
export const newColumns = (before: Before, columns: readonly string[]): string[] =>
  before.columns === null ? [] : lacking(columns, before.columns);

/** Why a source is not loaded whose name belongs to another file, layer or address, and what to do, in sentences. */
function takenName({ name, file, isDraft }: NamedSource, layer: string): string {
  const taken = `${layer} of the source ${name} was loaded from another file, layer or address`;
  return isDraft
    ? `${taken}. To keep both, give this one another name with --name. If it takes the place of the other: \`terrier sources remove ${name}\`, then the same command`
    : `${taken}. To keep both, rename this source file. If it takes the place of the other: \`terrier sync ${file} --force\``;
}

export interface LoadOptions extends Pick<IngestOptions, 'news' | 'onProgress' | 'nulled' | 'allowShrink'> {
  /** Load even if nothing has changed, there are far fewer rows, or columns have changed. */
  always?: boolean;
  /** A person runs this and sees why it fails, so a failed first try is not noted. */
  byHand?: boolean;
  /** Counties to replace entirely. */
  replaced?: string[];
  allowPrivate: boolean;
  /** The table, if it is open already; whoever has opened it closes it. */
  opened?: OpenTable;
  onWait?: (words: string) => void;
}

export interface LayerLoad {
  layer: Layer;
  outcome: Outcome;
  /** Why it was refused or failed. */
  message: string | null;
  report: LoadReport | null;
}

/** The other process reads the same data, so there is no point in waiting for it and reading everything again. */
const BUSY =
  'another process is loading this layer: when that has ended, run the same command again if it is still needed';

interface Job {
  named: NamedSource;
  layer: Layer;
  area: Area;
  target: IngestTarget;
  options: LoadOptions;
}

/** The kind and position of a layer in its source, such as `parcels/0`. */
export const layerKey = ({ place }: Layer): string => place.replace(/^layers\.(\w+)\[(\d+)\]$/, '$1/$2');

function publisherOf({ website, data, protocol }: Layer): string | null {
  const address = website ?? (protocol === 'file' ? null : data);
  return address === null ? null : (URL.parse(address)?.host ?? address);
}

/** Loads an open table. A layer's first load is silent: all of its records would be news. */
async function loadTable(
  { layer, area, target, options }: Job,
  table: PrintedTable,
  before: LayerState | null,
): Promise<LoadReport> {
  const { news, onProgress, nulled, allowShrink, replaced } = options;
  const isFirst = before?.loaded_at == null;
  const report = await ingest(layer.kind, layerRecords(layer, table, area), target, {
    onProgress,
    nulled,
    news: isFirst ? undefined : news,
    ...(replaced && { replace: true, counties: replaced, allowShrink }),
  });
  if (layer.kind === 'parcels' && report.duplicates > 0)
    report.remarks.push(
      `${counted(report.duplicates, 'repeated parcel number')}: the last row of each number counts. ` +
        'If the rows of one number are one parcel, write "repeats": "join" in the layer of the source file: their outlines are ' +
        'joined, and the values of the first row count',
    );
  return report;
}

/** The number of rows in a table. Where its format has no count, it is read, but no further than to as many as are enough. */
async function rowsOf(table: Table, enough: number): Promise<number> {
  if (table.count !== null) return table.count;
  let rows = 0;
  for await (const batch of table.read()) {
    rows += batch.length;
    if (rows >= enough) break;
  }
  return rows;
}

/** The key of the address in the source file, whatever address or file is given by hand in its place. */
function layerAddressOf({ named, layer }: Job): string {
  const said = named.source.layers.find(({ place }) => place === layer.place) ?? layer;
  return layerAddressKey(said, dirname(named.file));
}

interface Tried {
  outcome: Outcome;
  message?: string;
  report?: LoadReport;
  load?: Loaded;
}

async function attempt(job: Job, before: LayerState | null, work: string): Promise<Tried> {
  const { named, layer, options } = job;
  const opening = {
    base: dirname(named.file),
    work,
    allowPrivate: options.allowPrivate,
    onWait: options.onWait,
    signal: job.target.signal,
  };
  const known = options.always ? null : (before?.fingerprints ?? null);
  const { table, fingerprints } = options.opened ?? (await openSourceLayer(layer, opening, known));
  if (table === null) return { outcome: 'unchanged' };
  try {
    const columns = table.columns.map(({ name }) => name);
    const last = { rows: before?.rows ?? null, columns: before?.columns ?? null };
    const refused =
      options.always || last.rows === null
        ? null
        : refusal(last, { rows: await rowsOf(table, last.rows * LEAST_PART), columns }, named.file);
    if (refused !== null) return { outcome: 'refused', message: refused };
    const report = await loadTable(job, table, before);
    const added = newColumns(last, columns);
    if (added.length > 0) report.remarks.push(`${table.name} has new columns: ${added.join(', ')}`);
    if (report.error !== null) return { outcome: 'failed', message: report.error, report };
    const { read, rejected } = report;
    return {
      outcome: 'loaded',
      report,
      load: {
        rows: table.count ?? read,
        rejected,
        columns,
        left_out: layer.leftOut.map(shownLeftOut),
        fingerprints,
      },
    };
  } finally {
    if (!options.opened) await table.close();
  }
}

/**
 * The county of a layer; `SS000` for a state, `00000` for no one state. A layer that was loaded for another county before
 * has brought records to both.
 */
function countyOf({ county, state }: Area, before: LayerState | null): string {
  const now = county ?? `${state ?? '00'}000`;
  if (before?.loaded_at == null || before.county_fips === now) return now;
  const [was, is] = [before.county_fips.slice(0, 2), now.slice(0, 2)];
  return was === is ? `${is}000` : '00000';
}

async function tryLayer(job: Job, key: LayerKey): Promise<LayerLoad> {
  const { named, layer, area, target, options } = job;
  const work = workFolder(target.home, key.source, key.layer);
  const before = await layerState(target.database, key);
  const place = layerAddressOf(job);
  const isOther = before !== null && before.place !== null && before.place !== place;
  if (isOther && (options.byHand || !options.always)) {
    const message = takenName(named, key.layer);
    const { county_fips, publisher } = before;
    const noted = { county_fips, publisher, outcome: 'refused', message, at: new Date() } as const;
    if (!options.byHand) await noteTry(target.database, key, noted);
    return { layer, outcome: 'refused', message, report: null };
  }
  const tried: Tried = await attempt(job, isOther ? null : before, work).catch((error: Error) => ({
    outcome: 'failed',
    message: error.message,
  }));
  target.signal?.throwIfAborted();
  if (tried.outcome !== 'failed') removeWork(work);
  const { outcome, message = null, report = null, load } = tried;
  const isPassing = options.byHand && outcome === 'failed' && before?.loaded_at == null;
  if (isPassing) return { layer, outcome, message, report };
  await noteTry(target.database, key, {
    county_fips: countyOf(area, before),
    publisher: publisherOf(layer),
    outcome,
    message,
    place: outcome === 'loaded' || outcome === 'unchanged' ? place : undefined,
    at: new Date(),
    load,
  });
  return { layer, outcome, message, report };
}

/**
 * Loads a layer of a source if its publisher has something new, and notes the result. After a failure, what was downloaded
 * is kept, so that the next try continues from there. If another process is reading the layer, this fails and notes nothing.
 */
export async function loadLayer(job: Job): Promise<LayerLoad> {
  const { named, layer, target } = job;
  const key = { source: named.name, layer: layerKey(layer) };
  const lock = stableId(await databaseName(target.database), 'source', key.source, key.layer);
  const done = await withLock(target.database, lock, 0, () => tryLayer(job, key));
  return done ?? { layer, outcome: 'failed', message: BUSY, report: null };
}
