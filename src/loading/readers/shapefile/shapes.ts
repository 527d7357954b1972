import type { Geometry, Position } from 'geojson';
import type { Projection } from '../projection.ts';
import { groupRings } from './group.ts';

/** Why a shape cannot be taken. */
export type ShapeFault = 'bad_geometry' | 'out_of_range' | 'too_many_rings';

type ShapeKind = 'null' | 'point' | 'multipoint' | 'line' | 'polygon';

/** Types of shapes; those with heights (Z) and measures (M) begin like the plain ones. */
const KINDS: Record<number, ShapeKind> = {
  0: 'null',
  1: 'point',
  11: 'point',
  21: 'point',
  3: 'line',
  13: 'line',
  23: 'line',
  5: 'polygon',
  15: 'polygon',
  25: 'polygon',
  8: 'multipoint',
  18: 'multipoint',
  28: 'multipoint',
};

const NAMES: Record<ShapeKind, string | null> = {
  null: null,
  point: 'Point',
  multipoint: 'MultiPoint',
  line: 'LineString',
  polygon: 'Polygon',
};

/** Holes are looked for in every outer ring. */
const MOST_RINGS = 20_000;
const PARTS_AT = 44;
const POINTS_AT = 40;
const POINT = 16;

/** The kind of geometry of a file by its type, for people; null without any, undefined when the type is unknown. */
export function geometryName(type: number): string | null | undefined {
  const kind = KINDS[type];
  return kind && NAMES[kind];
}

export const isShapeType = (type: number): boolean => KINDS[type] !== undefined;

/** Positions in degrees, and whether each of them is a place. */
function reader(content: DataView, toDegrees: Projection['toDegrees']) {
  let fault: ShapeFault | null = null;
  function position(at: number): Position {
    const x = content.getFloat64(at, true);
    const y = content.getFloat64(at + 8, true);
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      fault ??= 'bad_geometry';
      return [0, 0];
    }
    const place = toDegrees(x, y);
    // NaN is not within either.
    if (!(Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 90)) fault ??= 'out_of_range';
    return place;
  }
  function positions(at: number, count: number): Position[] {
    const found = new Array<Position>(count);
    for (let n = 0; n < count; n++) found[n] = position(at + n * POINT);
    return found;
  }
  return { position, positions, fault: () => fault };
}

/** Where each part begins and ends among the points; null when that is nonsense. */
function partsOf(content: DataView): { at: number; count: number }[] | ShapeFault | null {
  if (content.byteLength < PARTS_AT) return 'bad_geometry';
  const parts = content.getInt32(36, true);
  const points = content.getInt32(40, true);
  if (parts === 0 || points === 0) return null;
  const pointsAt = PARTS_AT + parts * 4;
  if (parts < 0 || points < 0 || pointsAt + points * POINT > content.byteLength) return 'bad_geometry';
  if (parts > MOST_RINGS) return 'too_many_rings';
  const found: { at: number; count: number }[] = [];
  for (let n = 0; n < parts; n++) {
    const first = content.getInt32(PARTS_AT + n * 4, true);
    const next = n + 1 < parts ? content.getInt32(PARTS_AT + (n + 1) * 4, true) : points;
    if (first < 0 || first > next || next > points) return 'bad_geometry';
    if (next > first) found.push({ at: pointsAt + first * POINT, count: next - first });
  }
  return found;
}

function linesOf(lines: Position[][]): Geometry {
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0]! }
    : { type: 'MultiLineString', coordinates: lines };
}

function polygonOf(rings: Position[][]): Geometry {
  const polygons = groupRings(rings);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/**
 * The geometry of a record of a .shp, in degrees and without heights and measures; null for a null shape. Polygons are
 * wound as GeoJSON asks.
 */
export function shapeOf(record: Buffer, toDegrees: Projection['toDegrees']): Geometry | ShapeFault | null {
  const content = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (content.byteLength < 4) return 'bad_geometry';
  const kind = KINDS[content.getInt32(0, true)];
  if (kind === 'null') return null;
  if (!kind || content.byteLength < 20) return 'bad_geometry';
  const { position, positions, fault } = reader(content, toDegrees);
  if (kind === 'point') {
    const coordinates = position(4);
    return fault() ?? { type: 'Point', coordinates };
  }
  if (kind === 'multipoint') {
    if (content.byteLength < POINTS_AT) return 'bad_geometry';
    const count = content.getInt32(36, true);
    if (count < 0 || POINTS_AT + count * POINT > content.byteLength) return 'bad_geometry';
    const coordinates = positions(POINTS_AT, count);
    return count === 0 ? null : (fault() ?? { type: 'MultiPoint', coordinates });
  }
  const parts = partsOf(content);
  if (parts === null || typeof parts === 'string') return parts;
  const lists = parts.map(({ at, count }) => positions(at, count));
  const broken = fault();
  if (broken !== null) return broken;
  return kind === 'line' ? linesOf(lists) : polygonOf(lists);
}
