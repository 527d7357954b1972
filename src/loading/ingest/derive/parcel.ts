import { type DealScoreParts, dealScore } from '../../../domain/deal-score.ts';
import { parcelSale } from '../../../domain/parcel-sale.ts';
import type { CountyFigures } from './counties.ts';

/** USD; `arms_length` is null when it is unknown. */
export interface OwnSale {
  price: number | null;
  date: string | null;
  arms_length: boolean | null;
}

/** What the deeds and permits of one parcel say. */
export interface Facts {
  /** Priced above 0. */
  deed: OwnSale | null;
  /** Priced above 0. */
  arms_length: { price: number; date: string | null } | null;
  /** Of the newest deed that names one; `date` is recorded, else sale date. The name is null where it is suppressed. */
  grantee: { name: string | null; date: string | null } | null;
  last_transfer: string | null;
  permits: boolean;
  /** Filed, else issued. */
  last_permit: string | null;
}

export interface ParcelFigures {
  absentee_owner: boolean | null;
  out_of_state_owner: boolean | null;
  total_assessed_value: number | null;
  land_value: number | null;
  improvement_value: number | null;
  year_built: number | null;
}

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);

/** The price of the last arm's-length sale. */
function armsLengthPrice(own: OwnSale | null, facts: Facts | null): number | null {
  const ownCounts = own?.arms_length === true && own.price !== null && own.price > 0;
  const deed = facts?.arms_length ?? null;
  if (!ownCounts) return deed?.price ?? null;
  if (deed === null) return own.price;
  return (own.date ?? '') > (deed.date ?? '') ? own.price : deed.price;
}

/** Assessed value / last arm's-length price; null unless both are above 0. */
const ratioOf = (assessed: number | null, price: number | null): number | null =>
  price !== null && price > 0 && assessed !== null && assessed > 0 ? assessed / price : null;

/**
 * The keys of a parcel that depend on other records: its sale, newest grantee, deal score and, for statistics, the ratio
 * of assessed value to the last arm's-length price.
 */
export function derivedKeys(
  parcel: ParcelFigures,
  own: OwnSale | null,
  facts: Facts | null,
  county: CountyFigures,
  today: string,
): {
  shown: {
    sale_price: number | null;
    sale_date: string | null;
    sale_arms_length: boolean | null;
    latest_grantee: string | null;
    latest_deed_date: string | null;
    deal_score: number | null;
    deal_score_parts: DealScoreParts;
  };
  internal: { ratio: number | null; linked: boolean; last_permit: string | null };
} {
  const sale = parcelSale(own, facts?.deed ?? null);
  const price = armsLengthPrice(own, facts);
  const assessed = parcel.total_assessed_value;
  const { deal_score, deal_score_parts } = dealScore(
    {
      absentee_owner: parcel.absentee_owner,
      out_of_state_owner: parcel.out_of_state_owner,
      last_transfer: later(own?.date ?? null, facts?.last_transfer ?? null),
      assessed_value: assessed,
      arms_length_price: price,
      county_ratio: county.ratio,
      land_value: parcel.land_value,
      improvement_value: parcel.improvement_value,
      year_built: parcel.year_built,
      last_permit: facts?.last_permit ?? null,
      permits_linked: county.permits_linked,
    },
    today,
  );
  return {
    shown: {
      sale_price: sale?.price ?? null,
      sale_date: sale?.date ?? null,
      sale_arms_length: sale?.arms_length ?? null,
      latest_grantee: facts?.grantee?.name ?? null,
      latest_deed_date: facts?.grantee?.date ?? null,
      deal_score,
      deal_score_parts,
    },
    internal: {
      ratio: ratioOf(assessed, price),
      linked: facts?.permits ?? false,
      last_permit: facts?.last_permit ?? null,
    },
  };
}
