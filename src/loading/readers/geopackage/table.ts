import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { listed } from '../../../domain/in-words.ts';
import { cellsFault, numberCell, unfilled } from '../cells.ts';
import { inDegrees, invalidGeometries } from '../degrees.ts';
import { kindByMagic, markup } from '../formats.ts';
import { firstBytes, openOnDisk } from '../input.ts';
import { type Projection, projectionOf } from '../projection.ts';
import { about, type Cell, type OpenOptions, type ReadRow, type Table, tallied } from '../table.ts';
import { fromGeoPackage } from '../wkb.ts';
import { zipEntries } from '../zip.ts';
import type { LayerColumn, Value } from './layers.ts';
import { openInProcess } from './process.ts';

const HEADER = 100;

/** The size of a file. @throws Error when that, or the first bytes, are not those of a whole SQLite file. */
async function checkFile(file: string): Promise<number> {
  const { size } = await stat(file);
  if (size === 0) throw new Error('it is empty.');
  const header = Buffer.concat([await firstBytes(file, HEADER)], HEADER);
  if (kindByMagic(header) !== 'sqlite')
    throw new Error(`it is not a GeoPackage but ${markup(header.toString('latin1')) ?? 'something else'}.`);
  const page = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  // The page count is valid only if the program that last changed the file maintains it.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  const expected = isCounted ? header.readUInt32BE(28) * page : 0;
  if (size < expected)
    throw new Error(`it is not complete: it has ${size} of ${expected} bytes. Download it again.`);
  const journal = await stat(`${file}-wal`).catch(() => null);
  if (journal && journal.size > 0)
    throw new Error(
      'another program is changing it, or did not finish (there is a -wal file beside it): close it there.',
    );
  return size;
}

/** @throws Error when a zip has changes to a GeoPackage that were not written into it yet. */
async function checkJournal(zip: string, name: string): Promise<void> {
  const entry = name.slice(zip.length + 1);
  const journal = (await zipEntries(zip)).find(({ name }) => name === `${entry}-wal`);
  if (journal && journal.size > 0)
    throw new Error(
      `${name}: it was packed while a program was changing it (there is a -wal file beside it). Close it there, and pack it again.`,
    );
}

/** The first of several descriptions of a coordinate system that is known. */
function firstKnown(systems: readonly (string | null)[]): Projection {
  const [system, ...others] = systems;
  try {
    return projectionOf(system ?? null);
  } catch (error) {
    if (others.length === 0) throw error;
    return firstKnown(others);
  }
}

function cellOf(value: Value | undefined, type: LayerColumn['type']): Cell {
  if (value === null || value === undefined || value instanceof Uint8Array) return null;
  if (type === 'boolean' && typeof value !== 'string') return Number(value) !== 0;
  return typeof value === 'string' ? unfilled(value) : numberCell(value);
}

interface Opened extends Awaited<ReturnType<typeof openInProcess>> {
  projection: Projection | null;
}

async function openLayer(file: string, options: OpenOptions): Promise<Opened> {
  const size = await checkFile(file);
  const opened = await openInProcess(resolve(file), size, options.layer);
  const { geometry } = opened.described.layer;
  try {
    const systems = options.srs === undefined ? (geometry?.system ?? []) : [options.srs];
    return { ...opened, projection: geometry === null ? null : firstKnown(systems) };
  } catch (error) {
    opened.end();
    throw error;
  }
}

/**
 * Opens a layer of a GeoPackage, also one in a zip. The cells are its key and its columns, except those with binary data.
 * @throws Error with a sentence when it is not a GeoPackage, has several layers and none is named, or its coordinate
 *   system is unknown.
 */
export async function openGeoPackage(path: string, options: OpenOptions = {}): Promise<Table> {
  const opened = await openOnDisk(path, /\.gpkg$/i, 'GeoPackage', options.file);
  if (opened.name !== path)
    await checkJournal(path, opened.name).catch(async (error) => {
      await opened.remove();
      throw error;
    });
  return geoPackageTable(opened, options);
}

/**
 * The same for a GeoPackage on disk, which has that name in messages and is removed when the table is closed. The keys of one
 * that was made of another file are no column.
 */
export async function geoPackageTable(
  { name, file, remove }: Awaited<ReturnType<typeof openOnDisk>>,
  options: OpenOptions,
  { isConverted = false } = {},
): Promise<Table> {
  const { described, rows, end, projection } = await openLayer(file, options).catch(async (error: Error) => {
    await remove();
    throw about(name, error);
  });
  const { layer, binary, count } = described;
  const columns = described.columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ isId }) => !(isConverted && isId));
  const remarks = binary.length > 0 ? [`Binary data is not read: the columns ${listed(binary)}.`] : [];
  const unlocated = invalidGeometries();
  let rowsRead = 0;

  function geometryOf(value: Value | undefined) {
    if (!projection || value === null || value === undefined) return null;
    const geometry = value instanceof Uint8Array ? fromGeoPackage(value) : null;
    return geometry === null ? 'invalid' : inDegrees(geometry, projection.toDegrees);
  }

  function toRow(values: Value[], line: number): ReadRow {
    const cells: Record<string, Cell> = {};
    for (const { at, name, type } of columns) {
      const value = values[at];
      if (value instanceof Uint8Array) return { line, reason: 'line_too_long', field: name };
      cells[name] = cellOf(value, type);
    }
    const fault = cellsFault(cells);
    if (fault) return { line, ...fault };
    return { line, cells, geometry: unlocated.usable(line, geometryOf(values[described.columns.length])) };
  }

  async function* read(): AsyncGenerator<ReadRow[]> {
    rowsRead = 0;
    for await (const batch of rows()) yield batch.map((values) => toRow(values, ++rowsRead));
  }

  return {
    name: `${name} (layer ${layer.name})`,
    format: 'GeoPackage',
    columns: columns.map(({ key: _key, isId: _isId, at: _at, ...column }) => column),
    encoding: null,
    projection: projection?.name ?? null,
    geometry: layer.geometry?.type ?? null,
    count,
    remarks,
    unusable: unlocated.count,
    read: tallied(name, remarks, [unlocated], read),
    share: () => (count === 0 ? 1 : Math.min(1, rowsRead / count)),
    async close() {
      end();
      await remove();
    },
  };
}
