import type { estypes } from '@elastic/elasticsearch';
import Type from 'typebox';
import type { AreaShape } from '../../geometry/area-shape.ts';
import { type Condition, MIDDLE } from '../../records/touching.ts';
import { Bounds, boundsArea, boundsClause } from './bounds.ts';
import { Near, nearClause } from './near.ts';
import { Within, withinArea, withinClause } from './within.ts';

export const REGION = {
  bounds: Type.Optional(Bounds),
  within: Type.Optional(Within),
  near: Type.Optional(Near),
};
/** Exactly one of `REGION`, as JSON Schema. */
export const ONE_REGION = {
  oneOf: Object.keys(REGION).map((name) => ({ type: 'object', required: [name] })),
};

/** Whether outlines count in place of points. */
export const Touches = Type.Boolean({
  default: false,
  description:
    'Finds the parcels whose outline has a point in common with the region, its border included, wherever their location ' +
    'is; parcels without an outline by their location. Refused where more than 10,000 outlines lie on the border, or where ' +
    'it meets more than 30,000 cells of the map, each about a hundred meters wide',
});

export interface Region {
  bounds?: Bounds;
  within?: Within;
  near?: Near;
  touches?: boolean;
}

function pointsIn({ bounds, within, near }: Region, field?: string): estypes.QueryDslQueryContainer {
  if (within) return withinClause(within, field);
  return near ? nearClause(near, field) : boundsClause(bounds!, field);
}

function areaOf({ bounds, within, near }: Region): AreaShape {
  if (within) return withinArea(within);
  return near ? { circle: near } : boundsArea(bounds!);
}

/** What parcels of the region of a checked request must meet. Throws 400 for an impossible region. */
export function regionCondition(region: Region): Condition {
  const location = pointsIn(region);
  if (!region.touches) return location;
  return { touches: areaOf(region), points: { location, middle: pointsIn(region, MIDDLE) } };
}
