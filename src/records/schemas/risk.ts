import Type, { type Static } from 'typebox';
import { RISK_RATINGS } from '../../domain/risk.ts';
import { integer, Nullable, number, oneOf, text } from './common.ts';

const hazard = {
  score: Type.Number({ minimum: 0, maximum: 100, description: '0–100, higher is worse', examples: [41.2] }),
  rating: oneOf(RISK_RATINGS, 'The score in words', 'moderate'),
  source: text('Publisher of the figure'),
  as_of: text('Date or year that the figure describes', '2025'),
  geography: Type.Enum(['parcel', 'tract', 'county'], { description: 'Area that the figure describes' }),
};
const Hazard = (description: string) => Nullable(Type.Object(hazard), { description });

export const RiskAssessment = Type.Object(
  {
    id: Type.String({ description: 'The parcel’s id', examples: ['31109:0109109006000'] }),
    county_fips: Type.String({ description: '5-digit county FIPS code', examples: ['31109'] }),
    overall_score: number('Composite natural-hazard score 0–100, higher is worse', 38.4),
    flood: Hazard('The larger of inland and coastal flooding'),
    wildfire: Hazard('Wildfire'),
    air_quality: Nullable(
      Type.Object({
        ...hazard,
        median_aqi: number('Median air quality index of the year', 38),
        unhealthy_days: integer('Days of the year that were unhealthy, at least for sensitive groups', 4),
      }),
      { description: 'Air quality of the year' },
    ),
    crime: Hazard('National percentile of the county’s crime rate'),
  },
  { title: 'RiskAssessment' },
);
export type RiskAssessment = Static<typeof RiskAssessment>;
