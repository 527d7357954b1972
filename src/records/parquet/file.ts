import { deserialize, serialize } from 'node:v8';
import type { Geometry, MultiPolygon, Position } from 'geojson';
import { ByteWriter, geojsonToWkb, ParquetWriter } from 'hyparquet-writer';
import { type Parcel, Parcel as ParcelSchema } from '../schemas/parcel.ts';

type Value = string | number | bigint | boolean | Date | object | null | undefined;

/** A column of a file of parcels, as `hyparquet-writer` describes its type. */
export interface ParcelColumn {
  name: string;
  element: Record<string, unknown>;
  value(parcel: Partial<Parcel>): Value;
}

const TYPES: Record<string, Record<string, unknown>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  'date-time': {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  object: { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } },
};

interface Schema {
  type?: string;
  format?: string;
  anyOf?: Schema[];
}

/** The type of a field, null aside. */
function typeOf(schema: Schema): string {
  const known = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  return known.format ?? known.type ?? 'string';
}

function columnsOf(name: keyof Parcel): ParcelColumn[] {
  if (name === 'location') {
    return (['lat', 'lon'] as const).map((side) => ({
      name: side,
      element: TYPES.number!,
      value: ({ location }) => location?.[side],
    }));
  }
  const type = typeOf(ParcelSchema.properties[name] as Schema);
  const isTime = type === 'date' || type === 'date-time';
  const isWhole = type === 'integer';
  return [
    {
      name,
      element: TYPES[type]!,
      value(parcel) {
        const value = parcel[name];
        if (value === null || value === undefined) return null;
        if (isTime) return new Date(value as string);
        return isWhole ? BigInt(value as number) : value;
      },
    },
  ];
}

/** The columns of the fields, in their order; `lat` and `lon` for the location. */
export const parcelColumns = (fields: readonly string[]): ParcelColumn[] =>
  fields.flatMap((name) => columnsOf(name as keyof Parcel));

/** Rows of a file: parcels as JSON lines, with `outline` where it is to be their geometry. */
export interface GroupTask {
  fields: readonly string[];
  lines: Uint8Array;
  /** Bytes of the file so far. */
  offset: number;
}

/** `meta` describes the rows for the end of the file. */
export interface Group {
  bytes: Uint8Array;
  meta: Uint8Array;
}

export interface EndTask {
  fields: readonly string[];
  metas: Uint8Array[];
  offset: number;
}

type Row = Parcel & { outline?: MultiPolygon | null };
type Box = Record<'xmin' | 'ymin' | 'xmax' | 'ymax', number>;

const BOX = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
const GEO = {
  version: '1.1.0',
  primary_column: 'geometry',
  columns: {
    geometry: {
      encoding: 'WKB',
      geometry_types: ['Point', 'MultiPolygon'],
      covering: { bbox: Object.fromEntries(BOX.map((side) => [side, ['bbox', side]])) },
    },
  },
};

function schemaOf(fields: readonly string[]) {
  const columns = parcelColumns(fields);
  const optional = { repetition_type: 'OPTIONAL' };
  return [
    { name: 'root', num_children: columns.length + 2 },
    ...columns.map(({ name, element }) => ({ name, ...element, ...optional })),
    { name: 'geometry', type: 'BYTE_ARRAY', ...optional },
    { name: 'bbox', num_children: BOX.length, ...optional },
    ...BOX.map((name) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' })),
  ];
}

/** A writer that goes on at an offset of the file. */
function writerAt(fields: readonly string[], offset: number) {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(fields) as never,
    kvMetadata: [{ key: 'geo', value: JSON.stringify(GEO) }],
    createdBy: 'Terrier',
  });
  // Without the mark at the beginning of a file, which it has written.
  Object.assign(bytes, { index: 0, offset });
  return { file, bytes };
}

function geometryOf({ outline, location }: Row): Geometry | null {
  return outline ?? (location && { type: 'Point', coordinates: [location.lon, location.lat] });
}

function boxOf(geometry: Geometry | null): Box | null {
  if (geometry === null) return null;
  const points = (
    geometry.type === 'Point' ? [geometry.coordinates] : (geometry as MultiPolygon).coordinates.flat(2)
  ) as Position[];
  const box = { xmin: Infinity, ymin: Infinity, xmax: -Infinity, ymax: -Infinity };
  for (const [x, y] of points) {
    box.xmin = Math.min(box.xmin, x!);
    box.ymin = Math.min(box.ymin, y!);
    box.xmax = Math.max(box.xmax, x!);
    box.ymax = Math.max(box.ymax, y!);
  }
  return box;
}

/** Some rows as a row group of a GeoParquet 1.1 file. */
export function rowGroup({ fields, lines, offset }: GroupTask): Group {
  const rows = Buffer.from(lines)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
  const geometries = rows.map(geometryOf);
  const { file, bytes } = writerAt(fields, offset);
  void file.write({
    columnData: [
      ...parcelColumns(fields).map(({ name, value }) => ({
        name,
        data: rows.map(value),
        offsetIndex: false,
      })),
      {
        name: 'geometry',
        data: geometries.map((geometry) => geometry && geojsonToWkb(geometry)),
        offsetIndex: false,
      },
      { name: 'bbox', data: geometries.map(boxOf), offsetIndex: false },
    ],
    rowGroupSize: rows.length,
  });
  return { bytes: bytes.getBytes().slice(), meta: serialize([file.row_groups, file.num_rows]) };
}

/** The end of a file, after its row groups. */
export function fileEnd({ fields, metas, offset }: EndTask): Uint8Array {
  const { file, bytes } = writerAt(fields, offset);
  for (const meta of metas) {
    const [groups, count] = deserialize(meta) as [typeof file.row_groups, bigint];
    file.row_groups.push(...groups);
    file.num_rows += count;
  }
  void file.finish();
  return bytes.getBytes().slice();
}
