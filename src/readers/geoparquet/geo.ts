import type { FileMetaData, SchemaElement } from 'hyparquet';
import { type Projection, projectionOf } from '../projection.ts';

/** The column with the geometries, and the system of their coordinates. */
export interface GeometryColumn {
  column: string;
  /** For people, such as `Polygon`. */
  types: string;
  projection: Projection;
}

interface Crs {
  id?: { authority?: unknown; code?: unknown };
  ids?: { authority?: unknown; code?: unknown }[];
  components?: Crs[];
}

interface Geo {
  primary_column?: unknown;
  columns?: Record<string, { encoding?: unknown; crs?: Crs | null; geometry_types?: unknown[] }>;
}

const DEGREES = 'EPSG:4326';

/** The code of a system in PROJJSON; of a compound one that of its horizontal part. Without any, degrees are meant. */
function systemOf(crs: Crs | null | undefined): string | null {
  if (crs === undefined) return DEGREES;
  const horizontal = crs?.components?.[0] ?? crs;
  const { authority, code } = horizontal?.id ?? horizontal?.ids?.[0] ?? {};
  if (authority === 'OGC' && code === 'CRS84') return DEGREES;
  return authority && code ? `${authority}:${code}` : null;
}

function geoOf(metadata: FileMetaData): Geo | null {
  const text = metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value;
  if (text === undefined) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('its description of the geometry (geo) is not JSON.');
  }
}

const projected = (system: string | null): Projection => {
  if (system === null)
    throw new Error(
      'it does not say by a code in which coordinate system it is: give it with --srs, such as EPSG:2227 (conform.srs in a source file).',
    );
  return projectionOf(system);
};

/** Parquet has a type of its own for geometries, which needs no description beside it. */
function byType(elements: readonly SchemaElement[], srs: string | undefined): GeometryColumn | null {
  for (const { name, logical_type } of elements) {
    if (logical_type?.type !== 'GEOMETRY' && logical_type?.type !== 'GEOGRAPHY') continue;
    const system = !logical_type.crs || /CRS84$/.test(logical_type.crs) ? DEGREES : logical_type.crs;
    return { column: name, types: 'geometry', projection: projected(srs ?? system) };
  }
  return null;
}

/**
 * Where the geometries of a Parquet file are; null when it has none.
 * @throws Error when they are not in well-known binary, or their coordinate system is not known.
 */
export function geometryColumn(
  metadata: FileMetaData,
  elements: readonly SchemaElement[],
  srs: string | undefined,
): GeometryColumn | null {
  const geo = geoOf(metadata);
  if (geo === null) return byType(elements, srs);
  const column = String(geo.primary_column);
  const { encoding, crs, geometry_types } = geo.columns?.[column] ?? {};
  if (encoding !== 'WKB')
    throw new Error(
      `its geometries are stored as ${encoding}, not as WKB: convert it, by ogr2ogr -f GPKG parcels.gpkg FILE.`,
    );
  const types = (geometry_types ?? []).join(', ') || 'geometry';
  return { column, types, projection: projected(srs ?? systemOf(crs)) };
}
