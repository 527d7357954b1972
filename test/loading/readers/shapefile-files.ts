import type { Position } from 'geojson';

/** A record of a .shp: rings or lines, points, nothing, or bytes as they are. */
export type Shape =
  | { type: number; parts: Position[][] }
  | { type: number; points: Position[] }
  | null
  | Buffer;

export interface MadeField {
  name: string;
  type: string;
  length: number;
  decimals?: number;
}

export const MULTIPOINT = 8;
export const POLYGON = 5;
export const POLYLINE = 3;
export const POINT = 1;

/** A .prj of California's zone 3 in US survey feet. */
export const CALIFORNIA_3 =
  'PROJCS["NAD_1983_StatePlane_California_III_FIPS_0403_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",6561666.666666666],PARAMETER["False_Northing",1640416.666666667],PARAMETER["Central_Meridian",-120.5],PARAMETER["Standard_Parallel_1",37.06666666666667],PARAMETER["Standard_Parallel_2",38.43333333333333],PARAMETER["Latitude_Of_Origin",36.5],UNIT["Foot_US",0.3048006096012192]]';

function doubles(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [n, value] of values.entries()) bytes.writeDoubleLE(value, n * 8);
  return bytes;
}

function integers(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) bytes.writeInt32LE(value, n * 4);
  return bytes;
}

function contentOf(shape: Shape): Buffer {
  if (Buffer.isBuffer(shape)) return shape;
  if (shape === null) return integers([0]);
  const parts = 'parts' in shape ? shape.parts : [shape.points];
  const points = parts.flat();
  const type = integers([shape.type]);
  if (shape.type % 10 === POINT) return Buffer.concat([type, doubles(points[0]!)]);
  const bounds = doubles([0, 0, 0, 0]);
  const xy = doubles(points.flatMap(([x, y]) => [x!, y!]));
  if ('points' in shape) return Buffer.concat([type, bounds, integers([points.length]), xy]);
  let first = 0;
  const starts = parts.map((part) => {
    first += part.length;
    return first - part.length;
  });
  return Buffer.concat([type, bounds, integers([parts.length, points.length, ...starts]), xy]);
}

/** A .shp with these shapes; `bounds` are those of the header: west, south, east, north. */
export function shpFile(type: number, shapes: Shape[], bounds = [0, 0, 0, 0], firstNumber = 1): Buffer {
  const records = shapes.map((shape, n) => {
    const content = contentOf(shape);
    const head = Buffer.alloc(8);
    head.writeInt32BE(n + firstNumber, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(type, 32);
  doubles(bounds).copy(header, 36);
  const file = Buffer.concat([header, ...records]);
  file.writeInt32BE(file.length / 2, 24);
  return file;
}

/** A .dbf with these rows; cells are text, padded with blanks, or bytes. Rows in `deleted` (from 1) are marked as deleted. */
export function dbfFile(
  fields: MadeField[],
  rows: (string | Buffer)[][],
  { driver = 0, version = 3, deleted = [] as number[] } = {},
): Buffer {
  const recordLength = fields.reduce((sum, { length }) => sum + length, 1);
  const header = Buffer.alloc(32 + fields.length * 32 + 1);
  header[0] = version;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(recordLength, 10);
  header[29] = driver;
  for (const [n, { name, type, length, decimals = 0 }] of fields.entries()) {
    const at = 32 + n * 32;
    header.write(name, at, 'latin1');
    header.write(type, at + 11, 'latin1');
    header[at + 16] = length % 256;
    header[at + 17] = length > 255 ? Math.floor(length / 256) : decimals;
  }
  header[header.length - 1] = 0x0d;
  const records = rows.map((cells, row) => {
    const record = Buffer.alloc(recordLength, ' ');
    if (deleted.includes(row + 1)) record.write('*');
    let at = 1;
    for (const [n, cell] of cells.entries()) {
      const bytes = typeof cell === 'string' ? Buffer.from(cell, 'latin1') : cell;
      bytes.copy(record, at, 0, fields[n]!.length);
      at += fields[n]!.length;
    }
    return record;
  });
  return Buffer.concat([header, ...records, Buffer.from([0x1a])]);
}
