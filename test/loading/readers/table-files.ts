import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Test } from 'tap';
import { quoted } from '../../../src/loading/readers/geopackage/layers.ts';
import type { ReadRow, Table } from '../../../src/loading/readers/table.ts';
import { squareRing } from '../../squares.ts';

/** A folder that is deleted with the test, and a function that writes files into it. */
export async function folderOf(t: Pick<Test, 'teardown'>) {
  const folder = await mkdtemp(join(tmpdir(), 'terrier-tables-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    async write(name: string, content: string | Uint8Array): Promise<string> {
      const file = join(folder, name);
      await writeFile(file, content);
      return file;
    },
  };
}

/** All rows of a table, which is then closed. */
export async function allRows(table: Table): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const some of table.read()) rows.push(...some);
  await table.close();
  return rows;
}

/** The cells of the good rows, and line and reason of the others. */
export const cellsOf = (rows: readonly ReadRow[]) => rows.map((row) => ('cells' in row ? row.cells : row));

export const namesOf = ({ columns }: Pick<Table, 'columns'>) => columns.map(({ name }) => name);

/** The geometries of the good rows, and line and reason of the others. */
export const geometriesOf = (rows: readonly ReadRow[]) =>
  rows.map((row) => ('geometry' in row ? row.geometry : row));

export interface ZipFile {
  name: string;
  content: string | Uint8Array;
  /** Marks it as encrypted. */
  encrypted?: boolean;
  /** The compression method that it claims; 8 is deflate. */
  method?: number;
  /** The extracted size that it claims, instead of the true one. */
  size?: number;
}

/** A zip of these files. */
export function zip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, encrypted = false, method = 8, size } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), version, fields, rest, Buffer.from(name)]));
    bodies.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, entries, Buffer.from('PK\x05\x06'), end]);
}

type Coordinates = number | Coordinates[];

/** ISO well-known binary of a geometry, by its code; a position has as many numbers as are given. */
export function wkb(code: number, coordinates: Coordinates, little = true): Buffer {
  const parts: Buffer[] = [];
  function number(value: number, bytes: 4 | 8): void {
    const part = Buffer.alloc(bytes);
    if (bytes === 8) little ? part.writeDoubleLE(value) : part.writeDoubleBE(value);
    else little ? part.writeUInt32LE(value) : part.writeUInt32BE(value);
    parts.push(part);
  }
  function list(value: Coordinates): void {
    if (typeof value === 'number') number(value, 8);
    else {
      // A position is written without its count.
      if (typeof value[0] !== 'number') number(value.length, 4);
      for (const one of value) list(one);
    }
  }
  const type = code % 1_000;
  parts.push(Buffer.of(little ? 1 : 0));
  number(code, 4);
  if (type < 4 || type === 8) list(coordinates);
  else {
    const each = coordinates as Coordinates[];
    number(each.length, 4);
    for (const one of each) parts.push(wkb(code - 3, one, little));
  }
  return Buffer.concat(parts);
}

/** The binary of a GeoPackage: its header, without an envelope, and well-known binary. */
export const blob = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('GP'), Buffer.of(0, 1, 0xe6, 0x10, 0, 0), bytes]);

export const SQUARE = squareRing(-96.5, 40.5, 0.125);

/** A GeoPackage with what every GeoPackage has; `add` fills it. */
export function geoPackage(file: string, add: (database: DatabaseSync) => void): string {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT,
      organization_coordsys_id INTEGER, definition TEXT, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('undefined', 0, 'NONE', 0, 'undefined', NULL),
      ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]', NULL),
      ('Moon', 99, 'NONE', 99, 'PROJCS["Moon"]', NULL);
    CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER,
      z TINYINT, m TINYINT);
  `);
  add(database);
  database.close();
  return file;
}

/** Adds a layer with these columns to a GeoPackage; `type` is null for one without a geometry. */
export function addLayer(
  database: DatabaseSync,
  name: string,
  columns: string,
  type: string | null = 'POLYGON',
  srs = 4326,
): void {
  const geometry = type === null ? '' : ', geom BLOB';
  database.exec(`CREATE TABLE ${quoted(name)} (fid INTEGER PRIMARY KEY, ${columns}${geometry})`);
  const kind = type === null ? 'attributes' : 'features';
  database.prepare('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?)').run(name, kind, name, srs);
  if (type !== null)
    database
      .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)')
      .run(name, 'geom', type, srs);
}
