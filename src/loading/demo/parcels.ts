import { isPublic, priceLevel, useOf } from './building.ts';
import type { Lot } from './layout.ts';
import { type Mail, mailAway, mailIn } from './owners.ts';
import { pick, type Random, random } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { OpenCounty, Story } from './story.ts';
import { type County, isoDay, LAST_DAY, yearOf } from './types.ts';

const SQFT_PER_SQM = 10.7639;

/** The street in the owner's mailing address: mostly the same, sometimes spelled differently. */
function respelled(r: Random, { street, unit }: Lot): string {
  const u = r();
  const line = u < 0.12 ? street.replace(/ AVE$/, ' AVENUE').replace(/ ST$/, ' STREET') : street;
  if (unit === null || u > 0.95) return line;
  return `${line} ${u < 0.5 ? unit : unit.replace('UNIT ', '#')}`;
}

const nowhere: Mail = { street: null, city: null, state: null, zip: null, country: null };

function mailOf(r: Random, county: County, { owner, lot, building }: Story) {
  if (owner === null || r() < 0.015) return { mail: nowhere, livesThere: false };
  if (owner.mail !== null) return { mail: owner.mail, livesThere: false };
  const u = r();
  if (u < (building.bedrooms !== null || building.kind === 'farm' ? 0.79 : 0.2))
    return { mail: mailIn(r, county, lot.town, respelled(r, lot)), livesThere: true };
  const mail = u > 0.89 ? mailAway(r, county, 0.7) : mailIn(r, county, pick(r, county.towns));
  const street = r() < 0.06 ? `C/O ${owner.surname ?? 'AGENT'} ${mail.street}` : mail.street;
  return { mail: { ...mail, street }, livesThere: false };
}

function valuesOf(r: Random, county: County, { building, transfers }: Story, livesThere: boolean) {
  const market = Math.round((building.value * (0.94 + r() * 0.12)) / 100) * 100;
  let share = 0.93 + r() * 0.07;
  const { assessment } = county.tax;
  if (assessment === 'share') share = 0.72;
  else if (assessment === 'cap') share = livesThere ? 0.7 + r() * 0.22 : 1;
  else if (assessment === 'purchase') {
    // California's Proposition 13: the value when bought, at most 2% more each year.
    const bought = transfers.findLast((t) => t.kind === 'sale' || t.kind === 'special')?.day ?? -LAST_DAY;
    const years = (LAST_DAY - Math.max(bought, 7305)) / 365.25;
    share = Math.min(1, priceLevel(county, Math.max(bought, 7305)) * 1.02 ** years);
  }
  const assessed = Math.round((market * share) / 100) * 100;
  return { market, assessed, land: Math.min(Math.round((building.landValue * share) / 100) * 100, assessed) };
}

/** Writes the assessor's record of one parcel. */
export function parcelOf({ county }: OpenCounty, story: Story) {
  const r = random(Number(county.fips), story.lot.index, 2);
  const { lot, building, transfers, owner } = story;
  const { mail, livesThere } = mailOf(r, county, story);
  const { market, assessed, land } = valuesOf(r, county, story, livesThere);
  const use = useOf(r, building.kind, county);
  const isExempt = isPublic(building.kind);
  const isValued = isExempt ? r() < 0.3 : r() > 0.008;
  // Assessors keep the last transfer that looked like a sale to them.
  const sale = transfers.findLast(
    ({ kind }) => kind === 'sale' || kind === 'special' || kind === 'foreclosure',
  );
  // Condominium units have no land of their own.
  const sqft = building.lotSqft === 0 ? null : Math.round(lot.squareMeters * SQFT_PER_SQM);
  const isAddressed = building.kind !== 'vacant' || r() < 0.5;
  const isLocated = r() < 0.985;
  return {
    county_fips: county.fips,
    parcel_id: lot.parcelId,
    street: isAddressed ? lot.street : null,
    unit: isAddressed ? lot.unit : null,
    city: isAddressed || r() < 0.5 ? lot.town.city : null,
    zip: isAddressed ? lot.town.zip : null,
    location: isLocated ? lot.location : null,
    outline: isLocated ? lot.outline : null,
    owner_name: owner?.name ?? null,
    owner_name_2: owner?.name2 ?? null,
    mailing_address: mail.street,
    mailing_city: mail.city,
    mailing_state: mail.state,
    mailing_zip: mail.zip,
    mailing_country: mail.country,
    total_assessed_value: isValued ? assessed : isExempt ? 0 : null,
    land_value: isValued ? land : null,
    improvement_value: isValued ? assessed - land : null,
    market_value: isValued && county.tax.assessment !== 'purchase' ? market : null,
    tax_year: isValued ? yearOf(LAST_DAY) : null,
    tax_amount: isValued && !isExempt ? Math.round(assessed * county.tax.rate * 100) / 100 : null,
    land_use_code: use.code,
    land_use: use.text,
    zoning: r() < 0.99 ? use.zone : null,
    zoning_category: r() < 0.985 ? use.category : null,
    acreage: sqft === null ? null : Math.round((sqft / 43_560) * 1000) / 1000,
    lot_sqft: sqft,
    building_sqft: building.buildingSqft,
    year_built: r() < 0.985 ? building.yearBuilt : null,
    bedrooms: building.bedrooms,
    bathrooms: building.bathrooms,
    stories: building.stories,
    units: building.units,
    sale_price: sale?.price ?? null,
    sale_date: sale === undefined ? null : isoDay(sale.day),
    source: DEMO_SOURCES.parcels,
    source_date: isoDay(LAST_DAY),
  };
}
