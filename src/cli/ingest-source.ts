import { dirname } from 'node:path';
import { tierLimits } from '../accounts/tiers.ts';
import { readConfig } from '../config.ts';
import type { IngestKind } from '../loading/ingest/ingest.ts';
import type { LineFile } from '../loading/ingest/line-file.ts';
import { rehearse } from '../loading/ingest/rehearse.ts';
import { exitStatus, type LoadReport } from '../loading/ingest/report.ts';
import { findSource, type NamedSource, removeWork, workFolder } from '../loading/sources/kept.ts';
import { withFiles } from '../loading/sources/layer-address.ts';
import { type OpenTable, openSourceLayer, readingOf } from '../loading/sources/open-layer.ts';
import { inCounty, planOf } from '../loading/sources/plan.ts';
import { layerRecords } from '../loading/sources/records.ts';
import type { Layer } from '../loading/sources/source.ts';
import { layerKey, loadLayer } from '../loading/sync/load.ts';
import { howToRemove, othersThatBrought, sourcesInWords } from '../loading/sync/sync.ts';
import { layerStates } from '../stores/mysql/source-layers.ts';
import { printRehearsal, printSummary } from './load-summary.ts';
import { print, tell } from './print.ts';
import { withProgress } from './progress.ts';
import { connected, targetOf } from './services.ts';

export interface SourceFlags {
  county?: string[];
  replace?: boolean;
  allowShrink?: boolean;
  allowPrivate?: boolean;
  /** The table of the one layer, which --auto has opened and closes. */
  opened?: OpenTable;
  srs?: string;
  file?: string;
  layer?: string;
  /** The name under which --auto keeps the proposal. */
  name?: string;
  encoding?: string;
  delimiter?: string;
  events: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** The readable layers of a kind; files given by hand are a layer's table and then the tables joined to it. */
function layersOf(source: NamedSource, kind: IngestKind, given: string[]): Layer[] {
  const plans = planOf(source.source).filter(({ layer }) => layer.kind === kind);
  if (plans.length === 0) throw new Error(`${source.file} has no layers.${kind}.`);
  for (const plan of plans) if (!plan.supported) tell(`${plan.layer.place}: ${plan.reason}`);
  const layers = plans.filter(({ supported }) => supported).map(({ layer }) => layer);
  if (layers.length === 0) throw new Error(`Nothing of ${source.file} can be read.`);
  if (given.length === 0) return layers;
  const [layer, ...others] = layers;
  if (others.length > 0)
    throw new Error(
      `${source.file} has ${layers.length} layers of ${kind}: leave the files out, or keep one layer.`,
    );
  return [withFiles(layer!, given, source.file)];
}

async function rehearseLayer(named: NamedSource, layer: Layer, home: string, flags: SourceFlags) {
  const work = workFolder(home, named.name, layerKey(layer));
  const opening = {
    base: dirname(named.file),
    work,
    allowPrivate: flags.allowPrivate ?? false,
    onWait: tell,
  };
  const { table } = flags.opened ?? (await openSourceLayer(layer, opening));
  try {
    const input = layerRecords(layer, table!, named.source.area);
    const report = await withProgress(layer.name, (onProgress) =>
      rehearse(layer.kind, input, { onProgress }),
    );
    removeWork(work);
    return report;
  } finally {
    if (!flags.opened) await table!.close();
  }
}

const worst = (codes: number[]) => (codes.includes(1) ? 1 : codes.includes(3) ? 3 : 0);

/** A column that cannot be read is as bad as a row that cannot. */
const statusOf = (report: Pick<LoadReport, 'error' | 'rejected'>, { leftOut }: Layer): number =>
  worst([exitStatus(report), leftOut.some(({ unreadable }) => unreadable) ? 3 : 0]);

async function dryRun(named: NamedSource, layers: Layer[], flags: SourceFlags): Promise<number> {
  const codes: number[] = [];
  for (const layer of layers) {
    const report = await rehearseLayer(named, layer, readConfig().TERRIER_HOME, flags);
    if (flags.json) print(JSON.stringify({ ...report, left_out: layer.leftOut }));
    else printRehearsal(report, layer.leftOut);
    codes.push(statusOf(report, layer));
  }
  return worst(codes);
}

async function load(
  named: NamedSource,
  layers: Layer[],
  flags: SourceFlags,
  nulled?: LineFile,
): Promise<number> {
  return connected(async (context) => {
    const { config } = context;
    const target = targetOf(context);
    const { area } = named.source;
    const codes: number[] = [];
    if (flags.replace && area.county !== null) {
      const others = othersThatBrought(area.county, named.name, await layerStates(context.database));
      if (others.length > 0)
        throw new Error(
          `--replace would delete parcels that ${sourcesInWords(others)} brought. Leave it out. ${howToRemove(others)}.`,
        );
    }
    for (const layer of layers) {
      const options = {
        always: true,
        byHand: true,
        news: flags.events ? tierLimits(config) : undefined,
        nulled,
        replaced: flags.replace && area.county !== null ? [area.county] : undefined,
        allowShrink: flags.allowShrink,
        allowPrivate: flags.allowPrivate ?? false,
        opened: flags.opened,
        onWait: tell,
      };
      const { report, message } = await withProgress(layer.name, (onProgress) =>
        loadLayer({ named, layer, area, target, options: { ...options, onProgress } }),
      );
      const { leftOut: left_out } = layer;
      if (flags.json) print(JSON.stringify(report ? { ...report, left_out } : { error: message }));
      else if (report) printSummary(report, left_out);
      if (message !== null && (flags.json || !report)) tell(message);
      codes.push(report ? statusOf(report, layer) : 1);
    }
    return worst(codes);
  });
}

/**
 * Loads the layers of a kind as a source file says, or with --dry-run says what would be loaded.
 * @param given files or addresses in place of those in the source, in its order: the table, then the tables joined to it.
 * @returns the exit status.
 */
export async function ingestNamed(
  named: NamedSource,
  kind: IngestKind,
  given: string[],
  flags: SourceFlags,
  nulled?: LineFile,
): Promise<number> {
  const [county, ...more] = flags.county ?? [];
  if (more.length > 0)
    throw new Error('With --source and --auto, --county names the one county of the records.');
  const placed = county === undefined ? named : { ...named, source: inCounty(named.source, county) };
  const found = layersOf(placed, kind, given);
  const layers = found.map((layer) => ({ ...layer, reading: { ...layer.reading, ...readingOf(flags) } }));
  if (flags.replace && placed.source.area.county === null)
    throw new Error('--replace needs to know the county: give it with --county.');
  if (flags.replace && layers.length > 1)
    throw new Error(
      `--replace is for one layer, and ${named.file} has ${layers.length} layers of ${kind}: each would delete the parcels of the others.`,
    );
  return flags.dryRun ? dryRun(placed, layers, flags) : load(placed, layers, flags, nulled);
}

/** The same for the path of a source file, or the name of a kept one. */
export async function ingestFromSource(
  source: string,
  kind: IngestKind,
  given: string[],
  flags: SourceFlags,
  nulled?: LineFile,
): Promise<number> {
  const named = await findSource(readConfig().TERRIER_HOME, source);
  return ingestNamed(named, kind, given, flags, nulled);
}
