import { airQualityScore, parseRating, riskRating } from '../../../domain/risk.ts';
import { integerBetween, numberBetween, readFields, readPlace, text } from '../fields.ts';
import { type RecordKind, stableId } from './kind.ts';

const score = numberBetween(0, 100);

const FIELDS = {
  overall_score: score,
  inland_flood_score: score,
  coastal_flood_score: score,
  flood_score: score,
  flood_rating: text,
  wildfire_score: score,
  wildfire_rating: text,
  air_quality_score: score,
  median_aqi: numberBetween(0, 1_000),
  unhealthy_days: integerBetween(0, 366),
  crime_score: score,
  as_of: text,
  source: text,
};

const PLACE = ['county_fips', 'parcel_id'] as const;
export type RiskKey = keyof typeof FIELDS | (typeof PLACE)[number];

interface RiskDraft {
  id: string;
  county_fips: string;
  parcel_id: string | null;
  values: ReturnType<typeof readFields<typeof FIELDS>>;
}

/** In bytes; an id has room for 512. */
const LONGEST_SOURCE = 200;

function worst(...scores: (number | null)[]): number | null {
  const known = scores.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** One publisher's figures for one county or parcel; readers combine those of several publishers. */
export const riskKind: RecordKind<RiskDraft> = {
  kind: 'risks',
  keys: new Set([...Object.keys(FIELDS), ...PLACE]),

  draft(record, reading) {
    const place = readPlace(record, { parcelRequired: false, placeholderAllowed: false }, reading);
    if ('reason' in place) return place;
    const values = readFields(FIELDS, record, reading);
    const key = place.parcel_id === null ? place.county_fips : `${place.county_fips}:${place.parcel_id}`;
    const source = values.source ?? '';
    const short = Buffer.byteLength(source) <= LONGEST_SOURCE ? source : stableId('source', source);
    return { id: `${key}|${short}`, ...place, values };
  },

  build({ county_fips, parcel_id, values }, _before, _reading, stamp) {
    const { source, as_of } = values;
    const geography = parcel_id === null ? 'county' : 'parcel';
    const hazard = (value: number | null, rating: string | null) =>
      value === null
        ? null
        : {
            score: value,
            rating: (rating && parseRating(rating)) ?? riskRating(value),
            source,
            as_of,
            geography,
          };
    const air = hazard(values.air_quality_score ?? airQualityOf(values.median_aqi), null);
    return {
      county_fips,
      parcel_id,
      updated_at: stamp.at,
      risk: {
        overall_score: values.overall_score,
        flood: hazard(
          worst(values.flood_score, values.inland_flood_score, values.coastal_flood_score),
          values.flood_rating,
        ),
        wildfire: hazard(values.wildfire_score, values.wildfire_rating),
        air_quality: air && { ...air, median_aqi: values.median_aqi, unhealthy_days: values.unhealthy_days },
        crime: hazard(values.crime_score, null),
      },
      internal: { key: parcel_id === null ? county_fips : `${county_fips}:${parcel_id}` },
    };
  },
};

function airQualityOf(medianAqi: number | null): number | null {
  return medianAqi === null ? null : airQualityScore(medianAqi);
}
