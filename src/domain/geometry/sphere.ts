const RADIUS = 6_371_008.7714;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Meters between two points, on the sphere that Elasticsearch measures on. */
export function metersBetween(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const square =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lon2 - lon1) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** The most meters between two points that are this many degrees apart, at latitudes from `lat` to the pole. */
export function metersAtMost(lat: number, degreesNorth: number, degreesEast: number): number {
  const half = Math.hypot(radians(degreesNorth), Math.cos(radians(lat)) * radians(degreesEast)) / 2;
  return 2 * RADIUS * Math.asin(Math.min(1, half));
}
