import { stat } from 'node:fs/promises';
import { type AsyncBuffer, asyncBufferFromFile, type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { cellsFault } from '../cells.ts';
import { inDegrees, invalidGeometries } from '../degrees.ts';
import { firstBytes, openOnDisk } from '../input.ts';
import { kindByMagic } from '../magic.ts';
import { markup } from '../markup.ts';
import type { Cell, ReadRow, Table } from '../table.ts';
import { fromWkb } from '../wkb.ts';
import { listed } from '../zip.ts';
import { columnsOf, PARSERS, type ParquetColumn, withoutDecimals } from './columns.ts';
import { type GeometryColumn, geometryColumn } from './geo.ts';
import { checkGroups, rowValues } from './groups.ts';

const ROWS_AT_ONCE = 500;

export interface GeoParquetOptions {
  /** Instead of what the file says. */
  srs?: string;
  /** The file in a zip that holds several. */
  entry?: string;
}

/** @throws Error when the file is none, or does not end as one. */
async function checkFile(file: string): Promise<void> {
  const first = await firstBytes(file, 16);
  const kind = kindByMagic(first);
  if (first.length === 0) throw new Error('it is empty.');
  if (kind === 'encrypted parquet')
    throw new Error('it is encrypted: ask the publisher for one that is not.');
  if (kind !== 'parquet')
    throw new Error(`it is not a Parquet file but ${markup(first.toString('latin1')) ?? 'something else'}.`);
  const { size } = await stat(file);
  if (size < 12) throw new Error('it is not complete. Download it again.');
}

const damaged = (error: unknown) =>
  new Error(
    `it is damaged or not complete (${(error as Error).message}). Download it again, or convert it, by ` +
      'ogr2ogr -f GPKG parcels.gpkg FILE.',
    { cause: error },
  );

interface Opened {
  source: AsyncBuffer;
  metadata: FileMetaData;
  columns: ParquetColumn[];
  binary: string[];
  geometry: GeometryColumn | null;
}

async function openParquet(file: string, srs: string | undefined): Promise<Opened> {
  await checkFile(file);
  const source = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(source, { geoparquet: false, parsers: PARSERS }).catch(
    (error) => {
      throw damaged(error);
    },
  );
  checkGroups(metadata);
  const geometry = geometryColumn(metadata, metadata.schema, srs);
  return { source, metadata: withoutDecimals(metadata), geometry, ...columnsOf(metadata, geometry?.column) };
}

/**
 * Opens a Parquet file, in a zip, too; its geometries by the metadata of GeoParquet or by their own type. Nested values
 * are cells with JSON; columns with other binary data are left out. Memory holds one group of rows.
 * @throws Error with a sentence when it is none, or cannot be read.
 */
export async function openGeoParquet(path: string, options: GeoParquetOptions = {}): Promise<Table> {
  const { name, file, remove } = await openOnDisk(path, /\.(geo)?parquet$/i, 'Parquet file', options.entry);
  const about = (error: Error) => new Error(`${name}: ${error.message}`, { cause: error });
  const opened = await openParquet(file, options.srs).catch(async (error: Error) => {
    await remove();
    throw about(error);
  });
  const { source, metadata, columns, binary, geometry } = opened;
  const count = Number(metadata.num_rows);
  const remarks = binary.length > 0 ? [`Binary data is not read: the columns ${listed(binary)}.`] : [];
  const unlocated = invalidGeometries();
  const keys = [...columns.map(({ key }) => key), ...(geometry ? [geometry.column] : [])];
  let rowsRead = 0;

  function geometryOf(value: unknown) {
    if (geometry === null || value === undefined || value === null) return null;
    const found = value instanceof Uint8Array ? fromWkb(value) : null;
    return found === null ? 'invalid' : inDegrees(found, geometry.projection.toDegrees);
  }

  function toRow(values: unknown[], line: number): ReadRow {
    const cells: Record<string, Cell> = {};
    columns.forEach(({ name, cellOf }, at) => {
      cells[name] = cellOf(values[at]);
    });
    const fault = cellsFault(cells);
    if (fault) return { line, ...fault };
    const found = geometryOf(values[columns.length]);
    if (found === 'invalid') unlocated.add(line);
    return { line, cells, geometry: found === 'invalid' ? null : found };
  }

  async function* batches(): AsyncGenerator<ReadRow[]> {
    for await (const next of rowValues(source, metadata, keys)) {
      let rows: ReadRow[] = [];
      for (let values = next(); values !== null; values = next()) {
        rows.push(toRow(values, ++rowsRead));
        if (rows.length < ROWS_AT_ONCE) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    }
  }

  async function* read(): AsyncGenerator<ReadRow[]> {
    rowsRead = 0;
    unlocated.reset();
    try {
      yield* batches();
    } catch (error) {
      throw about(damaged(error));
    } finally {
      unlocated.say(remarks);
    }
  }

  return {
    name,
    format: geometry ? 'GeoParquet' : 'Parquet',
    columns: columns.map(({ key: _key, cellOf: _cellOf, ...column }) => column),
    encoding: null,
    projection: geometry?.projection.name ?? null,
    geometry: geometry?.types ?? null,
    count,
    remarks,
    read,
    share: () => (count === 0 ? 1 : rowsRead / count),
    close: remove,
  };
}
