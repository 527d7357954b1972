import type { Table } from '../table.ts';

/** Not here yet. */
export async function openShapefile(
  path: string,
  _options: { file?: string; srs?: string; encoding?: string },
): Promise<Table> {
  throw new Error(`${path}: shapefiles are not read yet.`);
}
