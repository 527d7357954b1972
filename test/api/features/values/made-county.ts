import { type MadeHouse, madeHouse, madePrice, numbersFrom } from '../../../domain/value/made-sales.ts';

export type Made = Record<string, unknown> & { county_fips: string; parcel_id: string };

export interface MadeCounty {
  parcels: Made[];
  deeds: Made[];
  /** Prices of sales that are in no file, by parcel number. */
  withheld: Map<string, { price: number; days: number }>;
}

const dayOf = (days: number) => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);

function parcelOf(county_fips: string, { worth: _worth, location, ...house }: MadeHouse): Made {
  return { ...house, ...location, county_fips, street: `${Number(house.parcel_id) % 900} ELM ST` };
}

/**
 * A county of houses of which each was sold once in 2024, some of these in deeds, some by the assessor's word, and some
 * withheld from every file.
 */
export function madeCounty(
  county_fips: string,
  sold: number,
  { seed = 3, withheld = 0, published = 0 }: { seed?: number; withheld?: number; published?: number } = {},
): MadeCounty {
  const next = numbersFrom(seed);
  const made: MadeCounty = { parcels: [], deeds: [], withheld: new Map() };
  for (let at = 0; at < sold + withheld; at++) {
    const house = madeHouse(at, next);
    const days = Math.floor(366 * next());
    const price = madePrice(house.worth, days, next);
    const parcel = parcelOf(county_fips, house);
    const { parcel_id } = parcel;
    if (at >= sold) made.withheld.set(parcel_id, { price, days });
    else if (at < published) Object.assign(parcel, { sale_price: price, sale_date: dayOf(days) });
    else
      made.deeds.push({
        ...{ county_fips, parcel_id, record_id: `${county_fips}-${at}`, source: 'made up' },
        ...{ sale_date: dayOf(days), sale_price_usd: price, grantor: 'ADAMS ANN', grantee: 'CLARK CAL' },
      });
    made.parcels.push(parcel);
  }
  return made;
}
