import Type, { type Static } from 'typebox';
import { ENTITY_CLASSES } from '../../../domain/entity-class.ts';
import { CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { pageQuery, Substring } from '../../../records/schemas/common.ts';
import { FieldText } from '../../answers/fields.ts';

/** Elasticsearch refuses repetitive patterns of a few hundred characters. */
const LONGEST_ZONING = 200;

export const EntitiesQuery = Type.Object(
  {
    county_fips: Type.Optional(CountyFips),
    state_fips: Type.Optional(StateFips),
    entity_type: Type.Optional(
      Type.Enum([...ENTITY_CLASSES], { description: 'Class of the owning organization' }),
    ),
    search: Type.Optional(Substring('Part of the owner name, in any case', 'holdings')),
    min_value: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'Minimum assessed value of a parcel, USD' }),
    ),
    zoning: Type.Optional(
      Substring('Part of the zoning code or category, in any case', 'comm', LONGEST_ZONING),
    ),
    top: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Return a ranking of the owners with a summary, instead of parcels',
      }),
    ),
    fields: Type.Optional(FieldText),
    ...pageQuery(50),
  },
  { additionalProperties: false },
);
export type EntitiesQuery = Static<typeof EntitiesQuery>;
