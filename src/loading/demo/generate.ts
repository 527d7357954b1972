import { counties } from './counties.ts';
import { deedsOf } from './deeds.ts';
import { parcelOf } from './parcels.ts';
import { permitsOf } from './permits.ts';
import { countyRisk, parcelRisk } from './risks.ts';
import { openCounty, storyOf } from './story.ts';

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
