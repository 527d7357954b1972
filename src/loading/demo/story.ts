import { build } from './building.ts';
import { transfersOf } from './chain.ts';
import { contractorsOf } from './contractors.ts';
import { type Lot, layout } from './layout.ts';
import { investorsOf, type Party, person } from './owners.ts';
import { type Random, random } from './random.ts';
import type { County } from './types.ts';

export type OpenCounty = ReturnType<typeof openCounty>;
export type Story = ReturnType<typeof storyOf>;

/** Lays out a county and makes its investors and contractors. */
export function openCounty(county: County) {
  return { county, lots: layout(county), investors: investorsOf(county), hire: contractorsOf(county) };
}

/** Today's owner in the assessor's records; null if they have none. */
function assessorsOwner(r: Random, county: County, holder: Party): Party | null {
  const u = r();
  if (u < 0.01) return null;
  // The assessor knows of a deed that is not yet published, or the heirs never recorded one.
  if (u < 0.025) return person(r, county.style.names);
  if (u > 0.04 || holder.surname === null) return holder;
  if (u < 0.031) return { ...holder, name: `ESTATE OF ${holder.name}`, name2: null };
  return { ...holder, name: `${holder.name} C/O ${holder.surname} LAW OFFICE` };
}

/** The building, transfers and owner of one lot. They depend only on the county and the lot. */
export function storyOf({ county, investors }: OpenCounty, lot: Lot) {
  const r = random(Number(county.fips), lot.index, 1);
  const building = build(r, county, lot);
  const { transfers, holder, bulkDay } = transfersOf(r, county, lot, building, investors);
  return { lot, building, transfers, bulkDay, owner: assessorsOwner(r, county, holder) };
}
