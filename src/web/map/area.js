import { boxAround } from '../shapes.js';

/**
 * A drawn area: a circle `{kind: 'near', lat, lon, meters}`, or a closed ring `{kind: 'within', ring}` of
 * `[longitude, latitude]`.
 */

const MOST_CORNERS = 200;
const CIRCLE_CORNERS = 72;
const METERS_A_DEGREE = 111_195;
const FARTHEST = 20_000_000;
const round = (degrees) => Math.round(degrees * 1e6) / 1e6;
const isPlace = ([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
const radians = (degrees) => (degrees * Math.PI) / 180;

/** The area within a ring of corners. */
export const withinOf = (corners) => ({
  kind: 'within',
  ring: corners.map(([lon, lat]) => [round(lon), round(lat)]),
});

/** A circle around the middle of a box, with a radius in meters. */
export const nearOf = ({ north, south, east, west }, meters) => ({
  kind: 'near',
  lat: round((north + south) / 2),
  lon: round((east + west) / 2),
  meters: Math.max(1, Math.round(meters)),
});

/** The area of a box `{north, south, east, west}` that does not cross the antimeridian. */
export const boxArea = ({ north, south, east, west }) =>
  withinOf([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]);

/** The area in an address's parameters: `near=lat,lon,meters` or `within=lon,lat;lon,lat;…`; null if there is none. */
export function readArea(given) {
  const [lat, lon, meters] = (given.get('near') ?? '').split(',').map(Number);
  if (isPlace([lon, lat]) && meters > 0 && meters <= FARTHEST) return { kind: 'near', lat, lon, meters };
  const corners = (given.get('within') ?? '').split(';').map((corner) => corner.split(',').map(Number));
  const good = corners.length >= 3 && corners.length <= MOST_CORNERS && corners.every(isPlace);
  return good ? withinOf([...corners, corners[0]]) : null;
}

/** The address parameter for an area, by its name; none for none. */
export function writeArea(area) {
  if (area === null) return {};
  if (area.kind === 'near') return { near: `${area.lat},${area.lon},${area.meters}` };
  return { within: area.ring.slice(0, -1).join(';') };
}

/** The area as the region of a search. */
export function regionOf(area) {
  if (area.kind === 'within') return { within: { type: 'Polygon', coordinates: [area.ring] } };
  const { lat, lon, meters } = area;
  return { near: { lat, lon, meters } };
}

function ringOf(area) {
  if (area.kind === 'within') return area.ring;
  const high = area.meters / METERS_A_DEGREE;
  const wide = high / Math.max(0.01, Math.cos(radians(area.lat)));
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_, at) => {
    const angle = (at / CIRCLE_CORNERS) * 2 * Math.PI;
    return [area.lon + wide * Math.cos(angle), area.lat + high * Math.sin(angle)];
  });
}

const WORLD = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
];
const feature = (type, coordinates) => ({ type: 'Feature', properties: {}, geometry: { type, coordinates } });

/** What the map draws of an area or none: all that is outside of it, and its ring. */
export function featuresOf(area) {
  const ring = area && ringOf(area);
  return ring ? [feature('Polygon', [WORLD, ring]), feature('LineString', ring)] : [];
}

/** The box around an area, `[[west, south], [east, north]]`. */
export const boxOf = (area) => boxAround(ringOf(area));
