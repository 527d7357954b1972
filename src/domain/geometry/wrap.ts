import type { Position } from 'geojson';
import { clipPolygon } from 'lineclip';

/** How far east or west a longitude may lie: maps go on counting on a trip around the world. */
export const FARTHEST_LON = 720;
const TURN = 360;
const MAP: [west: number, south: number, east: number, north: number] = [-180, -90, 180, 90];

/** A longitude from -180 to 180 of the same place. */
export const wrapped = (lon: number): number =>
  Math.abs(lon) <= 180 ? lon : lon - TURN * Math.round(lon / TURN);

interface Sides {
  west: number;
  east: number;
}

/**
 * A box with longitudes from -180 to 180 around the same places: with west > east across the antimeridian. One that is 360
 * degrees wide or wider is the world.
 */
export function wrappedBox<B extends Sides>(box: B): B {
  if (box.east - box.west >= TURN) return { ...box, west: -180, east: 180 };
  const west = wrapped(box.west);
  // The antimeridian is both of its longitudes.
  return { ...box, west: west === -180 && box.west !== west ? 180 : west, east: wrapped(box.east) };
}

/**
 * Polygons whose longitudes may go on beyond ±180, moved by whole turns: once for each turn in which a part of them lies on
 * the map, which ends at ±180. The other parts stay beyond it.
 */
export const turnsOf = (polygons: Position[][][]): Position[][][] =>
  polygons.flatMap((rings) => {
    const longitudes = rings.flat().map(([lon]) => lon!);
    const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
    if (west >= -180 && east <= 180) return [rings];
    return [-2, -1, 0, 1, 2]
      .map((turns) => turns * TURN)
      .filter((by) => west + by <= 180 && east + by > -180)
      .map((by) => rings.map((ring) => ring.map(([lon, lat]) => [lon! + by, lat!])));
  });

function clipped(ring: Position[]): Position[] {
  if (ring.every(([lon]) => Math.abs(lon!) <= 180)) return ring;
  const corners = clipPolygon(ring, MAP);
  return corners.length === 0 ? [] : [...corners, corners[0]!];
}

/** The parts of polygons that lie on the map. An edge along its end may be added, where a border leaves the map and returns. */
export const onMap = (polygons: Position[][][]): Position[][][] =>
  polygons
    .map((rings) => rings.map(clipped))
    .filter(([outer]) => outer!.length > 0)
    .map(([outer, ...holes]) => [outer!, ...holes.filter((hole) => hole.length > 0)]);
