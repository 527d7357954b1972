import { Readable } from 'node:stream';
import chain from 'stream-chain';
import { pick } from 'stream-json/filters/pick.js';
import { parser } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import type { Row } from './rows.ts';

const FEATURES_AT_ONCE = 200;

interface Position {
  lat: number;
  lon: number;
}

/** The mean of a ring's corners (its closing corner left out): inside of nearly all parcels. */
function centre(ring: unknown): Position | null {
  if (!Array.isArray(ring) || ring.length < 2) return null;
  const corners = ring.slice(0, -1);
  let lat = 0;
  let lon = 0;
  for (const corner of corners) {
    lon += Number(corner?.[0]);
    lat += Number(corner?.[1]);
  }
  return { lat: lat / corners.length, lon: lon / corners.length };
}

/** A point for a GeoJSON geometry: its own, or the centre of its first ring. */
function pointOf(geometry: { type?: string; coordinates?: unknown } | null | undefined): unknown {
  const coordinates = geometry?.coordinates as unknown[] | undefined;
  if (!coordinates) return null;
  if (geometry?.type === 'Point') return { lon: coordinates[0], lat: coordinates[1] };
  if (geometry?.type === 'Polygon') return centre(coordinates[0]);
  if (geometry?.type === 'MultiPolygon') return centre((coordinates[0] as unknown[])?.[0]);
  return null;
}

function toRow(line: number, feature: Record<string, unknown>): Row {
  const properties = feature?.properties;
  if (typeof properties !== 'object' || properties === null) return { line, reason: 'not_a_feature' };
  const record = { ...(properties as Record<string, unknown>) };
  record.location ??= pointOf(feature.geometry as never);
  return { line, raw: JSON.stringify(record), record };
}

/** Records of a GeoJSON FeatureCollection; `line` is the number of the feature. Throws where the JSON breaks. */
export async function* geojsonRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<Row[]> {
  const features = chain([
    Readable.from(bytes),
    parser(),
    pick({ filter: 'features' }),
    streamArray(),
  ]) as unknown as AsyncIterable<{ key: number; value: Record<string, unknown> }>;
  let rows: Row[] = [];
  try {
    for await (const { key, value } of features) {
      rows.push(toRow(key + 1, value));
      if (rows.length >= FEATURES_AT_ONCE) {
        yield rows;
        rows = [];
      }
    }
  } finally {
    if (rows.length > 0) yield rows;
  }
}
