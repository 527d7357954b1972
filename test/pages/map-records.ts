/** Shared by the tests of the map page that need deeds, permits and risks too, or hostile names. */
import type { Test } from 'tap';
import { demoDeeds, demoPermits, demoRisks } from '../../src/loading/demo/generate.ts';
import { withoutChromium } from './browser.ts';
import { COUNTY, mapPages, parcels, placeOf } from './map-page.ts';

const chosen = new Set(parcels.map(({ parcel_id }) => parcel_id));
const ours = (records: Iterable<object>) =>
  [...(records as Iterable<Record<string, unknown>>)].filter(
    ({ county_fips, parcel_id }) => county_fips === COUNTY && chosen.has(parcel_id as string),
  );
const deeds = ours(demoDeeds());
const permits = ours(demoPermits());
/** A parcel with everything, whose owner gets a name that is markup. */
export const HOSTILE_OWNER = '<img onerror=alert(1) src=x>';
export const hostile = parcels.find(({ parcel_id, location, street, unit }) => {
  const sales = deeds.filter((deed) => deed.parcel_id === parcel_id && Number(deed.sale_price_usd) > 50_000);
  const hasPermit = permits.some((permit) => permit.parcel_id === parcel_id);
  return location && street && unit === null && hasPermit && sales.length > 1;
})!;
hostile.owner_name = HOSTILE_OWNER;
/** Another one, with names that change the writing direction and have no places to break a line. */
export const bent = parcels.findLast(
  ({ location, parcel_id }) => location !== null && parcel_id !== hostile.parcel_id,
)!;
bent.owner_name = `WREN \u202e ETTEDO ${'W'.repeat(300)}`;
bent.street = `1 \u202e${'M'.repeat(300)} ST`;

/** With few enough parcels around it to list each. */
export const CLOSE = placeOf(16.5, hostile);

/** A browser, and the pages served over the parcels with all their records. */
export async function fullMapPages(t: Test) {
  const pages = await mapPages(t);
  if (!withoutChromium) {
    await pages.harness.load('deeds', deeds);
    await pages.harness.load('permits', permits);
    const risks = [...demoRisks()].filter(({ county_fips }) => county_fips === COUNTY);
    await pages.harness.load('risks', risks as object[] as Record<string, unknown>[]);
  }
  return pages;
}
