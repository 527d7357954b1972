import Type, { type Static } from 'typebox';
import type { AreaShape } from '../domain/geometry/area-shape.ts';
import { FARTHEST_LON, wrappedBox } from '../domain/geometry/wrap.ts';
import { wrong } from '../domain/problems.ts';
import type { Box } from './question.ts';

const latitude = (side: string) =>
  Type.Number({ minimum: -90, maximum: 90, description: `${side} edge, degrees of latitude` });
const longitude = (side: string) =>
  Type.Number({
    minimum: -FARTHEST_LON,
    maximum: FARTHEST_LON,
    description: `${side} edge, degrees of longitude; those beyond ±180 are wrapped`,
  });

/** A box, edges included. When west > east, it crosses the antimeridian. Longitudes up to ±720 are wrapped. */
export const Bounds = Type.Object(
  {
    north: latitude('Northern'),
    south: latitude('Southern'),
    east: longitude('Eastern'),
    west: longitude('Western'),
  },
  {
    additionalProperties: false,
    description:
      'Edges included. west > east is a box across the antimeridian. A box whose east is 360 degrees or more above its west ' +
      'is the world.',
    examples: [{ north: 40.83, south: 40.79, east: -96.66, west: -96.72 }],
  },
);
export type Bounds = Static<typeof Bounds>;

/** Elasticsearch rounds stored coordinates by less than this many degrees. */
const ROUNDING = 1e-7;

/** The box that points are looked for in, widened so that points on its edges match. Throws 400 when inverted. */
export function boundsPlace(bounds: Bounds): { box: Box } {
  const { north, south, east, west } = wrappedBox(bounds);
  if (south > north) throw wrong('bounds.south', 'must not be above bounds.north');
  const crosses = west > east;
  let [left, right] = [Math.max(-180, west - ROUNDING), Math.min(180, east + ROUNDING)];
  // Widening must not turn a box around nearly the whole globe into a narrow one.
  if (crosses && left <= right) [left, right] = [-180, 180];
  const [top, bottom] = [Math.min(90, north + ROUNDING), Math.max(-90, south - ROUNDING)];
  return { box: { south: bottom, north: top, west: left, east: right } };
}

/** A box as an area: two polygons when it crosses the antimeridian. */
export function boundsArea(bounds: Bounds): AreaShape {
  const { north, south, east, west } = wrappedBox(bounds);
  const box = (left: number, right: number) => [
    [
      [left, south],
      [right, south],
      [right, north],
      [left, north],
      [left, south],
    ],
  ];
  return { polygons: west > east ? [box(west, 180), box(-180, east)] : [box(west, east)] };
}
