import type { Geometry, Position } from 'geojson';
import type { Projection } from '../projection.ts';
import { lineFrom, polygonFrom } from '../ring.ts';
import { polygonOf } from '../rings.ts';

/** Why a shape cannot be used. */
export type ShapeFault = 'bad_geometry' | 'out_of_range' | 'too_many_rings';

const KINDS: Record<number, 'Point' | 'LineString' | 'Polygon' | 'MultiPoint'> = {
  1: 'Point',
  3: 'LineString',
  5: 'Polygon',
  8: 'MultiPoint',
};

/** Limits the work, since each hole is tested against the outer rings. */
const MOST_RINGS = 20_000;
const PARTS_AT = 44;
const POINTS_AT = 40;
const POINT = 16;

/**
 * The kind of geometry that a number in a .shp means; null for none, undefined when it is unknown. Those with heights are
 * 10 higher, and those with measures 20.
 */
export const kindOf = (type: number) =>
  type === 0 ? null : type > 0 && type < 30 ? KINDS[type % 10] : undefined;

/** Reads positions in degrees, and notes the first fault in them. */
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
    // NaN fails this test, too.
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

/** Where the points of each part begin, and how many there are; null when there are none. */
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

/**
 * The geometry of a record of a .shp, in degrees and without heights and measures; null for a null shape. Polygons are
 * wound as GeoJSON requires.
 */
export function shapeOf(record: Buffer, toDegrees: Projection['toDegrees']): Geometry | ShapeFault | null {
  const content = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (content.byteLength < 4) return 'bad_geometry';
  const kind = kindOf(content.getInt32(0, true));
  if (kind === null) return null;
  if (!kind || content.byteLength < 20) return 'bad_geometry';
  const { position, positions, fault } = reader(content, toDegrees);
  if (kind === 'Point') {
    const coordinates = position(4);
    return fault() ?? { type: 'Point', coordinates };
  }
  if (kind === 'MultiPoint') {
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
  // What has no area is for the check of outlines to refuse.
  return kind === 'LineString'
    ? lineFrom(lists)
    : (polygonOf(lists) ?? polygonFrom(lists.map((ring) => [ring])));
}
