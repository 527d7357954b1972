import { join, resolve } from 'node:path';
import {
  type Fingerprint,
  type Fingerprints,
  isUnchanged,
  NO_FINGERPRINT,
} from '../../domain/fingerprint.ts';
import { openLayer } from '../readers/arcgis/layer.ts';
import { inputSize } from '../readers/bytes.ts';
import { type Downloaded, hashOf } from '../readers/download.ts';
import { findTable, TABLE_FORMATS, type TableFormat, type TableOptions } from '../readers/open.ts';
import { downloadWhole } from '../readers/pages.ts';
import type { Table } from '../readers/table.ts';
import { type PrintedTable, withPrinted } from './columns.ts';
import { joinTables } from './join.ts';
import type { Layer, PublishedData, Reading } from './source.ts';

export interface Opening {
  /** The folder where the paths of the source file begin. */
  base: string;
  /** The folder for downloads and servers' pages, kept until the load is done, so that a killed load can be continued. */
  work: string;
  /** Keeps what has been downloaded, by its address, so that it can be opened again. */
  downloads?: Map<string, Downloaded>;
  /** Whether addresses may be private. */
  allowPrivate: boolean;
  /** Ends requests. */
  signal?: AbortSignal;
  /** Called with what is being waited for, in words. */
  onWait?: (words: string) => void;
}

/** Where a table is; its format is found if it is not given. */
export type Place = Omit<PublishedData, 'reading'> & { reading: Partial<Reading> };

/** A published table, null if it is unchanged, its format, and what shows later whether it has changed. */
interface OpenedData {
  fingerprint: Fingerprint;
  table: Table | null;
  format?: TableFormat;
}

function formatOf({ name, reading: { format } }: Place): TableFormat | undefined {
  const known = TABLE_FORMATS.find((name) => name === format);
  if (known === undefined && format !== undefined)
    throw new Error(`${name} has the format "${format}", which must be one of ${TABLE_FORMATS.join(', ')}.`);
  return known;
}

function tableAt(path: string, place: Place): ReturnType<typeof findTable> {
  const { layer, csvsplit: delimiter, ...others } = place.reading;
  const format = formatOf(place);
  return findTable(path, {
    ...others,
    format,
    layer: layer === undefined ? undefined : String(layer),
    delimiter,
  });
}

/** The same the other way round: options as keys of `conform`. */
export function readingOf({
  format,
  file,
  layer,
  srs,
  encoding,
  delimiter,
}: Pick<TableOptions, 'format' | 'file' | 'layer' | 'srs' | 'encoding' | 'delimiter'>): Partial<Reading> {
  const all = { format, file, layer, srs, encoding, csvsplit: delimiter };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function openFile(place: Place, { base }: Opening, known: Fingerprint | null): Promise<OpenedData> {
  const path = resolve(base, place.data);
  // A folder, such as a FileGDB, has no content of its own: it counts as changed.
  const sha256 = await inputSize(path)
    .then(async () => (await hashOf(path)).digest('hex'))
    .catch(() => null);
  const fingerprint = { ...NO_FINGERPRINT, sha256 };
  if (sha256 !== null && sha256 === known?.sha256) return { fingerprint, table: null };
  return { fingerprint, ...(await tableAt(path, place)) };
}

async function openLayerAt(place: Place, { work, allowPrivate, signal }: Opening): Promise<OpenedData> {
  const table = await openLayer(place.data, { allowPrivate, signal, pages: join(work, place.name) });
  return { table, format: 'geojson', fingerprint: { ...NO_FINGERPRINT, lastEdited: table.lastEdited } };
}

/** Bytes between two progress messages of a download. */
const TOLD_EVERY = 50e6;

async function openDownload(place: Place, opening: Opening, known: Fingerprint | null): Promise<OpenedData> {
  const { work, downloads, allowPrivate, signal, onWait } = opening;
  let told = 0;
  const download = () =>
    downloadWhole(place.data, {
      folder: join(work, place.name),
      allowPrivate,
      signal,
      etag: known?.etag ?? null,
      lastModified: known?.lastModified ?? null,
      onProgress(bytes, total) {
        const isRestart = bytes < told - TOLD_EVERY;
        if (bytes < told && !isRestart) return;
        told = bytes + TOLD_EVERY;
        const all = total === null ? '' : ` of ${Math.round(total / 1e6)}`;
        onWait?.(`downloading ${place.name}: ${Math.round(bytes / 1e6)} MB${all}`);
      },
    });
  const got = downloads?.get(place.data) ?? (await download());
  if (got.unchanged) return { table: null, fingerprint: known ?? NO_FINGERPRINT };
  downloads?.set(place.data, got);
  const { etag, lastModified, sha256, path } = got;
  const fingerprint = { ...NO_FINGERPRINT, etag, lastModified, sha256 };
  return { fingerprint, ...(await tableAt(path, place)) };
}

/**
 * Opens a published table; the table is null if `known` shows that the publisher has nothing new.
 * @throws Error with a sentence when it cannot be opened.
 */
export function openData(place: Place, opening: Opening, known: Fingerprint | null): Promise<OpenedData> {
  if (place.protocol === 'ESRI') return openLayerAt(place, opening);
  if (place.protocol === 'http') return openDownload(place, opening, known);
  return openFile(place, opening, known);
}

/** A layer's table, completed from those joined to it, and what shows later whether they have changed. */
export interface OpenTable {
  table: PrintedTable;
  fingerprints: Fingerprints;
}
/** The table is null when nothing has changed since it was loaded. */
type OpenedLayer = OpenTable | { table: null; fingerprints: Fingerprints };

type Opened = { place: PublishedData } & OpenedData;

async function openAll(
  places: readonly PublishedData[],
  opening: Opening,
  known: (place: PublishedData) => Fingerprint | null,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  try {
    for (const place of places) opened.push({ place, ...(await openData(place, opening, known(place))) });
  } catch (error) {
    await Promise.all(opened.map(({ table }) => table?.close()));
    throw error;
  }
  return opened;
}

const fingerprintsOf = (opened: readonly Opened[]): Fingerprints =>
  Object.fromEntries(opened.map(({ place, fingerprint }) => [place.name, fingerprint]));

/**
 * Opens the tables of a layer.
 * @param known their fingerprints when they were loaded; null opens them in any case.
 * @throws Error with a sentence when one cannot be opened, or the tables cannot be joined.
 */
export async function openSourceLayer(
  layer: Layer,
  opening: Opening,
  known: Fingerprints | null = null,
): Promise<OpenedLayer> {
  const places = [layer, ...layer.joins];
  let opened = await openAll(places, opening, ({ name }) => known?.[name] ?? null);
  const close = () => Promise.all(opened.map(({ table }) => table?.close()));
  const fingerprints = fingerprintsOf(opened);
  if (isUnchanged(known, fingerprints)) {
    await close();
    return { table: null, fingerprints };
  }
  if (opened.some(({ table }) => table === null)) {
    // One of several has changed: the others are needed too.
    await close();
    opened = await openAll(places, opening, () => null);
  }
  const tables = opened.map(({ table }) => withPrinted(table!));
  try {
    const [main, ...others] = tables;
    const joined = others.map((table, at) => ({ join: layer.joins[at]!, table }));
    const table = joined.length === 0 ? main! : withPrinted(joinTables(main!, joined));
    return { table, fingerprints: fingerprintsOf(opened) };
  } catch (error) {
    await close();
    throw error;
  }
}
