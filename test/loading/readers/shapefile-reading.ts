/** Shared by the tests of shapefiles: made-up parts of files, and all rows of a file. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from 'geojson';
import type { Test } from 'tap';
import { openShapefile } from '../../../src/loading/readers/shapefile/shapefile.ts';
import type { OpenOptions, ReadRow, Table, TableRow } from '../../../src/loading/readers/table.ts';
import { squareRing } from '../../squares.ts';
import { dbfFile, type MadeField, POINT, POLYGON, type Shape, shpFile } from './shapefile-files.ts';

export const PIN: MadeField = { name: 'PIN', type: 'C', length: 10 };
export const DEGREES = [-96.8, 40.7, -96.6, 45];

/** Writes files into the test's own folder, which is also used for extracted files. */
export async function folderWith(t: Test, files: Record<string, Buffer | string>): Promise<string> {
  const folder = t.testdir();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export async function readAll(table: Table): Promise<{ rows: ReadRow[]; error: string | null }> {
  const rows: ReadRow[] = [];
  try {
    for await (const some of table.read()) rows.push(...some);
    return { rows, error: null };
  } catch (error) {
    return { rows, error: (error as Error).message };
  }
}

export const good = (rows: ReadRow[]): TableRow[] => rows.filter((row) => !('reason' in row)) as TableRow[];

/** The table of the files `a.*` in a folder, and all its rows. */
export async function readFiles(t: Test, files: Record<string, Buffer | string>, options: OpenOptions = {}) {
  const folder = await folderWith(t, files);
  const table = await openShapefile(join(folder, 'a.shp' in files ? 'a.shp' : 'a.dbf'), options);
  const read = await readAll(table);
  await table.close();
  return { table, ...read };
}

export const pins = (...names: string[]) =>
  dbfFile(
    [PIN],
    names.map((name) => [name]),
  );
export const point = (x: number, y: number): Shape => ({ type: POINT, points: [[x, y]] });
export const points = (count: number) =>
  shpFile(
    POINT,
    Array.from({ length: count }, (_, n) => point(-96.7, 41 + n)),
    DEGREES,
  );

/** A square as shapefiles wind outer rings: clockwise. */
export const box = (west: number, south: number, size: number): Position[] =>
  squareRing(west, south, size).toReversed();
export const shape = (...parts: Position[][]): Shape => ({ type: POLYGON, parts });
