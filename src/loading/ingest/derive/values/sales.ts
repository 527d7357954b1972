import type { estypes } from '@elastic/elasticsearch';
import {
  type Described,
  featuresOf,
  isAssessedBefore,
  mapOf,
  VALUE_FIELDS,
} from '../../../../domain/value/features.ts';
import { firstDay, type Sale } from '../../../../domain/value/model.ts';
import type { DeriveContext } from '../context.ts';
import type { Facts, OwnSale } from '../parcel.ts';
import { scan } from '../scan.ts';

const DAY = 86_400_000;
const AT_ONCE = 5_000;

/** What values are made of, of one stored parcel. */
export interface ValuedParcel extends Described {
  id: string;
  county_fips: string;
  address: string | null;
  internal: { own: OwnSale | null; facts: Pick<Facts, 'deed'> | null; suppressed?: string[] };
}

/** A usable sale and the parcel that was sold. */
export interface ParcelSale extends Sale {
  date: string;
  of: ValuedParcel;
}

const SOURCE = [
  ...VALUE_FIELDS,
  ...['id', 'county_fips', 'address', 'internal.own', 'internal.facts.deed', 'internal.suppressed'],
];

/** Days since 1970. */
const dayOf = (date: string): number => Date.parse(date) / DAY;
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

interface DatedPrice {
  price: number;
  date: string;
}

const soldSince = (area: string, date?: string): estypes.QueryDslQueryContainer => ({
  bool: {
    filter: [
      { prefix: { county_fips: area } },
      { range: { sale_price: { gt: 0 } } },
      ...(date === undefined ? [] : [{ range: { sale_date: { gte: date } } }]),
    ],
  },
});

/** The first date of the sales that are used; null where nothing was sold. */
async function firstDate({ client, indices }: DeriveContext, area: string): Promise<string | null> {
  const { aggregations } = await client.search<unknown, { newest: { value_as_string?: string } }>({
    index: indices.parcels,
    size: 0,
    query: soldSince(area),
    aggs: { newest: { max: { field: 'sale_date' } } },
  });
  const newest = aggregations!.newest.value_as_string;
  if (newest === undefined) return null;
  const countSince = async (day: number) =>
    (await client.count({ index: indices.parcels, query: soldSince(area, dateOf(day)) })).count;
  return dateOf(await firstDay(dayOf(newest), countSince));
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
  const found = new Map<string, DatedPrice[]>();
  for await (const hits of scan(client, indices.deeds, search, [])) {
    for (const { fields } of hits) {
      const [parcel, date] = [
        fields!['internal.parcel']![0] as string,
        fields!['internal.date']![0] as string,
      ];
      const sales = found.get(parcel) ?? [];
      found.set(parcel, sales);
      sales.push({ date, price: fields!.sale_price_usd![0] as number });
    }
  }
  return found;
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
  const { client, indices } = context;
  const from = await firstDate(context, area);
  if (from === null) return [];
  const byDeed = await deedSales(context, area, from);
  const sales: ParcelSale[] = [];
  const published = new Map<string, ParcelSale[][]>();
  const search = { query: soldSince(area, from), size: AT_ONCE, _source: SOURCE };
  for await (const hits of scan<ValuedParcel>(client, indices.parcels, search, [])) {
    for (const { _source: parcel } of hits) {
      for (const sale of byDeed.get(parcel.id) ?? []) sales.push(...saleOf(parcel, sale));
      const own = ownSale(parcel);
      if (own === null) continue;
      const key = `${parcel.county_fips}:${mapOf(parcel.parcel_id)} ${own.date} ${own.price}`;
      published.set(key, [...(published.get(key) ?? []), saleOf(parcel, own)]);
    }
  }
  for (const same of published.values()) if (same.length === 1) sales.push(...same[0]!);
  const rank = ({ parcel, date, price }: ParcelSale) =>
    `${parcel} ${date} ${String(price).padStart(15, '0')}`;
  return sales
    .map((sale) => ({ sale, rank: rank(sale) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ sale }) => sale);
}
