import { readNumber } from '../../../domain/written-number.ts';
import type { CanonicalRecord, PublishedRow, TableAdapter } from './adapter.ts';

/** By the first digit of a borough-block-lot number (bbl). */
const COUNTIES: Readonly<Record<string, string>> = {
  1: '36061',
  2: '36005',
  3: '36047',
  4: '36081',
  5: '36085',
};

const NOISE = /[^A-Z0-9]+/g;
/** Prices up to this are nominal: two equal ones say nothing. */
const NOMINAL_USD = 1_000;

/** The lots with one `saleKey`: one bbl, or several. */
type Lots = string | Set<string>;

/**
 * New York City's rolling sales. They have no deed number and no names, and rows repeat, so a sale is identified by lot,
 * day, price and apartment: a co-op's apartments share one lot, and one apartment can have two deeds on the same day. A deed
 * for several lots repeats its whole price on each; lots belong to one deed when day and price are equal and they share a
 * block, or the price is not a round thousand.
 */
export const nycDeeds: TableAdapter<'deeds', Map<string, Lots>> = {
  reads: 'table',
  name: 'nyc-deeds',
  kind: 'deeds',
  summary: 'New York City, Department of Finance: rolling sales by borough, block and lot',
  file: 'rolling_sales.csv',
  columns: ['ADDRESS', 'APARTMENT NUMBER', 'bbl', 'price', 'date'],
  async prepare(files, readRows) {
    const sales = new Map<string, Lots>();
    for await (const row of readRows(files[0]!)) {
      const bbl = row.bbl ?? '';
      const key = saleKey(row);
      if (key === null) continue;
      const lots = sales.get(key);
      if (lots === undefined) sales.set(key, bbl);
      else if (typeof lots !== 'string') lots.add(bbl);
      else if (lots !== bbl) sales.set(key, new Set([lots, bbl]));
    }
    for (const [key, lots] of sales) if (typeof lots === 'string') sales.delete(key);
    return sales;
  },
  map(row, sales): CanonicalRecord<'deeds'>[] {
    const bbl = row.bbl ?? '';
    const key = saleKey(row);
    const lots = key === null ? undefined : sales.get(key);
    return [
      {
        county_fips: COUNTIES[bbl.charAt(0)],
        parcel_id: bbl,
        record_id: `${bbl}:${row.date}:${row.price}:${apartment(row)}`,
        sale_date: row.date,
        sale_price_usd: row.price,
        parcel_count: typeof lots === 'object' ? lots.size : null,
        source: 'nyc-dof-rolling-sales',
      },
    ];
  },
};

/** What the lots of one deed have in common; null for a nominal price. */
function saleKey(row: PublishedRow): string | null {
  const price = readNumber(row.price ?? '');
  if (price === null || price <= NOMINAL_USD) return null;
  const bbl = row.bbl ?? '';
  const place = price % 1_000 === 0 ? bbl.slice(0, 6) : bbl.charAt(0);
  return `${place}:${row.date}:${row.price}`;
}

/** Address and apartment as one key: a co-op has its apartment after a comma in the address. */
function apartment(row: PublishedRow): string {
  return `${row.ADDRESS ?? ''} ${row['APARTMENT NUMBER'] ?? ''}`.toUpperCase().replace(NOISE, ' ').trim();
}
