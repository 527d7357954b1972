import Type from 'typebox';
import { timestamp } from './common.ts';

/** A file that replaced the county did not have the parcel, or it was deleted. */
export const WHY_REMOVED = ['replaced', 'deleted'] as const;
export type WhyRemoved = (typeof WHY_REMOVED)[number];

/** How long removed parcels are told. */
export const REMOVED_DAYS = 90;

export const Removed = Type.Object(
  {
    id: Type.String({ description: 'Id of the parcel', examples: ['31109:10-36-222-018-000'] }),
    county_fips: Type.String({ description: 'FIPS code of its county', examples: ['31109'] }),
    removed_at: timestamp('The time of the load that removed it'),
    why: Type.Enum([...WHY_REMOVED], {
      description: '`replaced`: a whole file of its county does not have it; `deleted`: by an operator',
    }),
  },
  { title: 'Removed' },
);
