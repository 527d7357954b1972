import Type, { type Static } from 'typebox';
import type { Circle } from '../../../domain/geometry/area-shape.ts';
import { FARTHEST_LON, wrapped } from '../../../domain/geometry/wrap.ts';

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
export type Near = Static<typeof Near>;

/** The circle, with its center from -180 to 180 degrees east. */
export const circleOf = ({ lat, lon, meters }: Near): Circle => ({ lat, lon: wrapped(lon), meters });
