import type { Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { sideOf, twiceArea } from '../../domain/geometry/rings.ts';

/** A closed ring, with what is needed to find its place among others. */
export interface Ring {
  positions: Position[];
  /** Twice its area, positive when it runs counterclockwise. */
  area: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** How many corners to try until one is not on the other ring itself. */
const MOST_CORNERS = 32;

export function measured(positions: Position[]): Ring {
  const ring = {
    positions,
    area: twiceArea(positions),
    west: Infinity,
    south: Infinity,
    east: -Infinity,
    north: -Infinity,
  };
  for (const [x, y] of positions as [number, number][]) {
    if (x < ring.west) ring.west = x;
    if (x > ring.east) ring.east = x;
    if (y < ring.south) ring.south = y;
    if (y > ring.north) ring.north = y;
  }
  return ring;
}

/** Whether a ring lies in another, which it may touch. */
export function contains(outer: Ring, inner: Ring): boolean {
  if (
    inner.west < outer.west ||
    inner.east > outer.east ||
    inner.south < outer.south ||
    inner.north > outer.north
  ) {
    return false;
  }
  for (const [x, y] of inner.positions.slice(0, MOST_CORNERS) as [number, number][]) {
    const side = sideOf(x, y, outer.positions);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** Polygons as one geometry; there is at least one. */
export const polygonFrom = (polygons: Position[][][]): Polygon | MultiPolygon =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };

/** Lines as one geometry; there is at least one. */
export const lineFrom = (lines: Position[][]): Geometry =>
  lines.length === 1
    ? { type: 'LineString', coordinates: lines[0]! }
    : { type: 'MultiLineString', coordinates: lines };
