import Type from 'typebox';
import { PLACES } from '../../../records/filters.ts';
import { pageQuery } from '../../../records/schemas/common.ts';
import { FieldList } from '../../answers/fields.ts';
import { WithOutline } from '../../answers/parcels.ts';
import { SORTS, type Sort } from './query.ts';
import { ONE_REGION, SELECTION } from './region.ts';

export const SearchRequest = Type.Object(
  {
    ...SELECTION,
    sort: Type.Optional(
      Type.Enum(Object.keys(SORTS) as Sort[], {
        description:
          'Parcels without the value come last in both directions. Without sort: an arbitrary but stable order. `distance` ' +
          'is that from `near`, the nearest first with order asc, with at most 10,000 rows by offset and all by cursor.',
      }),
    ),
    order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
    ...pageQuery(100),
    fields: Type.Optional(FieldList),
    outline: Type.Optional(WithOutline),
  },
  {
    additionalProperties: false,
    ...ONE_REGION,
    title: 'SearchRequest',
    description: `Exactly one of bounds, within and near is required, or filters with at least one of ${PLACES.join(', ')}`,
    examples: [
      {
        bounds: { north: 40.83, south: 40.79, east: -96.66, west: -96.72 },
        filters: { ownerTypes: ['llc', 'trust'], absenteeOnly: true, valueRange: { min: 100_000 } },
        sort: 'deal_score',
        limit: 20,
      },
    ],
  },
);
