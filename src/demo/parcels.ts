import { priceLevel } from './building.ts';
import { isoDay, LAST_DAY, yearOf } from './dates.ts';
import { type Mail, mailAway, mailIn } from './owners.ts';
import { int, pick, type Random, random } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { OpenCounty, Story } from './story.ts';
import type { CanonicalParcel, County } from './types.ts';
import { categories, usesByCounty } from './uses.ts';

const SQFT_PER_SQM = 10.7639;

export const SOURCE_DATE = isoDay(LAST_DAY);

const longForms: readonly (readonly [RegExp, string])[] = [
  [/ ST$/, ' STREET'],
  [/ AVE$/, ' AVENUE'],
  [/ DR$/, ' DRIVE'],
  [/ RD$/, ' ROAD'],
  [/ LN$/, ' LANE'],
  [/ CT$/, ' COURT'],
];

/** The street as the owner's mail has it: mostly the same, sometimes spelled another way. */
function respell(r: Random, street: string, unit: string | null): string {
  const u = r();
  let line = street;
  if (u < 0.12) for (const [short, long] of longForms) line = line.replace(short, long);
  else if (u < 0.17) line = line.replace(/(\d+)(ST|ND|RD|TH) /, '$1 ');
  else if (u < 0.2) line = line.replace(/ [NS] /, ' ');
  if (unit === null || u > 0.95) return line;
  return `${line} ${u < 0.5 ? unit : unit.replace('UNIT ', '#')}`;
}

const nowhere: Mail = { street: null, city: null, state: null, zip: null, country: null };

function mailOf(r: Random, county: County, story: Story): { mail: Mail; livesThere: boolean } {
  const { owner, lot, building } = story;
  if (owner === null || r() < 0.015) return { mail: nowhere, livesThere: false };
  if (owner.mail !== null) return { mail: owner.mail, livesThere: false };
  const home = building.bedrooms !== null || building.kind === 'farm';
  const u = r();
  if (u < (home ? 0.79 : 0.2)) {
    const street = respell(r, lot.street, lot.unit);
    const zip = r() < 0.25 ? `${lot.town.zip}-${int(r, 1000, 9999)}` : lot.town.zip;
    return {
      mail: { street, city: lot.town.city, state: county.state, zip, country: county.country },
      livesThere: true,
    };
  }
  const away = 1 - u < 0.11;
  const mail = away ? mailAway(r, county, 0.7) : mailIn(r, county, pick(r, county.towns));
  if (mail.street !== null && r() < 0.06)
    mail.street = `C/O ${story.owner?.surname ?? 'AGENT'} ${mail.street}`;
  return { mail, livesThere: false };
}

function valuesOf(
  r: Random,
  county: County,
  story: Story,
  livesThere: boolean,
): { market: number; assessed: number; land: number } {
  const { building, transfers } = story;
  const market = Math.round((building.value * (0.94 + r() * 0.12)) / 100) * 100;
  let share = 0.93 + r() * 0.07;
  if (county.assessment === 'share') share = 0.72;
  else if (county.assessment === 'cap') share = livesThere ? 0.7 + r() * 0.22 : 1;
  else if (county.assessment === 'purchase') {
    // California's Proposition 13: the value when bought, at most 2 % more each year.
    const bought = transfers.findLast((t) => t.kind === 'sale' || t.kind === 'special')?.day ?? -LAST_DAY;
    const years = (LAST_DAY - Math.max(bought, 7305)) / 365.25;
    share = Math.min(1, priceLevel(county, Math.max(bought, 7305)) * 1.02 ** years);
  }
  return {
    market,
    assessed: Math.round((market * share) / 100) * 100,
    land: Math.round((building.landValue * share) / 100) * 100,
  };
}

/** Writes the assessor's record of one parcel. */
export function parcelOf({ county }: OpenCounty, story: Story): CanonicalParcel {
  const r = random(county.seed, story.lot.index, 2);
  const { lot, building, transfers, owner, parcelId } = story;
  const { mail, livesThere } = mailOf(r, county, story);
  const { market, assessed, land } = valuesOf(r, county, story, livesThere);
  const use = usesByCounty[county.fips]?.[building.kind];
  const exempt = building.kind === 'exempt' || building.kind === 'utility';
  const valued = exempt ? r() < 0.3 : r() > 0.008;
  const landValue = Math.min(land, assessed);
  // Assessors keep the last transfer that looked like a sale to them, and some forget the price.
  const sale = transfers.findLast(
    (t) => t.kind === 'sale' || t.kind === 'special' || t.kind === 'foreclosure',
  );
  // Units of condominiums have no land of their own.
  const sqft = building.lotSqft === 0 ? null : Math.round(lot.squareMeters * SQFT_PER_SQM);
  const addressed = building.kind !== 'vacant' || r() < 0.5;
  return {
    county_fips: county.fips,
    parcel_id: parcelId,
    street: addressed ? lot.street : null,
    unit: addressed ? lot.unit : null,
    city: addressed || r() < 0.5 ? lot.town.city : null,
    zip: addressed ? lot.town.zip : null,
    ...(r() < 0.985 ? { location: lot.location, outline: lot.outline } : { location: null, outline: null }),
    owner_name: owner === null ? null : owner.name,
    owner_name_2: owner === null ? null : owner.name2,
    mailing_address: mail.street,
    mailing_city: mail.city,
    mailing_state: mail.state,
    mailing_zip: mail.zip,
    mailing_country: mail.country,
    total_assessed_value: valued ? assessed : exempt ? 0 : null,
    land_value: valued ? landValue : null,
    improvement_value: valued ? assessed - landValue : null,
    market_value: valued && county.assessment !== 'purchase' ? market : null,
    tax_year: valued ? yearOf(LAST_DAY) - (county.assessment === 'share' ? 1 : 0) : null,
    tax_amount: valued && !exempt ? Math.round(assessed * county.taxRate * 100) / 100 : null,
    land_use_code: use?.code ?? null,
    land_use: use?.text ?? null,
    zoning: use === undefined || r() < 0.01 ? null : pick(r, use.zones),
    zoning_category: r() < 0.985 ? categories[building.kind] : null,
    acreage: sqft === null ? null : Math.round((sqft / 43_560) * 1000) / 1000,
    lot_sqft: sqft,
    building_sqft: building.buildingSqft,
    year_built: building.yearBuilt !== null && r() < 0.985 ? building.yearBuilt : null,
    bedrooms: building.bedrooms,
    bathrooms: building.bathrooms,
    stories: building.stories,
    units: building.units,
    sale_price: sale?.price ?? null,
    sale_date: sale === undefined ? null : isoDay(sale.day),
    source: DEMO_SOURCES.parcels,
    source_date: SOURCE_DATE,
  };
}
