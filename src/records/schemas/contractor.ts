import Type from 'typebox';
import { date, number, text } from './common.ts';

export const Contractor = Type.Object(
  {
    contractor_id: Type.String({
      description: 'Stable id, derived from the normalized name',
      examples: ['9a3b4c625f0c1d7e9a3b'],
    }),
    contractor_name: Type.String({ description: 'Most frequent spelling', examples: ['ABEL ROOFING INC'] }),
    contractor_license: text('Most frequent license number', 'L.30411'),
    permit_count: Type.Integer({
      description: 'Permits; one on several parcels counts once',
      examples: [128],
    }),
    valued_permit_count: Type.Integer({ description: 'Permits with a cost above 0', examples: [97] }),
    total_permit_value: Type.Number({ description: 'Sum of the costs, USD', examples: [1842300.5] }),
    avg_permit_value: number('Average cost of the valued permits, USD', 18992.79),
    jurisdictions: Type.Array(Type.String(), {
      description: 'Jurisdictions worked in',
      examples: [['raleigh-nc']],
    }),
    states: Type.Array(Type.String(), { description: 'State abbreviations', examples: [['NC']] }),
    permit_types: Type.Record(Type.String(), Type.Integer(), {
      description: 'Permits by type, most frequent first',
      examples: [{ Building: 90, Electrical: 38 }],
    }),
    first_permit_date: date(
      'Oldest permit: its filing date, or its issue date if that is unknown',
      '2014-03-02',
    ),
    last_permit_date: date(
      'Newest permit: its filing date, or its issue date if that is unknown',
      '2025-10-20',
    ),
  },
  { title: 'Contractor' },
);
