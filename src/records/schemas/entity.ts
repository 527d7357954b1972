import Type from 'typebox';
import { ENTITY_CLASSES } from '../../domain/entity-class.ts';
import { number } from './common.ts';

const sums = {
  property_count: Type.Integer({ description: 'Selected parcels', examples: [42] }),
  total_assessed_value: Type.Number({
    description: 'Sum of their known assessed values, USD',
    examples: [13120821],
  }),
};

export const EntityRow = Type.Object(
  {
    owner_id: Type.String({
      description: 'Stable id, derived from the normalized name',
      examples: ['5f0c1d7e9a3b4c625f0c'],
    }),
    owner_name: Type.String({ description: 'Most frequent spelling', examples: ['OAK STREET HOLDINGS LLC'] }),
    entity_class: Type.Enum([...ENTITY_CLASSES], {
      description: 'Class of the organization',
      examples: ['LLC'],
    }),
    ...sums,
    avg_assessed_value: number('Average of the known assessed values, USD', 312400.5),
    states: Type.Array(Type.String(), { description: 'State abbreviations', examples: [['NE']] }),
    counties: Type.Integer({ description: 'Counties', examples: [2] }),
  },
  { title: 'EntityRow' },
);

const totals = {
  entity_count: Type.Integer({ description: 'Organizations', examples: [1820] }),
  ...sums,
};

export const EntitySummary = Type.Object(
  {
    ...totals,
    by_class: Type.Object(
      Object.fromEntries(ENTITY_CLASSES.map((name) => [name, Type.Object(totals)])) as {
        [C in (typeof ENTITY_CLASSES)[number]]: ReturnType<typeof Type.Object<typeof totals>>;
      },
      { description: 'The same for each class' },
    ),
  },
  { title: 'EntitySummary' },
);
