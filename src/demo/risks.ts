import { isoDay, LAST_DAY } from './dates.ts';
import type { Lot } from './layout.ts';
import { random } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { CanonicalRisk, County } from './types.ts';

type RiskRow = readonly [
  overall: number,
  inland: number,
  coastal: number | undefined,
  wildfire: number,
  air: number,
  medianAqi: number,
  unhealthyDays: number,
  crime: number,
];

const byCounty: Readonly<Record<string, RiskRow>> = {
  '31109': [71.4, 88.2, undefined, 34.6, 28.5, 38, 1, 63.2],
  '37183': [84.9, 90.7, 12.4, 41.3, 44.1, 43, 2, 52.8],
  '33009': [38.6, 57.9, undefined, 22.7, 12.3, 33, 0, 18.4],
  '48453': [92.3, 95.1, undefined, 88.6, 58.9, 47, 4, 66.5],
  '06073': [97.8, 96.4, 71.5, 98.7, 91.2, 64, 21, 57.1],
};

const AS_OF = isoDay(LAST_DAY - 90);

/** The hazards of a county. */
export function countyRisk(county: County): CanonicalRisk {
  const [overall, inland, coastal, wildfire, air, aqi, days, crime] = byCounty[county.fips] as RiskRow;
  return {
    county_fips: county.fips,
    overall_score: overall,
    inland_flood_score: inland,
    ...(coastal === undefined ? {} : { coastal_flood_score: coastal }),
    wildfire_score: wildfire,
    air_quality_score: air,
    median_aqi: aqi,
    unhealthy_days: days,
    crime_score: crime,
    as_of: AS_OF,
    source: DEMO_SOURCES.countyRisks,
  };
}

/** The flood risk of a parcel on low ground. */
export function parcelRisk(county: County, lot: Lot): CanonicalRisk {
  const r = random(county.seed, lot.index, 12);
  const parcel_id = county.oddNumbers?.[lot.index] ?? county.parcelNumber(lot.index, lot.block, lot.slot);
  const score = Math.round((52 + r() * 47) * 10) / 10;
  return {
    county_fips: county.fips,
    parcel_id,
    inland_flood_score: score,
    ...(lot.town.city === 'OCEANSIDE' ? { coastal_flood_score: Math.round((100 - score) * 10) / 10 } : {}),
    as_of: AS_OF,
    source: DEMO_SOURCES.parcelRisks,
  };
}
