/** Tables for the tests of `inspect`: made-up rows, and the plainest way to read the shared files. */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Geometry, Position } from 'geojson';
import { fromBuffer } from 'yauzl';
import { openSource } from '../../src/readers/bytes.ts';
import { csvRows } from '../../src/readers/csv/csv.ts';
import type { Cell, Column, ReadRow, Table } from '../../src/readers/table.ts';

export type Row = Record<string, Cell>;

export const column = (name: string, more: Partial<Column> = {}): Column => ({
  name,
  alias: null,
  type: 'text',
  length: null,
  codes: null,
  ...more,
});

interface Given {
  columns?: readonly Column[];
  geometry?: (row: Row, index: number) => Geometry | null;
}

function tableOf(name: string, columns: readonly Column[], rows: () => AsyncGenerator<ReadRow[]>): Table {
  return {
    name,
    format: 'test',
    columns,
    encoding: null,
    projection: null,
    geometry: null,
    count: null,
    remarks: [],
    read: rows,
    share: () => null,
    close: async () => {},
  };
}

/** A table of rows in memory; its columns are the keys of the first row unless they are given. */
export function rowsTable(rows: readonly Row[], { columns, geometry }: Given = {}): Table {
  const named = columns ?? Object.keys(rows[0] ?? {}).map((name) => column(name));
  const table = tableOf('made-up rows', named, async function* () {
    for (let i = 0; i < rows.length; i += 100) {
      yield rows.slice(i, i + 100).map((cells, k) => ({
        line: i + k + 1,
        cells,
        geometry: geometry?.(cells, i + k) ?? null,
      }));
    }
  });
  return geometry ? { ...table, geometry: 'Polygon' } : table;
}

/** A square of so many square meters, in Nebraska. */
export function square(area: number): Geometry {
  const side = Math.sqrt(area) / 111_195;
  const wide = side / Math.cos((40.8 * Math.PI) / 180);
  const corners: Position[] = [
    [-96.7, 40.8],
    [-96.7 + wide, 40.8],
    [-96.7 + wide, 40.8 + side],
    [-96.7, 40.8 + side],
    [-96.7, 40.8],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}

const text = (value: unknown): Cell => (typeof value === 'string' ? value : null);

/** A CSV file. */
export async function csvTable(file: string, encoding?: 'windows-1252'): Promise<Table> {
  let header: string[] = [];
  const check = (names: string[]) => {
    header = names;
  };
  const read = async function* () {
    for await (const rows of csvRows((await openSource(file)).bytes, { encoding, check })) {
      yield rows.map((row): ReadRow => {
        if ('reason' in row) return row;
        const cells = Object.fromEntries(
          Object.entries(row.record).map(([key, value]) => [key, text(value)]),
        );
        return { line: row.line, cells, geometry: null };
      });
    }
  };
  for await (const _ of read()) if (header.length > 0) break;
  return tableOf(
    file,
    header.map((name) => column(name)),
    read,
  );
}

async function entryOf(file: string, ending: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  fromBuffer(readFileSync(file), { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error);
    zip.on('error', reject);
    zip.on('end', () => reject(new Error(`no ${ending} in ${file}`)));
    zip.on('entry', (entry) => {
      if (!entry.fileName.toLowerCase().endsWith(ending)) return zip.readEntry();
      zip.openReadStream(entry, (failed, stream) => {
        if (failed) reject(failed);
        else resolve(buffer(stream));
      });
    });
    zip.readEntry();
  });
  return await promise;
}

/** The attributes of a zipped shapefile; each row has a point in place of its polygon. */
export async function dbfTable(file: string): Promise<Table> {
  const bytes = await entryOf(file, '.dbf');
  const [count, start, size] = [bytes.readUInt32LE(4), bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  const fields: { name: string; type: string; length: number }[] = [];
  for (let at = 32; bytes[at] !== 0x0d; at += 32) {
    const name = bytes.toString('latin1', at, at + 11).replace(/\0.*$/s, '');
    fields.push({ name, type: bytes.toString('latin1', at + 11, at + 12), length: bytes[at + 16]! });
  }
  const columns = fields.map(({ name, type, length }) =>
    column(name, type === 'C' ? { length } : { type: 'number' }),
  );
  const table = tableOf(file, columns, async function* () {
    for (let i = 0; i < count; i++) {
      let at = start + i * size + 1;
      const cells: Row = {};
      for (const { name, type, length } of fields) {
        const value = bytes.toString('latin1', at, at + length).trim();
        cells[name] = value === '' ? null : type === 'C' ? value : Number(value);
        at += length;
      }
      yield [{ line: i + 1, cells, geometry: { type: 'Point', coordinates: [-72, 43] } }];
    }
  });
  return { ...table, geometry: 'Polygon' };
}

/** A GeoJSON file. */
export function geojsonTable(file: string): Table {
  const { features } = JSON.parse(readFileSync(file, 'utf8'));
  const geometries: Geometry[] = features.map((feature: { geometry: Geometry }) => feature.geometry);
  const rows: Row[] = features.map((feature: { properties: Row }) => feature.properties);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return rowsTable(rows, {
    columns: [...names].map((name) => column(name)),
    geometry: (_, index) => geometries[index]!,
  });
}

interface Field {
  name: string;
  alias: string;
  type: string;
  domain?: { codedValues?: { code: string | number; name: string }[] } | null;
}

const TYPES: Readonly<Record<string, Column['type']>> = {
  esriFieldTypeString: 'text',
  esriFieldTypeDate: 'date',
  esriFieldTypeGlobalID: 'other',
  esriFieldTypeGUID: 'other',
};

/** A saved page of an ArcGIS layer. */
export function arcgisTable(metadata: string, page: string): Table {
  const { fields, geometryType } = JSON.parse(readFileSync(metadata, 'utf8'));
  // One of the saved pages has bare NaN coordinates.
  const { features } = JSON.parse(readFileSync(page, 'utf8').replaceAll(':NaN', ':null'));
  const columns = (fields as Field[])
    .filter(({ type }) => type !== 'esriFieldTypeGeometry')
    .map(({ name, alias, type, domain }) => {
      const codes = domain?.codedValues?.map(({ code, name }) => [String(code), name]);
      return column(name, {
        alias: alias === name ? null : alias,
        type: TYPES[type] ?? 'number',
        codes: codes ? Object.fromEntries(codes) : null,
      });
    });
  const dates = new Set(columns.filter(({ type }) => type === 'date').map(({ name }) => name));
  const rows = (features as { attributes?: Row; properties?: Row }[]).map((feature) => {
    const cells = Object.entries(feature.attributes ?? feature.properties ?? {});
    return Object.fromEntries(
      cells.map(([name, value]) =>
        dates.has(name) && typeof value === 'number' ? [name, new Date(value).toISOString()] : [name, value],
      ),
    );
  });
  const table = rowsTable(rows, {
    columns,
    geometry: (_, index) => {
      const rings: Position[][] | undefined = features[index].geometry?.rings;
      return rings && Math.abs(rings[0]![0]![0]!) <= 180
        ? { type: 'Polygon', coordinates: rings }
        : { type: 'Point', coordinates: [-90, 40] };
    },
  });
  return { ...table, geometry: geometryType === 'esriGeometryPoint' ? 'Point' : 'Polygon' };
}
