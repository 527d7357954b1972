/** Tables for the tests of `inspect`: made-up rows, and saved answers of ArcGIS servers. */
import { readFileSync } from 'node:fs';
import type { Geometry, Position } from 'geojson';
import type { Cell, Column, ReadRow, Table } from '../../../src/loading/readers/table.ts';
import { boxRing, polygon } from '../../squares.ts';

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

/** A square of this many square meters, in Nebraska. */
export function square(area: number): Geometry {
  const side = Math.sqrt(area) / 111_195;
  const wide = side / Math.cos((40.8 * Math.PI) / 180);
  return polygon(boxRing(-96.7, 40.8, -96.7 + wide, 40.8 + side));
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
