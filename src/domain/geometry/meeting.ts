import type { Position } from 'geojson';
import type { AreaShape, Circle } from './area-shape.ts';
import { metersAtMost, metersBetween } from './distance.ts';
import { type Outline, ringInDegrees, ringInUnits, UNITS } from './outline.ts';
import { sideOf } from './rings.ts';

/** Units of a stored corner: whole numbers, so that all below is exact. */
interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Products of two distances in units are off by less than this. */
const ROUNDING = 1e6;
/** Pairs of edges that are compared at once. */
const FEW_PAIRS = 1_000;

interface Edge extends Box {
  from: Position;
  to: Position;
}

interface Part extends Box {
  /** Closed; the outer one first. */
  rings: Position[][];
}

function boxOf(corners: readonly Position[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of corners) {
    if (x! < left) left = x!;
    if (x! > right) right = x!;
    if (y! < bottom) bottom = y!;
    if (y! > top) top = y!;
  }
  return { left, bottom, right, top };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;

/** The sign tells, exactly, on which side of the line from a to b a point lies. */
function orientation([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): number {
  const one = (bx! - ax!) * (y! - ay!);
  const other = (by! - ay!) * (x! - ax!);
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return Math.sign(one - other);
  const exact = BigInt(bx! - ax!) * BigInt(y! - ay!) - BigInt(by! - ay!) * BigInt(x! - ax!);
  return exact === 0n ? 0 : exact > 0n ? 1 : -1;
}

/** Whether edges whose boxes overlap have a point in common. */
const cross = (a: Edge, b: Edge): boolean =>
  orientation(a.from, a.to, b.from) * orientation(a.from, a.to, b.to) <= 0 &&
  orientation(b.from, b.to, a.from) * orientation(b.from, b.to, a.to) <= 0;

/** Whether a closed ring contains a point that is not on it. */
function holds(ring: readonly Position[], point: Position): boolean {
  let inside = false;
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1]!, ring[at]!];
    const rises = to[1]! > point[1]!;
    if (from[1]! > point[1]! !== rises && orientation(from, to, point) > 0 === rises) inside = !inside;
  }
  return inside;
}

/** Whether a part contains a point that is not on its border. */
const isIn = ({ rings: [outer, ...holes] }: Part, point: Position): boolean =>
  holds(outer!, point) && !holes.some((hole) => holds(hole, point));

const partOf = (rings: Position[][]): Part => ({ rings, ...boxOf(rings[0]!) });

const edgesOf = ({ rings }: Part): Edge[] =>
  rings.flatMap((ring) =>
    ring.slice(1).map((to, at) => ({ from: ring[at]!, to, ...boxOf([ring[at]!, to]) })),
  );

/** Whether an edge meets a box, or nearly so: products of units are rounded. */
function reaches(edge: Edge, box: Box): boolean {
  if (!overlap(edge, box)) return false;
  const [x, y] = edge.from as [number, number];
  const [width, height] = [edge.to[0]! - x, edge.to[1]! - y];
  const [left, right] = [(box.left - x) * height, (box.right - x) * height];
  const [bottom, top] = [(box.bottom - y) * width, (box.top - y) * width];
  return (
    Math.min(bottom, top) - Math.max(left, right) <= ROUNDING &&
    Math.max(bottom, top) - Math.min(left, right) >= -ROUNDING
  );
}

function quartersOf({ left, bottom, right, top }: Box): Box[] {
  const [x, y] = [Math.floor((left + right) / 2), Math.floor((bottom + top) / 2)];
  return [
    { left, bottom, right: x, top: y },
    { left: x, bottom, right, top: y },
    { left, bottom: y, right: x, top },
    { left: x, bottom: y, right, top },
  ];
}

/** Whether edges have a point in common with others, in a box. The box is quartered as long as that leaves fewer pairs. */
function anyCross(some: readonly Edge[], others: readonly Edge[], box: Box): boolean {
  const pairs = some.length * others.length;
  if (pairs > FEW_PAIRS) {
    const quarters = quartersOf(box).map((quarter) => ({
      quarter,
      some: some.filter((edge) => reaches(edge, quarter)),
      others: others.filter((edge) => reaches(edge, quarter)),
    }));
    if (quarters.reduce((sum, one) => sum + one.some.length * one.others.length, 0) < pairs / 2)
      return quarters.some((one) => anyCross(one.some, one.others, one.quarter));
  }
  return some.some((edge) => others.some((other) => overlap(edge, other) && cross(edge, other)));
}

/** Parts meet when their borders do, or when one contains the other. */
function meet(area: Part, edges: readonly Edge[], lot: Part): boolean {
  if (!overlap(area, lot)) return false;
  const near = edges.filter((edge) => reaches(edge, lot));
  return (
    (near.length > 0 && anyCross(near, edgesOf(lot), lot)) ||
    isIn(area, lot.rings[0]![0]!) ||
    isIn(lot, area.rings[0]![0]!)
  );
}

const inUnits = ([lon, lat]: Position): Position => [Math.round(lon! * UNITS), Math.round(lat! * UNITS)];

/** Narrows an edge of a hundred kilometers down to a micrometer. */
const STEPS = 64;

/** Meters from a point to the nearest point of an edge, along which the distance first falls and then rises. */
function toEdge(away: (at: Position) => number, [x1, y1]: Position, [x2, y2]: Position): number {
  const at = (share: number) => away([x1! + share * (x2! - x1!), y1! + share * (y2! - y1!)]);
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) high -= third;
    else low += third;
  }
  return at((low + high) / 2);
}

/** Whether an outline lies in a circle or reaches into it. Edges are straight in degrees, distances those of the sphere. */
function isInReach({ lat, lon, meters }: Circle, outline: Outline): boolean {
  const away = ([x, y]: Position) => metersBetween(lat, lon, y!, x!);
  const reaches = (ring: readonly Position[]) => {
    const distances = ring.map(away);
    if (distances.some((distance) => distance <= meters)) return true;
    return ring.slice(1).some((to, n) => {
      const from = ring[n]!;
      const length = metersAtMost(0, to[1]! - from[1]!, to[0]! - from[0]!);
      // No point of an edge is nearer than this to the center.
      if (distances[n]! + distances[n + 1]! - length > 2 * meters) return false;
      return toEdge(away, from, to) <= meters;
    });
  };
  return outline.some((stored) => {
    const [outer, ...holes] = stored.map(ringInDegrees);
    const isInside = sideOf(lon, lat, outer!) >= 0 && holes.every((hole) => sideOf(lon, lat, hole) <= 0);
    return isInside || [outer!, ...holes].some(reaches);
  });
}

/**
 * Returns a test for whether an outline intersects the area; borders belong to both. Polygons are compared at the
 * seven decimals of stored outlines, exactly; circles as `isInReach` does.
 */
export function meetingTest(area: AreaShape): (outline: Outline) => boolean {
  if ('circle' in area) return (outline) => isInReach(area.circle, outline);
  const parts = area.polygons.map((rings) => partOf(rings.map((ring) => ring.map(inUnits))));
  const known = parts.map((part) => ({ part, edges: edgesOf(part) }));
  return (outline) => {
    const lots = outline.map((rings) => partOf(rings.map(ringInUnits)));
    return known.some(({ part, edges }) => lots.some((lot) => meet(part, edges, lot)));
  };
}
