import type { Geometry, Position } from 'geojson';

const METERS_PER_DEGREE = 111_195;

/** The area of a ring in square meters, on a plane that touches the sphere at its first corner. */
function ringArea(ring: readonly Position[]): number {
  const [first] = ring;
  if (first === undefined) return 0;
  const shrink = Math.cos((first[1]! * Math.PI) / 180);
  let twice = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x1, y1] = [(ring[i]![0]! - first[0]!) * shrink, ring[i]![1]! - first[1]!];
    const [x2, y2] = [(ring[i + 1]![0]! - first[0]!) * shrink, ring[i + 1]![1]! - first[1]!];
    twice += x1 * y2 - x2 * y1;
  }
  return (Math.abs(twice) / 2) * METERS_PER_DEGREE ** 2;
}

const polygonArea = ([outer, ...holes]: readonly Position[][]) =>
  ringArea(outer ?? []) - holes.reduce((sum, hole) => sum + ringArea(hole), 0);

/**
 * About how many square meters a polygon in degrees covers, to tell units apart: within two percent for a parcel. null
 * for other geometries.
 */
export function roughArea(geometry: Geometry | null): number | null {
  if (geometry?.type === 'Polygon') return polygonArea(geometry.coordinates);
  if (geometry?.type !== 'MultiPolygon') return null;
  return geometry.coordinates.reduce((sum, polygon) => sum + polygonArea(polygon), 0);
}
