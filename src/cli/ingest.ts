import { realpath } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { tierLimits } from '../accounts/tiers.ts';
import { adaptedFiles } from '../loading/ingest/adapted.ts';
import { ADAPTERS, adapterByName } from '../loading/ingest/adapters/index.ts';
import { canonicalFiles, checkFiles, FORMATS, type Format } from '../loading/ingest/canonical.ts';
import { INGEST_KINDS, type IngestKind, ingest } from '../loading/ingest/ingest.ts';
import type { Input } from '../loading/ingest/input.ts';
import { type LineFile, lineFile } from '../loading/ingest/line-file.ts';
import { rehearse } from '../loading/ingest/rehearse.ts';
import { exitStatus } from '../loading/ingest/report.ts';
import { ingestByProposal } from './ingest-auto.ts';
import { ingestFromSource, type SourceFlags } from './ingest-source.ts';
import { printRehearsal, printSummary } from './load-summary.ts';
import { print, tell } from './print.ts';
import { withProgress } from './progress.ts';
import { type CommandContext, connected, targetOf } from './services.ts';
import { countyList } from './values.ts';

interface IngestFlags extends SourceFlags {
  adapter?: string;
  source?: string;
  auto?: boolean;
  format?: Format;
  nulled?: string;
}

const EXAMPLES = `
Without --adapter, keys are the canonical names (docs/loading.md, "Canonical keys").

Source files of some places are in examples/sources. Adapters, for what a source file cannot say:
${ADAPTERS.map((adapter) => `  ${adapter.name} (${adapter.kind}): ${adapter.file}\n      ${adapter.summary}`).join('\n')}

Examples:
  terrier ingest parcels county.ndjson.gz
  terrier ingest deeds deeds.csv --json
  terrier ingest deeds history.ndjson.gz --no-events
  zcat parcels.ndjson.gz | terrier ingest parcels -
  terrier ingest deeds --adapter nyc-deeds rolling_sales_2016_2021.csv.gz
  terrier ingest parcels --replace whole-county.csv
  terrier ingest parcels Parcels.zip --county 06001 --auto
  terrier ingest parcels lancaster_parcels.csv.gz --source examples/sources/us-ne-lancaster.json --dry-run

A CSV file has a header line; its columns are separated by commas, semicolons, tabs or vertical bars.
Rejected rows are listed in the home folder (TERRIER_HOME), in rejects/: file, line, field and reason, one
JSON object per line. --nulled lists nulled and cut values in the same form.

Exit status: 0 everything was loaded, 3 some rows were rejected or a column could not be read, 1 the load failed.`;

function adapterOf(kind: IngestKind, flags: IngestFlags) {
  const adapter = flags.adapter === undefined ? undefined : adapterByName(flags.adapter);
  if (flags.adapter !== undefined && !adapter) {
    throw new Error(`There is no adapter ${flags.adapter}; \`terrier ingest --help\` lists them.`);
  }
  if (adapter && adapter.kind !== kind) {
    throw new Error(`The adapter ${adapter.name} reads ${adapter.kind}: terrier ingest ${adapter.kind} …`);
  }
  return adapter;
}

/** The file of --nulled. It is overwritten, so it must not be an input file. */
async function nulledFile(name: string, files: string[]): Promise<LineFile> {
  if (name.trim() === '' || name === '-') throw new Error('--nulled needs the name of a file.');
  const at = await realpath(name).catch(() => null);
  const inputs = await Promise.all(files.map((file) => realpath(file).catch(() => null)));
  if (at !== null && inputs.includes(at))
    throw new Error(`--nulled ${name} is an input file: name another one.`);
  try {
    return lineFile(name);
  } catch (error) {
    throw new Error(`--nulled ${name} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function dryRun({ kind, input, flags }: Load): Promise<void> {
  const report = await withProgress(kind, (onProgress) => rehearse(kind, input, { onProgress }));
  if (flags.json) print(JSON.stringify(report));
  else printRehearsal(report);
  process.exitCode = exitStatus(report);
}

interface Load {
  kind: IngestKind;
  input: Input;
  flags: IngestFlags;
  nulled?: LineFile;
}

const runIngest = ({ kind, input, flags, nulled }: Load, context: CommandContext) =>
  withProgress(kind, (onProgress) =>
    ingest(kind, input, targetOf(context), {
      replace: flags.replace,
      nulled,
      counties: flags.county,
      allowShrink: flags.allowShrink,
      news: flags.events ? tierLimits(context.config) : undefined,
      onProgress,
    }),
  );

export const ingestCommand = new Command('ingest')
  .addArgument(new Command().createArgument('<kind>', 'what the files hold').choices(INGEST_KINDS))
  .argument(
    '[files...]',
    'files to load in order, or - for standard input; with --source or --auto, also an address',
  )
  .option('--auto', 'with --county: propose what the columns mean, and load those that are certain or likely')
  .option('--source <file>', 'read with a source file, or one of the kept sources (docs/sources.md)')
  .option('--adapter <name>', 'read a publisher’s own layout (listed below)')
  .addOption(
    new Option('--format <format>', 'instead of the format that the file’s extension gives').choices(FORMATS),
  )
  .option(
    '--replace',
    'parcels only: replace the counties in the files completely, deleting their parcels that are not in the files',
  )
  .option(
    '--nulled <file>',
    'list every value that was nulled or cut, with line, field and reason, in a new file',
  )
  .option(
    '--county <fips>',
    'with --replace: only these counties, separated by commas; with --source and --auto: the county of the records',
    countyList,
  )
  .option('--allow-shrink', 'with --replace: a county may lose more than half of its parcels')
  .option('--srs <system>', 'with --source and --auto: the coordinate system, such as EPSG:2227')
  .option('--file <name>', 'with --source and --auto: the file in a zip that holds several')
  .option('--layer <name>', 'with --source and --auto: the layer of a GeoPackage or FileGDB that has several')
  .option('--name <name>', 'with --auto: keep the proposal as the source of this name')
  .option('--encoding <name>', 'with --source and --auto: the encoding of the text, such as windows-1252')
  .option('--delimiter <character>', 'with --source and --auto: what separates the columns of CSV')
  .option('--allow-private', 'with --source and --auto: also read from private addresses')
  .option('--dry-run', 'read everything, show what would be rejected and nulled, and write nothing')
  .option('--no-events', 'load silently, for example old records: send no webhook events')
  .option('--json', 'print the summary as one JSON object')
  .addHelpText('after', EXAMPLES)
  .action(async (kind: IngestKind, files: string[], flags: IngestFlags) => {
    if (flags.replace && kind !== 'parcels') throw new Error('--replace is for parcels only.');
    if (!flags.replace && flags.allowShrink) throw new Error('--allow-shrink goes with --replace.');
    if (flags.dryRun && (flags.replace || flags.nulled !== undefined))
      throw new Error('--dry-run writes nothing: leave --replace and --nulled out.');
    if (flags.name !== undefined && !flags.auto) throw new Error('--name goes with --auto.');
    if (flags.source !== undefined || flags.auto) {
      if (flags.source !== undefined && flags.auto) throw new Error('Give --source or --auto, not both.');
      if (flags.adapter !== undefined || flags.format !== undefined)
        throw new Error('--adapter and --format do not go with --source and --auto.');
      const nulled = flags.nulled === undefined ? undefined : await nulledFile(flags.nulled, files);
      process.exitCode = flags.auto
        ? await ingestByProposal(kind, files, flags, nulled)
        : await ingestFromSource(flags.source!, kind, files, flags, nulled);
      return;
    }
    for (const flag of ['srs', 'file', 'layer', 'encoding', 'delimiter'] as const)
      if (flags[flag] !== undefined) throw new Error(`--${flag} goes with --source or --auto.`);
    if (files.length === 0) throw new Error('Name the files to load, or - for standard input.');
    if (!flags.replace && flags.county) throw new Error('--county goes with --replace, --source or --auto.');
    const adapter = adapterOf(kind, flags);
    await checkFiles(files, adapter !== undefined || flags.format !== undefined);
    const input = adapter ? adaptedFiles(adapter, files) : canonicalFiles(files, flags.format);
    if (flags.dryRun) return dryRun({ kind, input, flags });
    const nulled = flags.nulled === undefined ? undefined : await nulledFile(flags.nulled, files);
    const report = await connected((context) => runIngest({ kind, input, flags, nulled }, context));
    if (flags.json) print(JSON.stringify(report));
    else printSummary(report);
    if (flags.json && report.error !== null) tell(`The load stopped early: ${report.error}`);
    process.exitCode = exitStatus(report);
  });
