import type { Geometry } from 'geojson';
import type { Fault } from '../rows.ts';
import type { ReadRow } from '../table.ts';
import type { DbfRows } from './dbf.ts';
import type { ShpRows } from './shp.ts';

/** Rows per batch. With more, rows outlive V8's young generation, which is slower and takes more memory. */
const BATCH = 100;

function unequal(shapes: number, rows: number, read: number): Error {
  return new Error(
    `the .shp has ${shapes} shapes and the .dbf ${rows} rows: they do not belong together. ` +
      `The first ${read} were read. Get both files again.`,
  );
}

async function countRest(shapes: ShpRows, from: number): Promise<number> {
  let count = from;
  while (await shapes.skip()) count++;
  return count;
}

/** A shape, or null where it cannot be used. */
function taken(shape: Geometry | Fault | null, line: number, lost: Lost): Geometry | null {
  if (shape === null || !('reason' in shape)) return shape;
  lost.shape(line);
  return null;
}

async function* cellsOnly(rows: DbfRows, lost: Lost): AsyncGenerator<ReadRow> {
  for (let line = 1; ; line++) {
    const row = await rows.next();
    if (row === null) return;
    if (row === 'deleted') continue;
    if (row.hasLost) lost.letters(line);
    yield { line, cells: row.cells, geometry: null };
  }
}

/** Gets the numbers of the rows whose shape or letters cannot be used. */
export interface Lost {
  shape(line: number): void;
  letters(line: number): void;
}

async function* shapesOnly(shapes: ShpRows, lost: Lost): AsyncGenerator<ReadRow> {
  for (let line = 1; ; line++) {
    const shape = await shapes.next();
    if (shape === undefined) return;
    yield { line, cells: {}, geometry: taken(shape, line, lost) };
  }
}

async function* sideBySide(shapes: ShpRows, rows: DbfRows, lost: Lost): AsyncGenerator<ReadRow> {
  for (let line = 1; ; line++) {
    const shape = await shapes.next();
    const row = await rows.next();
    if (shape === undefined && row === null) return;
    if (shape === undefined) throw unequal(line - 1, rows.count, line - 1);
    if (row === null) throw unequal(await countRest(shapes, line), rows.count, line - 1);
    if (row === 'deleted') continue;
    if (row.hasLost) lost.letters(line);
    yield { line, cells: row.cells, geometry: taken(shape, line, lost) };
  }
}

async function* inBatches(rows: AsyncGenerator<ReadRow>): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = [];
  let problem: { error: unknown } | null = null;
  try {
    for await (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    problem = { error };
  }
  if (batch.length > 0) yield batch;
  if (problem) throw problem.error;
}

/**
 * Shapes and rows of a shapefile side by side, or those of the only file there is. Deleted rows and their shapes are left
 * out; a shape that cannot be used becomes null, and its row stays.
 * @throws Error where one of the files ends too early, after the rows before that point
 */
export function rowsOf(shapes: ShpRows | null, rows: DbfRows | null, lost: Lost): AsyncGenerator<ReadRow[]> {
  if (shapes && rows) return inBatches(sideBySide(shapes, rows, lost));
  if (shapes) return inBatches(shapesOnly(shapes, lost));
  return inBatches(cellsOnly(rows!, lost));
}
