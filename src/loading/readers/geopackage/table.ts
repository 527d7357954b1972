import { open, stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { listed } from '../../../domain/in-words.ts';
import { cellsFault, numberCell } from '../cells.ts';
import { inDegrees, invalidGeometries } from '../degrees.ts';
import { openOnDisk } from '../input.ts';
import { kindByMagic } from '../magic.ts';
import { markup } from '../markup.ts';
import { type Projection, projectionOf } from '../projection.ts';
import { openSqlite, quoted } from '../sqlite.ts';
import type { Cell, OpenOptions, ReadRow, Table } from '../table.ts';
import { fromGeoPackage } from '../wkb.ts';
import { zipEntries } from '../zip.ts';
import { columnsOf, type LayerColumn } from './columns.ts';
import { hasTable, type Layer, layersOf, pickLayer, rowsOf } from './layers.ts';

const ROWS_AT_ONCE = 500;
const HEADER = 100;

/** @throws Error when the first bytes, or the size, are not those of a whole SQLite file. */
async function checkFile(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const header = Buffer.alloc(HEADER);
    const { bytesRead } = await handle.read(header, 0, HEADER, 0);
    if (bytesRead === 0) throw new Error('it is empty.');
    if (kindByMagic(header) !== 'sqlite')
      throw new Error(`it is not a GeoPackage but ${markup(header.toString('latin1')) ?? 'something else'}.`);
    const { size } = await handle.stat();
    const page = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    // The page count is valid only if the program that last changed the file maintains it.
    const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
    const expected = isCounted ? header.readUInt32BE(28) * page : 0;
    if (size < expected)
      throw new Error(`it is not complete: it has ${size} of ${expected} bytes. Download it again.`);
  } finally {
    await handle.close();
  }
  const journal = await stat(`${file}-wal`).catch(() => null);
  if (journal && journal.size > 0)
    throw new Error(
      'another program is changing it, or did not finish (there is a -wal file beside it): close it there.',
    );
}

/** @throws Error when a zip has changes to a GeoPackage that were not written into it yet. */
async function checkJournal(zip: string, name: string): Promise<void> {
  const entry = name.slice(zip.length + 1);
  const journal = (await zipEntries(zip)).find((one) => one.name === `${entry}-wal`);
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

function countOf(database: DatabaseSync, layer: string): number {
  if (hasTable(database, 'gpkg_ogr_contents')) {
    const [found] = rowsOf(
      database,
      'SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = ?',
      layer,
    );
    if (typeof found?.feature_count === 'number') return found.feature_count;
  }
  return Number(rowsOf(database, `SELECT count(*) AS rows FROM ${quoted(layer)}`)[0]!.rows);
}

type Value = null | number | bigint | string | Uint8Array;

function cellOf(value: Value | undefined, type: LayerColumn['type']): Cell {
  if (value === null || value === undefined || value instanceof Uint8Array) return null;
  if (type === 'boolean' && typeof value !== 'string') return Number(value) !== 0;
  return typeof value === 'string' ? value : numberCell(value);
}

const damaged = (error: unknown) =>
  new Error(`it is damaged (${(error as Error).message}). Download it again.`, { cause: error });

/** The values of a layer's rows, from the database a few at a time. */
function* valuesOf(database: DatabaseSync, layer: Layer, columns: readonly string[]): Generator<Value[]> {
  const statement = database.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(layer.name)}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  try {
    // setReturnArrays makes the rows arrays; the types do not know that.
    yield* statement.iterate() as Iterable<unknown> as Iterable<Value[]>;
  } catch (error) {
    throw damaged(error);
  }
}

interface Opened {
  database: DatabaseSync;
  layer: Layer;
  columns: LayerColumn[];
  binary: string[];
  count: number;
  projection: Projection | null;
}

function describe(database: DatabaseSync, options: OpenOptions): Opened {
  const layer = pickLayer(layersOf(database), options.layer);
  const { columns, binary } = columnsOf(database, layer);
  const systems = options.srs === undefined ? (layer.geometry?.system ?? []) : [options.srs];
  return {
    database,
    layer,
    columns,
    binary,
    count: countOf(database, layer.name),
    projection: layer.geometry === null ? null : firstKnown(systems),
  };
}

async function openLayer(file: string, options: OpenOptions): Promise<Opened> {
  await checkFile(file);
  const database = await openSqlite(file).catch((error) => {
    throw damaged(error);
  });
  try {
    return describe(database, options);
  } catch (error) {
    database.close();
    throw (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR' ? damaged(error) : error;
  }
}

/**
 * Opens a layer of a GeoPackage, also one in a zip. The cells are its key and its columns, except those with binary data.
 * @throws Error with a sentence when it is not a GeoPackage, has several layers and none is named, or its coordinate
 *   system is unknown.
 */
export async function openGeoPackage(path: string, options: OpenOptions = {}): Promise<Table> {
  const { name, file, remove } = await openOnDisk(path, /\.gpkg$/i, 'GeoPackage', options.file);
  if (name !== path)
    await checkJournal(path, name).catch(async (error) => {
      await remove();
      throw error;
    });
  const about = (error: Error) => new Error(`${name}: ${error.message}`, { cause: error });
  const { database, layer, columns, binary, count, projection } = await openLayer(file, options).catch(
    async (error: Error) => {
      await remove();
      throw about(error);
    },
  );
  const remarks = binary.length > 0 ? [`Binary data is not read: the columns ${listed(binary)}.`] : [];
  const unlocated = invalidGeometries();
  const keys = [...columns.map(({ key }) => key), ...(layer.geometry ? [layer.geometry.column] : [])];
  let rowsRead = 0;

  function geometryOf(value: Value | undefined) {
    if (!projection || value === null || value === undefined) return null;
    const found = value instanceof Uint8Array ? fromGeoPackage(value) : null;
    return found === null ? 'invalid' : inDegrees(found, projection.toDegrees);
  }

  function toRow(values: Value[], line: number): ReadRow {
    const cells: Record<string, Cell> = {};
    columns.forEach(({ name, type }, at) => {
      cells[name] = cellOf(values[at], type);
    });
    const fault = cellsFault(cells);
    if (fault) return { line, ...fault };
    const geometry = geometryOf(values[columns.length]);
    if (geometry === 'invalid') unlocated.add(line);
    return { line, cells, geometry: geometry === 'invalid' ? null : geometry };
  }

  async function* read(): AsyncGenerator<ReadRow[]> {
    rowsRead = 0;
    unlocated.reset();
    let rows: ReadRow[] = [];
    try {
      for (const values of valuesOf(database, layer, keys)) {
        rows.push(toRow(values, ++rowsRead));
        if (rows.length < ROWS_AT_ONCE) continue;
        yield rows;
        rows = [];
        // The database is synchronous, so nothing else would get a turn.
        await setImmediate();
      }
      yield rows;
    } catch (error) {
      throw about(error as Error);
    } finally {
      unlocated.say(remarks);
    }
  }

  return {
    name: `${name} (layer ${layer.name})`,
    format: 'GeoPackage',
    columns: columns.map(({ key: _key, isId: _isId, ...column }) => column),
    encoding: null,
    projection: projection?.name ?? null,
    geometry: layer.geometry?.type ?? null,
    count,
    remarks,
    unusable: unlocated.count,
    read,
    share: () => (count === 0 ? 1 : Math.min(1, rowsRead / count)),
    async close() {
      if (database.isOpen) database.close();
      await remove();
    },
  };
}
