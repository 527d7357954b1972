import { readFile, writeFile } from 'node:fs/promises';
import { addLayer, geoPackage } from './table-files.ts';

/**
 * Makes a GeoPackage with a table whose inner pages lead to one another, so that its rows never end. If `isEmpty`, it never
 * comes to a row. Returns its path.
 */
export async function endlessPackage(file: string, isEmpty: boolean): Promise<string> {
  let root = 0;
  geoPackage(file, (database) => {
    addLayer(database, 'parcels', 'pin TEXT');
    database.exec(`CREATE TABLE gpkg_ogr_contents (table_name TEXT, feature_count INTEGER);
      INSERT INTO gpkg_ogr_contents VALUES ('parcels', 3000);
      INSERT INTO parcels (pin) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        SELECT 'parcel number ' || i FROM n`);
    const found = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'parcels'").get();
    root = Number(found!.rootpage);
  });
  const bytes = await readFile(file);
  const size = bytes.readUInt16BE(16);
  const at = (page: number) => (page - 1) * size;
  const childOf = (cell: number) =>
    bytes.readUInt32BE(at(root) + bytes.readUInt16BE(at(root) + 12 + 2 * cell));
  const levels = [root, ...[1, 2, 3, 4, 5].map(childOf)];
  const last = childOf(0);
  const children = 300;
  for (const [level, page] of levels.entries()) {
    const inner = bytes.subarray(at(page), at(page) + size).fill(0);
    const next = levels[level + 1] ?? last;
    inner[0] = 5;
    inner.writeUInt16BE(children, 3);
    inner.writeUInt16BE(size - 5, 5);
    inner.writeUInt32BE(next, 8);
    // All have the same cell, which leads to the next level.
    for (let child = 0; child < children; child++) inner.writeUInt16BE(size - 5, 12 + 2 * child);
    inner.writeUInt32BE(next, size - 5);
    inner[size - 1] = 1;
  }
  if (isEmpty) bytes.writeUInt16BE(0, at(last) + 3);
  await writeFile(file, bytes);
  return file;
}
