import { lostLetters } from '../cells.ts';
import { invalidGeometries } from '../degrees.ts';
import { type Encoding, encodingFor } from '../encodings.ts';
import { type Projection, projectionOf, SRS_ADVICE } from '../projection.ts';
import { about, inBatches, type OpenOptions, type ReadRow, type Table, tallied } from '../table.ts';
import { type DbfHeader, type DbfRows, dbfColumns, openDbfRows, readDbfHeader } from './dbf.ts';
import { type Located, locate, textOf } from './locate.ts';
import { kindOf, openShpRows, readShpHeader, type ShpHeader, type ShpRows } from './shp.ts';

/** Beyond any coordinate in degrees. */
const FAR = 400;

type Bounds = ShpHeader['bounds'];

function lookLikeDegrees({ west, south, east, north }: Bounds): boolean {
  const known = [west, south, east, north].some((bound) => bound !== 0);
  return known && west >= -180 && east <= 180 && south >= -90 && north <= 90;
}

const reach = (bounds: Bounds): number => Math.max(...Object.values(bounds).map(Math.abs));

function assumedDegrees(bounds: Bounds): Projection {
  if (!lookLikeDegrees(bounds)) throw new Error(`there is no .prj with its coordinate system. ${SRS_ADVICE}`);
  const projection = projectionOf('EPSG:4326');
  const remark =
    'There is no .prj with its coordinate system. All coordinates are within ±180 and ±90: they are read as degrees.';
  return { ...projection, remarks: [...projection.remarks, remark] };
}

/**
 * The projection of a shapefile: as given, else from its .prj, else degrees if its coordinates can be degrees.
 * @throws Error with a sentence that names the option to give
 */
function projectionFor({ bounds }: ShpHeader, prj: string | null, srs: string | undefined): Projection {
  const text = srs ?? prj;
  if (text === null) return assumedDegrees(bounds);
  const projection = projectionOf(text);
  const { name, degrees } = projection;
  if (degrees && reach(bounds) > FAR) {
    throw new Error(
      `its coordinate system "${name}" is in degrees, but its coordinates go up to ${Math.round(reach(bounds))}. ${SRS_ADVICE}`,
    );
  }
  if (degrees || !lookLikeDegrees(bounds)) return projection;
  throw new Error(
    `its coordinate system "${name}" is in feet or meters, but its coordinates are within ±180 and ±90, as degrees are. ` +
      'If they are degrees, give --srs EPSG:4326 (conform.srs in a source file).',
  );
}

/** Rows per batch. With more, rows outlive V8's young generation, which is slower and takes more memory. */
const BATCH = 100;

async function unequal(shapes: number, rest: ShpRows | null, rows: number, read: number): Promise<Error> {
  let count = shapes;
  while (await rest?.skip()) count++;
  return new Error(
    `the .shp has ${count} shapes and the .dbf ${rows} rows: they do not belong together. ` +
      `The first ${read} were read. Get both files again.`,
  );
}

/**
 * Shapes and rows of a shapefile side by side, or those of the only file there is. Deleted rows and their shapes are left
 * out; a shape that cannot be used becomes null, and its row stays.
 * @throws Error where one of the files ends too early, after the rows before that point
 */
async function* rowsOf(
  shapes: ShpRows | null,
  rows: DbfRows | null,
  unlocated: ReturnType<typeof invalidGeometries>,
  unspelled: ReturnType<typeof lostLetters>,
): AsyncGenerator<ReadRow> {
  for (let line = 1; ; line++) {
    const shape = shapes ? await shapes.next() : null;
    const row = rows ? await rows.next() : { cells: {}, hasLost: false };
    if (shape === undefined && rows && row !== null)
      throw await unequal(line - 1, null, rows.count, line - 1);
    if (row === null && shapes && shape !== undefined)
      throw await unequal(line, shapes, rows!.count, line - 1);
    if (shape === undefined || row === null) return;
    if (row === 'deleted') continue;
    if (row.hasLost) unspelled.add(line);
    yield { line, cells: row.cells, geometry: unlocated.usable(line, shape) };
  }
}

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
  let share: Table['share'] = () => null;
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
    read: tallied(name, remarks, [unlocated, unspelled], read),
    share: () => share(),
    close: remove,
  };
  if (!shp) remarks.push('There is no .shp beside the .dbf: its rows have no geometry.');
  if (parts.dbf === null) {
    remarks.push('There is no .dbf beside the .shp: its rows have a geometry and nothing else.');
  } else {
    const header = await readDbfHeader(parts.dbf);
    const encoding = encodingFor(
      header.driver,
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

  async function* read(): ReturnType<Table['read']> {
    const toDegrees = projection?.toDegrees ?? ((x: number, y: number): [number, number] => [x, y]);
    const shapes = shp && (await openShpRows(shp.path, parts.shx, toDegrees));
    const rows = dbf && (await openDbfRows(dbf.path, dbf.header, dbf.encoding));
    share = (shapes ?? rows)!.share;
    try {
      yield* inBatches(rowsOf(shapes, rows, unlocated, unspelled), BATCH);
    } finally {
      await shapes?.close();
      await rows?.close();
    }
  }
  return table;
}

async function open(path: string, options: OpenOptions, isWithin: boolean): Promise<Table | null> {
  try {
    const located = await locate(path, options.file, isWithin);
    try {
      return located && (await tableOf(located, options));
    } catch (error) {
      await located?.remove();
      throw error;
    }
  } catch (error) {
    throw about(path, error);
  }
}

/**
 * Opens a shapefile: a .shp with the files next to it, or a .zip that has one in any folder or in another .zip. The files
 * of an archive are unpacked into a temporary folder, which `close` deletes.
 * @throws Error with a sentence that begins with the path
 */
export const openShapefile = async (path: string, options: OpenOptions = {}): Promise<Table> =>
  // Without a file, this throws.
  (await open(path, options, false))!;

/** The shapefile in a .zip within a .zip; null if none of those has one with shapes. Throws as `openShapefile`. */
export const openInnerShapefile = (path: string, options: OpenOptions): Promise<Table | null> =>
  open(path, options, true);
