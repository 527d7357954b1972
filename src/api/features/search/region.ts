import Type from 'typebox';
import type { AreaShape } from '../../../domain/geometry/area-shape.ts';
import { wrong } from '../../../domain/problems.ts';
import { Bounds, boundsArea, boundsPlace } from '../../../records/bounds.ts';
import { Filters, type Filters as FilterValues, filterConditions, SELECTIVE } from '../../../records/filters.ts';
import type { Condition, Place, Test } from '../../../records/question.ts';
import { MIDDLE } from '../../../records/touching.ts';
import { circleOf, Near } from './near.ts';
import { Within, withinArea, withinPlace } from './within.ts';

export const REGION = {
  bounds: Type.Optional(Bounds),
  within: Type.Optional(Within),
  near: Type.Optional(Near),
};
// Validators of OpenAPI documents complain about a required key that is missing from `properties`.
const having = (name: string) => ({ type: 'object', required: [name], properties: { [name]: {} } });
const regions = Object.keys(REGION).map(having);

/** Exactly one of `REGION`, or filters that stand in for it, as JSON Schema. */
export const ONE_REGION = {
  oneOf: [
    ...regions,
    {
      ...having('filters'),
      properties: { filters: { anyOf: SELECTIVE.map(having) } },
      not: { anyOf: regions },
      description: `filters with at least one of ${SELECTIVE.join(', ')}`,
    },
  ],
};

/** Whether to match outlines in place of points. */
export const Touches = Type.Boolean({
  default: false,
  description:
    'Finds the parcels whose outline has a point in common with the region, its border included, wherever their location ' +
    'is; parcels without an outline by their location. Refused where more than 10,000 outlines lie on the border, where ' +
    'it meets more than 30,000 cells of the map, each about a hundred meters wide, or where its edges run through the ' +
    'same cells many times',
});

/** What selects parcels: filters and, subject to `ONE_REGION`, a region. */
export const SELECTION = {
  ...REGION,
  touches: Type.Optional(Touches),
  filters: Type.Optional(Filters),
};

export interface Region {
  bounds?: Bounds;
  within?: Within;
  near?: Near;
  touches?: boolean;
}

/**
 * The largest body of a search, in bytes. The largest polygon takes 64 KiB, or up to 113 with line breaks and indents; 500 ids
 * of 130 bytes are 64 KiB too.
 */
export const LARGEST_SEARCH = 128 << 10;

/** A checked request: one region, or filters that stand in for it. */
export interface Selection extends Region {
  filters?: FilterValues;
}

function placeOf({ bounds, within, near }: Region): Place {
  if (within) return withinPlace(within);
  return near ? { circle: circleOf(near) } : boundsPlace(bounds!);
}

function areaOf({ bounds, within, near }: Region): AreaShape {
  if (within) return withinArea(within);
  return near ? { circle: circleOf(near) } : boundsArea(bounds!);
}

/** The condition for parcels in a region. Throws 400 for an impossible region. */
export function regionCondition(region: Region): Condition {
  const place = placeOf(region);
  const location: Test = { is: 'in', field: 'location', place };
  if (!region.touches) return location;
  return { touches: areaOf(region), points: { location, middle: { is: 'in', field: MIDDLE, place } } };
}

const hasRegion = ({ bounds, within, near }: Region) => (bounds ?? within ?? near) !== undefined;

/** The conditions for the selected parcels. Throws 400 for an impossible region or filter. */
export function conditionsOf({ filters = {}, ...region }: Selection): Condition[] {
  if (!hasRegion(region) && region.touches) throw wrong('touches', 'needs bounds, within or near');
  return [...(hasRegion(region) ? [regionCondition(region)] : []), ...filterConditions(filters)];
}
