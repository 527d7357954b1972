/** Made-up parcels of a county, as a shapefile in State Plane feet and as an ArcGIS layer. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Position } from 'geojson';
import {
  CALIFORNIA_3,
  dbfFile,
  type MadeField,
  POLYGON,
  shpFile,
} from '../../test/loading/readers/shapefile-files.ts';

const CHUNK = 2_000;
const ACROSS = 1_000;

const FIELDS: readonly MadeField[] = [
  { name: 'APN', type: 'C', length: 16 },
  { name: 'OWNER', type: 'C', length: 40 },
  { name: 'SITUS', type: 'C', length: 40 },
  { name: 'CITY', type: 'C', length: 20 },
  { name: 'ZIP', type: 'C', length: 10 },
  { name: 'LAND', type: 'N', length: 12 },
  { name: 'BLDG', type: 'N', length: 12 },
  { name: 'TOTAL', type: 'N', length: 12 },
  { name: 'YEAR', type: 'N', length: 4 },
  { name: 'PRICE', type: 'N', length: 12 },
  { name: 'SALEDATE', type: 'D', length: 8 },
  { name: 'USE', type: 'C', length: 6 },
];

/** What the columns mean, in a source file. */
export const CONFORM = {
  pid: 'APN',
  owner_name: 'OWNER',
  street: 'SITUS',
  city: 'CITY',
  zip: 'ZIP',
  land_value: 'LAND',
  improvement_value: 'BLDG',
  total_assessed_value: 'TOTAL',
  year_built: 'YEAR',
  sale_price: 'PRICE',
  sale_date: { column: 'SALEDATE', dates: 'YYYY-MM-DD' },
  land_use_code: 'USE',
};

/** The cells of a parcel, as text. */
export function cellsOf(n: number): string[] {
  const number = String(n);
  return [
    `001-${number.padStart(8, '0')}`,
    `OWNER ${number} & FAMILY LLC`,
    `${(n % 9_000) + 100} MADE UP ST`,
    'OAKLAND',
    '94601',
    String(40_000 + (n % 1_000_000)).padStart(12),
    String(60_000 + (n % 700_000)).padStart(12),
    String(100_000 + (n % 1_000_000) + (n % 700_000)).padStart(12),
    String(1900 + (n % 120)),
    (n % 4 === 0 ? '0' : String(90_000 + ((n * 7_919) % 900_000))).padStart(12),
    `20${String(10 + (n % 10))}0${1 + (n % 9)}15`,
    'R1',
  ];
}

/** A lot with nine corners in US survey feet; most lots have five to fifteen. */
function lotOf(n: number): Position[] {
  const west = 6_060_000 + (n % ACROSS) * 60;
  const south = 2_060_000 + Math.floor(n / ACROSS) * 60;
  const corners: [number, number][] = [
    [0, 0],
    [0, 25.25],
    [0.5, 50],
    [25, 50.5],
    [50, 50],
    [50.5, 25],
    [50, 0],
    [25, 0.25],
  ];
  return [...corners, [0, 0]].map(([x, y]) => [west + x!, south + y!]);
}

const SHP_HEADER = 100;

/** The file in parts. Its header has the length of the whole file. */
function* shpParts(count: number): Generator<Buffer> {
  for (let from = 0; from < count; from += CHUNK) {
    const shapes = Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => ({
      type: POLYGON,
      parts: [lotOf(from + i)],
    }));
    const part = shpFile(POLYGON, shapes, [0, 0, 0, 0], from + 1);
    const record = (part.length - SHP_HEADER) / shapes.length;
    if (from === 0) part.writeInt32BE((SHP_HEADER + count * record) / 2, 24);
    yield from === 0 ? part : part.subarray(SHP_HEADER);
  }
}

function* dbfParts(count: number): Generator<Buffer> {
  const header = 32 + FIELDS.length * 32 + 1;
  for (let from = 0; from < count; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => cellsOf(from + i));
    const part = dbfFile([...FIELDS], rows).subarray(0, -1);
    if (from === 0) part.writeUInt32LE(count, 4);
    yield from === 0 ? part : part.subarray(header);
  }
  yield Buffer.from([0x1a]);
}

/** Writes `count` parcels into a folder. @returns the path of the .shp. */
export async function writeShapefile(folder: string, count: number): Promise<string> {
  const path = (suffix: string) => join(folder, `lots-${count}.${suffix}`);
  await pipeline(Readable.from(shpParts(count)), createWriteStream(path('shp')));
  await pipeline(Readable.from(dbfParts(count)), createWriteStream(path('dbf')));
  await pipeline(Readable.from([CALIFORNIA_3]), createWriteStream(path('prj')));
  return path('shp');
}

/** A feature in degrees, as an ArcGIS server sends it. */
export function featureOf(n: number): object {
  const [number, owner, situs, city, zip, land, building, total, year, price, , use] = cellsOf(n);
  const [x, y] = [-122.3 + (n % ACROSS) * 0.0002, 37.5 + Math.floor(n / ACROSS) * 0.0002];
  const ring = lotOf(n).map(([east, north]) => {
    const [west, south] = lotOf(n)[0]!;
    return [x + (east! - west!) * 3.4e-6, y + (north! - south!) * 2.7e-6];
  });
  return {
    attributes: {
      OBJECTID: n + 1,
      APN: number,
      OWNER: owner,
      SITUS: situs,
      CITY: city,
      ZIP: zip,
      LAND: Number(land),
      BLDG: Number(building),
      TOTAL: Number(total),
      YEAR: Number(year),
      PRICE: Number(price),
      SALEDATE: Date.UTC(2010 + (n % 10), n % 9, 15),
      USE: use,
    },
    geometry: { rings: [ring] },
  };
}

const text = (name: string, length: number) => ({ name, alias: name, type: 'esriFieldTypeString', length });
const whole = (name: string) => ({ name, alias: name, type: 'esriFieldTypeInteger' });

export const LAYER = {
  currentVersion: 11.1,
  id: 0,
  name: 'Lots',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPolygon',
  extent: { spatialReference: { wkid: 102_643, latestWkid: 2_227 } },
  objectIdField: 'OBJECTID',
  maxRecordCount: 2_000,
  advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true, supportsStatistics: true },
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
    text('APN', 16),
    text('OWNER', 40),
    text('SITUS', 40),
    text('CITY', 20),
    text('ZIP', 10),
    whole('LAND'),
    whole('BLDG'),
    whole('TOTAL'),
    whole('YEAR'),
    whole('PRICE'),
    { name: 'SALEDATE', alias: 'SALEDATE', type: 'esriFieldTypeDate', length: 8 },
    text('USE', 6),
  ],
};
