import type { Geometry, Position } from 'geojson';

/** A point, and how far from it something may lie, on the sphere. */
export interface Circle {
  lat: number;
  lon: number;
  meters: number;
}

/** An area that outlines are compared with: polygons in degrees, each its closed outer ring and its holes, or a circle. */
export type AreaShape = { polygons: Position[][][] } | { circle: Circle };

/** The polygons of a geometry, each its outer ring and its holes; none when it has no area. */
export function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}
