import geographiclib from 'geographiclib-geodesic';
import type { Geometry, Position } from 'geojson';
import { polygonsOf } from '../../domain/geometry/area-shape.ts';

const { WGS84 } = geographiclib.Geodesic;

function ringArea(ring: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  // The library closes a ring itself.
  for (let n = 0; n < ring.length - 1; n++) polygon.AddPoint(ring[n]![1]!, ring[n]![0]!);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}

/**
 * The area of a geometry in square meters on the ellipsoid of WGS 84, without its holes and whichever way its rings run;
 * null when it has none.
 */
export function squareMeters(geometry: Geometry): number | null {
  let sum = 0;
  for (const rings of polygonsOf(geometry))
    rings.forEach((ring, n) => {
      sum += n === 0 ? ringArea(ring) : -ringArea(ring);
    });
  return sum > 0 ? sum : null;
}
