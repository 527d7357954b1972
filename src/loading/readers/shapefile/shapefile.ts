import { lostLetters } from '../cells.ts';
import { invalidGeometries } from '../degrees.ts';
import { about, counted, type OpenOptions, type ReadOptions, type Table } from '../table.ts';
import { type DbfHeader, dbfColumns, openDbfRows, readDbfHeader } from './dbf.ts';
import { encodingFor, projectionFor } from './described.ts';
import type { Encoding } from './encoding.ts';
import { type Located, locate, textOf } from './locate.ts';
import { rowsOf } from './rows.ts';
import { kindOf } from './shapes.ts';
import { openShpRows, readShpHeader, type ShpHeader } from './shp.ts';

function geometryOf({ type }: ShpHeader): string | null {
  const kind = kindOf(type);
  if (kind !== undefined) return kind;
  throw new Error(
    `its shapes are of type ${type}, which Terrier does not read. Save them as points, lines or polygons.`,
  );
}

async function tableOf({ parts, remove }: Located, options: OpenOptions): Promise<Table> {
  const { name } = parts;
  const shp = parts.shp === null ? null : { path: parts.shp, header: await readShpHeader(parts.shp) };
  let dbf: { path: string; header: DbfHeader; encoding: Encoding } | null = null;
  const geometry = shp && geometryOf(shp.header);
  // A file with only null shapes needs none.
  const projection =
    shp && geometry !== null ? projectionFor(shp.header, await textOf(parts.prj), options.srs) : null;
  const remarks = [...(projection?.remarks ?? [])];
  const unlocated = invalidGeometries();
  const unspelled = lostLetters(() => table.encoding);
  const table: Table = {
    name,
    format: 'shapefile',
    columns: [],
    encoding: null,
    projection: projection?.name ?? null,
    geometry,
    count: null,
    remarks,
    unusable: unlocated.count,
    read: counted(name, remarks, [unlocated, unspelled], read),
    share: () => null,
    close: remove,
  };
  if (!shp) remarks.push('There is no .shp beside the .dbf: its rows have no geometry.');
  if (parts.dbf === null) {
    remarks.push('There is no .dbf beside the .shp: its rows have a geometry and nothing else.');
  } else {
    const header = await readDbfHeader(parts.dbf);
    const encoding = encodingFor(
      header,
      await textOf(parts.cpg),
      options.encoding,
      (sentence) => remarks.push(sentence),
      (decided) => {
        table.encoding = decided;
      },
    );
    dbf = { path: parts.dbf, header, encoding };
    const described = dbfColumns(header, encoding);
    table.columns = described.columns;
    table.encoding = encoding.name;
    table.count = header.count;
    remarks.push(...described.remarks);
  }

  async function* read({ cellsOnly = false }: ReadOptions): ReturnType<Table['read']> {
    const toDegrees = projection?.toDegrees ?? ((x: number, y: number): [number, number] => [x, y]);
    const isPlain = cellsOnly && dbf !== null;
    const shapes = isPlain ? null : shp && (await openShpRows(shp.path, parts.shx, toDegrees));
    const rows = dbf && (await openDbfRows(dbf.path, dbf.header, dbf.encoding));
    table.share = () => (shapes ?? rows)!.share();
    try {
      yield* rowsOf(shapes, rows, { shape: unlocated.add, letters: unspelled.add });
    } finally {
      await shapes?.close();
      await rows?.close();
    }
  }
  return table;
}

/**
 * Opens a shapefile: a .shp with the files next to it, or a .zip that has one in any folder or in another .zip. The files
 * of an archive are unpacked into a temporary folder, which `close` deletes.
 * @throws Error with a sentence that begins with the path
 */
export async function openShapefile(path: string, options: OpenOptions = {}): Promise<Table> {
  try {
    const found = await locate(path, options.file);
    try {
      return await tableOf(found, options);
    } catch (error) {
      await found.remove();
      throw error;
    }
  } catch (error) {
    throw about(path, error);
  }
}
