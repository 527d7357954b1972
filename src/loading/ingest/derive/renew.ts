import { type Described, featuresOf } from '../../../domain/value/features.ts';
import { type ValueFigures, type Valuer, valueFor } from '../../../domain/value/value.ts';
import { bulkEntry } from '../bulk.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import { type DeriveContext, noteChange } from './changes.ts';
import type { CountyFigures } from './counties.ts';
import { derivedKeys, type Facts, type OwnSale, type ParcelFigures } from './parcel.ts';

export const PARCELS_AT_ONCE = 1_000;

export interface StoredParcel extends StoredDocument, ParcelFigures, Described, ValueFigures {
  id: string;
  county_fips: string;
  parcel_id: string;
  total_assessed_value: number | null;
  year_built: number | null;
}

/** What values parcels; `sold`: the estimates of sold parcels without their own sales, null where the stored value stays. */
type Serving = Valuer & { sold: ReadonlyMap<string, number | null> };

/** What a parcel is updated from. */
interface Renewed {
  /** What its deeds and permits say, and its county's figures: for its sale and its deal score. */
  scored?: { facts: Facts | null; county: CountyFigures };
  /** For its value; null where nothing values it. */
  by?: Serving | null;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function newValue(parcel: StoredParcel, by: Serving | null): ValueFigures | null {
  const outOfFold = by?.sold.get(parcel.id);
  return outOfFold === null ? null : valueFor(by, featuresOf(parcel), outOfFold);
}

/** What writes a parcel as it must be stored; nothing when it stays the same. */
export function renewed(parcel: StoredParcel, { scored, by }: Renewed, context: DeriveContext): string[] {
  const own = parcel.internal.own as OwnSale | null;
  const derived = scored && derivedKeys(parcel, own, scored.facts, scored.county, context.today);
  const internal = derived && { ...derived.internal, facts: scored.facts };
  const shown = { ...derived?.shown, ...(by !== undefined && newValue(parcel, by)) };
  // A key that an earlier version did not have is written, but to callers nothing has changed if it is null.
  const isWhole = Object.keys(shown).every((key) => parcel[key] !== undefined);
  const sameShown = Object.entries(shown).every(([key, value]) => same(value, parcel[key] ?? null));
  const sameFacts =
    !internal || (same(internal.facts, parcel.internal.facts) && same(internal.ratio, parcel.internal.ratio));
  if (sameFacts && isWhole && sameShown) return [];
  // Of what is derived here, the views of owners read only the sale date, for the first and last acquisition.
  const resold = derived !== undefined && derived.shown.sale_date !== parcel.sale_date;
  const { internal: before, ...record } = parcel;
  if (resold) noteChange(context, 'sales', context.load, parcel);
  if (!sameShown) noteChange(context, 'scores', context.load, parcel);
  const document = {
    ...record,
    ...shown,
    updated_at: sameShown ? parcel.updated_at : context.at,
    // `internal` stays the last key, even where an earlier version stored fewer keys.
    internal: {
      ...before,
      ...internal,
      ...(resold && { sale_load: context.load }),
      ...(!sameShown && { shown_load: context.load }),
    },
  };
  return [bulkEntry(parcel.id, document)];
}
