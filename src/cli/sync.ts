import { resolve } from 'node:path';
import { Command } from 'commander';
import { tierLimits } from '../accounts/tiers.ts';
import { readConfig } from '../config.ts';
import { counted } from '../domain/in-words.ts';
import { isSchedule, repeat } from '../domain/repeat.ts';
import { findSource, keptFiles, type NamedSource, openSourceFile } from '../loading/sources/kept.ts';
import type { LayerLoad } from '../loading/sync/load.ts';
import { isCurrent, replacedCounty, type SourceResult, syncSource } from '../loading/sync/sync.ts';
import { layerStates, noteNext } from '../stores/mysql/source-layers.ts';
import { leftOutLines } from './load-summary.ts';
import { print, tell } from './print.ts';
import { withProgress } from './progress.ts';
import { tellProxies } from './proxies.ts';
import { type CommandContext, connect, connected, SERVERS_WAIT, targetOf } from './services.ts';
import { stopSignal, untilStopped } from './stopping.ts';

interface SyncFlags {
  schedule?: string;
  events: boolean;
  allowPrivate?: boolean;
  force?: boolean;
  replace?: boolean;
  json?: boolean;
}

const HELP = `
A source is the path of a source file, or its name in sources/ in the home folder (TERRIER_HOME). Without any, all sources
in that folder are checked. docs/sources.md describes the files.

The publisher says what has changed (ETag, Last-Modified, the date of the last edit); otherwise the content is compared.
A source that has shrunk by more than half, lost a column, or names another file, layer or address than it was loaded from,
is refused: --force loads it anyway. With --replace, if a source covers a whole county and no other source has brought parcels
of it, its parcels replace the county's: those that it no longer has are deleted. The first load of a source sends no events.

Examples:
  terrier sync
  terrier sync us-ne-lancaster
  terrier sync examples/sources/us-nh-lebanon.json --force
  terrier sync --schedule "17 3 * * *"

Exit status: 0 all sources are current, 3 some were refused or failed, 1 nothing could be tried.`;

function loadLine({ layer, outcome, message, report }: LayerLoad): string {
  const what = `${layer.kind} ${layer.name}`;
  if (outcome === 'unchanged') return `${what}: nothing new`;
  if (outcome !== 'loaded' || report === null) return `${what}: ${outcome}: ${message}`;
  const { read, created, updated, unchanged, removed, rejected, seconds } = report;
  const gone = removed > 0 ? `, ${removed} removed` : '';
  const time = (seconds.load + seconds.derive).toFixed(1);
  return `${what}: ${read} read, ${created} created, ${updated} updated, ${unchanged} unchanged${gone}, ${rejected} rejected (${time} s)`;
}

function resultLines({ source, loads, unsupported, error }: SourceResult): string[] {
  const lines = loads.map((load) => `${source} ${loadLine(load)}`);
  for (const { layer, report } of loads) {
    if (report === null) continue;
    lines.push(...[...leftOutLines(layer.leftOut), ...report.remarks].map((words) => `  ${words}`));
  }
  lines.push(...unsupported.map((reason) => `${source}: ${reason}`));
  if (error !== null) lines.push(`${source}: ${error}`);
  return lines;
}

/** A result for JSON: a layer is its place, kind and name. */
const plain = (result: SourceResult) => ({
  ...result,
  loads: result.loads.map(({ layer: { place, kind, name, leftOut }, ...load }) => ({
    layer: { place, kind, name, left_out: leftOut },
    ...load,
  })),
});

const NOTHING_REPLACED = { county: null, reason: null };

/** The named sources, or all kept ones. Sources that cannot be read are reported, and the others are used. */
async function readSources(
  home: string,
  names: string[],
): Promise<{ sources: NamedSource[]; broken: number }> {
  const open =
    names.length > 0
      ? names.map((name) => findSource(home, name))
      : (await keptFiles(home)).map((file) => openSourceFile(file));
  const sources: NamedSource[] = [];
  let broken = 0;
  for (const result of await Promise.allSettled(open)) {
    if (result.status === 'fulfilled') sources.push(result.value);
    else {
      broken++;
      tell((result.reason as Error).message);
    }
  }
  if (names.length === 0 && sources.length + broken === 0)
    throw new Error(
      'There are no sources yet: `terrier ingest parcels FILE --auto` keeps one, or name a source file.',
    );
  return { sources, broken };
}

/** The sources to check, and all other kept ones, since they may have parcels of the same counties. */
async function withKept(sources: NamedSource[], home: string): Promise<NamedSource[]> {
  const looked = new Set(sources.map(({ file }) => file));
  const others = (await keptFiles(home)).map((file) => resolve(file)).filter((file) => !looked.has(file));
  return [...sources, ...(await Promise.all(others.map((file) => openSourceFile(file))))];
}

/** Checks all sources in turn, until told to stop. Returns whether all are current. */
async function syncAll(
  context: CommandContext,
  names: string[],
  flags: SyncFlags,
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const { config } = context;
  const target = targetOf(context);
  const { sources, broken } = await readSources(config.TERRIER_HOME, names);
  const all = flags.replace ? await withKept(sources, config.TERRIER_HOME) : [];
  const states = flags.replace ? await layerStates(context.database) : [];
  let isAllCurrent = broken === 0;
  for (const named of sources) {
    if (isStopping()) break;
    const options = {
      news: flags.events ? tierLimits(config) : undefined,
      always: flags.force,
      allowShrink: flags.force,
      allowPrivate: flags.allowPrivate ?? false,
    };
    stopSignal.throwIfAborted();
    const { county, reason } = flags.replace ? replacedCounty(named, all, states) : NOTHING_REPLACED;
    if (reason !== null) tell(`${named.name}: --replace deletes nothing, since ${reason}.`);
    const result = await withProgress(named.name, (onProgress) =>
      syncSource(named, target, { ...options, onProgress }, county),
    );
    if (flags.json) print(JSON.stringify(plain(result)));
    else for (const line of resultLines(result)) print(line);
    isAllCurrent &&= isCurrent(result);
  }
  return isAllCurrent;
}

/** Checks the sources at each time of the schedule, until stopped. */
async function stay(schedule: string, names: string[], flags: SyncFlags): Promise<void> {
  const context = await connect(readConfig(), SERVERS_WAIT);
  const { database, config } = context;
  let isStopping = false;
  let running: Promise<unknown> = Promise.resolve();

  async function noteNextRun(at: Date | null): Promise<void> {
    const { sources } = await readSources(config.TERRIER_HOME, names);
    for (const { name } of sources) await noteNext(database, name, at);
    if (at !== null) tell(`${counted(sources.length, 'source')}; the next check is at ${at.toISOString()}`);
  }
  async function check(): Promise<void> {
    await syncAll(context, names, flags, () => isStopping);
    if (!isStopping) await noteNextRun(task.getNextRun());
  }
  const onTime = () => {
    running = check().catch((error: Error) => tell(error.message));
    return running;
  };
  const task = repeat(schedule, onTime, (sentence) => tell(`${schedule}: ${sentence}`));
  try {
    await noteNextRun(task.getNextRun());
    await untilStopped(() => tell('Ctrl-C stops it after the source that is being read.'));
    isStopping = true;
    await task.destroy();
    await running;
    await noteNextRun(null);
  } finally {
    await context.close();
  }
}

export const syncCommand = new Command('sync')
  .argument('[sources...]', 'source files, or names of kept sources; without any, all kept sources')
  .option(
    '--schedule <cron>',
    'keep running, and check at these times (UTC), such as "17 3 * * *" for every night',
  )
  .option('--replace', 'delete the parcels of a county that its one source no longer has')
  .option(
    '--force',
    'also load sources that have not changed, have shrunk, lost columns or name another place',
  )
  .option('--allow-private', 'also read from private addresses')
  .option('--no-events', 'load silently: send no webhook events')
  .option('--json', 'print one JSON object per source')
  .addHelpText('after', HELP)
  .action(async (names: string[], flags: SyncFlags) => {
    if (flags.schedule !== undefined) {
      if (!isSchedule(flags.schedule))
        throw new Error(`--schedule "${flags.schedule}" is not a cron expression, such as "17 3 * * *".`);
      tellProxies();
      return stay(flags.schedule, names, flags);
    }
    const isAllCurrent = await connected((context) => syncAll(context, names, flags));
    process.exitCode = isAllCurrent ? 0 : 3;
  });
