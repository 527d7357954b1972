import Type, { type Static } from 'typebox';
import type { AreaShape, Circle } from '../domain/geometry/area-shape.ts';
import { twiceArea } from '../domain/geometry/rings.ts';
import { FARTHEST_LON, onMap, turnsOf, wrapped, wrappedBox } from '../domain/geometry/wrap.ts';
import { wrong } from '../domain/problems.ts';
import { Filters, type Filters as FilterValues, filterConditions, SELECTIVE } from './filters.ts';
import type { Box, Condition, Place, Test } from './question.ts';
import { MIDDLE } from './touching.ts';

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
function boundsPlace(bounds: Bounds): { box: Box } {
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
function boundsArea(bounds: Bounds): AreaShape {
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

/** Half the circumference of the Earth, in meters. */
const FARTHEST = 20_037_509;

const Longitude = Type.Number({
  minimum: -FARTHEST_LON,
  maximum: FARTHEST_LON,
  description: 'Degrees east (WGS84); those beyond ±180 are wrapped',
});

export const Near = Type.Object(
  {
    lat: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north (WGS84)' }),
    lon: Longitude,
    meters: Type.Number({
      exclusiveMinimum: 0,
      maximum: FARTHEST,
      description: 'Maximum distance in meters',
    }),
  },
  {
    additionalProperties: false,
    description: 'A point and the maximum distance from it, on the sphere',
    examples: [{ lat: 40.8136, lon: -96.7026, meters: 800 }],
  },
);
type Near = Static<typeof Near>;

/** The circle, with its center from -180 to 180 degrees east. */
export const circleOf = ({ lat, lon, meters }: Near): Circle => ({ lat, lon: wrapped(lon), meters });

const MOST_VERTICES = 1_000;

const Position = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 3,
  description:
    `Longitude, from -${FARTHEST_LON} to ${FARTHEST_LON}, then latitude, from -90 to 90 (WGS84 degrees), then possibly a ` +
    'height, which is ignored',
});
const Ring = Type.Array(Position, {
  minItems: 4,
  maxItems: MOST_VERTICES + 1,
  description: 'A closed ring: its last position is its first',
});
const Rings = Type.Array(Ring, { minItems: 1, description: 'The outer ring, then holes in it' });

/** Members of GeoJSON that programs add. */
const MORE = {
  bbox: Type.Optional(Type.Unknown({ description: 'Ignored' })),
  crs: Type.Optional(Type.Unknown({ description: 'Ignored: positions are degrees of WGS84' })),
};

const Polygon = Type.Object(
  { type: Type.Literal('Polygon'), coordinates: Rings, ...MORE },
  { title: 'Polygon', additionalProperties: false },
);
const MultiPolygon = Type.Object(
  { type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Rings, { minItems: 1 }), ...MORE },
  { title: 'MultiPolygon', additionalProperties: false },
);
type Within = Static<typeof Polygon> | Static<typeof MultiPolygon>;

export const Within = Type.Unsafe<Within>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [Polygon, MultiPolygon],
  description:
    `A GeoJSON Polygon or MultiPolygon with at most ${MOST_VERTICES} vertices in all; holes are left out. An area ` +
    'across the antimeridian has longitudes that go on beyond ±180, or is a MultiPolygon, one part on each side. Parcels on ' +
    'an edge may be in or out',
  examples: [
    {
      type: 'Polygon',
      coordinates: [
        [
          [-96.72, 40.79],
          [-96.66, 40.79],
          [-96.69, 40.83],
          [-96.72, 40.79],
        ],
      ],
    },
  ],
});

type Point = number[];

/** Outer rings counterclockwise, holes clockwise: wound the other way, a wide ring means everything outside of it. */
const wound = (rings: Point[][]) =>
  rings.map((ring, at) => (twiceArea(ring) > 0 === (at === 0) ? ring : ring.toReversed()));

function checkRing(ring: Point[]): void {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (first[0] !== last[0] || first[1] !== last[1]) {
    throw wrong('within.coordinates', 'must hold closed rings: the last position of a ring is its first');
  }
  if (ring.some(([longitude]) => Math.abs(longitude!) > FARTHEST_LON)) {
    throw wrong(
      'within.coordinates',
      `must hold longitudes, which stand first, from -${FARTHEST_LON} to ${FARTHEST_LON}`,
    );
  }
  if (ring.some(([, latitude]) => Math.abs(latitude!) > 90)) {
    throw wrong('within.coordinates', 'must hold latitudes, which stand second, from -90 to 90');
  }
}

/** Without heights. */
function polygonsOf({ type, coordinates }: Within): Point[][][] {
  // A Polygon has the rings of a single polygon.
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Point[][][];
  return polygons.map((rings) => rings.map((ring) => ring.map(([lon, lat]) => [lon!, lat!])));
}

const withinArea = (within: Within): AreaShape => ({ polygons: turnsOf(polygonsOf(within)) });

/** The polygons that points are looked for in. Throws 400 when a ring is open or off the globe. */
function withinPlace(within: Within): { polygons: Point[][][] } {
  const polygons = polygonsOf(within);
  const rings = polygons.flat();
  const vertices = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (vertices > MOST_VERTICES) throw wrong('within', `must have at most ${MOST_VERTICES} vertices`);
  rings.forEach(checkRing);
  return { polygons: onMap(turnsOf(polygons)).map(wound) };
}

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
