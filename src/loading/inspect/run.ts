import { dirname, resolve } from 'node:path';
import { atExit } from '../../stores/at-exit.ts';
import type { Input } from '../ingest/input.ts';
import { type Rehearsal, rehearse } from '../ingest/rehearse.ts';
import type { TableOptions } from '../readers/open.ts';
import type { Table } from '../readers/table.ts';
import type { Area } from '../sources/area.ts';
import { type PrintedTable, withPrinted } from '../sources/columns.ts';
import { type NamedSource, removeWork } from '../sources/kept.ts';
import { protocolOf } from '../sources/layer-address.ts';
import type { LeftOut } from '../sources/left-out.ts';
import { type Opening, type OpenTable, openData, openSourceLayer, readingOf } from '../sources/open-layer.ts';
import { layerRecords } from '../sources/records.ts';
import { type Layer, readSource } from '../sources/source.ts';
import { leftOutOf } from './left-out.ts';
import { numberParts } from './parcel-number.ts';
import { firstRows, profileTable, type TableProfile } from './profile.ts';
import type { Proposal, TableKind } from './proposal.ts';
import { propose } from './propose.ts';
import { ownCounty } from './remarks.ts';
import type { Report } from './report.ts';
import { besides, draftSource, layerName, mergedSource, toConform } from './write.ts';

interface Inspected {
  profile: TableProfile;
  proposal: Proposal;
}

/**
 * Reads a table once, or its first `rows`, and proposes what its columns mean.
 * @throws Error with a sentence about the table when it cannot be read to the end.
 */
export async function inspectTable(
  table: Table,
  kind: TableKind,
  options: { rows?: number } = {},
): Promise<Inspected> {
  const profile = await profileTable(table, { ...options, joined: numberParts(table.columns) });
  return { profile, proposal: propose(table, profile, kind) };
}

/** Rows that are read from a server: its first pages. */
const ROWS_OF_SERVERS = 5_000;

interface InspectOptions {
  kind: TableKind;
  county: string | null;
  options: TableOptions;
  /** Read only this many rows. */
  rows?: number;
  /** A load follows, which counts what it loses: only the first rows are tried. */
  isBrief?: boolean;
  allowPrivate: boolean;
  /** The folder for downloads, deleted at the end. */
  work: string;
  onWait: (words: string) => void;
}

/** What to inspect: a file or an address, or a layer of a source file. */
export type Target = { data: string } | { named: NamedSource; layer: Layer };

/** An open table, and the source file that the proposal completes: for a table without one, it says only how it is read. */
export interface Opened extends OpenTable {
  named: NamedSource;
  layer: Layer;
  /** How to open it again. */
  opening: Opening;
}

const isNumbered = ({ kind, fields }: Proposal): boolean =>
  kind === 'permits' || fields.some(({ field }) => field === 'parcel_id');

async function openUnnamed(address: string, asked: InspectOptions): Promise<Opened> {
  const { kind, county, options, allowPrivate, work, onWait } = asked;
  const protocol = protocolOf(address);
  const data = protocol === 'file' ? resolve(address) : address;
  const place = { name: layerName(data), data, protocol, compression: null, reading: readingOf(options) };
  const opening = { base: '/', work, allowPrivate, onWait, downloads: new Map() };
  const { table, format, fingerprint } = await openData(place, opening, null);
  if (table === null) throw new Error(`${address} was not sent.`);
  try {
    const json = draftSource({ kind, county, data, protocol, reading: { ...place.reading, format } });
    const source = readSource(json, 'the proposal', { isDraft: true });
    const named = { name: '', file: '/', source, json };
    const opened = { table: withPrinted(table), fingerprints: { [place.name]: fingerprint } };
    return { ...opened, named, layer: source.layers[0]!, opening };
  } catch (error) {
    await table.close();
    throw error;
  }
}

async function open(target: Target, asked: InspectOptions): Promise<Opened> {
  if ('data' in target) return openUnnamed(target.data, asked);
  const { allowPrivate, work, onWait, options } = asked;
  const { named } = target;
  const layer = { ...target.layer, reading: { ...target.layer.reading, ...readingOf(options) } };
  const opening = { base: dirname(named.file), work, allowPrivate, onWait };
  const { table, fingerprints } = await openSourceLayer(layer, opening);
  // Without known fingerprints, there is always a table.
  return { table: table!, fingerprints, named, layer, opening };
}

/** The proposal for a table, what a load would do with it, and its source file. */
interface Inspection {
  report: Report;
  /** A source file, as JSON; without a county when none was given. */
  source: object;
}

/** Without a county, the rows are tried with an existing one, so that other faults show. */
const ANY_COUNTY = '31109';
const FIRST_ROWS = 5_000;

const inAnyCounty = (input: Input): Input => ({
  ...input,
  async *read(options) {
    for await (const batch of input.read(options)) {
      for (const row of batch.rows) if ('record' in row) row.record.county_fips ??= ANY_COUNTY;
      yield batch;
    }
  },
});

/** What a load of the rows would do; null if the source file names columns that the table does not have. */
async function tryRows(
  table: PrintedTable,
  layer: Layer,
  area: Area,
  isBrief: boolean,
): Promise<Rehearsal | null> {
  let input: Input;
  try {
    input = layerRecords(layer, table, area);
  } catch (error) {
    table.remarks.push((error as Error).message);
    return null;
  }
  return rehearse(layer.kind, area.county === null ? inAnyCounty(input) : input, {
    isEnough: ({ read, taken }) => isBrief && read >= FIRST_ROWS && taken > 0,
  });
}

/** Why `--auto` loads nothing, after the rows were tried. */
function refusedAfter(refused: Proposal['refused'], preview: Rehearsal | null): Proposal['refused'] {
  if (refused !== null || preview === null) return refused;
  const { error, taken, read, rejected_by_reason } = preview;
  if (error !== null) return { words: error, isOpen: false };
  if (taken > 0 || read === 0) return null;
  const [reason] = Object.keys(rejected_by_reason);
  return { words: `None of the ${read} rows can be loaded (${reason}).`, isOpen: false };
}

async function inspectOpened({ table, named, layer }: Opened, asked: InspectOptions): Promise<Inspection> {
  const { kind, county, rows = layer.protocol === 'ESRI' ? ROWS_OF_SERVERS : undefined } = asked;
  const { profile, proposal } = await inspectTable(table, kind, { rows });
  const area = county ?? named.source.area.county;
  const own = area === null ? null : ownCounty(profile, area);
  const proposed = {
    ...proposal,
    ...(own?.only && { only: { ...proposal.only, ...own.only } }),
    remarks: [...proposal.remarks, ...(own?.remarks ?? [])],
  };
  const { whole, added } = besides(proposed, layer);
  const reading = readingOf(asked.options);
  const place = county === named.source.area.county ? null : county;
  const drafted = (conform: object, leftOut: readonly LeftOut[] = []) =>
    mergedSource(named, layer, { ...reading, ...conform }, place, leftOut);
  const source = drafted(toConform(added), leftOutOf(whole));
  if (!isNumbered(whole)) return { source, report: { table, profile, proposal: whole, preview: null } };
  // Tried with the likeliest choice in place of each open decision.
  const tried = readSource(drafted(toConform(added, { tried: true })), 'the proposal', { isDraft: true });
  const completed = tried.layers.find(({ place }) => place === layer.place)!;
  const { state } = named.source.area;
  const placed: Area = { county: area, state: area?.slice(0, 2) ?? state };
  const some = rows === undefined ? table : firstRows(table, rows);
  const preview = await tryRows(some, completed, placed, asked.isBrief ?? false);
  const refused = refusedAfter(whole.refused ?? own?.refused ?? null, preview);
  return {
    source,
    report: { table, profile, proposal: { ...whole, refused }, preview: asked.isBrief ? null : preview },
  };
}

/**
 * Reads a file, an address or a layer of a source file, proposes what its columns mean, and hands that to `use` together with
 * the table, which is open until then.
 * @throws Error with a sentence when it cannot be read.
 */
export async function inspect<T>(
  target: Target,
  asked: InspectOptions,
  use: (inspection: Inspection, opened: Opened) => Promise<T>,
): Promise<T> {
  const removed = atExit(() => removeWork(asked.work));
  try {
    const opened = await open(target, asked);
    try {
      return await use(await inspectOpened(opened, asked), opened);
    } finally {
      await opened.table.close();
    }
  } finally {
    removeWork(asked.work);
    removed();
  }
}
