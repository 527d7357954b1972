import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { missingIn } from '../loading/inspect/left-out.ts';
import { KINDS, type TableKind } from '../loading/inspect/proposal.ts';
import { reportLines } from '../loading/inspect/report.ts';
import { inspect, type Target } from '../loading/inspect/run.ts';
import { TABLE_FORMATS, type TableOptions } from '../loading/readers/open.ts';
import { findSource, sourcesFolder } from '../loading/sources/kept.ts';
import { protocolOf } from '../loading/sources/layer-address.ts';
import { openKeys } from '../loading/sources/left-out.ts';
import { inCounty, planOf } from '../loading/sources/plan.ts';
import { SourceError } from '../loading/sources/source.ts';
import { checkHome } from '../stores/home-files.ts';
import { print, tell } from './print.ts';
import { countyCode } from './values.ts';

interface InspectFlags extends Omit<TableOptions, 'lat' | 'lon' | 'headers' | 'skiplines'> {
  kind: TableKind;
  county?: string;
  rows?: string;
  write?: string;
  allowPrivate?: boolean;
  json?: boolean;
}

const HELP = `
FILE is a shapefile (.shp or .zip), GeoJSON, CSV, GeoPackage or FileGDB (with GDAL); an address is a layer of an ArcGIS
server (…/FeatureServer/0) or a download. For a kept source, or the path of a source file, the first layer of the kind is
inspected: what the file says stays, and the rest is proposed.

It shows what the values of each column look like, what the column is proposed to mean and why, what would be rejected
or lost, and what Terrier makes of a hundred rows. Nothing is loaded. --write saves the proposal as a source file, to
edit and to load with \`terrier ingest KIND --source\`; what only you can decide stands there as "decide".

Examples:
  terrier inspect Parcels.zip --county 06001
  terrier inspect roll.csv --county 31109 --write us-ne-lancaster.json
  terrier inspect https://gis.example.gov/arcgis/rest/services/Parcels/FeatureServer/0 --county 27163
  terrier inspect permits.csv --kind permits --county 37183`;

const WIDTH = 100;

/** A source file, which may lack what inspecting will propose; null for other files. */
const openDraft = (home: string, given: string) =>
  findSource(home, given, { isDraft: true }).catch((error) => {
    if (error instanceof SourceError) throw error;
    return null;
  });

/** The first layer of the kind in a source file, with its county; else the file or address that was given. */
async function targetOf(
  given: string,
  { kind, county }: InspectFlags,
  home: string,
): Promise<{ target: Target; county: string | null }> {
  const isKept = existsSync(join(sourcesFolder(home), `${given}.json`)) && !existsSync(given);
  const named = isKept || given.endsWith('.json') ? await openDraft(home, given) : null;
  if (named === null) return { target: { data: given }, county: county ?? null };
  const source = county === undefined ? named.source : inCounty(named.source, county);
  const plans = planOf(source).filter(({ layer }) => layer.kind === kind);
  const plan = plans.find(({ layer }) => !layer.skip) ?? plans[0];
  if (!plan) throw new Error(`${named.file} has no layers.${kind}.`);
  tell(plan.supported ? plan.sentence : plan.reason);
  const { layer } = plan;
  if (!plan.supported && layer.protocol === 'ftp') throw new Error(plan.reason);
  return { target: { named, layer }, county: source.area.county };
}

function rowsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error('--rows must be a whole number above 0.');
  return Number(text);
}

export const inspectCommand = new Command('inspect')
  .argument('<what>', 'a file, an address, or a source')
  .addOption(new Option('--kind <kind>', 'what its rows are').choices(KINDS).default('parcels'))
  .option('--county <fips>', 'the 5-digit FIPS code of the county of its rows', countyCode)
  .option('--write <file>', 'write the proposal as a source file')
  .option('--rows <number>', 'look only at this many rows')
  .addOption(new Option('--format <format>', 'instead of the detected format').choices(TABLE_FORMATS))
  .option('--file <name>', 'the file in a zip that holds several')
  .option('--layer <name>', 'the layer of a GeoPackage or FileGDB that has several')
  .option('--srs <system>', 'the coordinate system, such as EPSG:2227')
  .option('--encoding <name>', 'encoding of the text, such as windows-1252')
  .option('--delimiter <character>', 'what separates the columns of CSV')
  .option('--allow-private', 'also read from private addresses')
  .option('--json', 'print everything as one JSON object')
  .addHelpText('after', HELP)
  .action(async (what: string, flags: InspectFlags) => {
    const home = readConfig().TERRIER_HOME;
    const { kind, format, file, layer, srs, encoding, delimiter } = flags;
    if (flags.write !== undefined && existsSync(flags.write))
      throw new Error(`${flags.write} exists: name a new file, or delete it.`);
    const { target, county } = await targetOf(what, flags, home);
    const { protocol } = 'data' in target ? { protocol: protocolOf(target.data) } : target.layer;
    // Downloads are there until it ends.
    if (protocol !== 'file') checkHome(home);
    const asked = {
      kind,
      county,
      options: { format, file, layer, srs, encoding, delimiter },
      rows: rowsOf(flags.rows),
      allowPrivate: flags.allowPrivate ?? false,
      work: join(sourcesFolder(home), 'work', `inspect-${process.pid}`),
      onWait: tell,
    };
    const { report, source } = await inspect(target, asked, async (inspection) => inspection);
    if (flags.json) print(JSON.stringify({ ...report, missing: missingIn(report.proposal), source }));
    else for (const line of reportLines(report, process.stdout.columns ?? WIDTH)) print(line);
    if (flags.write === undefined) return;
    await writeFile(flags.write, `${JSON.stringify(source, null, 2)}\n`, { flag: 'wx' });
    const where = county === null ? ' --county FIPS' : '';
    const open = openKeys(source);
    const first =
      open.length === 0
        ? 'Load it'
        : `Before it can be loaded, write what is decided as ${open.join(', ')}. Then`;
    tell(`Wrote ${flags.write}. ${first}: terrier ingest ${kind} --source ${flags.write}${where}`);
  });
