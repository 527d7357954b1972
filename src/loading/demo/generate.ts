import { counties } from './counties.ts';
import { deedsOf } from './deeds.ts';
import type { Lot } from './layout.ts';
import { parcelOf } from './parcels.ts';
import { permitsOf } from './permits.ts';
import { random } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import { openCounty, storyOf } from './story.ts';
import { type County, isoDay, LAST_DAY } from './types.ts';

/** By state: overall, inland and coastal floods, wildfire, air, median AQI, unhealthy days, crime. */
const byState: Readonly<Record<string, readonly (number | undefined)[]>> = {
  NE: [71.4, 88.2, undefined, 34.6, 28.5, 38, 1, 63.2],
  NC: [84.9, 90.7, 12.4, 41.3, 44.1, 43, 2, 52.8],
  NH: [38.6, 57.9, undefined, 22.7, 12.3, 33, 0, 18.4],
  TX: [92.3, 95.1, undefined, 88.6, 58.9, 47, 4, 66.5],
  CA: [97.8, 96.4, 71.5, 98.7, 91.2, 64, 21, 57.1],
};

const AS_OF = isoDay(LAST_DAY - 90);

/** The hazards of a county, with scores from 0 to 100. */
function countyRisk(county: County) {
  const [overall, inland, coastal, wildfire, air, aqi, days, crime] = byState[county.state]!;
  return {
    county_fips: county.fips,
    parcel_id: undefined,
    overall_score: overall,
    inland_flood_score: inland,
    coastal_flood_score: coastal,
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
function parcelRisk(county: County, { index, parcelId, town }: Lot) {
  const score = Math.round(520 + random(Number(county.fips), index, 12)() * 470) / 10;
  return {
    county_fips: county.fips,
    parcel_id: parcelId,
    inland_flood_score: score,
    coastal_flood_score: town.city === 'OCEANSIDE' ? Math.round(1000 - score * 10) / 10 : undefined,
    as_of: AS_OF,
    source: DEMO_SOURCES.parcelRisks,
  };
}

function* stories() {
  for (const county of counties) {
    const open = openCounty(county);
    for (const lot of open.lots) yield [open, storyOf(open, lot)] as const;
  }
}

/**
 * The demo's parcels, about 20,000 in five real counties of five states, county by county.
 * Every run yields the same records in the same order. Names, numbers and addresses are invented.
 */
export function* demoParcels() {
  for (const [open, story] of stories()) yield parcelOf(open, story);
}

/** The deeds of the demo's parcels, about 45,000 from 1990 to 2026-09-30, parcel by parcel and oldest first. */
export function* demoDeeds() {
  for (const [open, story] of stories()) yield* deedsOf(open, story);
}

/** The building permits of the demo's parcels, about 15,000; those of one county name no parcel. */
export function* demoPermits() {
  for (const [open, story] of stories()) yield* permitsOf(open, story);
}

/** The demo's hazard records: one per county, and flood scores of the parcels along its creeks. */
export function* demoRisks() {
  for (const county of counties) {
    yield countyRisk(county);
    const { lots } = openCounty(county);
    for (const lot of lots) if (lot.flooded) yield parcelRisk(county, lot);
  }
}
