import type { Geometry, Position } from 'geojson';
import { isObject } from '../../../domain/json-object.ts';
import { arcAround, arcThrough, bezier } from '../../geometry/arcs.ts';
import { lineFrom, polygonOf } from '../rings.ts';

/** Why a row has no geometry: its coordinates cannot be read, or are not on Earth. */
export type NoShape = 'unreadable' | 'outside';

export type Shape = { geometry: Geometry | null } | { lost: NoShape };

const WEST = 180;
const NORTH = 90;

/** A position without height or measure; null when it is invalid. */
function positionOf(value: unknown): Position | null {
  if (!Array.isArray(value)) return null;
  const [x, y] = value;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

type Point = [number, number];

type ToPoint = (value: unknown) => Point | null;

/** `[end, center, minor, clockwise, rotation, axis, ratio]`, of which the last three are those of an ellipse. */
function ellipse(
  start: Point,
  [end, center, , clockwise, rotation, , ratio]: readonly unknown[],
  toPoint: ToPoint,
) {
  const [to, around] = [toPoint(end), toPoint(center)];
  if (to === null || around === null) return null;
  const form =
    typeof rotation === 'number' && typeof ratio === 'number' && ratio > 0 ? { rotation, ratio } : {};
  return arcAround(start, to, around, { isClockwise: clockwise === 1, ...form });
}

function drawn(start: Point, [a, b, c]: readonly (unknown[] | null | undefined)[], toPoint: ToPoint) {
  if (a) return ellipse(start, a, toPoint);
  const [end, one, other] = (c ?? b ?? []).map(toPoint);
  if (!end || !one) return null;
  if (c) return arcThrough(start, one, end);
  return other ? bezier(start, one, other, end) : null;
}

/** The corners of a curve after its start: a circle's arc `c`, a Bézier curve `b` or an ellipse's arc `a`. Null for others. */
function cornersOf(start: Position | undefined, { c, b, a }: Record<string, unknown>): Position[] | null {
  if (start === undefined) return null;
  // A circle on the ground is not one in degrees, so degrees of longitude are scaled to their width there.
  const width = Math.cos((start[1]! * Math.PI) / 180);
  const onGround = (value: unknown): Point | null => {
    const position = positionOf(value);
    return position && [position[0]! * width, position[1]!];
  };
  const found = drawn(
    onGround(start)!,
    [a, b, c].map((list) => (Array.isArray(list) ? list : null)),
    onGround,
  );
  return found === null ? null : found.map(([x, y]) => [x! / width, y!]);
}

/** All positions of a list, with the corners of its curves; null when one is invalid. */
function positionsOf(value: unknown): Position[] | null {
  if (!Array.isArray(value)) return null;
  const positions: Position[] = [];
  for (const item of value) {
    if (isObject(item)) {
      const corners = cornersOf(positions.at(-1), item);
      if (corners === null) return null;
      positions.push(...corners);
      continue;
    }
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
  return lines.length === 0 ? null : lineFrom(lines);
}

/** Servers write the coordinates of an empty point as `null`, as the text `"NaN"`, as empty text or not at all. */
const isNowhere = (coordinate: unknown) =>
  coordinate === null || coordinate === undefined || coordinate === 'NaN' || coordinate === '';

/** The GeoJSON of an Esri geometry in degrees, curves as lines within 0.1 m of them; null for an empty one. */
export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { geometry: null };
  if (!isObject(value)) return { lost: 'unreadable' };
  const { x, y, points, curvePaths, paths = curvePaths, curveRings, rings = curveRings } = value;
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
