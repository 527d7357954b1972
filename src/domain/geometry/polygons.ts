import type { Geometry, Position } from 'geojson';

/** The polygons of a geometry, each its outer ring and its holes; none when it has no area. */
export function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}
