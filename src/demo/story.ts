import { type Building, build } from './building.ts';
import { type Bulk, type Transfer, transfersOf } from './chain.ts';
import { type Investors, investorsOf } from './investors.ts';
import { type Lot, layout } from './layout.ts';
import { type Party, person } from './owners.ts';
import { type Random, random } from './random.ts';
import type { County } from './types.ts';

export interface OpenCounty {
  county: County;
  lots: readonly Lot[];
  investors: Investors;
}

export interface Story {
  lot: Lot;
  parcelId: string;
  building: Building;
  transfers: readonly Transfer[];
  bulk: Bulk | undefined;
  /** Today's owner as the assessor has it; null if the assessor has none. */
  owner: Party | null;
}

/** The owner of this parcel of the first county tests that pages show names as text. */
const HOSTILE_INDEX = 50;
export const HOSTILE_OWNER = '<img onerror=alert(1) src=x>';

/** Lays out a county and makes its investors. */
export function openCounty(county: County): OpenCounty {
  return { county, lots: layout(county), investors: investorsOf(county) };
}

function assessorsOwner(r: Random, county: County, holder: Party): Party | null {
  const u = r();
  if (u < 0.01) return null;
  // The assessor is ahead of the recorder's published deeds, or the heirs never recorded one.
  if (u < 0.025) return person(r, county.names);
  if (u < 0.031 && holder.surname !== null)
    return { ...holder, name: `ESTATE OF ${holder.name}`, name2: null };
  if (u < 0.04 && holder.surname !== null)
    return { ...holder, name: `${holder.name} C/O ${holder.surname} LAW OFFICE` };
  return holder;
}

/** The story of one lot. It depends only on the county and the lot. */
export function storyOf({ county, investors }: OpenCounty, lot: Lot): Story {
  const r = random(county.seed, lot.index, 1);
  const parcelId = county.oddNumbers?.[lot.index] ?? county.parcelNumber(lot.index, lot.block, lot.slot);
  const building = build(r, county, lot);
  const { transfers, holder, bulk } = transfersOf(r, county, lot, building, investors);
  let owner = assessorsOwner(r, county, holder);
  if (county.state === 'NE' && lot.index === HOSTILE_INDEX) {
    owner = { name: HOSTILE_OWNER, name2: null, surname: null, kind: 'person', mail: null };
    const last = transfers.at(-1);
    if (last !== undefined) last.grantee = HOSTILE_OWNER;
  }
  return { lot, parcelId, building, transfers, bulk, owner };
}
