import type { Position } from 'geojson';
import type { Circle } from './area-shape.ts';
import { type Outline, ringInDegrees } from './outline.ts';
import { sideOf } from './rings.ts';
import { metersAtMost, metersBetween } from './sphere.ts';

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
export function isInReach({ lat, lon, meters }: Circle, outline: Outline): boolean {
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
