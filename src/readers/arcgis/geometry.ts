import type { Geometry, Position } from 'geojson';
import { polygonOf } from '../rings.ts';
import { isObject } from './values.ts';

/** Why a row has no geometry: it is curved, not readable as coordinates, or outside of the world. */
export type NoShape = 'curved' | 'unreadable' | 'outside';

export type Shape = { geometry: Geometry | null } | { lost: NoShape };

const WEST = 180;
const NORTH = 90;

/** A position without height and measure; null when it is none. */
function positionOf(value: unknown): Position | null {
  if (!Array.isArray(value)) return null;
  const [x, y] = value;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

/** All positions of a list; null when one is none. */
function positionsOf(value: unknown): Position[] | null {
  if (!Array.isArray(value)) return null;
  const positions: Position[] = [];
  for (const item of value) {
    const position = positionOf(item);
    if (position === null) return null;
    positions.push(position);
  }
  return positions;
}

function linesOf(value: unknown): Position[][] | null {
  if (!Array.isArray(value)) return null;
  const lines: Position[][] = [];
  for (const item of value) {
    const line = positionsOf(item);
    if (line === null) return null;
    lines.push(line);
  }
  return lines;
}

const isOutside = ([x, y]: Position) => Math.abs(x!) > WEST || Math.abs(y!) > NORTH;

function checked(lines: Position[][] | null, toGeometry: (lines: Position[][]) => Geometry | null): Shape {
  if (lines === null) return { lost: 'unreadable' };
  return lines.some((line) => line.some(isOutside)) ? { lost: 'outside' } : { geometry: toGeometry(lines) };
}

function lineOf(paths: Position[][]): Geometry | null {
  const lines = paths.filter((path) => path.length > 1);
  if (lines.length === 0) return null;
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0]! }
    : { type: 'MultiLineString', coordinates: lines };
}

/** `null` and the text `"NaN"` are how servers write a point that is nowhere. */
const isNowhere = (coordinate: unknown) =>
  coordinate === null || coordinate === undefined || coordinate === 'NaN' || coordinate === '';

/** The GeoJSON of an Esri geometry in degrees; null for an empty one. */
export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { geometry: null };
  if (!isObject(value)) return { lost: 'unreadable' };
  const { x, y, points, paths, rings } = value;
  if ('curveRings' in value || 'curvePaths' in value) return { lost: 'curved' };
  if (rings !== undefined) return checked(linesOf(rings), polygonOf);
  if (paths !== undefined) return checked(linesOf(paths), lineOf);
  if (points !== undefined) {
    const all = positionsOf(points);
    return checked(all && [all], ([coordinates = []]) =>
      coordinates.length === 0 ? null : { type: 'MultiPoint', coordinates },
    );
  }
  if (!('x' in value)) return Object.keys(value).length === 0 ? { geometry: null } : { lost: 'unreadable' };
  if (isNowhere(x) && isNowhere(y)) return { geometry: null };
  const point = positionOf([x, y]);
  return checked(point && [[point]], () => ({ type: 'Point', coordinates: point! }));
}
