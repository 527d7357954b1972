import { features, type ReadFeature } from './geojson-table/features.ts';
import { type InputRow, LONGEST_LINE } from './rows.ts';

const coordinate = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;

interface Position {
  lat: number;
  lon: number;
}

/** The mean of a ring's corners without the closing one: inside nearly all parcels. */
function center(ring: unknown): Position | null {
  if (!Array.isArray(ring) || ring.length < 2) return null;
  const corners = ring.slice(0, -1);
  let lat = 0;
  let lon = 0;
  for (const corner of corners) {
    lon += coordinate(corner?.[0]);
    lat += coordinate(corner?.[1]);
  }
  return { lat: lat / corners.length, lon: lon / corners.length };
}

type Geometry = { type?: string; coordinates?: unknown } | null | undefined;

function pointOf(geometry: Geometry): unknown {
  const coordinates = geometry?.coordinates as unknown[] | undefined;
  if (!coordinates) return null;
  if (geometry?.type === 'Point') return { lon: coordinates[0], lat: coordinates[1] };
  if (geometry?.type === 'Polygon') return center(coordinates[0]);
  if (geometry?.type === 'MultiPolygon') return center((coordinates[0] as unknown[])?.[0]);
  return null;
}

const isPolygon = (geometry: Geometry) => geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon';

function toRow(feature: ReadFeature, known?: ReadonlySet<string>): InputRow {
  if ('reason' in feature) return feature;
  const { line, hasLost } = feature;
  if (hasLost) return { line, reason: 'invalid_utf8' };
  const geometry = feature.geometry as Geometry;
  const record: Record<string, unknown> = { ...feature.properties };
  const hasOutline = known?.has('outline') === true && isPolygon(geometry);
  // With an outline, the location is derived from it later.
  if (!hasOutline) record.location ??= pointOf(geometry);
  const text = JSON.stringify(record);
  if (text.length > LONGEST_LINE) return { line, reason: 'line_too_long' };
  if (hasOutline) record.outline ??= geometry;
  return { line, raw: hasOutline ? JSON.stringify(record) : text, record };
}

/**
 * Records of a GeoJSON FeatureCollection, in memory that does not grow with the file or a feature; `line` is the number
 * of the feature. Polygons become outlines where `known` has these. A feature that is broken, too long or nested too deep
 * is rejected. Throws where the document cannot be read any further, after the features before that point, and when it has
 * no list of features.
 */
export async function* geojsonRows(
  bytes: AsyncIterable<Buffer>,
  known?: ReadonlySet<string>,
): AsyncGenerator<InputRow[]> {
  for await (const some of features(bytes, 'collection')) yield some.map((one) => toRow(one, known));
}
