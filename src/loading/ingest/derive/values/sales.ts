import type { estypes } from '@elastic/elasticsearch';
import {
  type Described,
  featuresOf,
  isAssessedBefore,
  mapOf,
  VALUE_FIELDS,
} from '../../../../domain/value/features.ts';
import type { Sale } from '../../../../domain/value/folds.ts';
import { inOrder } from '../../../../domain/value/model.ts';
import type { DeriveContext } from '../changes.ts';
import type { Facts, OwnSale } from '../parcel.ts';
import { scan } from '../scan.ts';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const AT_ONCE = 5_000;
const NEWEST_FIRST: estypes.SortCombinations[] = [{ sale_date: 'desc' }, { 'internal.seq': 'asc' }];
/** In years: older sales than the first count only if newer ones are few, older ones than the second never. */
const [FEW_YEARS, MOST_YEARS] = [5, 10];
const MANY_SALES = 2_000;
/** More sales improve a model little, and cost time and memory. */
const MOST_SALES = 25_000;

/** What values are made of, of one stored parcel. */
export interface ValuedParcel extends Described {
  id: string;
  county_fips: string;
  address: string | null;
  sale_date: string;
  internal: { own: OwnSale | null; facts: Pick<Facts, 'deed'> | null; suppressed?: string[] };
}

/** A usable sale and the parcel that was sold. */
export interface ParcelSale extends Sale {
  date: string;
  of: ValuedParcel;
}

const SOURCE = [
  ...VALUE_FIELDS,
  ...'id county_fips address sale_date internal.own internal.facts.deed internal.suppressed'.split(' '),
];

/** Days since 1970. */
const dayOf = (date: string): number => Date.parse(date) / DAY;
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

interface DatedPrice {
  price: number;
  date: string;
}

/** The parcels whose last sale is used, newest first. */
async function soldParcels(
  { client, indices, onProgress }: DeriveContext,
  area: string,
): Promise<ValuedParcel[]> {
  const filter = [{ prefix: { county_fips: area } }, { range: { sale_price: { gt: 0 } } }];
  const search = { query: { bool: { filter: [...filter, { exists: { field: 'sale_date' } }] } } };
  const paged = { ...search, size: AT_ONCE, _source: SOURCE };
  const parcels: ValuedParcel[] = [];
  for await (const hits of scan<ValuedParcel>(client, indices.parcels, paged, NEWEST_FIRST)) {
    onProgress(hits.length);
    for (const { _source: parcel } of hits) {
      const years =
        (Date.parse(parcels[0]?.sale_date ?? parcel.sale_date) - Date.parse(parcel.sale_date)) / YEAR;
      const isOld = years > (parcels.length < MANY_SALES ? MOST_YEARS : FEW_YEARS);
      if (isOld || parcels.length === MOST_SALES) return parcels;
      parcels.push(parcel);
    }
  }
  return parcels;
}

/** The usable sales that deeds of the area show, by parcel. */
async function deedSales(
  { client, indices }: DeriveContext,
  area: string,
  from: string,
): Promise<Map<string, DatedPrice[]>> {
  const filter = [
    { prefix: { county_fips: area } },
    { term: { usable_for_stats: true } },
    { range: { 'internal.date': { gte: from } } },
  ];
  const search = {
    ...{ query: { bool: { filter } }, size: AT_ONCE, _source: false },
    docvalue_fields: ['internal.parcel', 'internal.date', 'sale_price_usd'],
  };
  const sales = new Map<string, DatedPrice[]>();
  for await (const hits of scan(client, indices.deeds, search, [])) {
    for (const { fields } of hits) {
      const of = (field: string) => fields![field]![0];
      const parcel = of('internal.parcel') as string;
      const sale = { date: of('internal.date') as string, price: of('sale_price_usd') as number };
      sales.set(parcel, [...(sales.get(parcel) ?? []), sale]);
    }
  }
  return sales;
}

/** The sale that the assessor published, where no deed shows it. */
function ownSale({ internal: { own, facts } }: ValuedParcel): DatedPrice | null {
  if (own?.arms_length !== true || own.price === null || own.date === null) return null;
  const deed = facts?.deed ?? null;
  const isNew = deed === null || ((deed.date ?? '') < own.date && deed.price !== own.price);
  return isNew ? { price: own.price, date: own.date } : null;
}

function saleOf(of: ValuedParcel, { price, date }: DatedPrice): ParcelSale[] {
  const year = Number(date.slice(0, 4));
  // What was sold before it was built was something else.
  if ((of.year_built ?? 0) > year) return [];
  const total_assessed_value = isAssessedBefore(of.tax_year, year) ? of.total_assessed_value : null;
  return [
    { parcel: of.id, day: dayOf(date), price, date, of, ...featuresOf({ ...of, total_assessed_value }) },
  ];
}

/**
 * The usable sales of the last years, by parcel and date: those of deeds that are usable for statistics, and an assessor's at
 * arm's length that no deed shows, unless several parcels of a map have its date and price.
 * @param area the FIPS code of a county or a state.
 */
export async function usableSales(context: DeriveContext, area: string): Promise<ParcelSale[]> {
  const parcels = await soldParcels(context, area);
  if (parcels.length === 0) return [];
  const byDeed = await deedSales(context, area, parcels.at(-1)!.sale_date);
  const sales: ParcelSale[] = [];
  const published = new Map<string, ParcelSale[][]>();
  for (const parcel of parcels) {
    for (const sale of byDeed.get(parcel.id) ?? []) sales.push(...saleOf(parcel, sale));
    const own = ownSale(parcel);
    if (own === null) continue;
    const key = `${parcel.county_fips}:${mapOf(parcel.parcel_id)} ${own.date} ${own.price}`;
    published.set(key, [...(published.get(key) ?? []), saleOf(parcel, own)]);
  }
  for (const same of published.values()) if (same.length === 1) sales.push(...same[0]!);
  return sales.sort(inOrder);
}
