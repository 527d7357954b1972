import type { Position } from 'geojson';

type Point = readonly [x: number, y: number];

/** How far a line may be from its arc: 0.05 units or, in degrees, about five centimeters. */
const IN_UNITS = 0.05;
const IN_DEGREES = 4e-7;
const MOST_STEPS = 10_000;
const FEWEST_STEPS = 2;
const TURN = 2 * Math.PI;

const isDegrees = ([x, y]: Point) => Math.abs(x) <= 180 && Math.abs(y) <= 90;

/** How many lines an arc of a radius is drawn with, so that none is too far from it. */
function stepsOf(radius: number, angle: number, allowed: number): number {
  if (radius <= allowed) return FEWEST_STEPS;
  const step = 2 * Math.acos(1 - allowed / radius);
  return Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, Math.ceil(Math.abs(angle) / step)));
}

/** The center of the circle through three points; null when they lie in a line. */
function centerOf([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): Point | null {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - ax, cy - ay];
  const twice = 2 * (ux * vy - uy * vx);
  const [u, v] = [ux * ux + uy * uy, vx * vx + vy * vy];
  if (Math.abs(twice) < 1e-12 * Math.max(u, v)) return null;
  return [ax + (vy * u - uy * v) / twice, ay + (ux * v - vx * u) / twice];
}

/** The turn from one angle to another in one direction, at most a whole one; negative when clockwise. */
function after(angle: number, from: number, isClockwise: boolean): number {
  const turned = (((angle - from) % TURN) + TURN) % TURN;
  return isClockwise ? turned - TURN : turned;
}

/**
 * The corners of an arc of a circle after its start, in the units of its coordinates: feet, meters or degrees. Its lines lie
 * within 0.1 m of it. An arc that ends where it starts is a whole circle, with the middle point opposite.
 */
export function arcThrough(start: Point, middle: Point, end: Point): Position[] {
  const isCircle = start[0] === end[0] && start[1] === end[1];
  const center: Point | null = isCircle
    ? [(start[0] + middle[0]) / 2, (start[1] + middle[1]) / 2]
    : centerOf(start, middle, end);
  if (center === null) return [[...middle], [...end]];
  const angleOf = ([x, y]: Point) => Math.atan2(y - center[1], x - center[0]);
  const from = angleOf(start);
  const [toMiddle, toEnd] = [middle, end].map((point) => after(angleOf(point), from, false)) as [
    number,
    number,
  ];
  const sweep = isCircle ? TURN : toMiddle <= toEnd ? toEnd : toEnd - TURN;
  return turned({ start, end, center, sweep, ratio: 1, rotation: 0 });
}

interface Turn {
  start: Point;
  end: Point;
  center: Point;
  /** In radians, counterclockwise. */
  sweep: number;
  /** The minor axis over the major one, which is rotated by `rotation` radians. */
  ratio: number;
  rotation: number;
}

/** The corners of a part of an ellipse after its start. */
function turned({ start, end, center, sweep, ratio, rotation }: Turn): Position[] {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const [dx, dy] = [start[0] - center[0], start[1] - center[1]];
  // On the circle that the ellipse becomes when its minor axis is stretched.
  const [x, y] = [dx * cos + dy * sin, (dy * cos - dx * sin) / ratio];
  const radius = Math.hypot(x, y);
  const from = Math.atan2(y, x);
  const steps = stepsOf(radius * Math.max(1, ratio), sweep, isDegrees(start) ? IN_DEGREES : IN_UNITS);
  const corners: Position[] = [];
  for (let step = 1; step < steps; step++) {
    const angle = from + (sweep * step) / steps;
    const [along, across] = [radius * Math.cos(angle), radius * ratio * Math.sin(angle)];
    corners.push([center[0] + along * cos - across * sin, center[1] + along * sin + across * cos]);
  }
  return [...corners, [...end]];
}

/** The corners of a part of an ellipse by its center, after its start; one that ends where it starts is whole. */
export function arcAround(
  start: Point,
  end: Point,
  center: Point,
  { isClockwise, ratio = 1, rotation = 0 }: { isClockwise: boolean; ratio?: number; rotation?: number },
): Position[] {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const angleOf = ([x, y]: Point) => {
    const [dx, dy] = [x - center[0], y - center[1]];
    return Math.atan2((dy * cos - dx * sin) / ratio, dx * cos + dy * sin);
  };
  const isWhole = start[0] === end[0] && start[1] === end[1];
  const sweep = isWhole ? (isClockwise ? -TURN : TURN) : after(angleOf(end), angleOf(start), isClockwise);
  return turned({ start, end, center, sweep, ratio, rotation });
}

/** The corners of a Bézier curve after its start, by its two control points. */
export function bezier(start: Point, first: Point, second: Point, end: Point): Position[] {
  const bend = (a: Point, b: Point, c: Point) => Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]);
  const allowed = isDegrees(start) ? IN_DEGREES : IN_UNITS;
  const most = Math.max(bend(start, first, second), bend(first, second, end));
  // A curve divided into n parts is within 6 · bend / (8 n²) of its lines.
  const steps = Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, Math.ceil(Math.sqrt((0.75 * most) / allowed))));
  const corners: Position[] = [];
  for (let step = 1; step < steps; step++) {
    const t = step / steps;
    const s = 1 - t;
    const at = (axis: 0 | 1) =>
      s ** 3 * start[axis] + 3 * s * s * t * first[axis] + 3 * s * t * t * second[axis] + t ** 3 * end[axis];
    corners.push([at(0), at(1)]);
  }
  return [...corners, [...end]];
}
