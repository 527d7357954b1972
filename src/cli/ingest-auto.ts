import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../config.ts';
import type { IngestKind } from '../loading/ingest/ingest.ts';
import type { LineFile } from '../loading/ingest/line-file.ts';
import { KINDS, type TableKind } from '../loading/inspect/proposal.ts';
import { reportLines } from '../loading/inspect/report.ts';
import { inspect, type Opened } from '../loading/inspect/run.ts';
import { draftOf, keepSource, type NamedSource, sourcesFolder } from '../loading/sources/kept.ts';
import { protocolOf } from '../loading/sources/layer-address.ts';
import { type OpenTable, openSourceLayer } from '../loading/sources/open-layer.ts';
import { checkHome } from '../stores/home-files.ts';
import { ingestNamed, type SourceFlags } from './ingest-source.ts';
import { print, tell } from './print.ts';
import { nameToKeep } from './source-names.ts';

const WIDTH = 100;

/**
 * The table that was inspected, for the load. It is opened again where the load reads columns of coordinates in a system of
 * their own; a load itself opens the layer of a server, whose pages it keeps until it is done.
 */
async function openedFor({ source: { layers } }: NamedSource, opened: Opened): Promise<OpenTable | null> {
  if (opened.layer.protocol === 'ESRI') return null;
  const [layer] = layers;
  const isAsRead = isDeepStrictEqual(layer!.reading, opened.layer.reading);
  if (isAsRead) return opened;
  const { table, fingerprints } = await openSourceLayer(layer!, opened.opening);
  // Without known fingerprints, there is always a table.
  return { table: table!, fingerprints };
}

/**
 * Proposes what the columns of a table mean, prints the proposal, and loads the columns that are certain or likely. The
 * proposal is kept as a source file in the home folder, so that `terrier sync` keeps the table current.
 * @returns the exit status.
 * @throws Error that says why nothing is loaded: the rows have no parcel number, or are another county's.
 */
export async function ingestByProposal(
  kind: IngestKind,
  files: string[],
  flags: SourceFlags,
  nulled?: LineFile,
): Promise<number> {
  const known: TableKind | undefined = KINDS.find((one) => one === kind);
  if (known === undefined) throw new Error(`--auto is for ${KINDS.join(', ')}.`);
  const [county, ...counties] = flags.county ?? [];
  if (county === undefined || counties.length > 0)
    throw new Error('--auto needs the county of the records: --county with its 5-digit FIPS code.');
  const [given, ...more] = files;
  if (given === undefined || given === '-' || more.length > 0)
    throw new Error('--auto reads one file or address.');
  const home = readConfig().TERRIER_HOME;
  // The source is kept there after the load.
  if (!flags.dryRun) checkHome(home);
  const { srs, file, layer, encoding, delimiter, name: chosen, ...others } = flags;
  const place = { data: given, protocol: protocolOf(given), reading: { file, layer } };
  const name = await nameToKeep(home, { county, kind: known, place, asked: chosen });
  const asked = {
    kind: known,
    county,
    options: { srs, file, layer, encoding, delimiter },
    isBrief: true,
    allowPrivate: flags.allowPrivate ?? false,
    work: join(sourcesFolder(home), 'work', `auto-${process.pid}`),
    onWait: tell,
  };
  return inspect({ data: given }, asked, async ({ report, source }, opened) => {
    const show = flags.json ? tell : print;
    const { refused } = report.proposal;
    for (const line of reportLines(report, process.stdout.columns ?? WIDTH, { isLoaded: refused === null }))
      show(line);
    if (refused !== null) {
      const how =
        ` Write the proposal to a source file (terrier inspect ${given} --kind ${kind} --county ${county} ` +
        `--write ${name}.json), name the parcel number there, and load it: terrier ingest ${kind} --source ${name}.json`;
      throw new Error(`Nothing was loaded: ${refused.words}${refused.isOpen ? how : ''}`);
    }
    const named = draftOf(home, name, source);
    const table = await openedFor(named, opened);
    const status = await ingestNamed(named, kind, [], { ...others, ...(table && { opened: table }) }, nulled);
    if (table !== opened) await table?.table.close();
    if (flags.dryRun) return status;
    // A source that cannot be loaded would fail at every sync.
    if (status === 1) tell('This source was not kept, since the load failed.');
    else {
      await keepSource(home, name, source);
      tell(`The source is kept as ${name}: \`terrier sync ${name}\` loads it again when it has changed.`);
    }
    return status;
  });
}
