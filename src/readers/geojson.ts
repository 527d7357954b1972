import { isUtf8 } from 'node:buffer';
import { type ListElement, listElements } from './json-list.ts';
import { type InputRow, LONGEST_LINE, MOST_LEVELS, unstorable } from './rows.ts';

/** Longest feature in bytes, its geometry included; `LONGEST_LINE` limits the record in its properties. */
export const LONGEST_FEATURE = 8 << 20;

const coordinate = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;

interface Position {
  lat: number;
  lon: number;
}

/** The mean of a ring's corners without the closing one: inside of nearly all parcels. */
function centre(ring: unknown): Position | null {
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
  if (geometry?.type === 'Polygon') return centre(coordinates[0]);
  if (geometry?.type === 'MultiPolygon') return centre((coordinates[0] as unknown[])?.[0]);
  return null;
}

type Feature = Record<string, unknown> | null;

const isPolygon = (geometry: Geometry) => geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon';

function toRow({ number: line, bytes, levels }: ListElement, known?: ReadonlySet<string>): InputRow {
  if (bytes === null) return { line, reason: 'feature_too_long' };
  if (levels > MOST_LEVELS) return { line, reason: 'nested_too_deep' };
  if (!isUtf8(bytes)) return { line, reason: 'invalid_utf8' };
  let feature: Feature;
  try {
    feature = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { line, reason: 'not_json' };
  }
  const properties = feature?.properties;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return { line, reason: 'not_a_feature' };
  }
  const record = { ...(properties as Record<string, unknown>) };
  const geometry = feature!.geometry as Geometry;
  const hasOutline = known?.has('outline') === true && isPolygon(geometry);
  // An outline has a point inside of it.
  if (!hasOutline) record.location ??= pointOf(geometry);
  const text = JSON.stringify(record);
  if (Buffer.byteLength(text) > LONGEST_LINE) return { line, reason: 'line_too_long' };
  if (hasOutline) record.outline ??= geometry;
  const raw = hasOutline ? JSON.stringify(record) : text;
  const fault = raw.includes('\\u') ? unstorable(record) : null;
  return fault === null ? { line, raw, record } : { line, ...fault };
}

/**
 * Records of a GeoJSON FeatureCollection, in memory that does not grow with the file or a feature; `line` is the number
 * of the feature. Polygons become outlines where `known` has these. A feature that is broken, too long or nested too deep is rejected. Throws where the document itself
 * breaks, after the features before that, and when it has no list of features.
 */
export async function* geojsonRows(
  bytes: AsyncIterable<Buffer>,
  known?: ReadonlySet<string>,
): AsyncGenerator<InputRow[]> {
  for await (const elements of listElements(bytes, 'features', LONGEST_FEATURE))
    yield elements.map((element) => toRow(element, known));
}
