import Type, { type Static } from 'typebox';
import type { AreaShape } from '../../../domain/geometry/area-shape.ts';
import { FARTHEST_LON, onMap, turnsOf } from '../../../domain/geometry/wrap.ts';
import { wrong } from '../../../domain/problems.ts';

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
export type Within = Static<typeof Polygon> | Static<typeof MultiPolygon>;

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

/** Twice the signed area: positive when the ring runs counterclockwise. */
const orientation = (ring: Point[]) =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!;
    return sum + x! * nextY! - nextX! * y!;
  }, 0);

/** Outer rings counterclockwise, holes clockwise: wound the other way, a wide ring means everything outside of it. */
const wound = (rings: Point[][]) =>
  rings.map((ring, at) => (orientation(ring) > 0 === (at === 0) ? ring : ring.toReversed()));

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

export const withinArea = (within: Within): AreaShape => ({ polygons: turnsOf(polygonsOf(within)) });

/** The polygons that points are looked for in. Throws 400 when a ring is open or off the globe. */
export function withinPlace(within: Within): { polygons: Point[][][] } {
  const polygons = polygonsOf(within);
  const rings = polygons.flat();
  const vertices = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (vertices > MOST_VERTICES) throw wrong('within', `must have at most ${MOST_VERTICES} vertices`);
  rings.forEach(checkRing);
  return { polygons: onMap(turnsOf(polygons)).map(wound) };
}
