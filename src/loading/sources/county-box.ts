import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** Degrees beyond the outermost points, since the outlines are simplified: about 5 km. */
const MARGIN = 0.05;

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The Census's outlines of 2018, in degrees; each has a FIPS code as its id. */
type Atlas = Topology<{ counties: GeometryCollection; states: GeometryCollection }>;

let atlas: Atlas | null = null;

function readAtlas(): Atlas {
  const file = fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json'));
  atlas ??= JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  return atlas;
}

/** The corners of an outline; none where the atlas does not have it. */
function corners(kind: keyof Atlas['objects'], fips: string): Position[] {
  const geometries = readAtlas().objects[kind].geometries.filter(({ id }) => id === fips);
  const { features } = feature(readAtlas(), { type: 'GeometryCollection', geometries });
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flat();
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : [];
  });
}

/**
 * The bounding box of a county with a margin of about 5 km, in degrees, or that of its state if the county is newer than the
 * outlines. Null where neither is known.
 */
export function countyBox(countyFips: string): Box | null {
  const own = corners('counties', countyFips);
  const found = own.length > 0 ? own : corners('states', countyFips.slice(0, 2));
  if (found.length === 0) return null;
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const [lon = 0, lat = 0] of found) {
    box.west = Math.min(box.west, lon - MARGIN);
    box.east = Math.max(box.east, lon + MARGIN);
    box.south = Math.min(box.south, lat - MARGIN);
    box.north = Math.max(box.north, lat + MARGIN);
  }
  return box;
}

/** Whether a point in degrees is in a box, edges included. */
export const isInside = ({ west, south, east, north }: Box, { lat, lon }: { lat: number; lon: number }) =>
  lat >= south && lat <= north && lon >= west && lon <= east;
