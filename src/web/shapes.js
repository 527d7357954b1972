/** The rings of a polygon or of several, as GeoJSON. */
export const ringsOf = ({ type, coordinates }) => (type === 'Polygon' ? coordinates : coordinates.flat());

/** The box around places `[x, y]`: `[[least x, least y], [most x, most y]]`; null without places. */
export function boxAround(places) {
  if (places.length === 0) return null;
  const end = (pick) => [0, 1].map((axis) => places.map((place) => place[axis]).reduce((a, b) => pick(a, b)));
  return [end(Math.min), end(Math.max)];
}

/** The box around the ring with the most corners: its middle is good enough for placing a name. */
export const mainBox = (geometry) =>
  boxAround(ringsOf(geometry).reduce((most, ring) => (ring.length > most.length ? ring : most)));
