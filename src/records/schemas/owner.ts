import Type from 'typebox';
import { ENTITY_CLASSES, ENTITY_TYPES } from '../../domain/entity-class.ts';
import { date, number, oneOf, text } from './common.ts';

export const Owner = Type.Object(
  {
    owner_id: Type.String({
      description: 'Stable id, derived from the normalized name',
      examples: ['5f0c1d7e9a3b4c625f0c'],
    }),
    owner_name: Type.String({ description: 'Most frequent spelling', examples: ['OAK STREET HOLDINGS LLC'] }),
    entity_type: Type.Enum([...ENTITY_TYPES], { description: 'Kind of owner', examples: ['llc'] }),
    entity_class: oneOf(ENTITY_CLASSES, 'Class of an organization; null for people and government'),
    property_count: Type.Integer({ description: 'Parcels', examples: [42] }),
    total_assessed_value: Type.Number({
      description: 'Sum of the known assessed values, USD',
      examples: [11204500],
    }),
    avg_assessed_value: number('Average of the known assessed values, USD', 266773.81),
    total_acreage: Type.Number({ description: 'Sum of the known lot sizes, acres', examples: [18.2] }),
    states: Type.Array(Type.String(), { description: 'State abbreviations', examples: [['NE']] }),
    counties: Type.Integer({ description: 'Counties', examples: [2] }),
    absentee_count: Type.Integer({ description: 'Parcels where the owner lives elsewhere', examples: [42] }),
    first_acquired: date('Oldest sale date of the parcels', '2004-05-11'),
    last_acquired: date('Newest sale date of the parcels', '2024-09-30'),
    mailing_address: text('Most frequent mailing address', 'PO BOX 12, OMAHA, NE 68101'),
    name_variants: Type.Array(Type.String(), {
      description: 'Spellings, the most frequent first; at most 100',
      examples: [['OAK STREET HOLDINGS LLC', 'OAK STREET HOLDINGS, L.L.C.']],
    }),
  },
  { title: 'Owner' },
);
