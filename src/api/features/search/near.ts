import type { estypes } from '@elastic/elasticsearch';
import Type, { type Static } from 'typebox';

/** Half the circumference of the Earth, in meters. */
const FARTHEST = 20_037_509;

export const Near = Type.Object(
  {
    lat: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north (WGS84)' }),
    lon: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east (WGS84)' }),
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

/** The clause for a circle. */
export const nearClause = (
  { lat, lon, meters }: Near,
  field = 'location',
): estypes.QueryDslQueryContainer => ({
  geo_distance: { [field]: { lat, lon }, distance: `${meters}m` },
});
